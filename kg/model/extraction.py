"""Extractions: what one abstract says, before anything is resolved across papers."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

EntityType = Literal["Method", "Task", "Dataset", "Metric"]
Role = Literal["proposed", "addressed", "used", "compared", "mentioned"]
ResultKind = Literal["absolute", "improvement", "ratio"]
Field = Literal["title", "text"]
RelationType = Literal[
    "ADDRESSES",
    "USES",
    "EVALUATED_ON",
    "TRAINED_ON",
    "OUTPERFORMS",
    "COMPARED_WITH",
    "BENCHMARK_FOR",
    "EVALUATED_BY",
    "IS_A",
    "PART_OF",
]

ENTITY_TYPES: tuple[EntityType, ...] = ("Method", "Task", "Dataset", "Metric")
ROLES: tuple[Role, ...] = ("proposed", "addressed", "used", "compared", "mentioned")
RESULT_KINDS: tuple[ResultKind, ...] = ("absolute", "improvement", "ratio")

SIGNATURES: dict[RelationType, frozenset[tuple[EntityType, EntityType]]] = {
    "ADDRESSES": frozenset({("Method", "Task")}),
    "USES": frozenset({("Method", "Method")}),
    "EVALUATED_ON": frozenset({("Method", "Dataset")}),
    "TRAINED_ON": frozenset({("Method", "Dataset")}),
    "OUTPERFORMS": frozenset({("Method", "Method")}),
    "COMPARED_WITH": frozenset({("Method", "Method")}),
    "BENCHMARK_FOR": frozenset({("Dataset", "Task")}),
    "EVALUATED_BY": frozenset({("Method", "Metric")}),
    "IS_A": frozenset((t, t) for t in ENTITY_TYPES),
    "PART_OF": frozenset((t, t) for t in ENTITY_TYPES),
}
"""Which (head type, tail type) each relation may join."""

SYMMETRIC: frozenset[RelationType] = frozenset({"COMPARED_WITH"})


class Span(Struct, frozen=True, order=True):
    """A slice of the original: `text == original[start:end]`, in characters of `field`."""

    field: Field
    start: int
    end: int
    text: str


class Entity(Struct, frozen=True, kw_only=True):
    """One method, task, dataset or metric of an abstract.

    `mentions` are the distinct surface strings, `spans` every place where one of them stands.
    `name` is canonical within the abstract. `confidence` is the calibrated probability, 0 to 1.
    """

    id: str
    type: EntityType
    name: str
    mentions: tuple[str, ...]
    role: Role
    confidence: float = 1.0
    spans: tuple[Span, ...] = ()


class Relation(Struct, frozen=True, kw_only=True):
    """A typed relation between two entities of one abstract, by their ids.

    `evidence` is one to three sentences of the original that together name both ends.
    """

    head: str
    type: RelationType
    tail: str
    confidence: float = 1.0
    evidence: tuple[Span, ...] = ()


class Result(Struct, frozen=True, kw_only=True):
    """One reported number. `method`, `baseline`, `dataset` and `task` are entity ids or None.

    `value` is verbatim ("1.4%"); `number` and `unit` are parsed from it where that is possible.
    """

    value: str
    kind: ResultKind
    metric: str | None = None
    method: str | None = None
    baseline: str | None = None
    dataset: str | None = None
    task: str | None = None
    number: float | None = None
    unit: str | None = None
    confidence: float = 1.0
    evidence: tuple[Span, ...] = ()


class Extraction(Struct, frozen=True, kw_only=True):
    """All that one abstract says: the JSON of the annotation format, with confidences and evidence."""

    doc_id: str
    entities: tuple[Entity, ...] = ()
    relations: tuple[Relation, ...] = ()
    results: tuple[Result, ...] = ()
