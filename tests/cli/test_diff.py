"""`kg diff`: what changed between two graphs."""

from __future__ import annotations

import json
from pathlib import Path

from kg.model import Edge, Graph, Node
from kg.pipeline.diff import Change, ChangedEdge, ChangedNode, EdgeId, NodeId, diff_graphs
from kg.resolve import Merge
from kg.stores import GraphDirectory
from tests.cli.conftest import Run
from tests.cli.hand_made import contents

OLD = Graph.of(
    [
        Node("paper:1", "Paper", {"key": "paper:1", "name": "One", "year": 2020}),
        Node("paper:2", "Paper", {"key": "paper:2", "name": "Two"}),
        Node("x", "Method", {"key": "x", "name": "X"}),
        Node("z", "Task", {"key": "z"}),
    ],
    [Edge("paper:1", "USES", "x", {"support": 1}), Edge("paper:2", "USES", "x", {"support": 1})],
)
NEW = Graph.of(
    [
        Node("paper:1", "Paper", {"key": "paper:1", "name": "One", "title": "T"}),
        Node("paper:3", "Paper", {"key": "paper:3", "name": "Three"}),
        Node("x", "Dataset", {"key": "x", "name": "Ex"}),
        Node("z", "Task", {"key": "z"}),
    ],
    [Edge("paper:1", "USES", "x", {"support": 2}), Edge("paper:3", "USES", "x", {"support": 1})],
)
BEFORE = (Merge(0.5, "a", "b", "plural"), Merge(0.9, "c", "d", "case"))
AFTER = (Merge(0.7, "d", "c", "case"), Merge(0.4, "e", "f", "abbreviation"))


def test_what_came_went_and_differs() -> None:
    found = diff_graphs(OLD, NEW, BEFORE, AFTER)
    assert found.papers.added == (NodeId("paper:3", "Paper", "Three"),)
    assert found.papers.removed == (NodeId("paper:2", "Paper", "Two"),)
    year, title = Change("year", 2020, None), Change("title", None, "T")
    assert found.papers.changed == (ChangedNode(NodeId("paper:1", "Paper", "One"), (title, year)),)
    renamed = (Change("label", "Method", "Dataset"), Change("name", "X", "Ex"))
    assert (found.nodes.added, found.nodes.removed) == ((), ())
    assert found.nodes.changed == (ChangedNode(NodeId("x", "Dataset", "Ex"), renamed),)
    assert found.edges.added == (EdgeId("paper:3", "USES", "x"),)
    assert found.edges.removed == (EdgeId("paper:2", "USES", "x"),)
    assert found.edges.changed == (ChangedEdge(EdgeId("paper:1", "USES", "x"), (Change("support", 1, 2),)),)
    assert (found.merges.added, found.merges.removed) == ((AFTER[1],), (BEFORE[0],))
    assert found


def test_a_graph_does_not_differ_from_itself() -> None:
    assert not diff_graphs(OLD, OLD, BEFORE, BEFORE)


def test_parallel_edges_are_compared_one_by_one() -> None:
    nodes = [Node("a", "A", {"key": "a"})]
    old = Graph(tuple(nodes), (Edge("a", "R", "a", {"n": 1}),))
    new = Graph(tuple(nodes), (Edge("a", "R", "a", {"n": 1}), Edge("a", "R", "a", {"n": 2})))
    assert diff_graphs(old, new).edges.added == (EdgeId("a", "R", "a", 1),)


def test_the_command_says_it_in_lines(kg_here: Run, graph: Path, tmp_path: Path) -> None:
    GraphDirectory(tmp_path / "strict").save(contents(min_confidence=0.7))
    done = kg_here("diff", graph, tmp_path / "strict")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "papers: no change"
    assert "  - method:resnet-50 ResNet-50" in lines
    assert "  - method:larknet -OUTPERFORMS-> method:resnet-50" in lines
    assert next(line for line in lines if line.startswith("merges:"))
    cut = kg_here("diff", graph, tmp_path / "strict", "--limit", 1).stdout
    assert "  - … and 1 more" in cut.splitlines()


def test_the_command_prints_json(kg_here: Run, graph: Path, tmp_path: Path) -> None:
    kg_here("export", graph, "-f", "json", "-o", tmp_path / "same.json", "-q")
    done = kg_here("diff", graph, tmp_path / "same.json", "--json")
    nothing = {"added": [], "removed": [], "changed": []}
    found = json.loads(done.stdout)
    assert found["papers"] == found["nodes"] == found["edges"] == nothing
    assert found["merges"] is None
    said = kg_here("diff", graph, tmp_path / "same.json").stdout.splitlines()
    assert said[-1] == "merges: not known, since only a graph directory holds them"
    assert kg_here("diff", graph, tmp_path / "nowhere").returncode == 2
