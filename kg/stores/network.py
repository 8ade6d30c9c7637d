"""Graphs to and from NetworkX, ours and those made elsewhere."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from datetime import date, time
from typing import TYPE_CHECKING, Any, TypeAlias

from kg.model import EDGE_PROPERTIES, LABELS, NODE_PROPERTIES, Edge, Graph, Node, Value
from kg.stores.values import HIDDEN, clean_text, number_edges

if TYPE_CHECKING:
    import networkx

Problem: TypeAlias = Callable[[str], None]
"""Called with one line for something that a foreign graph holds and ours cannot hold as it is."""
_ForeignEdge: TypeAlias = tuple[Hashable, Hashable, Any, Mapping[str, Any]]

_LABEL_NAMES = ("label", "labels", "node_type", "type")
_TYPE_NAMES = ("type", "label", "relation", "connection_type")
_DEFAULT_LABEL, _DEFAULT_TYPE = "Node", "RELATED"


def to_networkx(graph: Graph) -> networkx.MultiDiGraph:
    """Return a `MultiDiGraph`: nodes by key, with `label` and properties; edges keyed by type, with `type` and theirs.

    >>> g = to_networkx(Graph.of([Node("method:a", "Method", {"key": "method:a", "name": "A"})], []))
    >>> dict(g.nodes(data=True))
    {'method:a': {'key': 'method:a', 'name': 'A', 'label': 'Method'}}
    """
    import networkx

    result = networkx.MultiDiGraph()
    for node in graph.nodes:
        result.add_node(node.key)
        result.nodes[node.key].update({**node.properties, "label": node.label})
    for edge, number in number_edges(graph.edges):
        key = edge.type if number == 0 else f"{edge.type} {number}"
        result.add_edge(edge.source, edge.target, key=key)
        result.edges[edge.source, edge.target, key].update({**edge.properties, "type": edge.type})
    return result


def from_networkx(source: networkx.Graph, on_problem: Problem | None = None) -> Graph:
    """Return the graph of any NetworkX graph; what `to_networkx` made comes back equal.

    A node's id becomes its key, as text; its label is its `label` (else `labels`, `node_type` or `type`, else "Node"),
    an edge's type its `type` (else `label`, `relation`, `connection_type`, its key when that is text, else "RELATED").
    None and NaN are left out, maps become JSON text, dates ISO text.
    """
    if source.is_multigraph():
        edges: Iterable[_ForeignEdge] = source.edges(keys=True, data=True)
    else:
        edges = ((u, v, None, data) for u, v, data in source.edges(data=True))
    keys = _keys(source.nodes, on_problem)
    return Graph.of(
        (_node(keys[_identity(identity)], data) for identity, data in source.nodes(data=True)),
        (_edge(keys[_identity(u)], keys[_identity(v)], key, data) for u, v, key, data in edges),
    )


def _identity(value: Hashable) -> Hashable:
    # 7 and 7.0 are one key of a dictionary in Python, and one node of a NetworkX graph; 7 and "7" are two.
    return value if isinstance(value, str) else ("", value)


def _keys(ids: Iterable[Hashable], on_problem: Problem | None) -> dict[Hashable, str]:
    """Return one text key for each id. A number that reads like another's text gets `~2` after it."""
    identities = list(ids)
    keys: dict[Hashable, str] = {i: clean_text(i) for i in identities if isinstance(i, str)}
    taken, renamed = set(keys.values()), []
    for identity in identities:
        if isinstance(identity, str):
            continue
        plain = text = clean_text(str(identity))
        number = 2
        while text in taken:
            text = f"{plain}~{number}"
            number += 1
        if text != plain:
            renamed.append(text)
        taken.add(text)
        keys[_identity(identity)] = text
    if renamed and on_problem is not None:
        on_problem(f"{len(renamed)} ids read like another's text and were renamed: {', '.join(renamed[:5])}")
    return keys


def _node(key: str, data: Mapping[str, Any]) -> Node:
    name, label = _named(data, _LABEL_NAMES, _DEFAULT_LABEL)
    types = NODE_PROPERTIES[label] if label in LABELS else {}
    properties = dict(_properties(data, name, types))
    own = properties.pop("key", key)
    if own != key:
        properties["key_"] = own
    if "key" not in data or own != key:
        properties["id"] = key
    return Node(key, label, {"key": key, **properties})


def _edge(source: str, target: str, key: Any, data: Mapping[str, Any]) -> Edge:
    name, type_ = _named(data, _TYPE_NAMES, key if isinstance(key, str) and key else _DEFAULT_TYPE)
    return Edge(source, clean_text(type_), target, dict(_properties(data, name, EDGE_PROPERTIES)))


def _named(data: Mapping[str, Any], names: Iterable[str], default: str) -> tuple[str | None, str]:
    """Return which attribute names a label or type, and that label or type."""
    for name in names:
        value = data.get(name)
        if isinstance(value, list | tuple | set) and value:
            value = sorted(map(str, value))[0]
        if isinstance(value, str) and (text := value.strip(": ").replace("\0", "")):
            return name, clean_text(text.split(":")[0] if name == "labels" else text)
    return None, default


def _properties(data: Mapping[str, Any], skip: str | None, types: Mapping[str, str]) -> Iterator[tuple[str, Value]]:
    for raw, value in data.items():
        name = clean_text(str(raw))
        if raw == skip or not name:
            continue
        plain = to_value(value)
        if isinstance(plain, str) and types.get(name) == "strings" and plain.startswith("["):
            plain = _parsed_list(plain)
        if plain is not None:
            yield (f"x{name}" if name.startswith(HIDDEN) else name), plain


def _parsed_list(text: str) -> Value:
    """Return the list that a format without lists holds as JSON text."""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return value if isinstance(value, list) and all(isinstance(v, str) for v in value) else text


def to_value(value: Any) -> Value | None:  # noqa: PLR0911 - one line for each kind of value
    """Return any attribute as a value that every store holds; None when it says nothing (None, NaN).

    >>> to_value({"k": 1}), to_value([1, "a"]), to_value(float("nan"))
    ('{"k": 1}', ['1', 'a'], None)
    """
    if isinstance(value, str):
        return clean_text(value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if -(2**63) <= value < 2**63 else str(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None if math.isnan(value) else str(value)
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, Mapping):
        return clean_text(json.dumps(value, ensure_ascii=False, default=str))
    if isinstance(value, list | tuple | set | frozenset):
        items = sorted(value, key=str) if isinstance(value, set | frozenset) else value
        return [_item_text(v) for v in items if v is not None]
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        return to_value(value.item())
    if hasattr(value, "tolist"):
        return to_value(value.tolist())
    return clean_text(str(value))


def _item_text(value: Any) -> str:
    return clean_text(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str))
