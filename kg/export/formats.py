"""What a format is, and the graph as every format reads it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, TextIO, TypeAlias

from msgspec import Struct

from kg.export.values import renamed, safe_text, tidy_properties
from kg.model import Edge, Extraction, Graph, Node


class ResolvedExtractions(NamedTuple):
    """Extractions with what resolution made of them: (doc_id, entity id) → node key."""

    extractions: Iterable[Extraction]
    node_of: Mapping[tuple[str, str], str]


class TidyGraph:
    """A graph whose every key, label, name and value is tidy (`kg.export.values`), node by node, never as a copy."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._renamed = renamed(node.key for node in graph.nodes)

    def key(self, key: str) -> str:
        """Return the name of a node key in an export."""
        return self._renamed.get(key) or safe_text(key)

    def nodes(self) -> Iterator[Node]:
        """Yield the nodes in the graph's order."""
        for node in self._graph.nodes:
            properties = tidy_properties(node.properties)
            key = self.key(node.key)
            if node.key in self._renamed and properties.get("key") is not None:
                properties["key"] = key
            yield Node(key, safe_text(node.label) or "_", properties)

    def edges(self) -> Iterator[Edge]:
        """Yield the edges in the graph's order."""
        for edge in self._graph.edges:
            properties = tidy_properties(edge.properties)
            yield Edge(self.key(edge.source), safe_text(edge.type) or "_", self.key(edge.target), properties)

    def numbered_edges(self) -> Iterator[tuple[Edge, int]]:
        """Yield the edges, each with its number (from 0) among those of equal ends and type.

        Graphs of kg have one each; a graph of another tool may have parallel edges, which stand side by side.
        """
        before, number = ("", "", ""), 0
        for edge in self.edges():
            identity = (edge.source, edge.type, edge.target)
            number = number + 1 if identity == before else 0
            before = identity
            yield edge, number


class Export(Struct, frozen=True):
    """What is to be written."""

    graph: Graph
    resolved: ResolvedExtractions | None = None

    def tidy(self) -> TidyGraph:
        """Return the graph as the formats read it."""
        return TidyGraph(self.graph)


class FileFormat(Struct, frozen=True):
    """A format that is one UTF-8 file."""

    name: str
    about: str
    write: Callable[[Export, TextIO], None]


class FolderFormat(Struct, frozen=True):
    """A format that is a folder; `files` are regular expressions of all names that it writes there."""

    name: str
    about: str
    files: tuple[str, ...]
    write: Callable[[Export, Path], None]


Format: TypeAlias = FileFormat | FolderFormat


def edge_id(edge: Edge, number: int) -> str:
    """Return an id made from the edge's ends, type and number, so that it stays when the graph grows.

    >>> edge_id(Edge("paper:1", "USES", "method:bert", {}), 0)
    'e-8b6212767f807be5'
    """
    content = json.dumps([edge.source, edge.type, edge.target, number])
    return "e-" + hashlib.blake2b(content.encode(), digest_size=8).hexdigest()
