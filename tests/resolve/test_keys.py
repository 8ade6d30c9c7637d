"""Keys: readable, apart where names are apart, equal where spellings are one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.resolve.keys import MAX_SLUG, digest, result_key, slug, thing_key


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("graph neural network", "graph-neural-network"),
        ("Graph Neural Networks", "graph-neural-network"),
        ("C++", "c++"),
        ("C#", "c#"),
        ("A*", "a*"),
        ("D* Lite", "d*-lite"),
        ("β-VAE", "β-vae"),
        (r"$\beta$-VAE", "β-vae"),
        ("k-means++", "k-means++"),
        ("GPT-3.5", "gpt-3-5"),
        ("Fréchet inception distance", "frechet-inception-distance"),
        ("Polyak-Łojasiewicz", "polyak-lojasiewicz"),
        ("Nesterov's acceleration", "nesterov-acceleration"),
        ("a", "a"),
    ],
)
def test_slug(name: str, expected: str) -> None:
    assert slug(name) == expected


def test_a_long_name_ends_in_a_hash_and_stays_apart_from_its_neighbour() -> None:
    one, other = slug("very " * 40 + "deep"), slug("very " * 40 + "wide")
    assert one != other
    assert one[:-13] == other[:-13]
    assert len(one) <= MAX_SLUG + 13


@pytest.mark.parametrize("name", ["", "…", "图神经网络", "метод", "!!!", "\ud800"])
def test_an_odd_name_has_a_key_all_the_same(name: str) -> None:
    assert len(slug(name)) >= 12


def test_odd_names_stay_apart() -> None:
    assert slug("图神经网络") != slug("图网络")


@given(st.text())
def test_keys_are_short_and_without_spaces(name: str) -> None:
    key = thing_key("Method", name)
    assert key.startswith("method:")
    assert len(key.encode()) <= 512
    assert not any(c.isspace() for c in key)


def test_digest_keeps_its_parts_apart() -> None:
    assert digest("ab", "c") != digest("a", "bc")
    assert result_key("paper:1", "5%", ["", "method:a"]) != result_key("paper:1", "5%", ["method:a", ""])
