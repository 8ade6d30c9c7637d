"""The shipped list of undisputed synonyms, read from `data/synonyms.tsv`."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files

from msgspec import Struct

from kg.resolve.names import Names


class Synonym(Struct, frozen=True):
    """`short` is another name of `long` for entities of these `types` (all types when empty)."""

    short: str
    long: str
    types: frozenset[str] = frozenset()


def read_synonyms() -> tuple[Synonym, ...]:
    """Return the shipped synonyms, in the file's order."""
    text = files("kg.resolve").joinpath("data/synonyms.tsv").read_text(encoding="utf-8")
    return tuple(parse_synonyms(text.splitlines()))


def parse_synonyms(lines: Iterable[str]) -> Iterable[Synonym]:
    """Yield the synonym of each line `short TAB long [TAB types parted by commas]`; `#` begins a comment."""
    for line in lines:
        if line.strip() and not line.startswith("#"):
            short, long, *types = line.rstrip("\n").split("\t")
            yield Synonym(short, long, frozenset(types[0].split(",")) if types and types[0] else frozenset())


def index_synonyms(synonyms: Iterable[Synonym], names: Names) -> dict[str, tuple[Synonym, ...]]:
    """Return the synonyms by the spelling key of their short name."""
    out: dict[str, tuple[Synonym, ...]] = {}
    for synonym in synonyms:
        key = names.key(synonym.short)
        out[key] = (*out.get(key, ()), synonym)
    return out
