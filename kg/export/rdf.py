"""The graph as RDF statements, which Turtle and JSON-LD write down.

Vocabulary. Terms of schema.org, SKOS and CS-KG (the Computer Science Knowledge Graph, https://w3id.org/cskg) where
they exist; `kg:` = `urn:x-kg:vocab:` is ours.

* A node is `urn:x-kg:node:` + its percent-encoded key, of the class `kg:Paper`, `kg:Method`, … and of `CLASSES`.
* Properties are those of `PREDICATES`, else `kg:` + the name in our schema, else `urn:x-kg:property:` + the name.
* An edge is the plain triple source → predicate → target (`EDGE_PREDICATES`, else `kg:` + the type in our schema, else
  `urn:x-kg:type:` + the type) and a `cskg:Statement` (`urn:x-kg:edge:` + a hash) with `rdf:subject`, `rdf:predicate`,
  `rdf:object`, `cskg:hasSupport`, `kg:confidence`, `kg:evidence` …
* A list of text is one value for each item where the list is sorted and without doubles, and an RDF list otherwise
  (evidence and its papers always, since they are parallel).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias
from urllib.parse import quote

from kg.export.formats import TidyGraph, edge_id
from kg.model import EDGE_ENDS, EDGE_PROPERTIES, LABELS, NODE_PROPERTIES, Edge, Node, Value

PREFIXES: dict[str, str] = {
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "schema": "https://schema.org/",
    "cskg": "https://w3id.org/cskg/ontology#",
    "kg": "urn:x-kg:vocab:",
}
NODE = "urn:x-kg:node:"
EDGE = "urn:x-kg:edge:"
LABEL = "urn:x-kg:label:"
TYPE = "urn:x-kg:type:"
PROPERTY = "urn:x-kg:property:"

CLASSES: dict[str, tuple[str, ...]] = {
    "Paper": ("schema:ScholarlyArticle",),
    "Method": ("cskg:Method", "schema:DefinedTerm"),
    "Task": ("cskg:Task", "schema:DefinedTerm"),
    "Dataset": ("cskg:Material", "schema:Dataset"),
    "Metric": ("cskg:Metric", "schema:DefinedTerm"),
    "Result": ("schema:Observation",),
}
PREDICATES: dict[str, str] = {
    "name": "schema:name",
    "aliases": "schema:alternateName",
    "title": "schema:headline",
    "abstract": "schema:abstract",
    "year": "schema:datePublished",
    "authors": "schema:author",
    "ids": "schema:identifier",
    "url": "schema:url",
    "support": "cskg:hasSupport",
}
EDGE_PREDICATES: dict[str, str] = {"IS_A": "skos:broader", "PART_OF": "schema:isPartOf"}

_OURS = frozenset(name for names in NODE_PROPERTIES.values() for name in names) | frozenset(EDGE_PROPERTIES)
_ORDERED = frozenset({"authors", "evidence", "evidence_papers"})


class Iri(NamedTuple):
    """A full IRI, or a name with one of `PREFIXES`."""

    text: str


Term: TypeAlias = Iri | str | bool | int | float
Objects: TypeAlias = tuple[Term, ...]


class Statements(NamedTuple):
    """All that is said about one subject: (predicate, objects, whether the objects are one RDF list)."""

    subject: Iri
    said: tuple[tuple[Iri, Objects, bool], ...]


def encode(text: str) -> str:
    """Return `text` as the rest of an IRI.

    >>> encode("method:β-vae {x}")
    'method:%CE%B2-vae%20%7Bx%7D'
    """
    return quote(text, safe=":/-._~!$*+,;=@")


def edge_predicate(kind: str) -> Iri:
    """Return the predicate of an edge type."""
    if kind in EDGE_PREDICATES:
        return Iri(EDGE_PREDICATES[kind])
    return Iri(f"kg:{kind}") if kind in EDGE_ENDS else Iri(TYPE + encode(kind))


def statements(tidy: TidyGraph) -> Iterator[Statements]:
    """Yield what is said about each node, then for each edge the plain triple and its statement."""
    for node in tidy.nodes():
        yield Statements(_node(node.key), (_classes(node), *_properties(node.properties)))
    for edge, number in tidy.numbered_edges():
        yield from _edge(edge, edge_id(edge, number))


def _edge(edge: Edge, name: str) -> Iterator[Statements]:
    source, predicate, target = _node(edge.source), edge_predicate(edge.type), _node(edge.target)
    yield Statements(source, ((predicate, (target,), False),))
    said = (
        (Iri("rdf:type"), (Iri("cskg:Statement"), Iri("rdf:Statement")), False),
        (Iri("rdf:subject"), (source,), False),
        (Iri("rdf:predicate"), (predicate,), False),
        (Iri("rdf:object"), (target,), False),
    )
    yield Statements(Iri(EDGE + name), (*said, *_properties(edge.properties)))


def _node(key: str) -> Iri:
    return Iri(NODE + encode(key))


def _classes(node: Node) -> tuple[Iri, Objects, bool]:
    ours = Iri(f"kg:{node.label}") if node.label in LABELS else Iri(LABEL + encode(node.label))
    return Iri("rdf:type"), (ours, *map(Iri, CLASSES.get(node.label, ()))), False


def _properties(properties: Mapping[str, Value]) -> Iterator[tuple[Iri, Objects, bool]]:
    for name, value in properties.items():
        predicate = Iri(PREDICATES.get(name) or (f"kg:{name}" if name in _OURS else PROPERTY + encode(name)))
        if not isinstance(value, list):
            yield predicate, (value,), False
        else:
            ordered = name in _ORDERED or not value or value != sorted(set(value))
            yield predicate, tuple(value), ordered
