"""Inputs on which neighbouring tools failed (../shared/cases), tried on every store and every format."""

from __future__ import annotations

import datetime
import json
from collections import Counter
from pathlib import Path

import networkx
import numpy
import pytest

from kg.export import export_graph, read_graph
from kg.model import Graph
from kg.stores import Neo4jStore, Store, from_networkx, to_networkx
from kg.stores.cypher import quote
from kg.view import render_view
from tests.stores.graphs import edge, node


def hostile_ids(shared: Path, tmp_path: Path) -> tuple[Graph, list[str]]:
    """Case 35: seven papers whose ids are hostile, two of which differ in type only, and a method that all use."""
    lines = (shared / "cases" / "files" / "hostile_ids.jsonl").read_text(encoding="utf-8").splitlines()
    papers = [{**json.loads(line), "label": "Paper"} for line in lines]
    edges = [{"source": paper["id"], "target": "m:1", "type": "USES"} for paper in papers]
    path = tmp_path / "ids.json"
    nodes = [*papers, {"id": "m:1", "label": "Method"}]
    path.write_text(json.dumps({"nodes": nodes, "edges": edges}), encoding="utf-8")
    problems: list[str] = []
    return read_graph(path, on_problem=problems.append), problems


KEYS = ["007", "7", "7~2", "a/b c#d?e=f&g", "o'brien:2", "urn:p:1", "{{ template }}"]


def test_hostile_ids_are_seven_papers_in_every_store(store: Store, shared: Path, tmp_path: Path) -> None:
    graph, problems = hostile_ids(shared, tmp_path)
    assert len(problems) == 1
    store.sync(graph)
    assert store.query("MATCH (p:Paper) RETURN p.key AS k ORDER BY k").rows == tuple((key,) for key in KEYS)
    assert store.query("MATCH (:Paper)-[r:USES]->(:Method {key: 'm:1'}) RETURN count(r)").rows == ((7,),)
    assert store.graph() == graph


def test_hostile_ids_are_seven_papers_in_every_format(shared: Path, tmp_path: Path) -> None:
    graph, _ = hostile_ids(shared, tmp_path)
    for format, name in (("graphml", "g.graphml"), ("json", "g.json")):
        again = read_graph(export_graph(graph, format, tmp_path / name))
        assert [n.key for n in again.nodes if n.label == "Paper"] == KEYS
        assert len(again.edges) == 7
    made = to_networkx(graph)
    assert sorted(n for n, d in made.nodes(data=True) if d["label"] == "Paper") == KEYS
    assert made.number_of_edges() == 7
    read = networkx.read_graphml(tmp_path / "g.graphml")
    assert (sorted(set(read) - {"m:1"}), read.number_of_edges()) == (KEYS, 7)
    page = render_view(graph)
    assert "<script>alert(1)</script>" not in page
    assert "<img src=x" not in page


def test_values_that_graphml_cannot_hold(tmp_path: Path) -> None:
    """Case 32: lists, maps, nothing, dates, other numbers and forbidden characters."""
    source = networkx.DiGraph(name="made", listed=["a"], nothing=None)
    source.add_node(
        "p1",
        aliases=["LLM", "LLMs"],
        year=None,
        meta={"k": 1},
        added=datetime.date(2020, 1, 1),
        score=numpy.float32(0.5),
        title="ctl \x01 \x0b char",
    )
    found = read_graph(export_graph(from_networkx(source), "graphml", tmp_path / "g.graphml")).nodes[0]
    assert found.properties == {
        "id": "p1",
        "key": "p1",
        "aliases": ["LLM", "LLMs"],
        "meta": '{"k": 1}',
        "added": "2020-01-01",
        "score": 0.5,
        "title": "ctl   char",
    }
    plain = networkx.read_graphml(tmp_path / "g.graphml").nodes["p1"]
    assert json.loads(plain["aliases"]) == ["LLM", "LLMs"]


LABEL = "Method`) SET n.hit = 1 //"


def test_names_from_data_are_never_run(store: Store) -> None:
    """Case 43: a label that ends its quotes, types with a hyphen and a blank, reserved words as properties."""
    title = "O'Brien \\ \" $x"
    nodes = [node("a", LABEL, order=1, **{"a b": "x", "`": "y", "title": title}), node("b", LABEL, order=2)]
    graph = Graph.of(nodes, [edge("a", "part-of", "b", order=3), edge("a", "used for", "b")])
    store.sync(graph)
    assert store.graph() == graph
    assert store.query("MATCH (n) WHERE n.hit IS NOT NULL RETURN n.key").rows == ()
    found = store.query(f"MATCH (n:{quote(LABEL)}) RETURN n.order AS o, n.`a b`, n.````, n.title ORDER BY o").rows
    assert found == ((1, "x", "y", title), (2, None, None, None))
    types = store.query("MATCH ()-[r:`part-of`|`used for`]->() RETURN type(r) AS t, r.order AS o ORDER BY t").rows
    assert types == (("part-of", 3), ("used for", None))


@pytest.mark.neo4j
def test_constraints_stand_before_the_first_write(neo4j_store: Neo4jStore) -> None:
    """Case 42: a unique key for each label, and a second load that adds nothing."""
    papers = [node(f"paper:{i}", "Paper", name=f"P{i}") for i in range(1000)]
    methods = [node(f"method:{i}", "Method", name=f"M{i}") for i in range(50)]
    edges = [edge(f"paper:{i}", "USES", f"method:{(i * 7 + j) % 50}", support=1) for i in range(1000) for j in range(5)]
    graph = Graph.of([*papers, *methods], edges)
    for _ in range(2):
        neo4j_store.write(graph)
        counts = neo4j_store.query("MATCH (n) OPTIONAL MATCH (n)-[r]->() RETURN count(DISTINCT n), count(r)").rows
        assert counts == ((1050, 5000),)
    found = neo4j_store.query("SHOW CONSTRAINTS YIELD labelsOrTypes, properties, type RETURN labelsOrTypes, properties")
    unique = Counter((labels[0], properties[0]) for labels, properties in found.rows)
    assert {("Paper", "key"), ("Method", "key")} <= unique.keys()
