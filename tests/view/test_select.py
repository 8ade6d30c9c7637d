"""What a view shows: most important first, isolates out, and every option."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.errors import ConfigError
from kg.model import Edge, Graph, Node
from kg.view import ViewOptions
from kg.view.importance import rank
from kg.view.select import find_node, select
from tests.view.conftest import Annotated


def keys(graph: Graph, **options: object) -> list[str]:
    return [node.key for node in select(graph, ViewOptions(**options)).nodes]  # type: ignore[arg-type]


def test_rank_is_pagerank() -> None:
    edges = [(0, 1, 1.0), (0, 2, 2.0), (0, 3, 0.5), (3, 4, 1.0)]
    weight = np.zeros((5, 5))
    for a, b, w in edges:
        weight[a, b] = weight[b, a] = w
    step = weight / weight.sum(axis=0)
    wanted = np.linalg.solve(np.eye(5) - 0.85 * step, np.full(5, 0.15 / 5))
    found = rank(5, np.array([e[:2] for e in edges]), [e[2] for e in edges]) / 5
    assert found == pytest.approx(wanted, abs=1e-6)


def test_the_most_important_come_first_and_results_stay_in_tables(papers: Annotated) -> None:
    selection = select(papers[0], ViewOptions())
    assert list(selection.importance) == sorted(selection.importance, reverse=True)
    assert {node.label for node in selection.nodes} == {"Paper", "Method", "Task", "Dataset", "Metric"}
    assert selection.totals == {"Dataset": 8, "Method": 45, "Metric": 8, "Paper": 30, "Result": 30, "Task": 8}


def test_at_most_so_many_nodes_and_none_alone(papers: Annotated) -> None:
    for count in (2, 10, 50):
        selection = select(papers[0], ViewOptions(max_nodes=count))
        assert len(selection.nodes) <= count
        linked = {edge.source for edge in selection.edges} | {edge.target for edge in selection.edges}
        assert linked == {node.key for node in selection.nodes}


def test_isolates_are_left_out_and_counted() -> None:
    nodes = [Node(f"method:{c}", "Method", {"key": f"method:{c}", "name": c, "papers": 1}) for c in "abc"]
    graph = Graph.of(nodes, [Edge("method:a", "USES", "method:b", {})])
    selection = select(graph, ViewOptions())
    assert [node.key for node in selection.nodes] == ["method:a", "method:b"]
    assert selection.unlinked == 1
    assert keys(graph, keys=("method:c",)) == ["method:c"]
    assert keys(graph, types=("Method",)) == ["method:a", "method:b", "method:c"]


def test_focus_by_key_name_or_alias_however_it_is_spelt(papers: Annotated) -> None:
    nodes = papers[0].nodes
    for name in ("method:kelpgnn", "kelpgnn", "Kelp-message  PASSING", "KelpGNNs"):
        assert find_node(nodes, name).key == "method:kelpgnn"
    with pytest.raises(ConfigError, match=r"called 'KelpGN2'\. Did you mean 'KelpGNN'"):
        find_node(nodes, "KelpGN2")


def test_focus_shows_what_lies_within_the_depth(papers: Annotated) -> None:
    graph = papers[0]
    assert keys(graph, focus="PollenFlow", depth=0) == ["method:pollenflow"]
    near = set(keys(graph, focus="PollenFlow"))
    assert near == {
        "method:pollenflow", "paper:doi:10.5555/view.29", "method:message-passing", "dataset:qm9",
        "task:molecular-property-prediction", "method:latticelark", "metric:mean-absolute-error",
    }  # fmt: skip
    assert near < set(keys(graph, focus="PollenFlow", depth=2))
    assert keys(graph, focus="PollenFlow", max_nodes=1) == ["method:pollenflow"]


def test_types_years_support_and_keys(papers: Annotated) -> None:
    graph = papers[0]
    assert {key.split(":")[0] for key in keys(graph, types=("Method", "Dataset"))} == {"method", "dataset"}
    of_2019 = select(graph, ViewOptions(years=(2019, 2019))).nodes
    assert {node.properties.get("year", 2019) for node in of_2019} == {2019}
    assert "method:tidenet" in {node.key for node in of_2019}
    assert "method:pollenflow" not in {node.key for node in of_2019}
    for node in select(graph, ViewOptions(min_support=4)).nodes:
        assert node.label == "Paper" or node.properties["papers"] >= 4  # type: ignore[operator]
    assert keys(graph, min_confidence=0.95) == []
    assert sorted(keys(graph, keys=("dataset:coco", "task:object-detection", "unknown:x"))) == [
        "dataset:coco",
        "task:object-detection",
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"max_nodes": 0}, "Choose from 1 to 10,000"),
        ({"depth": -1}, "Choose 0"),
        ({"min_support": 0}, "1 or more papers"),
        ({"min_confidence": 1.5}, "from 0 to 1"),
        ({"years": (2024, 2020)}, "run backwards"),
        ({"types": ("method",)}, "Did you mean 'Method'"),
    ],
)
def test_options_that_are_not_valid_say_what_would_be(options: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        ViewOptions(**options)  # type: ignore[arg-type]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 15), st.integers(0, 15)), max_size=40), st.integers(1, 12), st.randoms())
def test_any_graph_in_any_order_gives_the_same_selection(
    pairs: list[tuple[int, int]], most: int, chance: object
) -> None:
    nodes = [Node(f"method:{i}", "Method", {"key": f"method:{i}", "name": str(i), "papers": 1}) for i in range(16)]
    edges = [Edge(f"method:{a}", "USES", f"method:{b}", {}) for a, b in sorted(set(pairs))]
    first = select(Graph.of(nodes, edges), ViewOptions(max_nodes=most))
    chance.shuffle(nodes)  # type: ignore[attr-defined]
    chance.shuffle(edges)  # type: ignore[attr-defined]
    assert select(Graph.of(nodes, edges), ViewOptions(max_nodes=most)) == first
    assert len(first.nodes) <= most
