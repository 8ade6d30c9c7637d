"""The user's word on names always wins."""

from __future__ import annotations

import pytest

from kg.model import Ruling
from kg.resolve import Merge, explain
from tests.resolve.corpus import Named, build, things

A: Named = ("Method", "tiny language encoder")
B: Named = ("Method", "wee text reader")


def keys(*papers: list[Named], rulings: list[Ruling]) -> list[str]:
    """Return the nodes of the first entity of each paper."""
    found = build(*papers, rulings=rulings)
    return [found.node_of[f"paper:{place:03}", "e0"] for place in range(len(papers))]


def test_names_that_have_nothing_in_common_are_joined() -> None:
    found = build([A], [B], rulings=[Ruling(A[1], B[1], "same")])
    (why,) = explain(found, "wee text reader")
    assert why.aliases == (("tiny language encoder", 1), ("wee text reader", 1))
    assert why.merges == (
        Merge(1.0, A[1], B[1], "you said that they are the same", ("paper:000", "paper:001"), "", (why.key,)),
    )


def test_spelling_does_not_matter() -> None:
    a, b = keys([A], [B], rulings=[Ruling("Tiny Language-Encoders", "wee text readers", "same")])
    assert a == b


def test_no_veto_stands_against_the_user() -> None:
    a, b = keys([("Method", "Larch 1")], [("Method", "Larch 2")], rulings=[Ruling("Larch 1", "Larch 2", "same")])
    assert a == b
    papers: list[Named] = [A, B]
    found = build(papers, rulings=[Ruling(A[1], B[1], "same")])
    assert len(things(found)) == 1


@pytest.mark.parametrize(
    ("papers", "a", "b"),
    [
        ([[("Method", "wave computing")], [("Method", "wave computation")]], "wave computing", "wave computation"),
        ([[("Method", "LLM")], [("Method", "large language model")]], "LLM", "large language model"),
        ([[("Method", "Larch")], [("Method", "LARCH")]], "Larch", "LARCH"),
        ([[("Method", "TLE")], [("Method", "tiny language encoder (TLE)")]], "TLE", "tiny language encoder"),
    ],
)
def test_what_every_rule_would_join_is_kept_apart(papers: list[list[Named]], a: str, b: str) -> None:
    one, other = keys(*papers, rulings=[])
    assert one == other
    one, other = keys(*papers, rulings=[Ruling(a, b, "different")])
    assert one != other


def test_names_kept_apart_are_not_joined_through_a_third() -> None:
    papers: list[list[Named]] = [[A], [B], [("Method", "small reader")]]
    rulings = [Ruling(A[1], "small reader", "same"), Ruling(B[1], "small reader", "same")]
    assert len(set(keys(*papers, rulings=rulings))) == 1
    a, b, _ = keys(*papers, rulings=[*rulings, Ruling(A[1], B[1], "different")])
    assert a != b


def test_an_abbreviation_goes_where_the_user_says() -> None:
    papers: list[list[Named]] = [
        [("Method", "TLE")],
        [("Method", "tree line estimation (TLE)")],
        [("Method", "tree line estimation (TLE)")],
        [A],
    ]
    bare, tree, _, tiny = keys(*papers, rulings=[])
    assert bare == tree != tiny
    bare, tree, _, tiny = keys(*papers, rulings=[Ruling("TLE", A[1], "same")])
    assert bare == tiny != tree


def test_a_type_limits_a_ruling() -> None:
    rulings = [Ruling(A[1], B[1], "same", "Dataset")]
    a, b = keys([A], [B], rulings=rulings)
    assert a != b
    a, b = keys([("Dataset", A[1])], [("Dataset", B[1])], rulings=rulings)
    assert a == b


def test_rulings_on_names_that_nobody_uses_change_nothing() -> None:
    rulings = [Ruling("never heard of", A[1], "same"), Ruling("nor of this", "that", "different")]
    assert build([A], [B], rulings=rulings) == build([A], [B])
