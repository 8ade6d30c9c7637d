"""Node-link JSON, as networkx and d3 read it (`networkx.node_link_graph(data, edges="edges")`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TextIO

from kg.export.formats import Export, FileFormat
from kg.export.values import EDGE_RESERVED, MARK, MARK_VERSION, NODE_RESERVED, escape_names, tidy_json


def write_node_link(export: Export, out: TextIO) -> None:
    """Write strict JSON, a node or edge a line; an edge's `key` is its type (`TYPE~2` where edges are parallel)."""
    tidy = export.tidy()
    nodes = ({"id": n.key, "label": n.label, **escape_names(n.properties, NODE_RESERVED)} for n in tidy.nodes())
    edges = (
        {"source": e.source, "target": e.target, "key": f"{e.type}~{number + 1}" if number else e.type, "type": e.type}
        | escape_names(e.properties, EDGE_RESERVED)
        for e, number in tidy.numbered_edges()
    )
    out.write(f'{{"directed": true, "multigraph": true, "graph": {{"{MARK}": {MARK_VERSION}}},\n')
    out.write('"nodes": [')
    write_items(nodes, out)
    out.write('],\n"edges": [')
    write_items(edges, out)
    out.write("]}\n")


def write_items(items: Iterator[dict[str, Any]], out: TextIO) -> None:
    """Write JSON objects with commas between them, each on its own line."""
    separator = "\n"
    for item in items:
        out.write(separator + tidy_json(item))
        separator = ",\n"


FORMAT = FileFormat("json", "node-link JSON (networkx, d3)", write_node_link)
