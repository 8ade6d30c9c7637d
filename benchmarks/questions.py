"""The 14 questions that benchmarks/stores.py asks: in Cypher, and by plain loops over a NetworkX graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from benchmarks.shape import paper_key

PARAMS = {"p": paper_key(5), "m": "Method 777", "t": "Task 77"}


class Network:
    """A NetworkX graph with the two steps that every loop needs."""

    def __init__(self, graph: Any) -> None:
        self.graph = graph

    def nodes(self, label: str) -> Iterator[tuple[str, dict[str, Any]]]:
        return ((n, d) for n, d in self.graph.nodes(data=True) if d["label"] == label)

    def named(self, label: str, name: str) -> list[str]:
        return [n for n, d in self.nodes(label) if d.get("name") == name]

    def out(self, node: str, type_: str, label: str) -> Iterator[str]:
        edges = self.graph.out_edges(node, keys=True)
        return (b for _, b, k in edges if k == type_ and self.graph.nodes[b]["label"] == label)

    def into(self, node: str, type_: str, label: str) -> Iterator[str]:
        edges = self.graph.in_edges(node, keys=True)
        return (a for a, _, k in edges if k == type_ and self.graph.nodes[a]["label"] == label)

    def edges(self, type_: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
        return ((a, b, d) for a, b, k, d in self.graph.edges(keys=True, data=True) if k == type_)


class Question(NamedTuple):
    """`cypher` and the same by hand; both give rows."""

    name: str
    cypher: str
    by_hand: Callable[[Network], list[list[Any]]]


def _top(counts: Counter[str]) -> list[list[Any]]:
    return [[name, count] for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:10]]


def _name(net: Network, node: str) -> str:
    return str(net.graph.nodes[node]["name"])


def _methods_for_task(net: Network) -> list[list[Any]]:
    methods = {m for t in net.named("Task", PARAMS["t"]) for m in net.into(t, "ADDRESSES", "Method")}
    return [[sum(any(True for _ in net.into(m, "PROPOSES", "Paper")) for m in methods)]]


def _used_together(net: Network) -> list[list[Any]]:
    counts: Counter[str] = Counter()
    for method in net.named("Method", PARAMS["m"]):
        for paper in net.into(method, "USES", "Paper"):
            counts.update(_name(net, o) for o in net.out(paper, "USES", "Method") if o != method)
    return _top(counts)


def _same_dataset(net: Network) -> list[list[Any]]:
    datasets = list(net.out(PARAMS["p"], "EVALUATES_ON", "Dataset"))
    return [[len({q for d in datasets for q in net.into(d, "EVALUATES_ON", "Paper")} - {PARAMS["p"]})]]


def _results(net: Network) -> list[list[Any]]:
    high = [n for n, d in net.nodes("Result") if d["number"] > 99]
    pairs = ((len(list(net.into(r, "REPORTS", "Paper"))), len(list(net.out(r, "OF_METHOD", "Method")))) for r in high)
    return [[sum(papers * methods for papers, methods in pairs)]]


def _beaten(net: Network) -> list[list[Any]]:
    found: set[str] = set()
    for method in net.named("Method", PARAMS["m"]):
        first = list(net.out(method, "OUTPERFORMS", "Method"))
        found.update(first)
        for middle in first:
            loops = middle == method
            found.update(n for n in net.out(middle, "OUTPERFORMS", "Method") if not (loops and n == method))
    return [[len(found)]]


QUESTIONS = (
    Question("a paper by its key", "MATCH (p:Paper {key: $p}) RETURN p.name", lambda n: [[_name(n, PARAMS["p"])]]),
    Question(
        "a method by its name",
        "MATCH (m:Method {name: $m}) RETURN m.key",
        lambda n: [[m] for m in n.named("Method", PARAMS["m"])],
    ),
    Question(
        "papers that use it",
        "MATCH (p:Paper)-[:USES]->(m:Method {name: $m}) RETURN count(p)",
        lambda n: [[sum(len(list(n.into(m, "USES", "Paper"))) for m in n.named("Method", PARAMS["m"]))]],
    ),
    Question(
        "methods that most papers use",
        "MATCH (p:Paper)-[:USES]->(m:Method) RETURN m.name AS name, count(p) AS c ORDER BY c DESC, name LIMIT 10",
        lambda n: _top(Counter(_name(n, m) for p, _ in n.nodes("Paper") for m in n.out(p, "USES", "Method"))),
    ),
    Question(
        "papers of each year",
        "MATCH (p:Paper) RETURN p.year AS y, count(p) AS c ORDER BY y",
        lambda n: [[y, c] for y, c in sorted(Counter(d["year"] for _, d in n.nodes("Paper")).items())],
    ),
    Question(
        "proposed methods for a task",
        "MATCH (:Paper)-[:PROPOSES]->(m:Method)-[:ADDRESSES]->(:Task {name: $t}) RETURN count(DISTINCT m)",
        _methods_for_task,
    ),
    Question(
        "what is used together with it",
        "MATCH (p:Paper)-[:USES]->(:Method {name: $m}) MATCH (p)-[:USES]->(o:Method) WHERE o.name <> $m "
        "RETURN o.name AS name, count(p) AS c ORDER BY c DESC, name LIMIT 10",
        _used_together,
    ),
    Question(
        "papers on the same dataset",
        "MATCH (p:Paper {key: $p})-[:EVALUATES_ON]->(:Dataset)<-[:EVALUATES_ON]-(q:Paper) WHERE q.key <> $p "
        "RETURN count(DISTINCT q)",
        _same_dataset,
    ),
    Question(
        "the surest claims",
        "MATCH (:Method)-[r:OUTPERFORMS]->(:Method) WHERE r.confidence > 0.99 RETURN count(r)",
        lambda n: [[sum(d["confidence"] > 0.99 for _, _, d in n.edges("OUTPERFORMS"))]],
    ),
    Question(
        "words in titles",
        "MATCH (p:Paper) WHERE p.title CONTAINS 'thing 77' RETURN count(p)",
        lambda n: [[sum("thing 77" in d["title"] for _, d in n.nodes("Paper"))]],
    ),
    Question(
        "datasets it may have",
        "MATCH (m:Method {name: $m}) OPTIONAL MATCH (m)-[:EVALUATED_ON]->(d:Dataset) RETURN count(d)",
        lambda n: [[sum(len(list(n.out(m, "EVALUATED_ON", "Dataset"))) for m in n.named("Method", PARAMS["m"]))]],
    ),
    Question(
        "high results and their methods",
        "MATCH (:Paper)-[:REPORTS]->(r:Result)-[:OF_METHOD]->(:Method) WHERE r.number > 99 RETURN count(*)",
        _results,
    ),
    Question(
        "beaten in one or two steps",
        "MATCH (:Method {name: $m})-[:OUTPERFORMS*1..2]->(n:Method) RETURN count(DISTINCT n)",
        _beaten,
    ),
    Question(
        "datasets for no task",
        "MATCH (d:Dataset) WHERE NOT EXISTS { MATCH (d)-[:BENCHMARK_FOR]->(:Task) } RETURN count(d)",
        lambda n: [[sum(not any(True for _ in n.out(d, "BENCHMARK_FOR", "Task")) for d, _ in n.nodes("Dataset"))]],
    ),
)
