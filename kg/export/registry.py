"""All formats by name. A new one is a module with a `FORMAT` and a line here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from kg.export import extractions, graphml, jsonld, neo4j_csv, node_link, parquet, tables, turtle
from kg.export.formats import Format

FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        module.FORMAT.name: module.FORMAT
        for module in (graphml, node_link, tables, jsonld, turtle, parquet, neo4j_csv, extractions)
    }
)
"""Format name → format."""
