"""A graph in one file of the embedded Cypher database."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from kg.errors import QueryError, StoreError
from kg.model import Edge, Graph, Node, Rows
from kg.stores.analysis import Schema
from kg.stores.clean import check_ends, clean_graph
from kg.stores.contract import Progress, Store
from kg.stores.engine import Engine
from kg.stores.memory import MemoryStore


class EmbeddedStore(Store):
    """A graph in the file `path`, made at the first write and always replaced as a whole: a crash leaves the old one.

    Raises `GraphError` for a file that is no such database.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self._path = Path(path)
        self._engine: Engine | None = Engine.load(self._path) if self._path.exists() else Engine.of(Graph())

    @property
    def path(self) -> Path:
        return self._path

    def _open(self) -> Engine:
        if self._engine is None:
            raise StoreError(f"The store {self._path} is closed. Open it again.")
        return self._engine

    def write(self, graph: Graph, *, on_progress: Progress | None = None) -> None:
        merged = MemoryStore(self._open().read_graph())
        merged.write(graph)
        self._replace(merged.graph())
        _report(graph, on_progress)

    def sync(self, graph: Graph, *, on_progress: Progress | None = None) -> None:
        self._open()
        graph = clean_graph(graph)
        check_ends(graph.edges, {node.key: node.label for node in graph.nodes})
        self._replace(graph)
        _report(graph, on_progress)

    def _replace(self, graph: Graph) -> None:
        engine = Engine.of(graph)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        engine.save(self._path)
        self._engine = engine

    def query(
        self,
        cypher: str,
        params: Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
        limit: int | None = None,
        write: bool = False,
    ) -> Rows:
        engine = self._open()
        if not write:
            return engine.query(cypher, params, timeout=timeout, limit=limit)
        try:
            rows = engine.query(cypher, params, timeout=timeout, limit=limit, write=True)
            self._replace(clean_graph(engine.read_graph()))
        except BaseException as error:
            self._engine = Engine.load(self._path) if self._path.exists() else Engine.of(Graph())
            if isinstance(error, StoreError):
                raise QueryError(f"The query would leave a graph that no store holds: {error}") from error
            raise
        return rows

    def nodes(self) -> list[Node]:
        return list(self._open().read_graph().nodes)

    def edges(self) -> list[Edge]:
        return list(self._open().read_graph().edges)

    def graph(self) -> Graph:
        return self._open().read_graph()

    def schema(self) -> Schema:
        return self._open().schema

    def close(self) -> None:
        self._engine = None


def _report(graph: Graph, on_progress: Progress | None) -> None:
    if on_progress is not None:
        total = len(graph.nodes) + len(graph.edges)
        on_progress(total, total)
