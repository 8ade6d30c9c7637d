"""The embedded engine's database, filled with nodes and edges."""

from __future__ import annotations

import operator
import warnings
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, compress, islice, pairwise
from operator import attrgetter
from typing import Any

import msgspec

from kg.errors import StoreError
from kg.model import Edge, Node
from kg.stores import dialect
from kg.stores.analysis import Schema, schema_of
from kg.stores.columns import SOURCE, TARGET, edge_tables
from kg.stores.records import node_records

_IDENTITY = attrgetter("source", "type", "target")


def load_kglite() -> Any:
    """Return the engine's module. Raises `StoreError` where the system cannot load it."""
    try:
        import kglite
    except ImportError as error:
        raise StoreError(
            f"The embedded database cannot be loaded ({error}). Where torch or another large library was imported"
            " first, import kglite before it, or start Python with"
            " GLIBC_TUNABLES=glibc.rtld.optional_static_tls=16384."
        ) from error
    return kglite


def fill_database(nodes: Sequence[Node], parts: Iterable[Sequence[Edge]]) -> tuple[Any, Schema]:
    """Return a new database with clean `nodes` and the edges of all `parts`, and its names.

    Edges come in canonical order, so that parallel ones follow each other; the parts may be read from a file meanwhile.
    """
    kglite = load_kglite()

    kglite.set_query_warning_policy("silent")
    labels = {node.key: node.label for node in nodes}
    properties = set(chain.from_iterable({tuple(node.properties) for node in nodes}))
    types: set[str] = set()
    last = ("", "", "")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        database = kglite.from_records(msgspec.json.encode(node_records(nodes)).decode(), on_missing_endpoint="error")
        for part in parts:
            first, parallel, last = _split_parallel(part, last)
            for table in edge_tables(first, labels):
                types.add(table.type)
                properties.update(table.names)
                database.add_relationships(table.frame, table.type, table.source, SOURCE, table.target, TARGET)
            _add_parallel(database, parallel, labels)
            properties.update(chain.from_iterable(edge.properties for edge in parallel))
    return database, schema_of(set(labels.values()), types, properties)


def _split_parallel(
    edges: Sequence[Edge], last: tuple[str, str, str]
) -> tuple[Sequence[Edge], Sequence[Edge], tuple[str, str, str]]:
    """Return the edges that are the first of their identity, the others, and the last identity; `last` came before."""
    identities = [last, *map(_IDENTITY, edges)]
    if all(map(operator.lt, identities, islice(identities, 1, None))):
        return edges, (), identities[-1]
    again = [a == b for a, b in pairwise(identities)]
    return list(compress(edges, map(operator.not_, again))), list(compress(edges, again)), identities[-1]


def _add_parallel(database: Any, edges: Sequence[Edge], labels: Mapping[str, str]) -> None:
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
