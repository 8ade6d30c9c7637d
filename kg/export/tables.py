"""A folder with nodes.csv and edges.csv, for spreadsheets and data frames."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from kg.export.cells import cell, quoted, row
from kg.export.formats import Export, FolderFormat, TidyGraph
from kg.export.values import escape_names, tidy_properties
from kg.model import Edge, Node, Value

NODE_COLUMNS = ("key", "label")
EDGE_COLUMNS = ("source", "type", "target")


def node_row(node: Node) -> dict[str, Value]:
    """Return a node as a flat record; the property `key` is the node's key."""
    rest = {name: value for name, value in node.properties.items() if name != "key"}
    return {"key": node.key, "label": node.label, **escape_names(rest, frozenset(NODE_COLUMNS))}


def edge_row(edge: Edge) -> dict[str, Value]:
    """Return an edge as a flat record."""
    rest = escape_names(edge.properties, frozenset(EDGE_COLUMNS))
    return {"source": edge.source, "type": edge.type, "target": edge.target, **rest}


def rows_of(tidy: TidyGraph) -> dict[str, Iterator[dict[str, Value]]]:
    """Return the records of the two tables."""
    return {"nodes": map(node_row, tidy.nodes()), "edges": map(edge_row, tidy.edges())}


def column_names(records: Iterable[Mapping[str, Value]], first: tuple[str, ...]) -> list[str]:
    """Return all columns of `records`: `first`, then the properties in the order of `tidy_properties`."""
    names = {name: None for record in records for name in record if name not in first}
    return [*first, *tidy_properties(dict.fromkeys(names, True))]


def write_tables(export: Export, folder: Path) -> None:
    """Write both tables; columns are the union of all properties, lists are JSON text."""
    tidy = export.tidy()
    for name, first in (("nodes", NODE_COLUMNS), ("edges", EDGE_COLUMNS)):
        columns = column_names(rows_of(tidy)[name], first)
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as out:
            out.write(row(map(quoted, columns)))
            for record in rows_of(tidy)[name]:
                out.write(row(cell(record.get(column)) for column in columns))


FORMAT = FolderFormat("csv", "a folder with nodes.csv and edges.csv", (r"(nodes|edges)\.csv",), write_tables)
