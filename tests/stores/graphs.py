"""Small graphs made for the tests of the stores."""

from __future__ import annotations

import random
from itertools import pairwise

from kg.model import EDGE_ENDS, Edge, Graph, Node, Value


def node(key: str, label: str, /, **properties: Value) -> Node:
    return Node(key, label, {"key": key, **properties})


def edge(source: str, type_: str, target: str, /, **properties: Value) -> Edge:
    return Edge(source, type_, target, properties)


def papers() -> Graph:
    """Three papers, two methods, a dataset and a result; one paper without a title."""
    return Graph.of(
        [
            node("paper:1", "Paper", name="Alpha rises", title="Alpha rises", year=2020, authors=["A. One", "B. Two"]),
            node("paper:2", "Paper", name="Beta falls", title="Beta falls", year=2021, authors=[]),
            node("paper:3", "Paper", name="GammaNet"),
            node("method:gammanet", "Method", name="GammaNet", aliases=["Gamma-Net"], papers=2, first_year=2020),
            node("method:deltaform", "Method", name="DeltaForm", aliases=[], papers=1),
            node("dataset:leafbench", "Dataset", name="LeafBench", aliases=["LB"], papers=1),
            node("result:1", "Result", value="91.5%", number=91.5, unit="%", kind="absolute", confidence=0.75),
        ],
        [
            edge(
                "paper:1", "USES", "method:gammanet", support=1, confidence=0.5, evidence=["x"], evidence_papers=["p"]
            ),
            edge("paper:2", "USES", "method:gammanet", support=1, confidence=1.0, evidence=[], evidence_papers=[]),
            edge("paper:3", "PROPOSES", "method:gammanet", support=1, confidence=0.9),
            edge("paper:3", "EVALUATES_ON", "dataset:leafbench", support=1, confidence=0.9),
            edge("method:gammanet", "OUTPERFORMS", "method:deltaform", support=2, datasets=["dataset:leafbench"]),
            edge("paper:3", "REPORTS", "result:1", support=1),
            edge("result:1", "OF_METHOD", "method:gammanet", support=1),
        ],
    )


def later_papers() -> Graph:
    """`papers` a while later: one paper gone, one new, one method renamed, one thing of another type."""
    first = papers()
    nodes = {n.key: n for n in first.nodes if n.key != "paper:2"}
    nodes["paper:4"] = node("paper:4", "Paper", name="Epsilon", year=2022)
    nodes["method:gammanet"] = node("method:gammanet", "Method", name="Gamma-Net", aliases=["GammaNet"], papers=2)
    nodes["dataset:leafbench"] = node("dataset:leafbench", "Task", name="LeafBench", papers=1)
    edges = [e for e in first.edges if e.source != "paper:2" and e.type != "EVALUATES_ON"]
    edges += [
        edge("paper:3", "ADDRESSES", "dataset:leafbench", support=1),
        edge("paper:4", "USES", "method:gammanet", support=1),
        edge("method:gammanet", "ADDRESSES", "dataset:leafbench", support=3, evidence=["y"], evidence_papers=["q"]),
    ]
    return Graph.of(nodes.values(), edges)


HOSTILE = [
    'Quote\'s "double" `tick` \\back\\ end\\',
    "x`) DETACH DELETE n //",
    "\\u0060) SET n.hit = 1 //",
    "' OR 1=1 WITH 1 AS x MATCH (n) DELETE n //",
    "line\nbreak\r\n\ttab\u2028separator",
    "{{ template }} ${x} %s {0} $rows",
    "</script><script>alert(1)</script>",
    "a/b c#d?e=f&g:h|i&j!k",
    "β-VAE 漢字 \U0001f600 e\u0301 \u202eright",
    "007",
    "true",
    "null",
    " blank ",
    "ctl \x01 \x0b char",
]


def hostile() -> Graph:
    """Keys, labels, types, names and values that tools mistake for something else."""
    nodes = [
        Node(text, f"L {text}", {"key": text, text: text, "order": i, "a b": [text, ""], "empty": "", "none": []})
        for i, text in enumerate(HOSTILE)
    ]
    nodes.append(node("own names", "Node", id="i", title="t", type="y", label="l", name="n", title_="u", start="s"))
    nodes.append(node("mixed 1", "Mixed", value=1))
    nodes.append(node("mixed 2", "Mixed", value="1"))
    nodes.append(node("mixed 3", "Mixed", value=1.0))
    nodes.append(node("mixed 4", "Mixed", value=["1"]))
    nodes.append(node("mixed 5", "Mixed", value=True))
    nodes.append(node("numbers", "Number", small=5e-324, big=2**63 - 1, low=-(2**63), zero=0.0, whole=3.0))
    nodes.append(node("long", "Long", text="x'`\n" * 25_000))
    edges = [Edge(a, f"T {a}", b, {a: b, "id": "i", "type": "t", "end": "e"}) for a, b in pairwise(HOSTILE)]
    edges += [edge("mixed 1", "R", "mixed 2", n=1), edge("mixed 1", "R", "mixed 2", n=2), edge("long", "R", "long")]
    return Graph.of(nodes, edges)


def random_graph(seed: int, nodes: int = 40, edges: int = 120) -> Graph:
    """A graph of our schema, the same for the same seed."""
    chance = random.Random(seed)  # noqa: S311
    labels = ("Paper", "Method", "Dataset", "Task")
    found = [node(f"n{i:03d}", chance.choice(labels), year=chance.randint(2018, 2022)) for i in range(nodes)]
    label = {n.key: n.label for n in found}
    joined: dict[tuple[str, str, str], Edge] = {}
    while len(joined) < edges:
        a, b = chance.choice(found).key, chance.choice(found).key
        types = sorted(t for t, ends in EDGE_ENDS.items() if (label[a], label[b]) in ends)
        if types:
            type_ = chance.choice(types)
            joined[a, type_, b] = edge(a, type_, b, support=chance.randint(1, 3))
    return Graph.of(found, joined.values())
