"""GraphML, as Gephi, yEd and networkx read it: typed attributes and an id of its own for every edge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TextIO

from kg.export.formats import Export, FileFormat, TidyGraph, edge_id
from kg.export.values import EDGE_RESERVED, MARK, MARK_VERSION, NODE_RESERVED, escape_names, tidy_json
from kg.model import Value

NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
LIST = "JSON list of text"
"""What stands in the `desc` of an attribute whose text is a JSON list, so that it can be read back as a list."""


class Attribute(NamedTuple):
    """One typed attribute: `domain` is node or edge; a name with values of two types has two attributes."""

    domain: str
    name: str
    type: str


def write_graphml(export: Export, out: TextIO) -> None:
    """Write the graph; lists are JSON text, declared as such."""
    tidy = export.tidy()
    ids = _attributes(tidy)
    out.write(f'<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="{NAMESPACE}">\n')
    out.write(f'<key id="{MARK}" for="graph" attr.name="{MARK}" attr.type="int"/>\n')
    for attribute, key in ids.items():
        _write_key(attribute, key, out)
    out.write(f'<graph id="kg" edgedefault="directed">\n<data key="{MARK}">{MARK_VERSION}</data>\n')
    for node in tidy.nodes():
        out.write(f'<node id="{_quoted(node.key)}">')
        _write_data(_node_data(node.label, node.properties), "node", ids, out)
        out.write("</node>\n")
    for edge, number in tidy.numbered_edges():
        ends = f'source="{_quoted(edge.source)}" target="{_quoted(edge.target)}"'
        out.write(f'<edge id="{edge_id(edge, number)}" {ends}>')
        _write_data(_edge_data(edge.type, edge.properties), "edge", ids, out)
        out.write("</edge>\n")
    out.write("</graph>\n</graphml>\n")


def _node_data(label: str, properties: Mapping[str, Value]) -> dict[str, Value]:
    return {"label": label, **escape_names(properties, NODE_RESERVED)}


def _edge_data(kind: str, properties: Mapping[str, Value]) -> dict[str, Value]:
    return {"type": kind, **escape_names(properties, EDGE_RESERVED)}


def _attributes(tidy: TidyGraph) -> dict[Attribute, str]:
    """Return the attributes of the whole graph in a fixed order, each with the id of its declaration."""
    found: set[Attribute] = set()
    for node in tidy.nodes():
        found.update(_typed("node", _node_data(node.label, node.properties).items()))
    for edge in tidy.edges():
        found.update(_typed("edge", _edge_data(edge.type, edge.properties).items()))
    return {attribute: f"d{number}" for number, attribute in enumerate(sorted(found))}


def _typed(domain: str, items: Iterable[tuple[str, Value]]) -> Iterable[Attribute]:
    return (Attribute(domain, name, _type(value)) for name, value in items)


def _type(value: Value) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "long"
    if isinstance(value, float):
        return "double"
    return LIST if isinstance(value, list) else "string"


def _write_key(attribute: Attribute, key: str, out: TextIO) -> None:
    kind = "string" if attribute.type == LIST else attribute.type
    head = f'<key id="{key}" for="{attribute.domain}" attr.name="{_quoted(attribute.name)}" attr.type="{kind}"'
    out.write(f"{head}><desc>{LIST}</desc></key>\n" if attribute.type == LIST else f"{head}/>\n")


def _write_data(data: Mapping[str, Value], domain: str, ids: Mapping[Attribute, str], out: TextIO) -> None:
    for name, value in data.items():
        key = ids[Attribute(domain, name, _type(value))]
        out.write(f'<data key="{key}">{_escaped(_text(value))}</data>')


def _text(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    return tidy_json(value) if isinstance(value, list) else value


def _escaped(text: str) -> str:
    """Escape element text; a bare carriage return would be read as a line end (XML 1.0, 2.11)."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")


def _quoted(text: str) -> str:
    """Escape an attribute's value; bare line ends and tabs would be read as spaces (XML 1.0, 3.3.3)."""
    return _escaped(text).replace('"', "&quot;").replace("\n", "&#10;").replace("\t", "&#9;")


FORMAT = FileFormat("graphml", "GraphML (Gephi, yEd, networkx)", write_graphml)
