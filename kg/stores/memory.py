"""A graph in memory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kg.errors import QueryError, StoreError
from kg.model import Edge, Graph, Node, Rows
from kg.stores.analysis import Schema, schema_of_graph
from kg.stores.clean import check_ends, clean_graph
from kg.stores.contract import Progress, Store
from kg.stores.engine import Engine
from kg.stores.values import number_edges


class MemoryStore(Store):
    """Nodes and edges as plain values; the Cypher engine over them is built at the first query and kept until a write.

    >>> store = MemoryStore(Graph.of([Node("paper:1", "Paper", {"name": "One"})], []))
    >>> store.query("MATCH (p:Paper) RETURN p.key AS key, p.title AS title").rows
    (('paper:1', None),)
    """

    def __init__(self, graph: Graph | None = None) -> None:
        self._nodes: dict[str, Node] = {}
        self._edges: dict[tuple[str, str, str, int], Edge] = {}
        self._engine: Engine | None = None
        if graph is not None:
            self.write(graph)

    def write(self, graph: Graph, *, on_progress: Progress | None = None) -> None:
        self._store(clean_graph(graph), {**self._nodes}, {**self._edges}, on_progress)

    def sync(self, graph: Graph, *, on_progress: Progress | None = None) -> None:
        self._store(clean_graph(graph), {}, {}, on_progress)

    def _store(
        self,
        graph: Graph,
        nodes: dict[str, Node],
        edges: dict[tuple[str, str, str, int], Edge],
        on_progress: Progress | None = None,
    ) -> None:
        nodes.update((node.key, node) for node in graph.nodes)
        edges.update(((e.source, e.type, e.target, n), e) for e, n in number_edges(graph.edges))
        check_ends(graph.edges, {key: node.label for key, node in nodes.items()})
        self._nodes, self._edges, self._engine = nodes, edges, None
        if on_progress is not None:
            total = len(graph.nodes) + len(graph.edges)
            on_progress(total, total)

    def query(
        self,
        cypher: str,
        params: Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
        limit: int | None = None,
        write: bool = False,
    ) -> Rows:
        if self._engine is None:
            self._engine = Engine.of(self.graph())
        engine = self._engine
        if not write:
            return engine.query(cypher, params, timeout=timeout, limit=limit)
        self._engine = None
        rows = engine.query(cypher, params, timeout=timeout, limit=limit, write=True)
        try:
            self._store(clean_graph(engine.read_graph()), {}, {})
        except StoreError as error:
            raise QueryError(f"The query would leave a graph that no store holds: {error}") from error
        return rows

    def nodes(self) -> list[Node]:
        return sorted(self._nodes.values(), key=lambda n: n.key)

    def edges(self) -> list[Edge]:
        return [self._edges[identity] for identity in sorted(self._edges)]

    def schema(self) -> Schema:
        return schema_of_graph(self._nodes.values(), self._edges.values())

    def close(self) -> None:
        self._engine = None
