"""GraphML: equal after a round trip, as networkx reads it, and safe to read."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import networkx
import pytest
from hypothesis import given, settings

from kg.errors import GraphError
from kg.export import export_graph, read_graph
from kg.export.foreign import RawEdge
from kg.export.graphml_read import parse_graphml
from kg.model import Edge, Graph, Node, Value
from tests.export.graphs import HOSTILE, graphs, hostile_graph, small_graph, tidy

NAMESPACE = "{http://graphml.graphdrawing.org/xmlns}"


@pytest.mark.parametrize("graph", [small_graph(), hostile_graph(), Graph()], ids=["small", "hostile", "empty"])
def test_round_trip(graph: Graph, tmp_path: Path) -> None:
    assert read_graph(export_graph(graph, "graphml", tmp_path / "g.graphml")) == tidy(graph)


@given(graphs())
@settings(max_examples=60, deadline=None)
def test_any_graph_comes_back_by_the_stated_rules(tmp_path_factory: pytest.TempPathFactory, graph: Graph) -> None:
    path = export_graph(graph, "graphml", tmp_path_factory.getbasetemp() / "any.graphml")
    assert read_graph(path) == tidy(graph)


def as_text(properties: dict[str, Value]) -> dict[str, Any]:
    """Return the properties as networkx is to see them: lists as JSON text; it drops empty texts."""
    out = {k: json.dumps(v, ensure_ascii=False) if isinstance(v, list) else v for k, v in properties.items()}
    return {name: value for name, value in out.items() if value != ""}


def test_networkx_reads_it_equal(tmp_path: Path) -> None:
    graph = small_graph()
    read = networkx.read_graphml(export_graph(graph, "graphml", tmp_path / "g.graphml"), force_multigraph=True)
    assert dict(read.nodes(data=True)) == {n.key: {"label": n.label, **as_text(n.properties)} for n in graph.nodes}
    found = sorted((source, data.pop("type"), target, data) for source, target, data in read.edges(data=True))
    assert found == [(e.source, e.type, e.target, as_text(e.properties)) for e in graph.edges]
    assert type(read.nodes["paper:a"]["year"]) is int
    assert type(read.nodes["result:1"]["number"]) is float


def test_networkx_reads_hostile_ids_and_names_equal(tmp_path: Path) -> None:
    read = networkx.read_graphml(export_graph(hostile_graph(), "graphml", tmp_path / "g.graphml"))
    names = {text: text for text in (t.replace("\x1f", "") for t in HOSTILE)}
    assert {key: data.get("name") for key, data in read.nodes(data=True) if key in names} == names
    assert read.number_of_edges() == len(HOSTILE) + 2


def test_values_that_graphml_cannot_hold(tmp_path: Path) -> None:
    properties: dict[str, Any] = {
        "aliases": ["LLM", "LLMs"],
        "year": None,
        "meta": {"k": 1},
        "score": math.nan,
        "title": "ctl \x01 \x0b char",
    }
    path = export_graph(Graph.of([Node("p1", "Paper", properties)], []), "graphml", tmp_path / "g.graphml")
    assert networkx.read_graphml(path).nodes["p1"] == {
        "label": "Paper",
        "aliases": '["LLM", "LLMs"]',
        "meta": '{"k": 1}',
        "title": "ctl   char",
    }


def test_every_edge_has_an_id_of_its_own_that_stays_when_the_graph_grows(tmp_path: Path) -> None:
    def ids(graph: Graph) -> list[str]:
        root = ElementTree.parse(export_graph(graph, "graphml", tmp_path / "g.graphml")).getroot()  # noqa: S314 - our own file
        return [edge.attrib["id"] for edge in root.iter(f"{NAMESPACE}edge")]

    graph = hostile_graph()
    before = ids(graph)
    assert len(set(before)) == len(before) == len(HOSTILE) + 2
    grown = Graph.of(graph.nodes, [*graph.edges, Edge("007", "NEW", "typed", {})])
    assert set(before) < set(ids(grown))


def test_foreign_graphml_with_defaults_drawings_and_neo4j_labels(tmp_path: Path) -> None:
    path = tmp_path / "foreign.graphml"
    path.write_text(
        """<?xml version="1.0"?><!DOCTYPE graphml>
        <graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">
        <key id="k0" for="node" attr.name="colour" attr.type="string"><default>red</default></key>
        <key id="k1" for="edge" attr.name="weight" attr.type="double"/>
        <key id="k2" for="node" yfiles.type="nodegraphics"/>
        <key id="k3" for="node" attr.name="born" attr.type="int"/>
        <graph edgedefault="undirected">
          <node id="a" labels=":Person:Actor"><data key="k3">1960</data><data key="labels">:Person:Actor</data></node>
          <node id="b"><data key="k0">blue</data><data key="k3">unknown</data>
            <data key="k2"><y:ShapeNode><y:NodeLabel>Bee</y:NodeLabel></y:ShapeNode></data>
            <graph id="inner"><node id="c"/></graph></node>
          <edge source="a" target="b" label="KNOWS"><data key="k1">0.5</data></edge>
          <edge source="b" target="missing"/>
        </graph></graphml>""",
        encoding="utf-8",
    )
    problems: list[str] = []
    graph = read_graph(path, on_problem=problems.append)
    assert graph.nodes == (
        Node("a", "Person", {"key": "a", "id": "a", "born": 1960, "colour": "red"}),
        Node("b", "Node", {"key": "b", "id": "b", "name": "Bee", "born": "unknown", "colour": "blue"}),
        Node("c", "Node", {"key": "c", "id": "c", "colour": "red"}),
        Node("missing", "Node", {"key": "missing", "id": "missing"}),
    )
    assert graph.edges == (Edge("a", "KNOWS", "b", {"weight": 0.5}), Edge("b", "RELATED_TO", "missing", {}))
    assert problems == ["1 × ends of edges that are no node were added with the label Node"]


def test_networkx_graphml_can_be_asked(tmp_path: Path) -> None:
    graph = networkx.MultiDiGraph()
    graph.add_node(7, label="Paper", year=2020)
    graph.add_node("m", label="Method")
    graph.add_edge(7, "m", type="USES", n=2)
    networkx.write_graphml(graph, tmp_path / "nx.graphml")
    read = read_graph(tmp_path / "nx.graphml")
    assert read.nodes[0] == Node("7", "Paper", {"key": "7", "id": "7", "year": 2020})
    assert read.edges == (Edge("7", "USES", "m", {"n": 2}),)


LAUGHS = """<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<graphml><graph><node id="&b;"/></graph></graphml>"""
OUTSIDE = """<?xml version="1.0"?><!DOCTYPE graphml [<!ENTITY x SYSTEM "file:///etc/passwd">]>
<graphml><graph><node id="a"><data key="k">&x;</data></node></graph></graphml>"""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (LAUGHS, "entity 'a'"),
        (OUTSIDE, "entity 'x'"),
        ("<graphml><graph>", "no valid XML"),
        ("<html/>", "first element is 'html'"),
        ("<graphml><graph><edge source='a'/></graph></graphml>", "no source or no target"),
        ('<?xml version="1.0" encoding="nosuch"?><graphml/>', "no valid XML|cannot be decoded"),
    ],
)
def test_what_is_no_graphml_is_refused_in_one_line(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.graphml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(GraphError, match=reason) as caught:
        read_graph(path)
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)


def test_deep_nesting_is_no_fault() -> None:
    depth = 20_000
    data = "<graphml>" + "<x>" * depth + "</x>" * depth + "<graph><edge source='a' target='b'/></graph></graphml>"
    assert parse_graphml(data.encode()).edges == [RawEdge("a", "b", {})]
