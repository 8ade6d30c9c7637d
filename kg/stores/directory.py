"""A graph on disk: a directory of plain files that are the truth, and the embedded engine's file as a cache."""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

import kg
from kg.errors import GraphError
from kg.model import Document, Edge, Extraction, Graph, Node, Ruling
from kg.stores import generations
from kg.stores.clean import check_ends, check_schema, clean_nodes, clip_edges
from kg.stores.contract import Store
from kg.stores.engine import Engine
from kg.stores.lines import encode_lines, find_parts
from kg.stores.locks import writer_lock

T = TypeVar("T")
FORMAT = 1
DOCUMENTS, EXTRACTIONS, NODES, EDGES = "documents.jsonl", "extractions.jsonl", "nodes.jsonl", "edges.jsonl"
FILES = (DOCUMENTS, EXTRACTIONS, NODES, EDGES)
_READ_ATTEMPTS = 20


class StoredExtraction(Struct, frozen=True):
    """An extraction with what it was made from, so that an incremental build can use it again.

    `text` is `text_hash` of the document, `model` the hash of the model that read it.
    """

    extraction: Extraction
    text: str
    model: str


class Manifest(Struct, frozen=True, kw_only=True):
    """What a graph directory holds. `files` gives each file's SHA-256, `sources` the input files that were read,
    `min_confidence` and `rulings` (the user's on names) what the graph was built with."""

    format: int = FORMAT
    model: str = ""
    code: str = ""
    min_confidence: float = 0.0
    sources: tuple[str, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    counts: dict[str, int] = msgspec.field(default_factory=dict)
    files: dict[str, str] = msgspec.field(default_factory=dict)


class Contents(Struct, frozen=True, kw_only=True):
    """All that a graph directory stores: raw input records in input order, their extractions, and the whole graph,
    which holds only what is at least `min_confidence` sure; `rulings` are the user's on which names are one thing."""

    graph: Graph
    documents: tuple[Document, ...] = ()
    extractions: tuple[StoredExtraction, ...] = ()
    model: str = ""
    min_confidence: float = 0.0
    rulings: tuple[Ruling, ...] = ()


class GraphDirectory:
    """The graph at `path`. Readers take no lock; `save` and `locked` allow one writer at a time.

    Every method that reads raises `GraphError` where there is no graph, or one that is damaged or of a newer format.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = Path(path)
        self._locked = False

    def exists(self) -> bool:
        """Whether a graph was saved here."""
        return any((self.path / p).is_file() for p in (generations.MANIFEST, f"{generations.COMMITTED}/manifest.json"))

    def read_manifest(self) -> Manifest:
        """Return the manifest."""
        if not self.path.is_dir():
            what = "is a file, not a graph directory" if self.path.exists() else "does not exist"
            raise GraphError(f"{self.path} {what}. Make a graph with: kg build INPUT -o {self.path}")
        generations.refuse_links(self.path, FILES)
        content = generations.read_bytes(self.path, generations.MANIFEST)
        if content is None:
            raise GraphError(
                f"{self.path} holds no graph: it has no manifest.json. Make one with: kg build INPUT -o GRAPH"
            )
        try:
            found = msgspec.json.decode(content)
            version = found.get("format") if isinstance(found, dict) else None
            if version != FORMAT:
                raise GraphError(f"{self.path} has format {version!r}, and this kg reads format {FORMAT}. "
                                 "Build the graph again, or install the kg that wrote it.")  # fmt: skip
            return msgspec.convert(found, Manifest)
        except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
            raise GraphError(
                f"{self.path / generations.MANIFEST} is damaged ({error}). Build the graph again."
            ) from error

    def read_documents(self) -> list[Document]:
        """Return the raw input records, in input order."""
        return self._read(lambda manifest: self._read_lines(manifest, DOCUMENTS, Document))

    def read_extractions(self) -> list[StoredExtraction]:
        """Return the extractions with the hashes of what they were made from."""
        return self._read(lambda manifest: self._read_lines(manifest, EXTRACTIONS, StoredExtraction))

    def read_graph(self) -> Graph:
        """Return the graph with all of its evidence."""
        return self._read(self._read_graph)

    def read(self) -> Contents:
        """Return everything, of one and the same save."""
        return self._read(
            lambda manifest: Contents(
                graph=self._read_graph(manifest),
                documents=tuple(self._read_lines(manifest, DOCUMENTS, Document)),
                extractions=tuple(self._read_lines(manifest, EXTRACTIONS, StoredExtraction)),
                model=manifest.model,
                min_confidence=manifest.min_confidence,
                rulings=manifest.rulings,
            )
        )

    def _read_graph(self, manifest: Manifest) -> Graph:
        nodes = self._read_lines(manifest, NODES, Node)
        return Graph(tuple(nodes), tuple(self._read_lines(manifest, EDGES, Edge)))

    def _fill_engine(self, manifest: Manifest) -> Engine:
        """Return a new engine of the graph; the edges, by far the most of it, are never all in memory as values."""
        nodes = clean_nodes(self._read_lines(manifest, NODES, Node))
        labels = {node.key: node.label for node in nodes}

        def parts() -> Iterator[list[Edge]]:
            for part in self._read_parts(manifest, EDGES, Edge):
                check_ends(part, labels)
                yield clip_edges(part)

        return Engine.fill(nodes, parts())

    def _read(self, work: Callable[[Manifest], T]) -> T:
        """Return what `work` reads, again from the start while a writer replaces the files under it."""
        for _ in range(_READ_ATTEMPTS):
            manifest = self.read_manifest()
            try:
                return work(manifest)
            except _Changed as error:
                if self.read_manifest() == manifest:
                    raise GraphError(f"{self.path / error.name} is missing or not what manifest.json says: it was "
                                     "changed or damaged. Build the graph again.") from None  # fmt: skip
                time.sleep(0.05)
        raise GraphError(f"{self.path} is being written all the time. Try again later.")

    def _read_lines(self, manifest: Manifest, name: str, kind: type[T]) -> list[T]:
        return [item for part in self._read_parts(manifest, name, kind) for item in part]

    def _read_parts(self, manifest: Manifest, name: str, kind: type[T]) -> Iterator[list[T]]:
        """Yield the items of a file in lists of a few thousand."""
        content = generations.read_bytes(self.path, name, manifest.files.get(name, ""))
        if content is None:
            raise _Changed(name)
        decoder = msgspec.json.Decoder(kind)
        try:
            for start, end in find_parts(content):
                yield decoder.decode_lines(content[start:end])
        except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
            raise GraphError(f"{self.path / name} is damaged ({error}). Build the graph again.") from error

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the writer's lock from reading to `save`. Raises `GraphError` while another writer holds it, or where
        `path` is a file or a directory with other things in it."""
        self._make()
        with writer_lock(self.path / generations.LOCK):
            self._locked = True
            try:
                generations.finish(self.path)
                yield
            finally:
                self._locked = False

    def _make(self) -> None:
        if self.path.exists() and not self.path.is_dir():
            raise GraphError(f"{self.path} is a file. Name a directory for the graph.")
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            foreign = [p.name for p in self.path.iterdir() if not p.name.startswith(".kg-")]
        except OSError as error:
            raise GraphError(
                f"Cannot write a graph to {self.path}: {error.strerror}. Check path and permissions."
            ) from error
        if foreign and not self.exists():
            raise GraphError(f"{self.path} is not empty and holds no graph (it has {min(foreign)!r}). "
                             "Name a new or empty directory.")  # fmt: skip
        generations.refuse_links(self.path, FILES)

    def save(self, contents: Contents) -> Manifest:
        """Replace what is stored by `contents`, all or nothing, and return the new manifest.

        The graph's labels and edge types must be of our schema (`GraphError`).
        """
        check_schema(contents.graph)
        if self._locked:
            return self._save(contents)
        with self.locked():
            return self._save(contents)

    def _save(self, contents: Contents) -> Manifest:
        parts: dict[str, tuple[Any, ...]] = {
            DOCUMENTS: contents.documents,
            EXTRACTIONS: contents.extractions,
            NODES: contents.graph.nodes,
            EDGES: contents.graph.edges,
        }
        sources = {source.path for document in contents.documents for source in document.sources}
        try:
            manifest = Manifest(
                model=contents.model,
                min_confidence=contents.min_confidence,
                rulings=contents.rulings,
                code=code_hash(),
                sources=tuple(sorted(sources)),
                counts={name.removesuffix(".jsonl"): len(items) for name, items in parts.items()},
                files={name: generations.stage(self.path, name, encode_lines(items)) for name, items in parts.items()},
            )
            text = msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n"
            generations.stage(self.path, generations.MANIFEST, [text])
            generations.commit(self.path)
        except OSError as error:
            raise GraphError(f"Cannot write the graph to {self.path}: {error.strerror}.") from error
        except UnicodeEncodeError as error:
            raise GraphError(
                "A text holds a lone surrogate, which no file can hold. Clean it with kg.text.sanitize."
            ) from error
        for stale in self.path.glob("graph-*.kgl"):
            if stale.name != _cache_name(manifest):
                with contextlib.suppress(OSError):
                    stale.unlink()
        return manifest

    def open_engine(self) -> Engine:
        """Return the Cypher engine over the graph: from its cache file, made anew when missing, old or damaged.

        Where the directory cannot be written the engine lives in memory only.
        """
        return self._read(self._open_engine)

    def _open_engine(self, manifest: Manifest) -> Engine:
        cache = self.path / _cache_name(manifest)
        if cache.is_file() and not cache.is_symlink():
            with contextlib.suppress(GraphError):
                return Engine.load(cache)
        engine = self._fill_engine(manifest)
        if not cache.is_symlink():
            with contextlib.suppress(GraphError):
                engine.save(cache)
        return engine

    def open_store(self) -> Store:
        """Return the graph as a store; what is written to it goes into the files."""
        from kg.stores.directory_store import DirectoryStore

        return DirectoryStore(self)


class _Changed(Exception):
    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(name)


def text_hash(document: Document) -> str:
    """Return 32 hex digits that stand for all of a document that an extractor reads (title and text)."""
    return hashlib.sha256(msgspec.json.encode([document.title, document.text])).hexdigest()[:32]


def code_hash() -> str:
    """Return 16 hex digits that stand for this package's own code."""
    digest = hashlib.sha256()
    root = Path(kg.__file__).parent
    for path in sorted(root.rglob("*.py")):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_name(manifest: Manifest) -> str:
    from importlib.metadata import version

    parts = (manifest.files.get(NODES, ""), manifest.files.get(EDGES, ""), version("kglite"), manifest.code)
    return f"graph-{hashlib.sha256('|'.join(parts).encode()).hexdigest()[:16]}.kgl"
