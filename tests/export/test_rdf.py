"""JSON-LD and Turtle: rdflib reads both, they say the same, and the graph can be made from them again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given, settings

from kg.export import export_graph
from kg.export import rdf as vocabulary
from kg.export.formats import TidyGraph
from kg.model import EDGE_ENDS, EDGE_PROPERTIES, LABELS, NODE_PROPERTIES, Edge, Graph, Node, Value
from tests.export.graphs import graphs, hostile_graph, small_graph

rdflib = pytest.importorskip("rdflib", reason="rdflib is not installed")

NAMES = {name for names in NODE_PROPERTIES.values() for name in names} | set(EDGE_PROPERTIES)


def full(name: str) -> str:
    prefix, _, local = name.partition(":")
    return vocabulary.PREFIXES[prefix] + local if prefix in vocabulary.PREFIXES else name


PROPERTY_OF = {full(vocabulary.PREDICATES.get(name, f"kg:{name}")): name for name in NAMES}
TYPE_OF = {full(vocabulary.EDGE_PREDICATES.get(kind, f"kg:{kind}")): kind for kind in EDGE_ENDS}
LABEL_OF = {full(f"kg:{label}"): label for label in LABELS}
RDF = vocabulary.PREFIXES["rdf"]
EVIDENCE_OF_RESULT = "evidence"


def load(path: Path, format: str) -> Any:
    return rdflib.Graph().parse(data=path.read_text(encoding="utf-8"), format=format)


def back(found: Any) -> Graph:
    """Return the property graph of RDF statements, lists without an order sorted."""
    nodes, edges = [], []
    for subject in set(found.subjects()):
        if str(subject).startswith(vocabulary.NODE):
            types = [str(t) for t in found.objects(subject, rdflib.RDF.type)]
            label = next(named for t in types if (named := name_of(t, LABEL_OF, vocabulary.LABEL)) is not None)
            nodes.append(Node(key_of(subject), label, dict(properties(found, subject))))
        elif str(subject).startswith(vocabulary.EDGE):
            source, predicate, target = (found.value(subject, rdflib.URIRef(RDF + p)) for p in PARTS)
            assert (source, predicate, target) in found
            kind = name_of(str(predicate), TYPE_OF, vocabulary.TYPE)
            assert kind is not None
            edges.append(Edge(key_of(source), kind, key_of(target), dict(properties(found, subject))))
    return Graph.of(nodes, edges)


PARTS = ("subject", "predicate", "object")


def key_of(iri: Any) -> str:
    return unquote(str(iri).removeprefix(vocabulary.NODE))


def name_of(iri: str, known: dict[str, str], prefix: str) -> str | None:
    return known.get(iri) or (unquote(iri.removeprefix(prefix)) if iri.startswith(prefix) else None)


def properties(found: Any, subject: Any) -> Iterator[tuple[str, Value]]:
    for predicate in set(found.predicates(subject)):
        name = name_of(str(predicate), PROPERTY_OF, vocabulary.PROPERTY)
        if name is None:
            continue
        objects = list(found.objects(subject, predicate))
        if len(objects) == 1 and not isinstance(objects[0], rdflib.Literal):
            yield name, [str(item) for item in found.items(objects[0])]
        elif len(objects) == 1:
            yield name, plain(objects[0])
        else:
            yield name, sorted(map(str, objects))


def plain(literal: Any) -> Value:
    value: Value = literal.toPython()
    return value if isinstance(value, bool | int | float) else str(literal)


def expected(graph: Graph) -> Graph:
    """Return the tidy graph; one value looks the same in RDF whether it stands in a list or not."""
    tidy = TidyGraph(graph)

    def single(properties: dict[str, Value]) -> dict[str, Value]:
        return {
            name: value[0]
            if isinstance(value, list) and len(value) == 1 and name not in {"authors", "evidence", "evidence_papers"}
            else value
            for name, value in properties.items()
        }

    return Graph.of(
        (Node(n.key, n.label, single(n.properties)) for n in tidy.nodes()),
        (Edge(e.source, e.type, e.target, single(e.properties)) for e in tidy.edges()),
    )


def by_content(graph: Graph) -> Graph:
    """Return the graph with parallel edges in a fixed order, since RDF has none."""
    return Graph(
        graph.nodes,
        tuple(sorted(graph.edges, key=lambda e: (e.source, e.type, e.target, repr(sorted(e.properties.items()))))),
    )


@pytest.mark.parametrize(("name", "format"), [("jsonld", "json-ld"), ("turtle", "turtle")])
@pytest.mark.parametrize("graph", [small_graph(), hostile_graph(), Graph()], ids=["small", "hostile", "empty"])
def test_rdflib_gives_the_graph_back(name: str, format: str, graph: Graph, tmp_path: Path) -> None:
    found = load(export_graph(graph, name, tmp_path / "out"), format)
    assert by_content(back(found)) == by_content(expected(graph))


@given(graphs())
@settings(max_examples=30, deadline=None)
def test_both_forms_say_the_same_of_any_graph(tmp_path_factory: pytest.TempPathFactory, graph: Graph) -> None:
    folder = tmp_path_factory.getbasetemp()
    one = load(export_graph(graph, "jsonld", folder / "any.jsonld"), "json-ld")
    other = load(export_graph(graph, "turtle", folder / "any.ttl"), "turtle")
    assert by_content(back(one)) == by_content(back(other)) == by_content(expected(graph))


def test_sparql_finds_what_a_researcher_asks(tmp_path: Path) -> None:
    found = load(export_graph(small_graph(), "turtle", tmp_path / "out.ttl"), "turtle")
    rows = found.query(
        """PREFIX schema: <https://schema.org/> PREFIX kg: <urn:x-kg:vocab:> PREFIX cskg: <https://w3id.org/cskg/ontology#>
        SELECT ?name ?support WHERE {
          ?paper a schema:ScholarlyArticle ; kg:USES ?method . ?method a cskg:Method ; schema:name ?name .
          ?s rdf:subject ?paper ; rdf:predicate kg:USES ; rdf:object ?method ; cskg:hasSupport ?support }"""
    )
    assert [(str(row.name), int(row.support)) for row in rows] == [("C++", 2)]


def test_the_context_asks_no_other_host(tmp_path: Path) -> None:
    text = export_graph(small_graph(), "jsonld", tmp_path / "out.jsonld").read_text(encoding="utf-8")
    assert text.startswith('{"@context": {"rdf": "')
