"""Schemas generated from the types: JSON Schema for documents, extractions and the graph, and Cypher DDL.

`python -m kg.model.schema [DIRECTORY]` writes them to `schemas/`; a test forbids that the files differ from the types.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import msgspec

from kg.model.documents import Document
from kg.model.extraction import ENTITY_TYPES, Extraction
from kg.model.graph import EDGE_ENDS, EDGE_PROPERTIES, LABELS, NODE_PROPERTIES

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_TYPES: dict[str, dict[str, Any]] = {
    "string": {"type": "string"},
    "integer": {"type": "integer"},
    "float": {"type": "number"},
    "strings": {"type": "array", "items": {"type": "string"}},
}
_REQUIRED: dict[str, list[str]] = {
    "Paper": ["key", "name"],
    **{label: ["key", "name", "aliases", "papers"] for label in ENTITY_TYPES},
    "Result": ["key", "value", "kind", "evidence", "confidence"],
}
_OF_COMPARISONS: tuple[str, ...] = ("datasets", "tasks", "metrics")


def document_schema() -> dict[str, Any]:
    """Return the JSON Schema of one document."""
    return {"$schema": _DIALECT, "title": "kg document", **msgspec.json.schema(Document)}


def extraction_schema() -> dict[str, Any]:
    """Return the JSON Schema of one extraction."""
    return {"$schema": _DIALECT, "title": "kg extraction", **msgspec.json.schema(Extraction)}


def graph_schema() -> dict[str, Any]:
    """Return the JSON Schema of a graph; `$defs` has one schema for each label and each edge type.

    It says which properties stand where; that an edge joins nodes that exist, and of labels that its type may join
    (the `x-ends` of each edge type), is beyond JSON Schema.
    """
    nodes = {label: _node_schema(label) for label in LABELS}
    edges = {kind: _edge_schema(kind) for kind in EDGE_ENDS}
    return {
        "$schema": _DIALECT,
        "title": "kg graph",
        **_object(
            {
                "nodes": {"type": "array", "items": {"oneOf": [{"$ref": f"#/$defs/{label}"} for label in nodes]}},
                "edges": {"type": "array", "items": {"oneOf": [{"$ref": f"#/$defs/{kind}"} for kind in edges]}},
            },
            ["nodes", "edges"],
        ),
        "$defs": {**nodes, **edges},
    }


def _node_schema(label: str) -> dict[str, Any]:
    properties = {name: _TYPES[kind] for name, kind in NODE_PROPERTIES[label].items()}
    fields = {
        "key": {"type": "string", "pattern": f"^{label.lower()}:"},
        "label": {"const": label},
        "properties": _object(properties, _REQUIRED[label]),
    }
    return _object(fields, list(fields))


def _edge_schema(kind: str) -> dict[str, Any]:
    compares = kind in ("OUTPERFORMS", "COMPARED_WITH")
    names = [name for name in EDGE_PROPERTIES if compares or name not in _OF_COMPARISONS]
    fields = {
        "source": {"type": "string"},
        "type": {"const": kind},
        "target": {"type": "string"},
        "properties": _object({name: _TYPES[EDGE_PROPERTIES[name]] for name in names}, names),
    }
    return {**_object(fields, list(fields)), "x-ends": [list(pair) for pair in sorted(EDGE_ENDS[kind])]}


def _object(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def cypher_ddl() -> tuple[str, ...]:
    """Return the statements that every load runs first: unique keys, then the full-text index over names.

    An index of whole names would refuse names of more than some 8,000 bytes; keys are never that long.
    """
    unique = [
        f"CREATE CONSTRAINT kg_{label.lower()}_key IF NOT EXISTS FOR (n:{label}) REQUIRE n.key IS UNIQUE"
        for label in LABELS
    ]
    named = "|".join(label for label in LABELS if "name" in NODE_PROPERTIES[label])
    fulltext = f"CREATE FULLTEXT INDEX kg_names IF NOT EXISTS FOR (n:{named}) ON EACH [n.name, n.aliases]"
    return (*unique, fulltext)


def render_schemas() -> dict[str, str]:
    """Return file name → content of every schema file."""
    return {
        "document.schema.json": _render(document_schema()),
        "extraction.schema.json": _render(extraction_schema()),
        "graph.schema.json": _render(graph_schema()),
        "graph.cypher": _render_ddl(),
    }


def _render(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _render_ddl() -> str:
    lines = ["// Keys and indexes of a kg graph in Neo4j, then its edges.", *(f"{s};" for s in cypher_ddl()), ""]
    for kind, pairs in EDGE_ENDS.items():
        lines += [f"// (:{source})-[:{kind}]->(:{target})" for source, target in sorted(pairs)]
    return "\n".join(lines) + "\n"


def write_schemas(directory: str | os.PathLike[str]) -> list[Path]:
    """Write every schema file into `directory`, each replaced at once, and return their paths."""
    folder = Path(directory)
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, content in render_schemas().items():
        temporary = folder / f".{name}.tmp"
        temporary.write_text(content, encoding="utf-8")
        os.replace(temporary, folder / name)
        paths.append(folder / name)
    return paths


if __name__ == "__main__":
    write_schemas(sys.argv[1] if len(sys.argv) > 1 else "schemas")
