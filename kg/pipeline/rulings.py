"""The user's rulings on names: a file of them, and those of a graph put together with new ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from os import PathLike
from pathlib import Path
from typing import get_args

from kg.errors import ConfigError, InputError, unknown_choice
from kg.model import ENTITY_TYPES, Ruling, Verdict
from kg.resolve.names import Names
from kg.text import sanitize

_FORM = "Write: same<TAB>LLM<TAB>large language model, or: different<TAB>SAM<TAB>SAC, and a type, if you like."
_MOST = 10_000_000
"""Largest file, in bytes."""


def read_rulings(path: str | PathLike[str]) -> tuple[Ruling, ...]:
    """Return the rulings in the file `path`, a line each: `same` or `different`, two names and, if given, a type.

    The parts are divided by tabs; blank lines and lines that begin with `#` say nothing. Raises `InputError` with the
    line that is not of this form or contradicts an earlier one.
    """
    names, rulings, lines = Names(), list[Ruling](), list[int]()
    for number, line in enumerate(_read_text(path).splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            rulings.append(_parse(line, path, number))
            lines.append(number)
    if find_contradiction(rulings, names) is not None:
        last = next(n for n in range(1, len(rulings) + 1) if find_contradiction(rulings[:n], names) is not None)
        a, b = find_contradiction(rulings[:last], names) or ("", "")
        why = f"This contradicts lines before it: {a!r} and {b!r} would be both the same and different."
        raise InputError(f"{why} Remove one of these lines.", path, lines[last - 1])
    return tuple(sorted(set(rulings)))


def _read_text(path: str | PathLike[str]) -> str:
    try:
        with Path(path).open("rb") as file:
            content = file.read(_MOST + 1)
    except OSError as error:
        raise InputError(f"{error.strerror}. Name a file of lines such as: same<TAB>A<TAB>B", path) from error
    if len(content) > _MOST:
        raise InputError(f"larger than {_MOST // 1_000_000} MB, which no list of names should be.", path)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise InputError("not UTF-8 text. Save the file as UTF-8.", path, line) from error


def _parse(line: str, path: str | PathLike[str], number: int) -> Ruling:
    verdict, *parts = [" ".join(sanitize(part).split()) for part in line.split("\t")]
    found = next((v for v in get_args(Verdict) if v == verdict.casefold()), None)
    if found is None:
        raise InputError(f"{unknown_choice('verdict', verdict, get_args(Verdict))} {_FORM}", path, number)
    if len(parts) not in (2, 3) or not all(parts[:2]):
        raise InputError(f"{found} needs two names, divided by tabs. {_FORM}", path, number)
    label = next((t for t in ENTITY_TYPES if parts[2:] and t.casefold() == parts[2].casefold()), None)
    if label is None and parts[2:] and parts[2]:
        raise InputError(unknown_choice("type", parts[2], ENTITY_TYPES), path, number)
    a, b = sorted(parts[:2])
    if a == b:
        raise InputError(f"{a!r} stands on both sides. Give two names.", path, number)
    return Ruling(a, b, found, label)


def find_contradiction(rulings: Iterable[Ruling], names: Names) -> tuple[str, str] | None:
    """Return two names that `rulings`, taken together, make both the same and different, or None."""
    ruled = sorted(set(rulings))
    for label in (None, *ENTITY_TYPES):
        head: dict[str, str] = {}
        apply = [r for r in ruled if r.type in (None, label)]
        for ruling in apply:
            if ruling.verdict == "same":
                head[_root(head, names.key(ruling.a))] = _root(head, names.key(ruling.b))
        for ruling in apply:
            a, b = names.key(ruling.a), names.key(ruling.b)
            if ruling.verdict == "different" and a != b and _root(head, a) == _root(head, b):
                return ruling.a, ruling.b
    return None


def _root(head: dict[str, str], key: str) -> str:
    while head.get(key, key) != key:
        key = head[key]
    return key


def add_rulings(before: Sequence[Ruling], new: Sequence[Ruling]) -> tuple[Ruling, ...]:
    """Return the rulings of a graph and new ones, sorted; on a pair of names the new word replaces the old.

    Raises `ConfigError` where they contradict each other in a roundabout way.
    """
    kept = {(r.a, r.b, r.type): r for r in (*before, *new)}
    said = {(r.a, r.b): r.verdict for r in new}
    together = sorted(r for r in kept.values() if said.get((r.a, r.b), r.verdict) == r.verdict)
    found = find_contradiction(together, Names())
    if found is not None:
        raise ConfigError(
            f"The new rulings contradict those that the graph keeps from earlier builds: {found[0]!r} and {found[1]!r} "
            "would be both the same and different. Rule on this pair or on the pairs that lead from one to the other."
        )
    return tuple(together)
