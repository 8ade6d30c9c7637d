"""Relations after resolution: when an end got another type, the relation that still says the truth."""

from __future__ import annotations

from kg.model import SIGNATURES, EntityType, RelationType

_FITTING: dict[tuple[EntityType, EntityType], RelationType] = {
    ("Method", "Task"): "ADDRESSES",
    ("Method", "Method"): "USES",
    ("Method", "Dataset"): "EVALUATED_ON",
    ("Method", "Metric"): "EVALUATED_BY",
    ("Dataset", "Task"): "BENCHMARK_FOR",
}
_COMPARISONS = frozenset({"OUTPERFORMS", "COMPARED_WITH"})
"""Never retyped: that one thing beats another does not say that it addresses or uses it."""


def fit_relation(relation: RelationType, head: EntityType, tail: EntityType) -> RelationType | None:
    """Return the type of the edge for `relation` between two final labels, or None where none fits.

    >>> fit_relation("ADDRESSES", "Method", "Method"), fit_relation("OUTPERFORMS", "Method", "Task")
    ('USES', None)
    """
    if (head, tail) in SIGNATURES[relation]:
        return relation
    return None if relation in _COMPARISONS else _FITTING.get((head, tail))
