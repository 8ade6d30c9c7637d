"""Graphs for the tests of the exports: a small one of our schema, a hostile one, and arbitrary ones."""

from __future__ import annotations

from hypothesis import strategies as st

from kg.export.formats import TidyGraph
from kg.model import Edge, Graph, Node

HOSTILE = (
    "urn:p:1",
    "o'brien:2",
    "007",
    "a/b c#d?e=f&g",
    "{{ template }} {% raw %} ${x} %s {0}",
    'quote " double " \\back` tick',
    "</data></node><script>alert(1)</script>",
    "]]> <!-- & --> <![CDATA[ &amp; &#10;",
    "line\nend\r\nreturn\rtab\t nbsp\u00a0 next\x85 sep\u2028",
    " lead and trail ",
    "; , | ; \x1f",
    "=1+1",
    "β-VAE 論文 🧪 e\u0301",
)


def small_graph() -> Graph:
    """Two papers, one method, one dataset and a result, with every kind of property of the schema."""
    evidence = {"evidence": ['We use it, "as is"; see …', "Zwei\nZeilen"], "evidence_papers": ["paper:b", "paper:a"]}
    stats = {"support": 2, "confidence": 0.1 + 0.2, **evidence}
    nodes = [
        Node(
            "paper:a",
            "Paper",
            {"key": "paper:a", "name": "A", "title": "A", "abstract": "Long.", "year": 2024, "authors": ["Z", "A"]},
        ),
        Node("paper:b", "Paper", {"key": "paper:b", "name": "B", "ids": ["b1", "b2"]}),
        Node(
            "method:c++",
            "Method",
            {"key": "method:c++", "name": "C++", "aliases": ["C++", "cpp"], "papers": 2, "first_year": 2024},
        ),
        Node("dataset:glue", "Dataset", {"key": "dataset:glue", "name": "GLUE", "aliases": [], "papers": 1}),
        Node(
            "result:1",
            "Result",
            {"key": "result:1", "value": "1.0%", "number": 1.0, "unit": "%", "kind": "absolute", "confidence": 1e-07},
        ),
    ]
    edges = [
        Edge("paper:a", "USES", "method:c++", stats),
        Edge("paper:b", "PROPOSES", "method:c++", {"support": 1, "confidence": 1.0}),
        Edge("method:c++", "EVALUATED_ON", "dataset:glue", stats | {"datasets": ["dataset:glue"], "tasks": []}),
        Edge("paper:a", "REPORTS", "result:1", {"support": 1}),
        Edge("result:1", "OF_METHOD", "method:c++", {}),
    ]
    return Graph.of(nodes, edges)


def hostile_graph() -> Graph:
    """Keys, labels, types, names and values that break out of quotes, tags, cells and headers."""
    nodes = [
        Node(text, f"La`bel {text}", {"key": text, "name": text, "aliases": [text, "", text], f"p {text}": text})
        for text in HOSTILE
    ]
    nodes.append(Node("typed", "Typed", {"label": "x", "label_": "y", "id": "i", "flag": True, "n": 2**63 - 1}))
    nodes.append(Node("other", "Typed", {"flag": "true", "n": 0.5, "empty": ""}))
    edges = [
        Edge(text, f"TYPE {text}", "typed", {"source": text, "type": text, "key": text, "evidence": [text]})
        for text in HOSTILE
    ]
    parallel = [Edge("typed", "SAME", "other", {"n": 1}), Edge("typed", "SAME", "other", {"n": 2})]
    return Graph.of(nodes, [*edges, *parallel])


def tidy(graph: Graph) -> Graph:
    """Return the graph that every format is to hold: the stated rules applied, nothing else."""
    found = TidyGraph(graph)
    return Graph.of(found.nodes(), found.edges())


_TEXT = st.one_of(st.text(max_size=12), st.sampled_from(HOSTILE), st.text(st.characters(codec=None), max_size=6))
_VALUE = st.one_of(
    _TEXT, st.booleans(), st.integers(-(2**63), 2**63 - 1), st.floats(), st.lists(_TEXT, max_size=3), st.none()
)
_PROPERTIES = st.dictionaries(
    st.one_of(_TEXT, st.sampled_from(["name", "aliases", "key", "label", "type", "id", "source"])), _VALUE, max_size=4
)


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Any graph at all, with parallel edges and properties that hold what they should not."""
    keys = draw(st.lists(_TEXT, min_size=1, max_size=5, unique=True))
    nodes = [Node(key, draw(_TEXT), draw(_PROPERTIES)) for key in keys]
    ends = st.sampled_from(keys)
    edges = draw(st.lists(st.builds(Edge, ends, _TEXT, ends, _PROPERTIES), max_size=5))
    return Graph.of(nodes, edges)
