"""Graphs as every store takes them, checked by whole columns: a graph may have millions of edges."""

from __future__ import annotations

import gc
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain, pairwise
from typing import TypeVar

import msgspec

from kg.errors import GraphError, StoreError, unknown_choice
from kg.model import EDGE_ENDS, EVIDENCE_LIMIT, LABELS, Edge, Graph, Node, Value, clip_evidence
from kg.stores.values import HIDDEN, clean_text, sort_edges

Item = TypeVar("Item", Node, Edge)
CHUNK = 20_000
"""How many edges are worked on at a time: enough for speed, little enough for memory."""
_LEAST, _MOST = -(2**63), 2**63 - 1


@contextmanager
def no_collection() -> Iterator[None]:
    """Keep Python from looking for cycles meanwhile: among millions of new values without any it takes most time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def clean_graph(graph: Graph) -> Graph:
    """Return the graph as a store takes it: evidence clipped, `key` among the properties, no lone surrogate.

    Raises `StoreError` for a key or a property that no store can hold, and for keys that occur twice.
    """
    if not (_is_encodable(graph.nodes) and _is_encodable(graph.edges)):
        graph = _clean_surrogates(graph)
    nodes = clean_nodes(graph.nodes)
    edges = [edge for part in chunks(graph.edges) for edge in clean_edges(part)]
    return Graph(tuple(nodes), tuple(sort_edges(edges)))


def clean_nodes(nodes: Iterable[Node]) -> list[Node]:
    """Return nodes with their `key` among the properties, sorted; raises as `clean_graph` does."""
    found = sorted(map(_with_key, nodes), key=lambda n: n.key)
    _check_names("label", {node.label for node in found})
    if found and not found[0].key:
        raise StoreError("A node has an empty key. Give every node a key of its own.")
    keys = {node.key for node in found}
    if len(keys) < len(found):
        twice = next(a.key for a, b in pairwise(found) if a.key == b.key)
        raise StoreError(f"The key {twice[:200]!r} stands on more than one node. Each node needs a key of its own.")
    _check_properties(found, lambda node: node.key)
    return found


def clean_edges(edges: Sequence[Edge]) -> list[Edge]:
    """Return edges with their evidence clipped, in the same order; raises as `clean_graph` does."""
    found = clip_edges(edges)
    _check_names("edge type", {edge.type for edge in found})
    _check_properties(found, lambda edge: edge.source)
    return found


def clip_edges(edges: Sequence[Edge]) -> list[Edge]:
    """Return edges with at most `EVIDENCE_LIMIT` pieces of evidence each."""
    return [
        Edge(edge.source, edge.type, edge.target, clip_evidence(edge.properties))
        if type(evidence := edge.properties.get("evidence")) is list and len(evidence) > EVIDENCE_LIMIT
        else edge
        for edge in edges
    ]


def chunks(items: Sequence[Item], size: int = CHUNK) -> Iterator[Sequence[Item]]:
    """Yield parts of at most `size` items."""
    return (items[start : start + size] for start in range(0, len(items), size))


def check_ends(edges: Sequence[Edge], labels: Mapping[str, str]) -> None:
    """Raise `StoreError` for an edge whose source or target is no key of `labels`."""
    ends = {edge.source for edge in edges} | {edge.target for edge in edges}
    if ends <= labels.keys():
        return
    edge = next(e for e in edges if e.source not in labels or e.target not in labels)
    end = edge.target if edge.source in labels else edge.source
    raise StoreError(f"The edge {edge.source[:200]!r} {edge.type} {edge.target[:200]!r} ends at "
                     f"{end[:200]!r}, and the graph has no such node.")  # fmt: skip


def _is_encodable(items: Sequence[Item]) -> bool:
    """Whether all texts can be encoded as UTF-8, that is, hold no lone surrogate."""
    encoder, buffer = msgspec.msgpack.Encoder(), bytearray()
    try:
        for part in chunks(items):
            encoder.encode_into(part, buffer)
    except UnicodeEncodeError:
        return False
    except (OverflowError, TypeError) as error:
        raise StoreError(f"The graph holds a value that no store can hold: {error}. Use text, 64-bit integers, "
                         "numbers, true or false, or lists of text.") from error  # fmt: skip
    return True


def _check_names(kind: str, names: set[str]) -> None:
    if "" in names or any("\0" in name for name in names):
        raise StoreError(f"A {kind} is empty or holds a NUL character. Give every node a label and every edge a type.")


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


def _check_properties(items: Iterable[Item], owner: Callable[[Item], str]) -> None:
    groups: dict[tuple[str, ...], list[Item]] = {}
    for item in items:
        groups.setdefault(tuple(item.properties), []).append(item)
    for names, group in groups.items():
        for name in names:
            check_column(name, [item.properties[name] for item in group], partial(_owner, owner, group))


def _owner(owner: Callable[[Item], str], group: list[Item], number: int) -> str:
    return owner(group[number])


def check_column(name: str, column: list[Value], owner: Callable[[int], str]) -> None:
    """Raise `StoreError` for a property's name or value that no store can hold, by the `owner` of the i-th value."""
    if not name or name.startswith(HIDDEN):
        raise StoreError(f"{owner(0)[:200]!r} has a property named {name!r}. Rename it: a name is not empty and does "
                         f"not start with {HIDDEN!r}.")  # fmt: skip
    if not _is_valid(column):
        wrong = next(i for i, value in enumerate(column) if not _is_valid([value]))
        raise StoreError(f"Property {name!r} of {owner(wrong)[:200]!r} is {str(column[wrong])[:80]!r}. Use text, a "
                         "64-bit integer, a finite number, true or false, or a list of text.")  # fmt: skip


def _is_valid(column: list[Value]) -> bool:
    """Whether every store can hold all values of a column."""
    kinds = set(map(type, column))
    if len(kinds) > 1:
        return all(_is_valid([value for value in column if type(value) is kind]) for kind in kinds)
    kind = next(iter(kinds))
    if kind is int:
        return min(column) >= _LEAST and max(column) <= _MOST  # type: ignore[operator]
    if kind is float:
        return all(map(math.isfinite, column))  # type: ignore[arg-type]
    if kind is list:
        return set(map(type, chain.from_iterable(column))) <= {str}  # type: ignore[arg-type]
    return kind is str or kind is bool


def check_schema(graph: Graph) -> None:
    """Raise `GraphError` for a node label or edge type that is not of our schema."""
    for node in graph.nodes:
        if node.label not in LABELS:
            raise GraphError(unknown_choice("label", node.label, LABELS))
    for edge in graph.edges:
        if edge.type not in EDGE_ENDS:
            raise GraphError(unknown_choice("edge type", edge.type, EDGE_ENDS))
