"""The graph as a Python value: ask it, look at it, save it, load it elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Self

from msgspec import Struct

from kg.errors import ConfigError, GraphError
from kg.model import LABELS, Document, Extraction, Graph, Rows
from kg.pipeline.corpus import Corpus, raise_confidence
from kg.pipeline.diff import GraphDiff, diff_graphs
from kg.pipeline.stats import Stats, count_graph
from kg.stores import MemoryStore, Store, find_completions
from kg.stores.directory import Contents, GraphDirectory

if TYPE_CHECKING:
    import networkx

    from kg.resolve import Explanation, Merge, Resolution
    from kg.view import ViewOptions

NOTEBOOK_NODES = 200
"""How many nodes the view in a notebook's cell draws: more would make the notebook's file large."""


class LoadOptions(Struct, frozen=True, kw_only=True):
    """How to load into Neo4j, in transactions of `batch_size` rows.

    `mode` is "add", "sync" (also delete what earlier loads wrote and this graph no longer has) or "wipe" (first delete
    all that loads wrote); `on_progress` is called with (done, total) rows.
    """

    batch_size: int = 1000
    mode: Literal["add", "sync", "wipe"] = "add"
    on_progress: Callable[[int, int], None] | None = None


class KnowledgeGraph:
    """A graph of papers, methods, tasks, datasets, metrics and results, made by `kg.build` or opened by `kg.open`.

    It is a context manager; closing gives back what queries hold in memory.
    """

    def __init__(self, corpus: Corpus, open_store: Callable[[], Store], path: Path | None = None) -> None:
        self._corpus = corpus
        self._open_store = open_store
        self._store: Store | None = None
        self.path = path
        """The graph directory that it was opened from, or None for a graph in memory."""

    @classmethod
    def of(cls, contents: Contents) -> KnowledgeGraph:
        """Return a graph in memory."""
        return cls(Corpus(lambda: contents), lambda: MemoryStore(contents.graph))

    @classmethod
    def at(cls, path: str | PathLike[str], min_confidence: float | None = None) -> KnowledgeGraph:
        """Return the graph in the directory `path`; with a limit above its own, a stricter one in memory."""
        directory = GraphDirectory(path)
        kept = directory.read_manifest().min_confidence
        if min_confidence is not None and min_confidence > kept:
            return cls.of(raise_confidence(directory.read(), min_confidence))
        return cls(Corpus(directory.read), directory.open_store, Path(path))

    @property
    def graph(self) -> Graph:
        """All nodes and edges as values, with all evidence."""
        return self._corpus.graph

    @property
    def papers(self) -> list[Document]:
        """One document per paper, with the paper's key as `id`."""
        return list(self._corpus.papers)

    @property
    def extractions(self) -> dict[str, Extraction]:
        """Paper key → what its text says."""
        return dict(self._corpus.extractions)

    def query(
        self,
        cypher: str,
        params: Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
        limit: int | None = None,
    ) -> Rows:
        """Run a Cypher query that reads. `timeout` is in seconds, `limit` the most rows.

        Raises `QueryError` for a query that cannot run, `QueryTimeout` for one that takes too long.
        """
        return self._opened().query(cypher, params, timeout=timeout, limit=limit)

    def change(
        self,
        cypher: str,
        params: Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
        limit: int | None = None,
    ) -> Rows:
        """Run a Cypher query that may change the graph: the directory of an opened one. A later build makes it anew.

        Raises `QueryError`, and changes nothing then.
        """
        if self.path is None:
            raise ConfigError(
                "Only a graph that was opened from its directory as a whole can be changed. Save it first."
            )
        rows = self._opened().query(cypher, params, timeout=timeout, limit=limit, write=True)
        self._corpus = Corpus(GraphDirectory(self.path).read)
        return rows

    def _opened(self) -> Store:
        if self._store is None:
            self._store = self._open_store()
        return self._store

    def stats(self) -> Stats:
        """Return what the graph holds, in numbers."""
        return count_graph(self.graph)

    def diff(self, newer: KnowledgeGraph) -> GraphDiff:
        """Return the papers, nodes, edges and merges that differ from this graph to `newer`."""
        merges = (g._corpus.resolution.merges if g._knows_its_records() else None for g in (self, newer))
        return diff_graphs(self.graph, newer.graph, *merges)

    def complete(self, text: str) -> list[str]:
        """Return the words that the unfinished last word of the query `text` could become."""
        return find_completions(text, self._opened().schema())

    def explain(self, node: str) -> tuple[Explanation, ...]:
        """Return why each thing with this key or name is one node. Raises `GraphError` when there is none."""
        from kg.resolve import explain

        for found in self.graph.nodes:
            if found.key == node and found.label in ("Paper", "Result"):
                raise GraphError(
                    f"{node} is a {found.label}, and only names are explained: those of a Method, Task, Dataset or "
                    "Metric. Its records and sentences are among its properties, which a query returns."
                )
        return explain(self._resolution(), node)

    def merges(self) -> tuple[Merge, ...]:
        """Return the pairs of names that were put together, the least certain first."""
        return self._resolution().merges

    def _knows_its_records(self) -> bool:
        return bool(self._corpus.contents.documents) or not self.graph.nodes

    def _resolution(self) -> Resolution:
        if not self._knows_its_records():
            raise GraphError("This graph does not say what it was made from. Explain a graph directory of `kg build`.")
        return self._corpus.resolution

    def to_networkx(self) -> networkx.MultiDiGraph:
        """Return a MultiDiGraph: nodes by key with `label` and properties, edges with their type as key."""
        from kg.stores import to_networkx

        return to_networkx(self.graph)

    def view(self, path: str | PathLike[str], options: ViewOptions | None = None) -> Path:
        """Write the graph as one HTML file, atomically, and return its path. Raises `ConfigError` for a bad option."""
        from kg.view import write_view

        return write_view(self.graph, path, annotations=self._corpus.annotations, options=options)

    def export(self, format: str, path: str | PathLike[str]) -> Path:
        """Write the graph as graphml, json, csv, jsonld, extractions or another of `kg.export.FORMATS`.

        Raises `ConfigError` for an unknown format or a path that cannot be written.
        """
        from kg.export import ResolvedExtractions, export_graph

        resolved = None
        if format == "extractions":
            resolved = ResolvedExtractions(self._corpus.extractions.values(), self._corpus.resolution.node_of)
        return export_graph(self.graph, format, path, extractions=resolved)

    def save(self, path: str | PathLike[str]) -> Path:
        """Write the graph and all it was made from to the directory `path`, all or nothing; `kg.open` reads it.

        Raises `GraphError` for a directory that holds anything else.
        """
        GraphDirectory(path).save(self._corpus.contents)
        return Path(path)

    def load_neo4j(
        self,
        uri: str,
        *,
        user: str = "neo4j",
        password: str | None = None,
        database: str | None = None,
        options: LoadOptions | None = None,
    ) -> dict[str, int]:
        """Write the graph into a Neo4j database and return how many nodes and edges; twice changes nothing.

        `password` defaults to the environment's NEO4J_PASSWORD. Raises `StoreUnavailable` and `StoreError`.
        """
        from kg.stores import Neo4jStore

        options = options or LoadOptions()
        with Neo4jStore(uri, user, password, database, options.batch_size) as store:
            if options.mode == "wipe":
                store.wipe()
            write = store.sync if options.mode == "sync" else store.write
            write(self.graph, on_progress=options.on_progress)
        return {"nodes": len(self.graph.nodes), "edges": len(self.graph.edges)}

    def close(self) -> None:
        """Give back what queries hold; the graph can be used again all the same."""
        if self._store is not None:
            self._store.close()
            self._store = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        counts = Counter(node.label for node in self.graph.nodes)
        held = (
            ", ".join(
                f"{counts[label]} {label}" for label in (*LABELS, *sorted(counts.keys() - set(LABELS))) if counts[label]
            )
            or "empty"
        )
        where = "" if self.path is None else f" at {str(self.path)!r}"
        return f"<KnowledgeGraph{where}: {held}; {len(self.graph.edges)} edges>"

    def _repr_html_(self) -> str:
        from kg.view import ViewOptions, notebook_html, render_view

        options = ViewOptions(max_nodes=NOTEBOOK_NODES)
        return notebook_html(render_view(self.graph, annotations=self._corpus.annotations, options=options))
