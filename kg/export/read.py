"""Read a graph that kg or another tool wrote as node-link JSON or GraphML."""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable
from pathlib import Path

from kg.errors import GraphError
from kg.export.foreign import graph_of
from kg.export.graphml_read import parse_graphml
from kg.export.node_link_read import parse_node_link
from kg.model import Graph

_BOMS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def read_graph(path: str | os.PathLike[str], *, on_problem: Callable[[str], None] | None = None) -> Graph:
    """Return the graph of a node-link JSON file (edges under "edges" or "links") or a GraphML file.

    What kg wrote comes back equal. In a graph of another tool a node's label is its attribute `labels`, `label` or
    `type` (else "Node"), an edge's type is its `type` or `label`, else a `key` that is text (else "RELATED_TO"), and
    the node's id is its key, as text, and also stands in the properties `key` and `id`. `on_problem` gets one line
    for each kind of thing that had to be changed or left out. Raises `GraphError` for anything that is no graph.
    """
    data = _bytes(path)
    head = data[:200].translate(None, b"\x00 \t\r\n")
    for bom in _BOMS:
        head = head.removeprefix(bom)
    try:
        if head.startswith(b"<"):
            raw = parse_graphml(data)
        elif head.startswith(b"{"):
            raw = parse_node_link(data)
        else:
            raise GraphError("it starts with neither '{' nor '<'")
        return graph_of(raw, on_problem or (lambda line: None))
    except (GraphError, RecursionError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise GraphError(f"{path} is no graph that kg can read: {reason}. Give node-link JSON or GraphML.") from error


def _bytes(path: str | os.PathLike[str]) -> bytes:
    try:
        data = Path(path).read_bytes()
    except IsADirectoryError as error:
        raise GraphError(f"{path} is a folder. Give a file with node-link JSON or GraphML.") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise GraphError(f"Cannot read {path}: {reason}. Check the path and your permissions.") from error
    if not data.strip():
        raise GraphError(f"{path} is empty. Give a file with node-link JSON or GraphML.")
    return data
