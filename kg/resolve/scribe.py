"""One paper written into the ledger: its edges to things, its relations and its results, each with evidence."""

from __future__ import annotations

import re
from collections import Counter

from msgspec.structs import replace

from kg.model import ROLES, SYMMETRIC, Entity, EntityType, Relation, Role, Span, paper_edge
from kg.resolve.ledger import COMPARISONS, Ledger, Statement
from kg.resolve.prepare import Prepared
from kg.resolve.sentences import MOST, holds
from kg.resolve.signatures import fit_relation
from kg.resolve.things import Things

_CUE = re.compile(
    r"\b(?:we|this (?:paper|work|article|study)|our)\b[^.]{0,60}\b(?:propos|introduc|present|develop|design|contribut)",
    re.IGNORECASE,
)
_CONTEXT_LABELS: tuple[EntityType, ...] = ("Dataset", "Task", "Metric")


class Scribe:
    """Writes one paper's statements; `dropped` counts what can't stand in the graph."""

    def __init__(self, paper: Prepared, things: Things, ledger: Ledger, dropped: Counter[str]) -> None:
        self.paper = paper
        self.key = paper.document.id
        self.sentences = paper.sentences
        self.things = things
        self.ledger = ledger
        self.dropped = dropped
        self.entities = {entity.id: entity for entity in paper.extraction.entities}

    def node(self, entity_id: str) -> str:
        """Return the node key of an entity of this paper."""
        return self.things.node_of[self.key, entity_id]

    def label(self, entity_id: str) -> EntityType:
        """Return the final label of an entity of this paper."""
        return self.things.label(self.node(entity_id))

    def write_mentions(self) -> None:
        """Enter an edge from the paper to each thing, by the strongest role that the paper gives it."""
        trained = self._trained_only()
        by_node: dict[str, list[Entity]] = {}
        for entity in self.entities.values():
            by_node.setdefault(self.node(entity.id), []).append(entity)
        for node, group in by_node.items():
            role: Role = min((entity.role for entity in group), key=ROLES.index)
            strongest = [entity for entity in group if entity.role == role]
            kind = paper_edge(role, self.things.label(node), node in trained)
            confidence = max(entity.confidence for entity in strongest)
            evidence = self._mention_evidence(strongest, role)
            self.ledger.add((self.key, kind, node), self.key, Statement(confidence, evidence))

    def _mention_evidence(self, group: list[Entity], role: Role) -> str:
        covers = self.sentences.covers(span for entity in group for span in entity.spans)
        if role == "proposed":
            stated = [c for c in covers if any(_CUE.search(self.sentences.span(i).text) for i in c)]
            covers = stated or covers
        return self.sentences.join(self.sentences.choose([covers]))

    def _trained_only(self) -> set[str]:
        """Return the nodes of what the paper trains on and neither evaluates on nor reports a result on."""
        ends: dict[str, set[str]] = {"TRAINED_ON": set(), "EVALUATED_ON": set()}
        for relation in self.paper.extraction.relations:
            if relation.type in ends:
                ends[relation.type].add(self.node(relation.tail))
        reported = {self.node(r.dataset) for r in self.paper.extraction.results if r.dataset is not None}
        return ends["TRAINED_ON"] - ends["EVALUATED_ON"] - reported

    def write_relations(self) -> None:
        """Enter the relations, each of the type that fits the final labels of its ends."""
        for relation in self.paper.extraction.relations:
            head, tail = self.node(relation.head), self.node(relation.tail)
            kind = fit_relation(relation.type, self.things.label(head), self.things.label(tail))
            evidence = self._relation_evidence(relation)
            if head == tail:
                self.dropped["relations of a thing to itself"] += 1
            elif kind is None:
                self.dropped["relations that fit no longer"] += 1
            elif not evidence:
                self.dropped["relations without evidence"] += 1
            else:
                self.dropped["relations of another type than extracted"] += kind != relation.type
                if kind in SYMMETRIC:
                    head, tail = sorted((head, tail))
                statement = Statement(relation.confidence, self.sentences.join(evidence))
                if kind in COMPARISONS:
                    statement = replace(statement, contexts=self._contexts(evidence))
                self.ledger.add((head, kind, tail), self.key, statement)

    def _relation_evidence(self, relation: Relation) -> tuple[Span, ...]:
        head, tail = self.entities[relation.head].spans, self.entities[relation.tail].spans
        if self.is_good(relation.evidence, head, tail):
            return relation.evidence
        return self.sentences.choose([self.sentences.covers(head), self.sentences.covers(tail)])

    def is_good(self, evidence: tuple[Span, ...], *ends: tuple[Span, ...]) -> bool:
        """Return whether `evidence` is one to three true slices that hold a mention of each end."""
        true = 0 < len(evidence) <= MOST and all(map(self.sentences.is_slice, evidence))
        return true and all(any(holds(evidence, span) for span in spans) for spans in ends)

    def _contexts(self, evidence: tuple[Span, ...]) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
        found: dict[EntityType, set[str]] = {label: set() for label in _CONTEXT_LABELS}
        for entity in self.entities.values():
            label = self.label(entity.id)
            if label in found and any(holds(evidence, span) for span in entity.spans):
                found[label].add(self.node(entity.id))
        datasets, tasks, metrics = (tuple(sorted(found[label])) for label in _CONTEXT_LABELS)
        return datasets, tasks, metrics
