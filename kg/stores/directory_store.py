"""A graph directory seen as a store."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from kg.errors import StoreError
from kg.model import EVIDENCE_LIMIT, Edge, Graph, Node, Rows, clip_evidence
from kg.stores.analysis import Schema
from kg.stores.clean import check_ends, clean_graph
from kg.stores.contract import Progress, Store
from kg.stores.directory import Contents, GraphDirectory
from kg.stores.engine import Engine
from kg.stores.memory import MemoryStore

_EVIDENCE = ("evidence", "evidence_papers")


class DirectoryStore(Store):
    """The graph of a directory. Queries and `nodes`/`edges` see at most `EVIDENCE_LIMIT` pieces of evidence an edge,
    as in every store; writes keep all evidence in the files."""

    def __init__(self, directory: GraphDirectory) -> None:
        self._directory = directory
        self._engine: Engine | None = None
        self._closed = False
        directory.read_manifest()

    def _open(self) -> Engine:
        if self._closed:
            raise StoreError(f"The store {self._directory.path} is closed. Open it again.")
        if self._engine is None:
            self._engine = self._directory.open_engine()
        return self._engine

    def write(self, graph: Graph, *, on_progress: Progress | None = None) -> None:
        with self._directory.locked():
            contents = self._directory.read()
            nodes = {node.key: node for node in (*contents.graph.nodes, *graph.nodes)}
            edges = {(e.source, e.type, e.target): e for e in (*contents.graph.edges, *graph.edges)}
            self._save(contents, Graph.of(nodes.values(), edges.values()))
        _report(graph, on_progress)

    def sync(self, graph: Graph, *, on_progress: Progress | None = None) -> None:
        with self._directory.locked():
            self._save(self._directory.read(), graph)
        _report(graph, on_progress)

    def _save(self, contents: Contents, graph: Graph) -> None:
        checked = clean_graph(graph)
        check_ends(checked.edges, {node.key: node.label for node in checked.nodes})
        self._directory.save(structs.replace(contents, graph=merge_evidence(graph, checked)))
        self._engine = None

    def query(
        self,
        cypher: str,
        params: Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
        limit: int | None = None,
        write: bool = False,
    ) -> Rows:
        if not write:
            return self._open().query(cypher, params, timeout=timeout, limit=limit)
        with self._directory.locked():
            contents = self._directory.read()
            changed = MemoryStore(contents.graph)
            rows = changed.query(cypher, params, timeout=timeout, limit=limit, write=True)
            self._save(contents, merge_evidence(contents.graph, changed.graph()))
        return rows

    def graph(self) -> Graph:
        return self._open().read_graph()

    def nodes(self) -> list[Node]:
        return list(self.graph().nodes)

    def edges(self) -> list[Edge]:
        return list(self.graph().edges)

    def schema(self) -> Schema:
        return self._open().schema

    def close(self) -> None:
        self._engine = None
        self._closed = True


def merge_evidence(full: Graph, stored: Graph) -> Graph:
    """Return `stored` with the evidence that a store had clipped, where `full` has more of the same edge's evidence."""
    whole = {(e.source, e.type, e.target): e for e in full.edges if _is_clipped(e)}
    return Graph(
        stored.nodes, tuple(_restored(edge, whole.get((edge.source, edge.type, edge.target))) for edge in stored.edges)
    )


def _restored(edge: Edge, known: Edge | None) -> Edge:
    if known is None:
        return edge
    clipped = clip_evidence(known.properties)
    if any(edge.properties.get(name) != clipped.get(name) for name in _EVIDENCE):
        return edge
    evidence = {name: known.properties[name] for name in _EVIDENCE if name in known.properties}
    return Edge(edge.source, edge.type, edge.target, {**edge.properties, **evidence})


def _is_clipped(edge: Edge) -> bool:
    evidence = edge.properties.get("evidence")
    return isinstance(evidence, list) and len(evidence) > EVIDENCE_LIMIT


def _report(graph: Graph, on_progress: Progress | None) -> None:
    if on_progress is not None:
        total = len(graph.nodes) + len(graph.edges)
        on_progress(total, total)
