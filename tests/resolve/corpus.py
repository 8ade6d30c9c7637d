"""Small corpora made by hand: papers in which given names stand, and their extractions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from kg.model import Document, Entity, EntityType, Extraction, Role, Ruling, Span
from kg.resolve import Resolution, build_graph

Named = tuple[EntityType, str]
"""A type and a name; "long form (SHORT)" is one entity with both as mentions."""


def to_entity(place: int, named: Named, role: Role = "used") -> Entity:
    """Return an entity without spans; what stands in round brackets at the end is its abbreviation."""
    label, name = named
    match = re.fullmatch(r"(.+) \((.+)\)", name)
    mentions = match.groups() if match else (name,)
    return Entity(id=f"e{place}", type=label, name=mentions[0], mentions=mentions, role=role)


def to_paper(number: int, things: Sequence[Named], year: int | None = None) -> tuple[Document, Extraction]:
    """Return a paper whose text names each thing in a sentence of its own, and its extraction."""
    key = f"paper:{number:03}"
    text = " ".join(f"There is {name} in it." for _, name in things)
    entities = tuple(to_entity(place, named) for place, named in enumerate(things))
    return Document(id=key, text=text, year=year), Extraction(doc_id=key, entities=entities)


def build(*papers: Sequence[Named], rulings: Sequence[Ruling] = ()) -> Resolution:
    """Return the graph of papers that name these things."""
    made = [to_paper(number, things) for number, things in enumerate(papers)]
    return build_graph([paper for paper, _ in made], {e.doc_id: e for _, e in made}, rulings=rulings)


def span_of(document: Document, words: str, occurrence: int = 0) -> Span:
    """Return where `words` stand in the text of `document`."""
    start = [m.start() for m in re.finditer(re.escape(words), document.text)][occurrence]
    return Span("text", start, start + len(words), words)


def things(resolution: Resolution) -> Mapping[str, str]:
    """Return key → display name of all things."""
    return {n.key: str(n.properties["name"]) for n in resolution.graph.nodes if n.label not in ("Paper", "Result")}
