"""Extractions as JSON lines, each entity with the key of its node in the graph."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TextIO

import msgspec

from kg.errors import ConfigError
from kg.export.formats import Export, FileFormat
from kg.export.values import json_text
from kg.model import Extraction


def write_extractions(export: Export, out: TextIO) -> None:
    """Write one line for each extraction; `node` is null for an entity that is not in the graph."""
    if export.resolved is None:
        raise ConfigError(
            "The format 'extractions' needs the extractions of the graph, and none were given. "
            "Export from the graph directory that kg build wrote."
        )
    for extraction in export.resolved.extractions:
        out.write(json_text(_with_nodes(extraction, export.resolved.node_of)) + "\n")


def _with_nodes(extraction: Extraction, node_of: Mapping[tuple[str, str], str]) -> dict[str, Any]:
    record: dict[str, Any] = msgspec.to_builtins(extraction)
    for entity in record["entities"]:
        entity["node"] = node_of.get((extraction.doc_id, entity["id"]))
    return record


FORMAT = FileFormat("extractions", "JSON lines: what each paper says, with the node of every entity", write_extractions)
