"""A graph cut into the batches that a load sends, in the one order that every load uses."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from kg.model import Edge, Graph, Node, Value
from kg.stores import cypher
from kg.stores.values import number_edges

MAX_CHARACTERS = 2_000_000
"""A batch with more text than this is cut, so that long abstracts do not overrun the server's transaction memory."""


class Batch(msgspec.Struct, frozen=True):
    """Rows for one statement; `counts`: the statement returns how many rows it took. `what` is for messages."""

    statement: str
    rows: list[dict[str, Any]]
    what: str
    counts: bool


def mark_of(graph: Graph) -> str:
    """Return 16 hex digits for the graph's content, so that an interrupted load goes on under its own mark."""
    digest = hashlib.sha256()
    for item in (*graph.nodes, *graph.edges):
        digest.update(msgspec.msgpack.encode(item))
    return digest.hexdigest()[:16]


def find_batches(graph: Graph, labels: Mapping[str, str], mark: str, size: int) -> Iterator[Batch]:
    """Yield the batches of all nodes, by label and key, then of all edges, by type and ends.

    `labels` gives the label of each node key; `size` is the most rows of a batch.
    """
    by_label: dict[str, list[Node]] = {}
    for node in graph.nodes:
        by_label.setdefault(node.label, []).append(node)
    for label, nodes in sorted(by_label.items()):
        node_rows = ({"key": n.key, "properties": {**n.properties, cypher.MARK: mark}} for n in nodes)
        for rows in _cut(node_rows, size):
            yield Batch(cypher.merge_nodes(label), rows, f"{label} nodes from {rows[0]['key'][:80]!r}", False)
    by_type: dict[tuple[str, str, str], list[tuple[Edge, int]]] = {}
    for edge, number in number_edges(graph.edges):
        by_type.setdefault((edge.type, labels[edge.source], labels[edge.target]), []).append((edge, number))
    for (type_, source, target), edges in sorted(by_type.items()):
        edge_rows = (_edge_row(edge, number, mark) for edge, number in edges)
        for rows in _cut(edge_rows, size):
            what = f"{type_} edges from {rows[0]['source'][:80]!r}"
            yield Batch(cypher.merge_edges(type_, source, target), rows, what, True)


def _edge_row(edge: Edge, number: int, mark: str) -> dict[str, Any]:
    properties = {**edge.properties, cypher.MARK: mark, cypher.NUMBER: number}
    return {"source": edge.source, "target": edge.target, "number": number, "properties": properties}


def _cut(rows: Iterable[dict[str, Any]], size: int) -> Iterator[list[dict[str, Any]]]:
    batch: list[dict[str, Any]] = []
    characters = 0
    for row in rows:
        length = _length(row["properties"])
        if batch and (len(batch) >= size or characters + length > MAX_CHARACTERS):
            yield batch
            batch, characters = [], 0
        batch.append(row)
        characters += length
    if batch:
        yield batch


def _length(properties: Mapping[str, Value]) -> int:
    total = 0
    for value in properties.values():
        if isinstance(value, str):
            total += len(value)
        elif isinstance(value, list):
            total += sum(map(len, value))
    return total
