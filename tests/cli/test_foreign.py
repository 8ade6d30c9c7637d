"""Graphs of other programs: node-link JSON and GraphML files are asked, counted, converted like our own."""

from __future__ import annotations

import json
from pathlib import Path

import networkx
import pytest

from tests.cli.conftest import Run


@pytest.fixture(params=["graph.graphml", "graph.json"])
def foreign(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A graph with labels and types that are not of our schema."""
    made = networkx.MultiDiGraph()
    made.add_node("o'brien", label="Big Person", age=40)
    made.add_node("`tick`", label="Big Person", age=30)
    made.add_edge("o'brien", "`tick`", key="0", type="part-of", weight=0.5)
    made.add_edge("o'brien", "`tick`", key="1", type="part-of", weight=1.5)
    path = tmp_path / str(request.param)
    if path.suffix == ".json":
        path.write_text(json.dumps(networkx.node_link_data(made, edges="links")), encoding="utf-8")
    else:
        networkx.write_graphml(made, path)
    return path


def test_a_file_is_asked(kg_here: Run, foreign: Path) -> None:
    query = "MATCH (a:`Big Person`)-[r:`part-of`]->(b) RETURN a.key AS a, r.weight AS w, b.age AS age ORDER BY w"
    done = kg_here("query", foreign, query, "-f", "json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == [{"a": "o'brien", "w": 0.5, "age": 30}, {"a": "o'brien", "w": 1.5, "age": 30}]


def test_nodes_and_edges_print_as_json(kg_here: Run, foreign: Path) -> None:
    done = kg_here("query", foreign, "MATCH (a {age: 40})-[r {weight: 0.5}]->() RETURN a, r", "-f", "json")
    row = json.loads(done.stdout)[0]
    assert row["a"] == {
        "label": "Big Person",
        "key": "o'brien",
        "properties": {"age": 40, "id": "o'brien", "key": "o'brien"},
    }
    assert (row["r"]["type"], row["r"]["source"], row["r"]["target"]) == ("part-of", "o'brien", "`tick`")


def test_a_file_is_counted_converted_and_compared(kg_here: Run, foreign: Path, tmp_path: Path) -> None:
    numbers = json.loads(kg_here("stats", foreign, "--json").stdout)
    assert (numbers["nodes"], numbers["edges"]) == ({"Big Person": 2}, {"part-of": 2})
    for format in ("graphml", "json"):
        assert kg_here("export", foreign, "-f", format, "-o", tmp_path / f"out.{format}").returncode == 0
        done = kg_here("diff", foreign, tmp_path / f"out.{format}")
        *parts, merges = done.stdout.splitlines()
        assert (done.returncode, {line.partition(": ")[2] for line in parts}) == (0, {"no change"})
        assert merges == "merges: not known, since only a graph directory holds them"


def test_what_a_file_cannot_give_is_one_line(kg_here: Run, foreign: Path, tmp_path: Path) -> None:
    for arguments in (
        ("query", foreign, "RETURN 1", "--min-confidence", "0.5"),
        ("query", foreign, "MATCH (n) SET n.x = 1", "--write"),
        ("explain", foreign, "o'brien"),
    ):
        done = kg_here(*arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.count("\n") == 1
    (tmp_path / "no.json").write_text("[1]", encoding="utf-8")
    done = kg_here("query", tmp_path / "no.json", "RETURN 1")
    assert done.returncode == 2
    assert "no graph that kg can read" in done.stderr


def test_what_a_file_holds_that_no_graph_can_is_warned_of(kg_here: Run, tmp_path: Path) -> None:
    path = tmp_path / "ids.json"
    path.write_text('{"nodes": [{"id": 7}, {"id": "7"}], "edges": []}', encoding="utf-8")
    done = kg_here("query", path, "MATCH (n) RETURN n.key AS key ORDER BY key", "-f", "csv")
    assert done.stdout == "key\n7\n7~2\n"
    assert done.stderr.startswith("warning: ")
    assert done.stderr.count("\n") == 1
