"""Parse node-link JSON."""

from __future__ import annotations

import json
from typing import Any

from kg.errors import GraphError
from kg.export.foreign import RawEdge, RawGraph, RawNode


def parse_node_link(data: bytes) -> RawGraph:
    """Return the records of node-link JSON in UTF-8, UTF-16 or UTF-32; NaN is read as an absent value.

    Raises `GraphError` when it is no JSON or holds no list of nodes and of edges (or links).
    """
    try:
        loaded = json.loads(data, parse_constant=lambda name: None)
    except (ValueError, UnicodeDecodeError) as error:
        raise GraphError(f"it is no valid JSON ({error})") from error
    nodes = _objects(loaded, ("nodes",))
    edges = _objects(loaded, ("edges", "links"))
    attributes = loaded.get("graph")
    multi = loaded.get("multigraph") is not False
    return RawGraph(
        attributes if isinstance(attributes, dict) else {},
        [_node(node, number) for number, node in enumerate(nodes)],
        [_edge(edge, number, multi) for number, edge in enumerate(edges)],
    )


def _objects(loaded: Any, names: tuple[str, ...]) -> list[dict[str, Any]]:
    found = next((loaded[name] for name in names if name in loaded), None)
    if not isinstance(found, list):
        raise GraphError(f"it has no list under {' or '.join(map(repr, names))}")
    for number, item in enumerate(found):
        if not isinstance(item, dict):
            raise GraphError(f"item {number} of {names[0]} is no object")
    return found


def _node(node: dict[str, Any], number: int) -> RawNode:
    """Return one node; where it has no `id`, its `key` or `name`, else its position is its id."""
    for name in ("id", "key", "name"):
        if node.get(name) is not None:
            return RawNode(node[name], {k: v for k, v in node.items() if k != "id"})
    return RawNode(number, dict(node))


def _edge(edge: dict[str, Any], number: int, multi: bool) -> RawEdge:
    for end in ("source", "target"):
        if edge.get(end) is None:
            raise GraphError(f"edge {number} has no {end!r}")
    properties = {name: value for name, value in edge.items() if name not in {"source", "target"}}
    if multi and (properties.get("type") or properties.get("label") or not isinstance(properties.get("key"), str)):
        properties.pop("key", None)  # networkx's number of a parallel edge, no property
    return RawEdge(edge["source"], edge["target"], properties)
