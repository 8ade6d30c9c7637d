"""From the records of a graph file, ours or another tool's, to a `Graph`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from kg.export.values import (
    EDGE_RESERVED,
    MARK,
    NODE_RESERVED,
    free_name,
    safe_text,
    tidy_properties,
    tidy_value,
    unescape_names,
)
from kg.model import Edge, Graph, Node, Value

NODE_LABEL = "Node"
EDGE_TYPE = "RELATED_TO"


class RawNode(Struct, frozen=True):
    """A node as it stands in a file; `id` may be of any JSON type."""

    id: Any
    properties: dict[str, Any]


class RawEdge(Struct, frozen=True):
    """An edge as it stands in a file."""

    source: Any
    target: Any
    properties: dict[str, Any]


class RawGraph(Struct, frozen=True):
    """A graph as it stands in a file; `attributes` are those of the whole graph."""

    attributes: dict[str, Any]
    nodes: Sequence[RawNode]
    edges: Sequence[RawEdge]


class _Names:
    """Ids of any type → node keys. The number 7 and the text "7" are two nodes, and the text keeps its name."""

    def __init__(self, ids: Sequence[Any], problems: Counter[str]) -> None:
        self._names: dict[str, str] = {}
        self._taken: set[str] = set()
        self._problems = problems
        distinct = {_canonical(raw): raw for raw in ids}
        for canonical, raw in sorted(distinct.items(), key=lambda item: (not isinstance(item[1], str), item[0])):
            self._add(canonical, raw)

    def _add(self, canonical: str, raw: Any) -> str:
        wanted = safe_text(raw if isinstance(raw, str) else canonical)
        name = free_name(wanted, self._taken)
        if name != wanted:
            self._problems["ids that differ in type only got a number (7 and '7' are '7~2' and '7')"] += 1
        self._taken.add(name)
        self._names[canonical] = name
        return name

    def of(self, raw: Any) -> str:
        """Return the key of the node with this id, a new one where no node has it.

        Some writers quote the ids of edges only, or of nodes only: the number 7 finds the text "7", and vice versa.
        """
        other = str(raw) if not isinstance(raw, str) else raw
        found = self._names.get(_canonical(raw))
        if found is None and not other.startswith('"'):  # a canonical text starts with a quote
            found = self._names.get(_canonical(other), self._names.get(other))
        return self._add(_canonical(raw), raw) if found is None else found


def _canonical(raw: Any) -> str:
    return json.dumps(raw, sort_keys=True, default=str)


def graph_of(raw: RawGraph, on_problem: Callable[[str], None]) -> Graph:
    """Return the graph of the records; see `kg.export.read_graph` for the rules."""
    problems: Counter[str] = Counter()
    ours = MARK in raw.attributes
    names = _Names([node.id for node in raw.nodes], problems)
    nodes: dict[str, Node] = {}
    for node in raw.nodes:
        key = names.of(node.id)
        if key in nodes:
            problems["nodes with an id that an earlier node has were left out"] += 1
        else:
            nodes[key] = _node(key, node.properties, ours)
    edges = []
    for item in raw.edges:
        source, target = (_end(end, names, nodes, problems) for end in (item.source, item.target))
        edges.append(_edge(source, target, item.properties, ours))
    for line, count in problems.items():
        on_problem(f"{count} × {line}")
    return Graph.of(nodes.values(), edges)


def _end(raw: Any, names: _Names, nodes: dict[str, Node], problems: Counter[str]) -> str:
    key = names.of(raw)
    if key not in nodes:
        problems[f"ends of edges that are no node were added with the label {NODE_LABEL}"] += 1
        nodes[key] = _node(key, {}, False)
    return key


def _node(key: str, properties: Mapping[str, Any], ours: bool) -> Node:
    label, rest = _take(properties, ("label",) if ours else ("labels", "label", "type"), NODE_LABEL)
    tidy = tidy_properties(rest)
    if ours:
        return Node(key, label, unescape_names(tidy, NODE_RESERVED))
    tidy = _allowed(tidy)
    named: dict[str, Value] = {"key": key, "id": key}
    if "key" in tidy and tidy["key"] != key:
        named["key_"] = tidy["key"]
    return Node(key, label, {**named, **{name: value for name, value in tidy.items() if name not in named}})


def _edge(source: str, target: str, properties: Mapping[str, Any], ours: bool) -> Edge:
    kind, rest = _take(properties, ("type",) if ours else ("type", "label"), "")
    if not kind:
        kind, rest = _take(rest, ("key",), EDGE_TYPE)
    tidy = tidy_properties(rest)
    return Edge(source, kind, target, unescape_names(tidy, EDGE_RESERVED) if ours else _allowed(tidy))


def _allowed(properties: dict[str, Value]) -> dict[str, Value]:
    """Return `properties` without the bookkeeping that `kg load` leaves in a database (`_kg`, `_kg_n`)."""
    return {name: value for name, value in properties.items() if not name.startswith("_kg")}


def _take(properties: Mapping[str, Any], names: Sequence[str], default: str) -> tuple[str, dict[str, Any]]:
    """Return the first of the properties `names` that is text, or a list of texts, and all the others."""
    for name in names:
        value = tidy_value(properties.get(name))
        first = value[0] if isinstance(value, list) and value else value
        if isinstance(first, str) and first:
            return first, {other: item for other, item in properties.items() if other != name}
    return default, dict(properties)
