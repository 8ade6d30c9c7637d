"""The embedded engine's database, filled with nodes and edges."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from kg.model import Edge, Node
from kg.stores import dialect
from kg.stores.analysis import Schema, schema_of
from kg.stores.clean import chunks
from kg.stores.columns import SOURCE, TARGET, edge_tables
from kg.stores.records import node_records


def fill_database(nodes: Sequence[Node], edges: Iterable[Edge]) -> tuple[Any, Schema]:
    """Return a new database with clean `nodes` and clean `edges`, and its names.

    Edges come in canonical order, so that parallel ones follow each other; they are taken in parts, so that they may
    be read from a file meanwhile.
    """
    import kglite

    kglite.set_query_warning_policy("silent")
    labels = {node.key: node.label for node in nodes}
    properties = {name for names in {tuple(node.properties) for node in nodes} for name in names}
    types: set[str] = set()
    last: tuple[str, str, str] | None = None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        database = kglite.from_records(msgspec.json.encode(node_records(nodes)).decode(), on_missing_endpoint="error")
        for part in chunks(edges):
            first: list[Edge] = []
            parallel: list[Edge] = []
            for edge in part:
                identity = (edge.source, edge.type, edge.target)
                (parallel if identity == last else first).append(edge)
                last = identity
            types.update(edge.type for edge in part)
            properties.update(name for names in {tuple(edge.properties) for edge in part} for name in names)
            _add(database, first, labels)
            _add_parallel(database, parallel, labels)
    return database, schema_of(set(labels.values()), types, properties)


def _add(database: Any, edges: list[Edge], labels: Mapping[str, str]) -> None:
    for table in edge_tables(edges, labels):
        database.add_relationships(table.frame, table.type, table.source, SOURCE, table.target, TARGET)


def _add_parallel(database: Any, edges: list[Edge], labels: Mapping[str, str]) -> None:
    """Add edges between nodes that have one of the same type already, with which the bulk loader would merge them."""
    for edge in edges:
        database.cypher(
            "MATCH (a:$a_label {key: $a}), (b:$b_label {key: $b}) CREATE (a)-[r:$type]->(b) SET r = $properties",
            params={
                "a": edge.source,
                "a_label": labels[edge.source],
                "b": edge.target,
                "b_label": labels[edge.target],
                "type": edge.type,
                "properties": {dialect.encode(name): value for name, value in edge.properties.items()},
            },
        )
