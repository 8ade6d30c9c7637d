"""A graph of annotated abstracts: every edge has its evidence, and names end where a reader would put them."""

from __future__ import annotations

import pytest

from kg.resolve import build_graph
from tests.resolve.evidence import check_evidence, check_schema
from tests.resolve.gold import SHARED, read_gold

GOLD = SHARED / "gold" / "train.jsonl"


@pytest.mark.skipif(not GOLD.exists(), reason=f"no annotated abstracts at {GOLD}")
def test_a_graph_of_five_hundred_annotated_abstracts() -> None:
    papers, extractions = read_gold(GOLD, 500)
    found = build_graph(papers, extractions)
    check_schema(found.graph)
    check_evidence(found.graph, papers, extractions)
    assert sum(node.label == "Paper" for node in found.graph.nodes) == 500
    assert len(found.node_of) >= 0.99 * sum(len(e.entities) for e in extractions.values())
    relations = sum(len(e.relations) for e in extractions.values())
    lost = sum(
        count for reason, count in found.dropped.items() if reason.startswith("relations") and "another" not in reason
    )
    assert lost <= 0.02 * relations
