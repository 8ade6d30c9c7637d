"""RDF 1.1 Turtle; the vocabulary is described in `kg.export.rdf`."""

from __future__ import annotations

import re
from typing import TextIO

from kg.export.formats import Export, FileFormat
from kg.export.rdf import PREFIXES, Iri, Statements, Term, statements

_SPECIAL = re.compile(r'[\x00-\x1f"\\\x7f]')
_LOCAL = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def write_turtle(export: Export, out: TextIO) -> None:
    """Write one block for each subject."""
    for prefix, iri in PREFIXES.items():
        out.write(f"@prefix {prefix}: <{iri}> .\n")
    for about in statements(export.tidy()):
        out.write(f"\n{_block(about)} .\n")


def _block(about: Statements) -> str:
    lines = []
    for predicate, objects, ordered in about.said:
        terms = [_term(term) for term in objects]
        value = f"( {' '.join(terms)} )" if ordered else ", ".join(terms)
        lines.append(f"{_term(predicate)} {value}")
    return f"{_term(about.subject)} " + " ;\n    ".join(lines)


def _term(term: Term) -> str:
    if isinstance(term, Iri):
        prefix, _, local = term.text.partition(":")
        return term.text if prefix in PREFIXES and _LOCAL.fullmatch(local) else f"<{term.text}>"
    if isinstance(term, bool):
        return "true" if term else "false"
    if isinstance(term, float):
        return f'"{term!r}"^^xsd:double'
    return str(term) if isinstance(term, int) else f'"{_SPECIAL.sub(_escape, term)}"'


def _escape(match: re.Match[str]) -> str:
    char = match.group()
    return f"\\{char}" if char in '"\\' else f"\\u{ord(char):04X}"


FORMAT = FileFormat("turtle", "RDF Turtle (the same statements as jsonld)", write_turtle)
