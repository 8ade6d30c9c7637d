"""What the papers say: each entity of each paper with the name that it goes by and the abbreviations it defines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from kg.model import Entity, EntityType, Extraction
from kg.resolve.names import Names, abbreviates, is_short


class Said(Struct, frozen=True):
    """One entity of one paper. `key` is the spelling key of `name`, its fullest name there.

    `shorts` are the abbreviations that this paper gives it beside a long form, as (spelling key, spelling).
    """

    paper: str
    entity: Entity
    name: str
    key: str
    shorts: tuple[tuple[str, str], ...] = ()
    year: int | None = None

    @property
    def type(self) -> EntityType:
        """The type that the paper gives it."""
        return self.entity.type


def read_said(
    extractions: Mapping[str, Extraction], names: Names, years: Mapping[str, int | None] | None = None
) -> list[Said]:
    """Return every entity of `extractions` (by paper key), sorted by paper key and place in the abstract."""
    known = years or {}
    out: list[Said] = []
    for paper in sorted(extractions):
        said = [say(paper, entity, names, known.get(paper)) for entity in extractions[paper].entities]
        out += _join_abbreviations(said)
    return out


def say(paper: str, entity: Entity, names: Names, year: int | None = None) -> Said:
    """Return what `paper` says of one entity: its long form where it gives one, else its name."""
    forms = sorted({entity.name, *entity.mentions} - {""})
    name = entity.name if entity.name.strip() else (forms[0] if forms else entity.id)
    if is_short(name):
        longs = [form for form in forms if abbreviates(name, form)]
        name = min(longs, key=lambda form: (len(form.split()), form)) if longs else name
    key = names.key(name)
    shorts = {(names.key(form), form) for form in forms if is_short(form) and abbreviates(form, name)}
    return Said(paper, entity, name, key, tuple(sorted(s for s in shorts if s[0] != key)), year)


def _join_abbreviations(said: list[Said]) -> list[Said]:
    """Return `said` of one paper with each bare abbreviation named by the one long form that the paper defines."""
    longs: dict[str, set[tuple[str, str]]] = {}
    for one in said:
        for short, _ in one.shorts:
            longs.setdefault(short, set()).add((one.key, one.name))
    out: list[Said] = []
    for one in said:
        found = longs.get(one.key, set())
        keys = {key for key, _ in found}
        if len(keys) == 1:
            key, name = min(found)
            out.append(replace(one, key=key, name=name, shorts=((one.key, one.name),)))
        else:
            out.append(one)
    return out


def count_definitions(said: Iterable[Said]) -> dict[str, dict[str, set[str]]]:
    """Return abbreviation key → long form key → the papers that define it so."""
    out: dict[str, dict[str, set[str]]] = {}
    for one in said:
        for short, _ in one.shorts:
            out.setdefault(short, {}).setdefault(one.key, set()).add(one.paper)
    return out
