"""Explanations: aliases with counts, rules with scores and papers, and the nearest thing kept apart."""

from __future__ import annotations

import pytest

from kg.errors import GraphError
from kg.resolve import Merge, Neighbour, explain
from tests.resolve.corpus import build


def test_aliases_and_the_merge_behind_them() -> None:
    found = build(
        [("Method", "tiny language encoder (TLE)")],
        [("Method", "TLE")],
        [("Method", "TLE")],
        [("Method", "tiny language encoder 2")],
    )
    (why,) = explain(found, "tiny language encoder")
    assert (why.key, why.label, why.name, why.papers) == (
        "method:tiny-language-encoder",
        "Method",
        "tiny language encoder",
        3,
    )
    assert why.aliases == (("TLE", 3), ("tiny language encoder", 1))
    rule = "abbreviation as most papers spell it out"
    own = "spelled out in the paper itself"
    assert why.merges == (
        Merge(0.98, "TLE", "tiny language encoder", own, ("paper:000",), "", (why.key,)),
        Merge(0.8, "TLE", "tiny language encoder", rule, ("paper:000",), "", (why.key,)),
    )
    assert why.nearest == Neighbour(
        "method:tiny-language-encoder-2", "tiny language encoder 2", 0.857, "another version, size or number"
    )


def test_an_ambiguous_abbreviation_says_so() -> None:
    found = build(
        [("Method", "tiny language encoder (TLE)")], [("Method", "tree line estimation (TLE)")], [("Method", "TLE")]
    )
    explanation = next(e for e in explain(found, "TLE") if e.key == "method:tle")
    (refused,) = explanation.refused
    assert refused.veto == "ambiguous: the commonest long form has 50% of the evidence"


def test_a_key_a_name_or_an_alias_finds_the_node() -> None:
    found = build([("Method", "tiny language encoder (TLE)")])
    for wanted in ("method:tiny-language-encoder", "Tiny Language-Encoders", "TLE"):
        assert [e.key for e in explain(found, wanted)] == ["method:tiny-language-encoder"]


def test_an_unknown_name_is_an_error_that_names_near_ones() -> None:
    found = build([("Method", "tiny language encoder")])
    with pytest.raises(GraphError, match=r"'tiny languag encoder'.* Did you mean 'tiny language encoder'"):
        explain(found, "tiny languag encoder")


def test_types_of_one_name_are_near_and_joined_by_same_name() -> None:
    found = build([("Method", "tree search")], [("Task", "tree search")])
    nearest = [e.nearest for e in explain(found, "tree search")]
    assert [n.why for n in nearest if n] == [
        "the papers give it another type (Task); the two are joined by SAME_NAME",
        "the papers give it another type (Method); the two are joined by SAME_NAME",
    ]
