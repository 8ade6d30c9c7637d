"""The property graph: nodes, edges and the schema that they follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from kg.model.extraction import ENTITY_TYPES, SIGNATURES, EntityType, Role

Value: TypeAlias = str | int | float | bool | list[str]
"""A property value that every store and format holds alike; an absent value is left out, never None."""

PropertyType = Literal["string", "integer", "float", "strings"]

LABELS: tuple[str, ...] = ("Paper", *ENTITY_TYPES, "Result")

_THING: dict[str, PropertyType] = {
    "key": "string",
    "name": "string",
    "aliases": "strings",
    "papers": "integer",
    "first_year": "integer",
    "last_year": "integer",
}

NODE_PROPERTIES: dict[str, dict[str, PropertyType]] = {
    "Paper": {
        "key": "string",
        "name": "string",
        "ids": "strings",
        "title": "string",
        "abstract": "string",
        "year": "integer",
        "venue": "string",
        "authors": "strings",
        "doi": "string",
        "url": "string",
        "sources": "strings",
    },
    **dict.fromkeys(ENTITY_TYPES, _THING),
    "Result": {
        "key": "string",
        "value": "string",
        "number": "float",
        "unit": "string",
        "kind": "string",
        "metric_text": "string",
        "evidence": "string",
        "confidence": "float",
    },
}

EDGE_PROPERTIES: dict[str, PropertyType] = {
    "support": "integer",
    "confidence": "float",
    "evidence": "strings",
    "evidence_papers": "strings",
    "datasets": "strings",
    "tasks": "strings",
    "metrics": "strings",
}
"""Properties of every edge; the last three only of OUTPERFORMS and COMPARED_WITH."""

EVIDENCE_LIMIT = 20
"""How many pieces of evidence an edge carries in a store; the graph directory's files hold all."""

_BY_ROLE: dict[Role, dict[EntityType, str]] = {
    "proposed": dict.fromkeys(ENTITY_TYPES, "PROPOSES"),
    "addressed": {"Method": "USES", "Task": "ADDRESSES", "Dataset": "USES", "Metric": "USES"},
    "used": {"Method": "USES", "Task": "ADDRESSES", "Dataset": "EVALUATES_ON", "Metric": "USES"},
    "compared": dict.fromkeys(ENTITY_TYPES, "COMPARES"),
    "mentioned": dict.fromkeys(ENTITY_TYPES, "MENTIONS"),
}


def paper_edge(role: Role, label: EntityType, trained_only: bool = False) -> str:
    """Return the type of the edge from a Paper to a thing that has `role` in it.

    `trained_only`: the thing is a dataset that the paper trains on and does not evaluate on.

    >>> paper_edge("used", "Dataset"), paper_edge("used", "Dataset", trained_only=True)
    ('EVALUATES_ON', 'USES')
    """
    edge = _BY_ROLE[role][label]
    return "USES" if edge == "EVALUATES_ON" and trained_only else edge


RESULT_EDGES: dict[str, tuple[str, EntityType]] = {
    "method": ("OF_METHOD", "Method"),
    "dataset": ("ON_DATASET", "Dataset"),
    "task": ("FOR_TASK", "Task"),
    "metric": ("IN_METRIC", "Metric"),
    "baseline": ("OVER_BASELINE", "Method"),
}
"""Slot of a result → its edge's type and the label at the edge's other end."""


def _edge_ends() -> dict[str, frozenset[tuple[str, str]]]:
    ends: dict[str, set[tuple[str, str]]] = {}
    for by_label in _BY_ROLE.values():
        for label, edge in by_label.items():
            ends.setdefault(edge, set()).add(("Paper", label))
    for relation, pairs in SIGNATURES.items():
        ends.setdefault(relation, set()).update(pairs)
    for edge, label in RESULT_EDGES.values():
        ends.setdefault(edge, set()).add(("Result", label))
    ends["REPORTS"] = {("Paper", "Result")}
    ends["SAME_NAME"] = {(a, b) for a in ENTITY_TYPES for b in ENTITY_TYPES if a != b}
    return {edge: frozenset(pairs) for edge, pairs in sorted(ends.items())}


EDGE_ENDS: dict[str, frozenset[tuple[str, str]]] = _edge_ends()
"""Edge type → the (source label, target label) pairs that it may join."""


class Node(Struct, frozen=True):
    """A node; `key` is unique over the whole graph and also stands in `properties["key"]`."""

    key: str
    label: str
    properties: dict[str, Value]


class Edge(Struct, frozen=True):
    """A directed edge, unique by (source, type, target)."""

    source: str
    type: str
    target: str
    properties: dict[str, Value]


class Graph(Struct, frozen=True):
    """A whole graph: nodes sorted by key, edges sorted by (source, type, target)."""

    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()

    @classmethod
    def of(cls, nodes: Iterable[Node], edges: Iterable[Edge]) -> Graph:
        """Return the graph of these nodes and edges in canonical order."""
        return cls(
            tuple(sorted(nodes, key=lambda n: n.key)),
            tuple(sorted(edges, key=lambda e: (e.source, e.type, e.target))),
        )


def clip_evidence(properties: Mapping[str, Value], limit: int = EVIDENCE_LIMIT) -> dict[str, Value]:
    """Return `properties` with at most `limit` pieces of evidence, the first ones (the most confident)."""
    out = dict(properties)
    for name in ("evidence", "evidence_papers"):
        value = out.get(name)
        if isinstance(value, list):
            out[name] = value[:limit]
    return out
