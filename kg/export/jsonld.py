"""JSON-LD 1.1 with its context inside; the vocabulary is described in `kg.export.rdf`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TextIO

from kg.export.formats import Export, FileFormat
from kg.export.node_link import write_items
from kg.export.rdf import PREFIXES, Iri, Statements, Term, statements
from kg.export.values import tidy_json


def write_jsonld(export: Export, out: TextIO) -> None:
    """Write one object a line: the nodes, then for each edge the plain triple and its statement."""
    out.write(f'{{"@context": {tidy_json(PREFIXES)},\n"@graph": [')
    write_items(_objects(export), out)
    out.write("]}\n")


def _objects(export: Export) -> Iterator[dict[str, Any]]:
    for about in statements(export.tidy()):
        yield _object(about)


def _object(about: Statements) -> dict[str, Any]:
    out: dict[str, Any] = {"@id": about.subject.text}
    for predicate, objects, ordered in about.said:
        if predicate.text == "rdf:type":
            out["@type"] = [term.text for term in objects if isinstance(term, Iri)]
        elif ordered:
            out[predicate.text] = {"@list": [_term(term) for term in objects]}
        else:
            terms = [_term(term) for term in objects]
            out[predicate.text] = terms[0] if len(terms) == 1 else terms
    return out


def _term(term: Term) -> Any:
    if isinstance(term, Iri):
        return {"@id": term.text}
    if isinstance(term, float):  # a JSON number would lose digits and turn 1.0 into an integer (JSON-LD 1.1, 8.6)
        return {"@value": repr(term), "@type": "xsd:double"}
    return term


FORMAT = FileFormat("jsonld", "JSON-LD (schema.org, CS-KG and our own terms)", write_jsonld)
