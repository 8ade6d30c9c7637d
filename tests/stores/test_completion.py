"""Words that may come next in a query."""

from __future__ import annotations

import pytest

from kg.stores import Store, find_completions
from kg.stores.analysis import Schema
from tests.stores.graphs import hostile, papers

SCHEMA = Schema(
    frozenset({"Paper", "Method", "Has blank"}), frozenset({"USES", "USED_BY", "part-of"}), frozenset({"name", "names"})
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("MATCH (p:Pa", ["Paper"]),
        ("MATCH (p:", ["Method", "Paper", "`Has blank`"]),
        ("MATCH (p:Paper|Me", ["Method"]),
        ("MATCH (p)-[:us", ["USED_BY", "USES"]),
        ("MATCH (p)-[r:USES|", ["USED_BY", "USES", "`part-of`"]),
        ("MATCH (p) WHERE p:m", ["Method"]),
        ("MATCH (p) RETURN p.na", ["name", "names"]),
        ("MATCH (p:Paper {na", ["name", "names"]),
        ("MATCH (p:Paper {name: 'x', ", ["name", "names"]),
        ("mat", ["MATCH"]),
        ("MATCH (p) RETURN col", ["collect()"]),
        ("MATCH (p) RETURN ", []),
        ("", []),
        ("MATCH (p {name: 'Pa", []),
        ("MATCH (p) // ret", []),
        ("MATCH (p) /* ret", []),
        ("MATCH (p) WHERE p.name = $na", []),
        ("MATCH (p {name: 'http://x'}) ret", ["RETURN"]),
    ],
)
def test_completions(text: str, words: list[str]) -> None:
    assert find_completions(text, SCHEMA) == words


def test_every_store_knows_its_names(store: Store) -> None:
    store.sync(papers())
    assert {"Paper", "Method", "Metric"} <= store.schema().labels
    assert {"USES", "IS_A"} <= store.schema().types
    assert {"title", "key", "support"} <= store.schema().properties
    store.sync(hostile())
    assert {"title", "title_", "a b", "empty"} <= store.schema().properties
    assert not any(name.startswith("_kg") for name in store.schema().properties)
