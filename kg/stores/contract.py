"""The store contract: one small interface, one module for each kind of store."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Self, TypeAlias

from kg.errors import ConfigError
from kg.model import Edge, Graph, Node, Rows
from kg.stores.analysis import Schema

Progress: TypeAlias = Callable[[int, int], None]
"""Called with (rows done, rows in all) while a graph is written."""


def check_bounds(timeout: float | None, limit: int | None) -> None:
    """Raise `ConfigError` for a time limit that is not above 0 seconds or a row limit below 0."""
    if timeout is not None and not timeout > 0:
        raise ConfigError(f"A query's timeout must be more than 0 seconds, not {timeout}.")
    if limit is not None and limit < 0:
        raise ConfigError(f"A query's limit must be 0 rows or more, not {limit}.")


class Store(ABC):
    """Where a graph lives and is asked with Cypher. Every store gives the same rows for the same query."""

    @abstractmethod
    def write(self, graph: Graph, *, on_progress: Progress | None = None) -> None:
        """Add the nodes and edges of `graph`; those that are there already get its properties.

        Of each edge's evidence the first `EVIDENCE_LIMIT` pieces are kept. Writing twice changes nothing.
        Raises `StoreError` for an edge whose end is nowhere, a key that occurs twice, or a value no store can hold.
        """

    @abstractmethod
    def sync(self, graph: Graph, *, on_progress: Progress | None = None) -> None:
        """Make the store equal to `graph`: `write` it and delete what earlier writes left and it no longer has."""

    @abstractmethod
    def query(
        self,
        cypher: str,
        params: Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
        limit: int | None = None,
        write: bool = False,
    ) -> Rows:
        """Run a Cypher query.

        `timeout` is in seconds, `limit` cuts the rows (`Rows.truncated` says so), `write` allows changes.
        Raises `QueryError` for a query that cannot run (nothing is changed then), `QueryTimeout`,
        and `ConfigError` for a timeout or limit that is not valid.
        """

    @abstractmethod
    def nodes(self) -> list[Node]:
        """Return all nodes, sorted by key."""

    @abstractmethod
    def edges(self) -> list[Edge]:
        """Return all edges, sorted by (source, type, target)."""

    def graph(self) -> Graph:
        """Return the whole graph as a value."""
        return Graph(tuple(self.nodes()), tuple(self.edges()))

    @abstractmethod
    def schema(self) -> Schema:
        """Return the labels, edge types and properties that a query may name."""

    @abstractmethod
    def close(self) -> None:
        """Give back files and connections; closing twice is harmless."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
