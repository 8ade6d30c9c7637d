"""Checks on a whole graph that hold for every graph that kg builds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from kg.model import EDGE_ENDS, EDGE_PROPERTIES, NODE_PROPERTIES, Document, Edge, Extraction, Graph, Node

GAP = " … "


def check_evidence(graph: Graph, papers: Sequence[Document], extractions: Mapping[str, Extraction]) -> None:
    """Assert that all evidence of `graph` is made of slices of its papers' originals and names what it must.

    An edge's end is named when the evidence holds any of the forms by which that paper calls that node.
    """
    documents = {paper.id: paper for paper in papers}
    nodes = {node.key: node for node in graph.nodes}
    reporter = {edge.target: edge.source for edge in graph.edges if edge.type == "REPORTS"}
    for node in graph.nodes:
        if node.label == "Result":
            evidence = str(node.properties["evidence"])
            check_slices(evidence, documents[reporter[node.key]])
            assert holds(evidence, str(node.properties["value"])), node
    for edge in graph.edges:
        _check_edge(edge, nodes, documents, extractions)


def _check_edge(
    edge: Edge,
    nodes: Mapping[str, Node],
    documents: Mapping[str, Document],
    extractions: Mapping[str, Extraction],
) -> None:
    evidence, sources = edge.properties["evidence"], edge.properties["evidence_papers"]
    assert isinstance(evidence, list)
    assert isinstance(sources, list)
    assert len(evidence) == len(sources) > 0, edge
    assert edge.properties["support"] == len(set(sources)), edge
    ends = [nodes[edge.source], nodes[edge.target]]
    for place, (text, paper) in enumerate(zip(evidence, sources, strict=True)):
        check_slices(text, documents[paper])
        if edge.type == "SAME_NAME":
            assert names_node(text, ends[place], extractions[paper]), (edge, text)
            continue
        for end in ends:
            if end.label == "Result":
                assert holds(text, str(end.properties["value"])), (edge, text)
            elif end.label != "Paper":
                assert names_node(text, end, extractions[paper]), (edge, text)


def check_slices(evidence: str, document: Document) -> None:
    """Assert that `evidence`, or each of its parts between gaps, is a slice of the title or the text."""
    originals = (document.title or "", document.text)
    if any(evidence in original for original in originals):
        return
    parts = evidence.split(GAP)
    assert 1 <= len(parts) <= 3, evidence
    for part in parts:
        assert part.strip(), evidence
        assert any(part in original for original in originals), (document.id, part)


def names_node(text: str, node: Node, extraction: Extraction) -> bool:
    """Return whether `text` holds a form by which the paper calls the node."""
    aliases = node.properties["aliases"]
    assert isinstance(aliases, list)
    own = {form for e in extraction.entities for form in (e.name, *e.mentions, *(s.text for s in e.spans))}
    own |= {r.metric for r in extraction.results if r.metric}
    forms = {form for form in own if any(squash(form) == squash(alias) for alias in aliases)}
    return any(holds(text, form) for form in forms)


def holds(text: str, words: str) -> bool:
    """Return whether `text` holds `words`, markup and spaces apart."""
    return squash(words) in squash(text)


def squash(text: str) -> str:
    """Return `text` without spaces and markup, in small letters."""
    return re.sub(r"[\s\\${}]", "", text).casefold()


def check_schema(graph: Graph) -> None:
    """Assert that keys are unique and sorted and that every label, type and property is of the schema."""
    nodes = {node.key: node for node in graph.nodes}
    assert len(nodes) == len(graph.nodes)
    assert [node.key for node in graph.nodes] == sorted(nodes)
    assert len({(e.source, e.type, e.target) for e in graph.edges}) == len(graph.edges)
    kinds = {"string": str, "integer": int, "float": float, "strings": list}
    for node in graph.nodes:
        assert len(node.key.encode()) <= 512
        for name, value in node.properties.items():
            assert type(value) is kinds[NODE_PROPERTIES[node.label][name]], (node.key, name)
        assert node.properties["key"] == node.key
    for edge in graph.edges:
        assert (nodes[edge.source].label, nodes[edge.target].label) in EDGE_ENDS[edge.type], edge
        for name, value in edge.properties.items():
            assert type(value) is kinds[EDGE_PROPERTIES[name]], (edge, name)
