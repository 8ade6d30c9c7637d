"""Reported numbers, as rows of the tables of papers, datasets, tasks, methods and metrics."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any, Protocol

from kg.model import RESULT_EDGES, Graph, Node
from kg.view.names import visible
from kg.view.options import ViewOptions

RESULTS_PER_NODE = 60
"""Rows that the page holds for one node, the most confident."""

_SLOT = {edge: slot for slot, (edge, _) in RESULT_EDGES.items()}


class Citing(Protocol):
    """What turns evidence into a reference to a paper (`kg.view.data.Papers`)."""

    def cite(self, key: str, evidence: str) -> list[Any]:
        """Return `[paper, text or places]`."""


def result_rows(graph: Graph, ids: Mapping[str, int], papers: Citing, options: ViewOptions) -> list[dict[str, Any]]:
    """Return one row for each result of a drawn node, the most confident first, `RESULTS_PER_NODE` for each.

    A row holds `value`, `number`, `kind`, `metric_text`, `confidence`, `evidence`, and for each slot (method, baseline,
    dataset, task, metric) `[id, name]`, `id` being None where that node is not drawn.
    """
    nodes = {node.key: node for node in graph.nodes}
    ends: dict[str, dict[str, str]] = {}
    for edge in graph.edges:
        if edge.type == "REPORTS":
            ends.setdefault(edge.target, {})["paper"] = edge.source
        elif edge.type in _SLOT:
            ends.setdefault(edge.source, {})[_SLOT[edge.type]] = edge.target
    found = [nodes[key] for key in ends if key in nodes and _fits(nodes[key], ends[key], nodes, options)]
    found.sort(key=lambda node: (-_number(node, "confidence", 1.0), node.key))
    held: dict[str, int] = {}
    rows = []
    for node in found:
        drawn = {key for key in ends[node.key].values() if key in ids}
        if not any(held.get(key, 0) < RESULTS_PER_NODE for key in drawn):
            continue
        for key in drawn:
            held[key] = held.get(key, 0) + 1
        rows.append(_row(node, ends[node.key], nodes, (ids, papers)))
    return rows


def _row(
    node: Node, ends: Mapping[str, str], nodes: Mapping[str, Node], page: tuple[Mapping[str, int], Citing]
) -> dict[str, Any]:
    ids, papers = page
    names = ("value", "number", "kind", "metric_text", "confidence")
    row: dict[str, Any] = {name: node.properties[name] for name in names if name in node.properties}
    if not isfinite(_number(node, "number", 0.0)):
        del row["number"]
    evidence = node.properties.get("evidence")
    if "paper" in ends:
        row["evidence"] = papers.cite(ends["paper"], evidence if isinstance(evidence, str) else "")
    for slot in RESULT_EDGES:
        end = nodes.get(ends.get(slot, ""))
        if end is not None:
            row[slot] = [ids.get(end.key), visible(str(end.properties.get("name", end.key)))]
    return row


def _fits(node: Node, ends: Mapping[str, str], nodes: Mapping[str, Node], options: ViewOptions) -> bool:
    if _number(node, "confidence", 1.0) < options.min_confidence:
        return False
    if options.years is None:
        return True
    paper = nodes.get(ends.get("paper", ""))
    year = None if paper is None else paper.properties.get("year")
    return isinstance(year, int) and options.years[0] <= year <= options.years[1]


def _number(node: Node, name: str, default: float) -> float:
    value = node.properties.get(name, default)
    return float(value) if isinstance(value, int | float) else default
