"""Where the texts of the papers name the nodes of the graph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kg.model import Document, Extraction
from kg.view import Annotation


def find_annotations(
    papers: Iterable[Document], extractions: Mapping[str, Extraction], node_of: Mapping[tuple[str, str], str]
) -> dict[str, list[Annotation]]:
    """Return paper key → the places of its mentions, in reading order; mentions without a node are left out."""
    found: dict[str, list[Annotation]] = {}
    for paper in papers:
        extraction = extractions.get(paper.id)
        if extraction is None:
            continue
        places = {
            Annotation(span.field, span.start, span.end, node)
            for entity in extraction.entities
            if (node := node_of.get((paper.id, entity.id))) is not None
            for span in entity.spans
        }
        if places:
            found[paper.id] = sorted(places)
    return found
