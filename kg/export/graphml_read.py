"""Parse GraphML with expat; entities, which can blow up or read files, are refused."""

from __future__ import annotations

import json
from typing import Any
from xml.parsers import expat

from kg.errors import GraphError
from kg.export.foreign import RawEdge, RawGraph, RawNode
from kg.export.graphml import LIST


def parse_graphml(data: bytes) -> RawGraph:
    """Return the records of a GraphML document in any encoding that expat knows.

    Nodes of nested graphs count as nodes; hyperedges, ports and the drawings of yEd are passed over.
    Raises `GraphError` when it is no well-formed XML, declares entities or holds no `graphml` element.
    """
    reader = _Reader()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.EntityDeclHandler = _refuse_entity
    parser.SkippedEntityHandler = _refuse_entity
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise GraphError(f"it is no valid XML ({error})") from error
    except (LookupError, ValueError) as error:  # an encoding that Python does not know
        raise GraphError(f"its text cannot be decoded ({error})") from error
    return RawGraph(reader.attributes, reader.nodes, reader.edges)


def _refuse_entity(name: str, *_rest: object) -> None:
    raise GraphError(f"it declares or uses the entity {name!r}, which kg refuses")


class _Key:
    """A declared attribute: its name and how its text is read."""

    def __init__(self, given: dict[str, str]) -> None:
        self.id = given.get("id", "")
        self.domain = given.get("for", "all")
        self.name = given.get("attr.name", self.id)
        self.type = given.get("attr.type", "string")
        self.default: str | None = None
        self.is_list = False

    def value(self, text: str) -> Any:
        """Return the typed value; a text that is not of the declared type stays text."""
        try:
            if self.is_list:
                return json.loads(text)
            if self.type in {"int", "long", "integer"}:
                return int(text)
            if self.type in {"float", "double"}:
                return float(text)
        except ValueError:
            return text
        if self.type == "boolean" and text.strip().lower() in {"true", "false", "1", "0"}:
            return text.strip().lower() in {"true", "1"}
        return text


class _Reader:
    def __init__(self) -> None:
        self.attributes: dict[str, Any] = {}
        self.nodes: list[RawNode] = []
        self.edges: list[RawEdge] = []
        self._keys: dict[str, _Key] = {}
        self._key: _Key | None = None
        self._owners: list[tuple[str, dict[str, Any]]] = []
        self._path: list[str] = []
        self._data: str | None = None
        self._drawing = False
        self._text: list[str] = []

    def start(self, tag: str, given: dict[str, str]) -> None:
        name = tag.rpartition(" ")[2]
        if not self._path and name != "graphml":
            raise GraphError(f"its first element is {name!r}, not 'graphml'")
        self._path.append(name)
        self._text = []
        if self._data is not None:
            self._drawing = True
        elif name == "key":
            self._key = self._keys[given.get("id", "")] = _Key(given)
        elif name == "data":
            self._data = given.get("key", "")
        elif name == "graph":
            self._owners.append((name, {} if self._owners else self.attributes))
        elif name == "node":
            self._owners.append((name, self._begin_node(given)))
        elif name == "edge":
            self._owners.append((name, self._begin_edge(given)))
        elif name in {"hyperedge", "port"}:
            self._owners.append((name, {}))

    def _begin_node(self, given: dict[str, str]) -> dict[str, Any]:
        properties: dict[str, Any] = {}
        if given.get("labels"):  # Neo4j's own writer: labels=":Person:Actor"
            properties["labels"] = given["labels"].strip(":").split(":")
        self.nodes.append(RawNode(given.get("id", ""), properties))
        return properties

    def _begin_edge(self, given: dict[str, str]) -> dict[str, Any]:
        if "source" not in given or "target" not in given:
            raise GraphError(f"edge {len(self.edges)} has no source or no target")
        properties: dict[str, Any] = {"label": given["label"]} if given.get("label") else {}
        self.edges.append(RawEdge(given["source"], given["target"], properties))
        return properties

    def text(self, text: str) -> None:
        self._text.append(text)

    def end(self, tag: str) -> None:
        name = tag.rpartition(" ")[2]
        self._path.pop()
        text = "".join(self._text)
        if name == "data":
            self._end_data(text)
        elif self._drawing:
            self._end_drawing(name, text.strip())
        elif self._key and name == "default":
            self._key.default = text
        elif self._key and name == "desc":
            self._key.is_list = text == LIST
        elif name == "key":
            self._key = None
        elif self._owners and name == self._owners[-1][0]:
            self._fill_defaults(*self._owners.pop())
        self._text = []

    def _end_data(self, text: str) -> None:
        key, self._data = self._data, None
        drawing, self._drawing = self._drawing, False
        if self._owners and key is not None and not drawing:
            declared = self._keys.get(key) or _Key({"id": key})
            # Neo4j's writer repeats ":Person:Actor" as data; the attribute that was read first is the better form.
            self._owners[-1][1].setdefault(declared.name, declared.value(text))

    def _end_drawing(self, name: str, text: str) -> None:
        """Keep the text that yEd draws on a node; everything else inside a `data` element is layout."""
        if name == "NodeLabel" and text and self._owners:
            self._owners[-1][1].setdefault("name", text)

    def _fill_defaults(self, kind: str, properties: dict[str, Any]) -> None:
        for key in self._keys.values():
            if key.default is not None and key.domain in {kind, "all"}:
                properties.setdefault(key.name, key.value(key.default))
