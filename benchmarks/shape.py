"""Graphs of the size and shape that a corpus of abstracts gives, made of invented names, the same every time."""

from __future__ import annotations

import random
from collections.abc import Iterator

from kg.model import Edge, Graph, Node, Value

THINGS = {"Method": 0.45, "Task": 0.15, "Dataset": 0.12, "Metric": 0.03}
"""Nodes of each label for one paper; with the results below, 100,000 papers make 181,000 nodes."""
RESULTS = 0.06
EDGES = 14.6
"""Edges for one paper."""
_SENTENCE = "In sentence {} of the text we say at some length how {} is meant to work together with {} on all of it."
_ABSTRACT = (
    "This made-up abstract number {} says nothing of interest, but it says so in as many words as others do. " * 9
)


def make_graph(papers: int, seed: int = 1) -> Graph:
    """Return a graph of our schema with `papers` papers, 0.81 other nodes and 14.6 edges for each of them."""
    chance = random.Random(seed)  # noqa: S311
    keys = {label: [f"{label.lower()}:thing-{i}" for i in range(round(papers * n))] for label, n in THINGS.items()}
    nodes = [_paper(i, chance) for i in range(papers)]
    nodes += [_thing(key, label) for label, group in keys.items() for key in group]
    results = [f"result:{i:08x}" for i in range(round(papers * RESULTS))]
    nodes += [_result(key, i) for i, key in enumerate(results)]
    identities = dict.fromkeys(_identities(papers, keys, results, chance))
    edges = [Edge(s, t, o, _said(s, o, i)) for i, (s, t, o) in enumerate(identities)]
    return Graph.of(nodes, edges)


def paper_key(number: int) -> str:
    return f"paper:{number * 2654435761 % 2**48:012x}"


def _paper(number: int, chance: random.Random) -> Node:
    key, title = paper_key(number), f"A study of thing {number}"
    properties: dict[str, Value] = {
        "key": key, "name": title, "title": title, "abstract": _ABSTRACT.format(*[number] * 9),
        "year": chance.randint(2010, 2025), "authors": [f"A. Author {number % 5000}", "B. Writer"],
        "ids": [str(number)],
    }  # fmt: skip
    return Node(key, "Paper", properties)


def _thing(key: str, label: str) -> Node:
    number = key.rpartition("-")[2]
    name = f"{label} {number}"
    return Node(key, label, {"key": key, "name": name, "aliases": [name, f"{label[0]}{number}"], "papers": 3,
                             "first_year": 2011, "last_year": 2025})  # fmt: skip


def _result(key: str, number: int) -> Node:
    value = number % 1000 / 10
    properties: dict[str, Value] = {
        "key": key, "value": f"{value}%", "number": value, "unit": "%", "kind": "absolute", "metric_text": "accuracy",
        "evidence": f"It reaches {value}%.", "confidence": 0.7,
    }  # fmt: skip
    return Node(key, "Result", properties)


def _identities(
    papers: int, keys: dict[str, list[str]], results: list[str], chance: random.Random
) -> Iterator[tuple[str, str, str]]:
    """Yield (source, type, target); things are named as unevenly as in real texts, a few by very many papers."""

    def pick(label: str) -> str:
        group = keys[label]
        return group[int(len(group) * chance.random() ** 3)]

    for i, result in enumerate(results):
        yield paper_key(i), "REPORTS", result
        yield result, "OF_METHOD", pick("Method")
        yield result, "ON_DATASET", pick("Dataset")
    of_papers = {"PROPOSES": ("Method", 1), "USES": ("Method", 4), "ADDRESSES": ("Task", 2),
                 "EVALUATES_ON": ("Dataset", 1), "COMPARES": ("Method", 1), "MENTIONS": ("Task", 1)}  # fmt: skip
    between = (("Method", "USES", "Method"), ("Method", "ADDRESSES", "Task"), ("Method", "EVALUATED_ON", "Dataset"),
               ("Method", "OUTPERFORMS", "Method"), ("Dataset", "BENCHMARK_FOR", "Task"))  # fmt: skip
    wanted = round(papers * EDGES) - 3 * len(results)
    for i in range(papers):
        for type_, (label, count) in of_papers.items():
            yield from ((paper_key(i), type_, pick(label)) for _ in range(count))
    for i in range(wanted - 10 * papers):
        source, type_, target = between[i % len(between)]
        yield pick(source), type_, pick(target)


def _said(source: str, target: str, number: int) -> dict[str, Value]:
    return {"support": 1, "confidence": number % 1000 / 1000, "evidence": [_SENTENCE.format(number, source, target)],
            "evidence_papers": [paper_key(number % 1000)]}  # fmt: skip
