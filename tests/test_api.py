"""The Python interface on hand-made papers, and on the shipped model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kg
from kg.api import build_directory
from tests.cli.hand_made import DOCUMENTS, contents, whole_graph

PROPOSED = "MATCH (p:Paper)-[:PROPOSES]->(m:Method) RETURN m.name AS m ORDER BY m"
TEXT = "We present LarkNet, a network for image classification. LarkNet is evaluated on ImageNet."


@pytest.fixture
def graph() -> kg.KnowledgeGraph:
    return kg.KnowledgeGraph.of(contents())


def test_queries_give_rows(graph: kg.KnowledgeGraph) -> None:
    rows = graph.query("MATCH (p:Paper) WHERE p.year > $y RETURN p.name AS name", {"y": 2023}, timeout=10, limit=5)
    assert (rows.columns, rows.rows) == (("name",), (("Larks on Graphs",),))
    with pytest.raises(kg.QueryError):
        graph.query("CREATE (:Paper {key: 'x'})")


def test_save_and_open_are_a_round_trip(graph: kg.KnowledgeGraph, tmp_path: Path) -> None:
    graph.save(tmp_path / "g")
    with kg.open(tmp_path / "g") as opened:
        assert opened.graph == graph.graph == whole_graph()
        assert opened.query(PROPOSED) == graph.query(PROPOSED)
        assert opened.papers == graph.papers
        assert opened.extractions == graph.extractions
        assert opened.stats() == graph.stats()
        assert opened.path == tmp_path / "g"


def test_a_stricter_limit_leaves_out_and_a_laxer_one_adds_nothing(tmp_path: Path) -> None:
    kg.KnowledgeGraph.of(contents(0.7)).save(tmp_path / "g")
    query = "MATCH (:Method)-[r]->(:Method) RETURN type(r) AS t ORDER BY t"
    assert kg.open(tmp_path / "g", min_confidence=0.1).query(query).rows == (("USES",),)
    assert kg.open(tmp_path / "g", min_confidence=0.8).query(query).rows == ()


def test_a_change_reaches_the_files_and_needs_a_directory(graph: kg.KnowledgeGraph, tmp_path: Path) -> None:
    change = "MATCH (p:Paper {name: 'LarkNet'}) SET p.venue = 'A Workshop'"
    with pytest.raises(kg.ConfigError, match="Save it first"):
        graph.change(change)
    graph.save(tmp_path / "g")
    with kg.open(tmp_path / "g") as opened:
        opened.change(change)
        assert "A Workshop" in [node.properties.get("venue") for node in opened.graph.nodes]


def test_networkx_holds_every_node_and_edge(graph: kg.KnowledgeGraph) -> None:
    network = graph.to_networkx()
    assert set(network.nodes) == {node.key for node in graph.graph.nodes}
    assert network.number_of_edges() == len(graph.graph.edges)


def test_view_and_export_write_files(graph: kg.KnowledgeGraph, tmp_path: Path) -> None:
    assert graph.view(tmp_path / "v.html", kg.ViewOptions(max_nodes=5)) == tmp_path / "v.html"
    path = graph.export("extractions", tmp_path / "e.jsonl")
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [line["doc_id"] for line in lines] == [paper.id for paper in graph.papers]
    with pytest.raises(kg.ConfigError, match="graphml"):
        graph.export("graphlm", tmp_path / "x")


def test_explain_and_repr(graph: kg.KnowledgeGraph, tmp_path: Path) -> None:
    (one,) = graph.explain("LarkNet")
    assert (one.label, one.papers, dict(one.aliases)) == ("Method", 2, {"LarkNet": 2})
    counts = "2 Paper, 3 Method, 1 Dataset, 1 Metric, 1 Result"
    assert repr(graph) == f"<KnowledgeGraph: {counts}; {len(graph.graph.edges)} edges>"
    assert graph._repr_html_().startswith("<iframe")


def test_mistakes_say_what_to_write(tmp_path: Path) -> None:
    with pytest.raises(kg.ConfigError, match=r"kg\.build\(kg\.read\('papers.csv'\)\)"):
        kg.build("papers.csv")  # type: ignore[arg-type]
    with pytest.raises(kg.ConfigError, match=r"kg\.Document"):
        kg.build(["an abstract"])  # type: ignore[list-item]
    with pytest.raises(kg.ConfigError, match="from 0 to 1"):
        kg.build([], min_confidence=2)
    with pytest.raises(kg.ConfigError, match="from 0 to 1"):
        kg.open("graph", min_confidence=float("nan"))
    with pytest.raises(kg.InputError, match="no such file"):
        kg.read(tmp_path / "missing.txt")
    with pytest.raises(kg.GraphError, match="kg build"):
        kg.open(tmp_path / "missing")


def test_documents_are_checked_and_freed_of_what_no_file_holds(tmp_path: Path) -> None:
    graph = kg.build([kg.Document(id="1", title="A\x00b\ud800", text=TEXT, authors=("\udfff",))])
    (paper,) = kg.open(graph.save(tmp_path / "g")).papers
    assert (paper.title, paper.authors) == ("Ab\ufffd", ("\ufffd",))
    with pytest.raises(kg.KgError, match=r"The document 1 is not valid: Expected `str`, got `int` - at `\$\.id`"):
        kg.build([kg.Document(id=1)])  # type: ignore[arg-type]


def test_only_names_are_explained(graph: kg.KnowledgeGraph) -> None:
    for label in ("Paper", "Result"):
        key = next(node.key for node in graph.graph.nodes if node.label == label)
        with pytest.raises(kg.KgError, match=f"{key} is a {label}, and only names are explained"):
            graph.explain(key)


def test_read_warns_of_what_it_skips(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text(json.dumps({"id": "a", "text": TEXT}) + "\n{broken\n", encoding="utf-8")
    with pytest.warns(UserWarning, match=r"p\.jsonl:2: "):
        assert [document.id for document in kg.read(path)] == ["a"]
    problems: list[kg.InputError] = []
    kg.read([path, path], on_problem=problems.append)
    assert [problem.line for problem in problems] == [2, 2]


def test_build_in_memory_is_build_on_disk(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text("".join(json.dumps({"id": d.id, "text": d.text}) + "\n" for d in DOCUMENTS), encoding="utf-8")
    built = kg.build(kg.read(path), model=kg.Extractor())
    from kg.api import BuildOptions

    build_directory([path], tmp_path / "g", BuildOptions(), on_problem=lambda problem: None)
    assert kg.open(tmp_path / "g").graph == built.graph
    assert kg.build([]).graph == kg.Graph()
