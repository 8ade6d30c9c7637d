"""What a graph was made from, and all that follows from it: papers, extractions, resolution, places of mentions."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import structs

from kg.model import Document, Extraction, Graph
from kg.resolve import Resolution, build_graph
from kg.resolve.papers import merge_documents
from kg.stores.directory import Contents, text_hash

if TYPE_CHECKING:
    from kg.view import Annotation


class Corpus:
    """The stored contents of one graph and what is derived from them, each part once and only when asked for."""

    def __init__(self, load: Callable[[], Contents]) -> None:
        self._load = load

    @cached_property
    def contents(self) -> Contents:
        """The stored values."""
        return self._load()

    @property
    def graph(self) -> Graph:
        """The graph with all of its evidence."""
        return self.contents.graph

    @cached_property
    def papers(self) -> list[Document]:
        """One document per paper, with the paper's key as `id`, sorted by key."""
        return merge_documents(self.contents.documents)

    @cached_property
    def extractions(self) -> dict[str, Extraction]:
        """Paper key → what its text says; papers that nobody extracted are not in it."""
        known = {stored.text: stored.extraction for stored in self.contents.extractions}
        return {
            paper.id: structs.replace(found, doc_id=paper.id)
            for paper in self.papers
            if (found := known.get(text_hash(paper))) is not None
        }

    @cached_property
    def resolution(self) -> Resolution:
        """How the graph came about: which entity is which node, and why."""
        stored = self.contents
        return build_graph(self.papers, self.extractions, min_confidence=stored.min_confidence, rulings=stored.rulings)

    @cached_property
    def annotations(self) -> dict[str, list[Annotation]]:
        """Paper key → where its title and abstract name nodes of the graph."""
        from kg.pipeline.annotations import find_annotations

        return find_annotations(self.papers, self.extractions, self.resolution.node_of)


def raise_confidence(contents: Contents, min_confidence: float) -> Contents:
    """Return `contents` with the graph of only what the model is at least so sure of.

    A graph that was built with a higher limit stays as it is: what lies below that limit is not in it.
    """
    if min_confidence <= contents.min_confidence:
        return contents
    strict = Corpus(lambda: structs.replace(contents, min_confidence=min_confidence))
    return structs.replace(contents, min_confidence=min_confidence, graph=strict.resolution.graph)
