"""Paper nodes and what they are called."""

from __future__ import annotations

from kg.model import Node, Source, Value
from kg.resolve.prepare import Prepared
from kg.resolve.things import Things

NAMED = 3
"""Most names of proposed things that stand for a missing title."""

WORDS = 8
"""How many first words of the text stand for a missing title."""


def make_paper(paper: Prepared, things: Things) -> Node:
    """Return the node of one paper; what is absent is left out."""
    document = paper.document
    properties: dict[str, Value] = {"key": document.id, "name": name_paper(paper, things)}
    texts = {"title": document.title, "abstract": document.text, "venue": document.venue}
    texts |= {"doi": document.doi, "url": document.url}
    properties |= {name: text for name, text in texts.items() if text and text.strip()}
    ids = {*document.ids, document.arxiv, document.openreview}
    lists = {"ids": sorted(i for i in ids if i), "authors": list(document.authors)}
    lists["sources"] = sorted({write_source(source) for source in document.sources})
    properties |= {name: found for name, found in lists.items() if found}
    if document.year is not None:
        properties["year"] = document.year
    return Node(document.id, "Paper", properties)


def name_paper(paper: Prepared, things: Things) -> str:
    """Return the title, else the names of what it proposes, else its first eight words, else its id."""
    document = paper.document
    title = " ".join((document.title or "").split())
    if title:
        return title
    proposed = [entity for entity in paper.extraction.entities if entity.role == "proposed"]
    proposed.sort(key=lambda e: (min(s.start for s in e.spans), e.id))
    keys = dict.fromkeys(things.node_of[document.id, entity.id] for entity in proposed)
    if keys:
        return ", ".join(str(things.nodes[key].properties["name"]) for key in list(keys)[:NAMED])
    words = document.text.split()
    if words:
        return " ".join(words[:WORDS]) + ("…" if len(words) > WORDS else "")
    return min(document.ids, default=document.id)


def write_source(source: Source) -> str:
    """Return a source as text: path and, where known, line.

    >>> write_source(Source("papers.txt", 12, None))
    'papers.txt:12'
    """
    return source.path if source.line is None else f"{source.path}:{source.line}"
