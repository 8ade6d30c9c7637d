"""Values that every format can hold: the stated rules by which all others are converted.

None and numbers that are no number (NaN, infinity) are left out; lists of text stay lists; other lists, sets and
mappings become JSON text; dates become ISO text; numpy numbers become plain ones; integers beyond 64 bits become
text. Characters that XML 1.0 forbids are removed and lone surrogates become U+FFFD; keys and names that then are
equal are told apart by "~2".
"""

from __future__ import annotations

import datetime
import json
import math
import re
from collections.abc import Container, Iterable, Mapping
from typing import Any

from kg.model import EDGE_PROPERTIES, NODE_PROPERTIES, Value
from kg.text import sanitize

INT64 = 2**63
NODE_RESERVED = frozenset({"id", "label"})
EDGE_RESERVED = frozenset({"id", "source", "target", "key", "type"})
MARK = "kg_format"
"""Graph attribute of the files that we write; its value is the version of the rules of this module."""
MARK_VERSION = 1

_SCHEMA = (name for names in (EDGE_PROPERTIES, *NODE_PROPERTIES.values()) for name in names)
_RANK = {name: rank for rank, name in enumerate(dict.fromkeys(["key", "name", *_SCHEMA]))}


# XML 1.0, production [2] Char: they cannot stand in a document, not even as a reference.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")


def safe_text(text: str) -> str:
    """Return `text` without the control characters that XML forbids; lone surrogates become U+FFFD.

    >>> safe_text("a\\x0bb\\ud800")
    'ab\ufffd'
    """
    if text.isascii() and text.isprintable():  # nearly all: spares two searches
        return text
    return sanitize(_FORBIDDEN.sub("", text))


def json_text(value: object) -> str:
    """Return strict JSON on one line; what JSON cannot hold is converted by the rules of this module.

    >>> json_text({"k": [1, float("nan")]})
    '{"k": [1, null]}'
    """
    return tidy_json(_plain(value))


def tidy_json(value: object) -> str:
    """Return strict JSON of what is tidy already.

    >>> tidy_json({"aliases": ["a", "é"]})
    '{"aliases": ["a", "é"]}'
    """
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _plain(value: object) -> Any:
    if isinstance(value, str | int | float):
        return _scalar(value)
    if isinstance(value, Mapping):
        return {safe_text(str(key)): _plain(item) for key, item in value.items()}
    if isinstance(value, set | frozenset):
        value = sorted(value, key=str)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return _scalar(value)


def _scalar(value: object) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return safe_text(str(value))
    if isinstance(value, int):
        return int(value) if -INT64 <= value < INT64 else str(int(value))
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    convert = getattr(value, "tolist", None)  # numpy's scalars and arrays
    return _plain(convert()) if callable(convert) else safe_text(str(value))


def tidy_value(value: object) -> Value | None:
    """Return `value` as one that every format holds, or None where it is left out.

    >>> tidy_value(float("inf")), tidy_value(["a", "b"]), tidy_value([1, "b"])
    (None, ['a', 'b'], '[1, "b"]')
    """
    kind = type(value)
    if kind is str:
        return safe_text(value)  # type: ignore[arg-type]
    if kind is list and all(type(item) is str for item in value):  # type: ignore[attr-defined]
        return [safe_text(item) for item in value]  # type: ignore[attr-defined]
    plain: Any = _plain(value)
    if isinstance(plain, dict) or (isinstance(plain, list) and not all(isinstance(i, str) for i in plain)):
        return json_text(plain)
    tidy: Value | None = plain
    return tidy


def tidy_properties(properties: Mapping[str, object]) -> dict[str, Value]:
    """Return `properties` with tidy values, in the schema's order, then by name."""
    out: dict[str, Value] = {}
    for name in sorted(properties, key=_order):
        value = tidy_value(properties[name])
        if value is not None:
            out[name if name in _RANK else free_name(safe_text(str(name)) or "_", out)] = value
    return out


def _order(name: str) -> tuple[int, str]:
    return _RANK.get(name, len(_RANK)), str(name)


def renamed(keys: Iterable[str]) -> dict[str, str]:
    """Return the new name of every key that is no safe text; keys that differ stay different ("~2", "~3", …).

    >>> renamed(["a", "a\\x01", "b\\x01"])
    {'a\\x01': 'a~2', 'b\\x01': 'b'}
    """
    changed = []
    taken: set[str] = set()
    for key in keys:
        if safe_text(key) == key:
            taken.add(key)
        else:
            changed.append(key)
    names: dict[str, str] = {}
    for key in sorted(changed):
        names[key] = free_name(safe_text(key), taken)
        taken.add(names[key])
    return names


def free_name(wanted: str, taken: Container[str]) -> str:
    """Return `wanted`, or the first of `wanted~2`, `wanted~3`, … that is not taken."""
    if wanted not in taken:
        return wanted
    number = 2
    while f"{wanted}~{number}" in taken:
        number += 1
    return f"{wanted}~{number}"


def escape_names(properties: Mapping[str, Value], reserved: frozenset[str]) -> dict[str, Value]:
    """Return `properties` with one more underscore after each name that the format reserves.

    >>> escape_names({"label": 1, "label_": 2, "name": 3}, NODE_RESERVED)
    {'label_': 1, 'label__': 2, 'name': 3}
    """
    return {f"{name}_" if name.rstrip("_") in reserved else name: value for name, value in properties.items()}


def unescape_names(properties: Mapping[str, Value], reserved: frozenset[str]) -> dict[str, Value]:
    """Undo `escape_names`."""
    return {
        name[:-1] if name.endswith("_") and name.rstrip("_") in reserved else name: value
        for name, value in properties.items()
    }
