"""What a graph holds, in numbers."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from kg.model import EDGE_ENDS, ENTITY_TYPES, LABELS, Graph, Node

TOP = 5
"""How many things of each label are named."""


class Stats(Struct, frozen=True):
    """Counts of a graph: nodes by label, edges by type, and the things of each label that most papers name.

    `years` is the first and last year of its papers, where any is known.
    """

    nodes: dict[str, int]
    edges: dict[str, int]
    years: tuple[int, int] | None
    top: dict[str, tuple[tuple[str, int], ...]]


def count_graph(graph: Graph, top: int = TOP) -> Stats:
    """Return the numbers of `graph`; the `top` things of each label come with how many papers name them."""
    labels = Counter(node.label for node in graph.nodes)
    types = Counter(edge.type for edge in graph.edges)
    years = [
        year for node in graph.nodes if node.label == "Paper" and isinstance(year := node.properties.get("year"), int)
    ]
    ours = any(labels[label] for label in LABELS) or not labels
    return Stats(
        nodes={label: labels[label] for label in (*(LABELS if ours else ()), *sorted(labels.keys() - set(LABELS)))},
        edges={kind: types[kind] for kind in (*EDGE_ENDS, *sorted(types.keys() - EDGE_ENDS.keys())) if types[kind]},
        years=(min(years), max(years)) if years else None,
        top={label: _most_named(graph, label, top) for label in ENTITY_TYPES if labels[label]},
    )


def _most_named(graph: Graph, label: str, top: int) -> tuple[tuple[str, int], ...]:
    things = sorted((node for node in graph.nodes if node.label == label), key=lambda n: (-_papers(n), n.key))
    return tuple((str(node.properties.get("name", node.key)), _papers(node)) for node in things[:top])


def _papers(node: Node) -> int:
    papers = node.properties.get("papers", 0)
    return papers if isinstance(papers, int) else 0
