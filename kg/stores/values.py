"""Graphs and query answers as the plain values that every store holds alike."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, time, timedelta
from itertools import islice
from typing import Any

import msgspec

from kg.errors import QueryError
from kg.model import Edge

HIDDEN = "_kg"
"""Properties whose name starts so are the stores' own bookkeeping: never shown, never accepted from a graph."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_MAX_DEPTH = 60


def clean_text(text: str) -> str:
    """Return `text` with each lone surrogate, which UTF-8 cannot hold, replaced by U+FFFD.

    >>> clean_text("a\\ud800b") == "a\\ufffdb"
    True
    """
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def sort_edges(edges: Iterable[Edge]) -> list[Edge]:
    """Return edges in canonical order; parallel ones, of which only foreign graphs have any, by their properties."""
    ordered = list(edges)
    identities = [(e.source, e.type, e.target) for e in ordered]
    if all(map(operator.lt, identities, islice(identities, 1, None))):
        return ordered
    encode = msgspec.json.Encoder(order="sorted").encode
    parallel = len(set(identities)) < len(identities)
    return sorted(ordered, key=lambda e: (e.source, e.type, e.target, encode(e.properties) if parallel else b""))


def number_edges(edges: Iterable[Edge]) -> Iterator[tuple[Edge, int]]:
    """Yield each edge with its number (from 0) among those of equal source, type and target.

    Our own graphs have one each; graphs made elsewhere may have parallel edges.
    """
    counts: dict[tuple[str, str, str], int] = {}
    for edge in edges:
        identity = (edge.source, edge.type, edge.target)
        number = counts.get(identity, 0)
        counts[identity] = number + 1
        yield edge, number


def plain_parameters(params: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return query parameters as values that every store takes. Raises `QueryError` naming the one that is none."""
    return {clean_text(str(name)): _plain_parameter(value, str(name), 0) for name, value in (params or {}).items()}


def _plain_parameter(value: Any, name: str, depth: int) -> Any:
    if value is None or isinstance(value, bool | float):
        return value
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, int) and -(2**63) <= value < 2**63:
        return value
    if depth < _MAX_DEPTH and isinstance(value, list | tuple | set | frozenset):
        items = sorted(value) if isinstance(value, set | frozenset) else value
        return [_plain_parameter(v, name, depth + 1) for v in items]
    if depth < _MAX_DEPTH and isinstance(value, Mapping):
        return {clean_text(str(k)): _plain_parameter(v, name, depth + 1) for k, v in value.items()}
    if hasattr(value, "item") and callable(value.item) and getattr(value, "ndim", 0) == 0:
        return _plain_parameter(value.item(), name, _MAX_DEPTH)
    raise QueryError(f"The parameter ${name} is {type(value).__name__} {str(value)[:80]!r}. Use null, text, a 64-bit "
                     "integer, a number, true or false, or lists and maps of them.")  # fmt: skip


def plain_scalar(value: Any) -> Any:
    """Return a result's scalar as a plain value: temporal values as ISO 8601 text, a number that is none as None."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return iso_duration(0, value.days, value.seconds, value.microseconds * 1000)
    if isinstance(value, bytes | bytearray):
        return value.hex()
    return str(value)


def iso_duration(months: int, days: int, seconds: int, nanoseconds: int = 0) -> str:
    """Return a duration as ISO 8601 text.

    >>> iso_duration(14, 3, 3661)
    'P1Y2M3DT1H1M1S'
    """
    years, months = divmod(months, 12) if months >= 0 else (0, months)
    hours, rest = divmod(seconds, 3600) if seconds >= 0 else (0, seconds)
    minutes, rest = divmod(rest, 60) if rest >= 0 else (0, rest)
    fraction = f".{nanoseconds:09d}".rstrip("0") if nanoseconds else ""
    day = "".join(f"{n}{unit}" for n, unit in ((years, "Y"), (months, "M"), (days, "D")) if n)
    clock = "".join(f"{n}{unit}" for n, unit in ((hours, "H"), (minutes, "M")) if n)
    clock += f"{rest}{fraction}S" if rest or fraction else ""
    return f"P{day}{'T' + clock if clock else ''}" if day or clock else "PT0S"
