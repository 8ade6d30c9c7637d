"""NetworkX graphs, ours and others'."""

from __future__ import annotations

import datetime

import networkx
import pytest

from kg.model import Graph
from kg.stores import MemoryStore, from_networkx, to_networkx
from kg.stores.network import to_value
from tests.stores.graphs import edge, hostile, node, papers, random_graph


@pytest.mark.parametrize("graph", [papers(), random_graph(3), Graph()], ids=["papers", "random", "empty"])
def test_round_trip(graph: Graph) -> None:
    made = to_networkx(graph)
    assert isinstance(made, networkx.MultiDiGraph)
    assert (made.number_of_nodes(), made.number_of_edges()) == (len(graph.nodes), len(graph.edges))
    assert from_networkx(made) == graph


def test_parallel_edges_are_kept() -> None:
    made = to_networkx(hostile())
    assert made.number_of_edges("mixed 1", "mixed 2") == 2
    assert len(from_networkx(made).edges) == len(hostile().edges)


def test_a_graph_of_another_program() -> None:
    source = networkx.DiGraph()
    source.add_node(7, node_type="Author", name="A", born=None, score=float("nan"))
    source.add_node("7", labels=["Venue", "Place"], when=datetime.date(2020, 1, 2), meta={"k": [1]}, key="own")
    source.add_node((1, 2), tags={"b", "a"}, big=2**70)
    source.add_edge(7, "7", relation="WROTE FOR", weight=2)
    source.add_edge(7, (1, 2))
    problems: list[str] = []
    graph = from_networkx(source, problems.append)
    assert graph == Graph.of(
        [
            node("7~2", "Author", id="7~2", name="A"),
            node("7", "Place", id="7", when="2020-01-02", meta='{"k": [1]}', key_="own"),
            node("(1, 2)", "Node", id="(1, 2)", tags=["a", "b"], big=str(2**70)),
        ],
        [edge("7~2", "WROTE FOR", "7", weight=2), edge("7~2", "RELATED", "(1, 2)")],
    )
    assert problems == ["1 ids read like another's text and were renamed: 7~2"]
    rows = MemoryStore(graph).query("MATCH (a:Author)-[r:`WROTE FOR`]->(b) RETURN a.name, b.id, r.weight").rows
    assert rows == (("A", "7", 2),)


def test_values() -> None:
    assert to_value("a\ud800") == "a\ufffd"
    assert to_value(float("inf")) == "inf"
    assert to_value((1.5, None, "x")) == ["1.5", "x"]
    assert to_value(datetime.datetime(2020, 1, 2, 3)) == "2020-01-02T03:00:00"
    assert to_value(True) is True
