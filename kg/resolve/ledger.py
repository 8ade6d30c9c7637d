"""The ledger of edges: every paper's statement of an edge, summed up into support, confidence and evidence."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from kg.model import Edge, Value

COMPARISONS = frozenset({"OUTPERFORMS", "COMPARED_WITH"})
"""The edges that carry the datasets, tasks and metrics named in their evidence."""

CONTEXTS: tuple[str, ...] = ("datasets", "tasks", "metrics")


class Statement(Struct, frozen=True, order=True):
    """What one paper says for an edge. `contexts` are node keys named in the same evidence, by `CONTEXTS`."""

    confidence: float
    evidence: str
    contexts: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]] = ((), (), ())


EdgeKey = tuple[str, str, str]
"""Source, type, target."""


class Ledger:
    """Statements by edge and paper; the surest of a paper counts, and the order of entry does not."""

    def __init__(self) -> None:
        self._statements: dict[EdgeKey, dict[str, Statement]] = {}
        self._contexts: dict[EdgeKey, tuple[set[str], set[str], set[str]]] = {}

    def add(self, edge: EdgeKey, paper: str, statement: Statement) -> None:
        """Enter one paper's statement of an edge (source, type, target)."""
        known = self._statements.setdefault(edge, {})
        old = known.get(paper)
        if old is None or (-statement.confidence, statement.evidence) < (-old.confidence, old.evidence):
            known[paper] = statement
        if edge[1] in COMPARISONS:
            sets = self._contexts.setdefault(edge, (set(), set(), set()))
            for seen, keys in zip(sets, statement.contexts, strict=True):
                seen.update(keys)

    def best(self, edge: EdgeKey) -> tuple[str, Statement]:
        """Return the paper and statement that are surest of an edge; ties go to the smaller paper key."""
        return _ranked(self._statements[edge])[0]

    def edges(self) -> Iterable[Edge]:
        """Yield every edge with its support, confidence, evidence and papers, the surest first."""
        for (source, kind, target), known in self._statements.items():
            ranked = _ranked(known)
            properties: dict[str, Value] = {
                "support": len(known),
                "confidence": ranked[0][1].confidence,
                "evidence": [statement.evidence for _, statement in ranked],
                "evidence_papers": [paper for paper, _ in ranked],
            }
            for name, keys in zip(CONTEXTS, self._contexts.get((source, kind, target), ()), strict=False):
                properties[name] = sorted(keys)
            yield Edge(source, kind, target, properties)


def _ranked(known: dict[str, Statement]) -> list[tuple[str, Statement]]:
    return sorted(known.items(), key=lambda item: (-item[1].confidence, item[0]))
