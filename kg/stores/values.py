"""Graphs and query answers as the plain values that every store holds alike."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, time, timedelta
from itertools import pairwise
from typing import Any

import msgspec

from kg.errors import QueryError, StoreError
from kg.model import EVIDENCE_LIMIT, Edge, Graph, Node, Value, clip_evidence

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


def clean_graph(graph: Graph) -> Graph:
    """Return the graph as a store takes it: evidence clipped, `key` among the properties, no lone surrogate.

    Raises `StoreError` for a key or a property that no store can hold, and for keys that occur twice.
    """
    try:
        msgspec.msgpack.encode(graph)
    except UnicodeEncodeError:
        graph = _clean_surrogates(graph)
    except (OverflowError, TypeError) as error:
        raise StoreError(f"The graph holds a value that no store can hold: {error}. Use text, 64-bit integers, "
                         "numbers, true or false, or lists of text.") from error  # fmt: skip
    _check_names(graph)
    nodes = tuple(_with_key(node) for node in graph.nodes)
    keys = {node.key for node in nodes}
    if len(keys) < len(nodes):
        seen: set[str] = set()
        twice = next(n.key for n in nodes if n.key in seen or seen.add(n.key))  # type: ignore[func-returns-value]
        raise StoreError(f"The key {twice[:200]!r} stands on more than one node. Each node needs a key of its own.")
    edges = tuple(_clipped(edge) for edge in graph.edges)
    for node in nodes:
        _check_properties(node.properties, node.key)
    for edge in edges:
        _check_properties(edge.properties, edge.source)
    return Graph(tuple(sorted(nodes, key=lambda n: n.key)), tuple(sort_edges(edges)))


def sort_edges(edges: Iterable[Edge]) -> list[Edge]:
    """Return edges in canonical order; parallel ones, of which only foreign graphs have any, by their properties."""
    ordered = sorted(edges, key=lambda e: (e.source, e.type, e.target))
    identities = [(e.source, e.type, e.target) for e in ordered]
    if not any(a == b for a, b in pairwise(identities)):
        return ordered
    encode = msgspec.json.Encoder(order="sorted").encode
    return sorted(ordered, key=lambda e: (e.source, e.type, e.target, encode(e.properties)))


def _check_names(graph: Graph) -> None:
    for kind, names in (("label", {n.label for n in graph.nodes}), ("edge type", {e.type for e in graph.edges})):
        if "" in names or any("\0" in name for name in names):
            raise StoreError(
                f"A {kind} is empty or holds a NUL character. Give every node a label and every edge a type."
            )
    if any(not node.key for node in graph.nodes):
        raise StoreError("A node has an empty key. Give every node a key of its own.")


def _clean_surrogates(graph: Graph) -> Graph:
    def clean(value: Value) -> Value:
        if isinstance(value, str):
            return clean_text(value)
        return [clean_text(v) for v in value] if isinstance(value, list) else value

    def properties(item: Node | Edge) -> dict[str, Value]:
        return {clean_text(name): clean(value) for name, value in item.properties.items()}

    return Graph.of(
        (Node(clean_text(n.key), clean_text(n.label), properties(n)) for n in graph.nodes),
        (Edge(clean_text(e.source), clean_text(e.type), clean_text(e.target), properties(e)) for e in graph.edges),
    )


def _with_key(node: Node) -> Node:
    if node.properties.get("key") == node.key:
        return node
    return Node(node.key, node.label, {**node.properties, "key": node.key})


def _clipped(edge: Edge) -> Edge:
    evidence = edge.properties.get("evidence")
    if not isinstance(evidence, list) or len(evidence) <= EVIDENCE_LIMIT:
        return edge
    return Edge(edge.source, edge.type, edge.target, clip_evidence(edge.properties))


def _check_properties(properties: Mapping[str, Value], owner: str) -> None:
    for name, value in properties.items():
        if not name or name.startswith(HIDDEN):
            raise StoreError(f"{owner[:200]!r} has a property named {name!r}. Rename it: a name is not empty and does "
                             f"not start with {HIDDEN!r}.")  # fmt: skip
        kind = type(value)
        if kind is int:
            valid = -(2**63) <= value < 2**63  # type: ignore[operator]
        elif kind is float:
            valid = math.isfinite(value)  # type: ignore[arg-type]
        elif kind is list:
            valid = all(type(v) is str for v in value)  # type: ignore[union-attr]
        else:
            valid = kind is str or kind is bool
        if not valid:
            raise StoreError(f"Property {name!r} of {owner[:200]!r} is {str(value)[:80]!r}. Use text, a 64-bit "
                             "integer, a finite number, true or false, or a list of text.")  # fmt: skip


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


def check_ends(edges: Iterable[Edge], labels: Mapping[str, str]) -> None:
    """Raise `StoreError` for an edge whose source or target is no key of `labels`."""
    for edge in edges:
        for end in (edge.source, edge.target):
            if end not in labels:
                raise StoreError(f"The edge {edge.source[:200]!r} {edge.type} {edge.target[:200]!r} ends at "
                                 f"{end[:200]!r}, and the graph has no such node.")  # fmt: skip


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
