"""Node-link JSON: strict, equal after a round trip, and read under both names of the edge list."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import networkx
import pytest
from hypothesis import given, settings

from kg.errors import GraphError
from kg.export import export_graph, read_graph
from kg.model import Edge, Graph, Node
from tests.export.graphs import HOSTILE, graphs, hostile_graph, small_graph, tidy

SHARED = Path(__file__).parents[2].parent / "shared" / "cases" / "files"


def refuse(name: str) -> None:
    raise AssertionError(f"{name} is no JSON")


def write(folder: Path, value: Any) -> Path:
    path = folder / "foreign.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


@pytest.mark.parametrize("graph", [small_graph(), hostile_graph(), Graph()], ids=["small", "hostile", "empty"])
def test_round_trip(graph: Graph, tmp_path: Path) -> None:
    assert read_graph(export_graph(graph, "json", tmp_path / "g.json")) == tidy(graph)


@given(graphs())
@settings(max_examples=60, deadline=None)
def test_any_graph_comes_back_by_the_stated_rules(tmp_path_factory: pytest.TempPathFactory, graph: Graph) -> None:
    path = export_graph(graph, "json", tmp_path_factory.getbasetemp() / "any.json")
    json.loads(path.read_text(encoding="utf-8"), parse_constant=refuse)
    assert read_graph(path) == tidy(graph)


def test_networkx_reads_it_equal(tmp_path: Path) -> None:
    graph = small_graph()
    data = json.loads(export_graph(graph, "json", tmp_path / "g.json").read_text(encoding="utf-8"))
    read = networkx.node_link_graph(data, edges="edges")
    assert isinstance(read, networkx.MultiDiGraph)
    assert dict(read.nodes(data=True)) == {n.key: {"label": n.label, **n.properties} for n in graph.nodes}
    assert sorted(read.edges(keys=True)) == sorted((e.source, e.target, e.type) for e in graph.edges)
    assert read.edges["paper:a", "method:c++", "USES"]["evidence_papers"] == ["paper:b", "paper:a"]


def test_parallel_edges_have_different_keys(tmp_path: Path) -> None:
    data = json.loads(export_graph(hostile_graph(), "json", tmp_path / "g.json").read_text(encoding="utf-8"))
    assert networkx.node_link_graph(data, edges="edges").number_of_edges() == len(HOSTILE) + 2


@pytest.mark.parametrize("name", ["edges", "links"])
def test_both_names_of_the_edge_list_and_nan(name: str, tmp_path: Path) -> None:
    edge = {"source": "a", "target": "b", "key": 0}
    value = {"multigraph": True, "graph": {}, "nodes": [{"id": "a"}, {"id": "b", "year": math.nan}], name: [edge]}
    assert read_graph(write(tmp_path, value)) == Graph.of(
        [Node("a", "Node", {"key": "a", "id": "a"}), Node("b", "Node", {"key": "b", "id": "b"})],
        [Edge("a", "RELATED_TO", "b", {})],
    )


def test_the_number_7_and_the_text_7_are_two_nodes(tmp_path: Path) -> None:
    ids: list[Any] = ["urn:p:1", "o'brien:2", "007", 7, "7", "a/b c#d?e=f&g", "{{ template }}"]
    value = {
        "nodes": [*({"id": i, "label": "Paper", "title": f"of {i!r}"} for i in ids), {"id": "m:1", "label": "Method"}],
        "edges": [{"source": i, "target": "m:1", "type": "USES"} for i in ids],
    }
    problems: list[str] = []
    graph = read_graph(write(tmp_path, value), on_problem=problems.append)
    titles = {n.key: n.properties["title"] for n in graph.nodes if n.label == "Paper"}
    assert titles == {i: f"of {i!r}" for i in ids if isinstance(i, str)} | {"7~2": "of 7"}
    assert [e.source for e in graph.edges] == sorted(titles)
    assert problems == ["1 × ids that differ in type only got a number (7 and '7' are '7~2' and '7')"]
    for name in ("graphml", "json"):
        assert read_graph(export_graph(graph, name, tmp_path / name)) == graph


def test_numbers_in_nodes_and_text_in_edges_meet(tmp_path: Path) -> None:
    value = {"nodes": [{"id": 1}, {"id": 2}], "links": [{"source": "1", "target": 2}, {"source": '"2"', "target": 1}]}
    graph = read_graph(write(tmp_path, value))
    assert [(e.source, e.target) for e in graph.edges] == [('"2"', "1"), ("1", "2")]


def test_labels_types_and_own_keys_of_a_foreign_graph(tmp_path: Path) -> None:
    value = {
        "nodes": [
            {"id": "a", "labels": ["Person", "Actor"], "key": "own", "_kg": "mark"},
            {"id": "b", "type": "Film", "year": 1999},
            {"id": "a", "label": "Twice"},
        ],
        "edges": [
            {"source": "a", "target": "b", "label": "ACTED_IN", "key": "k1"},
            {"source": "a", "target": "b", "key": "LIKES"},
        ],
    }
    problems: list[str] = []
    graph = read_graph(write(tmp_path, value), on_problem=problems.append)
    assert graph.nodes == (
        Node("a", "Person", {"key": "a", "id": "a", "key_": "own"}),
        Node("b", "Film", {"key": "b", "id": "b", "year": 1999}),
    )
    assert graph.edges == (Edge("a", "ACTED_IN", "b", {}), Edge("a", "LIKES", "b", {}))
    assert problems == ["1 × nodes with an id that an earlier node has were left out"]


def test_nodes_without_ids_are_numbered(tmp_path: Path) -> None:
    value = {"nodes": [{"label": "A"}, {"label": "B"}], "links": [{"source": 0, "target": 1}]}
    graph = read_graph(write(tmp_path, value))
    assert [(n.key, n.label) for n in graph.nodes] == [("0", "A"), ("1", "B")]
    assert graph.edges == (Edge("0", "RELATED_TO", "1", {}),)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_other_encodings(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    path.write_text('{"nodes": [{"id": "é"}], "edges": []}', encoding=encoding)
    assert read_graph(path).nodes[0].key == "é"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is empty"),
        (b"id,label\n1,A\n", "neither '{' nor '<'"),
        (b"{", "no valid JSON"),
        (b"\x7b\xff\xfe\xfd", "no valid JSON"),
        (b'{"nodes": []}', "no list under 'edges' or 'links'"),
        (b'{"nodes": {}, "edges": []}', "no list under 'nodes'"),
        (b'{"nodes": [1], "edges": []}', "item 0 of nodes is no object"),
        (b'{"nodes": [], "edges": [{"source": 1}]}', "edge 0 has no 'target'"),
        (b'{"nodes": ' + b"[" * 200_000, "nested too deeply"),
        (b'{"nodes": [{"id": ' + b"9" * 5000 + b'}], "edges": []}', "no valid JSON"),
    ],
)
def test_what_is_no_graph_is_refused_in_one_line(content: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    with pytest.raises(GraphError, match=reason) as caught:
        read_graph(path)
    assert "\n" not in str(caught.value)


def test_missing_files_and_folders_are_said(tmp_path: Path) -> None:
    with pytest.raises(GraphError, match="No such file"):
        read_graph(tmp_path / "no.json")
    with pytest.raises(GraphError, match="is a folder"):
        read_graph(tmp_path)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared cases are not here")
def test_the_shared_case_graph() -> None:
    graph = read_graph(SHARED / "cypher_graph.json")
    assert (len(graph.nodes), len(graph.edges)) == (8, 7)
    assert [n.properties["name"] for n in graph.nodes if n.label == "Method"] == ["LoRA", "BERT", "GPT-4"]
