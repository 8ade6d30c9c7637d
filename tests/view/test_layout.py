"""Where nodes stand: apart from one another, in discs that do not touch, with few lines."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.view.communities import EDGES_PER_NODE, Pair, find_communities, thin
from kg.view.layout import lay_out
from kg.view.packing import pack


def rings(count: int, size: int) -> list[Pair]:
    """`count` rings of `size` nodes, each linked to the next by one weak edge."""
    inside = [(c * size + i, c * size + (i + 1) % size) for c in range(count) for i in range(size)]
    between = [(c * size, (c + 1) * size) for c in range(count - 1)]
    return [Pair(min(p), max(p), 2.0) for p in inside] + [Pair(*p, 0.1) for p in between]


def test_communities_are_found_largest_first() -> None:
    assert find_communities(9, [Pair(0, 1, 1), Pair(1, 2, 1), Pair(0, 2, 1), Pair(3, 4, 1), *rings(1, 2)]) == [
        0,
        0,
        0,
        1,
        1,
        2,
        3,
        4,
        5,
    ]


def test_thinning_keeps_everything_linked_and_the_strongest() -> None:
    pairs = [Pair(a, b, 1.0 + (a == 0)) for a in range(10) for b in range(a + 1, 10)]
    shown = thin(10, pairs, [0] * 10)
    assert len(shown) == int(10 * EDGES_PER_NODE)
    assert {(p.a, p.b) for p in shown} >= {(0, b) for b in range(1, 10)}


@pytest.mark.parametrize("count", [1, 2, 7, 40, 300])
def test_no_two_nodes_touch_and_no_two_discs(count: int) -> None:
    pairs = rings(max(count // 6, 1), 6)
    nodes = max(count // 6, 1) * 6
    layout = lay_out([1.0 / (i + 1) for i in range(nodes)], pairs)
    at, size = np.array(layout.positions, dtype=float), np.array(layout.radii)
    for a in range(nodes):
        away = np.hypot(*(at - at[a]).T) - size - size[a]
        away[a] = 1
        assert away.min() > 0
    for i, (x, y, r) in enumerate(layout.discs):
        for x2, y2, r2 in layout.discs[:i]:
            assert math.hypot(x - x2, y - y2) >= r + r2 - 2
    for node, group in enumerate(layout.group):
        x, y, r = layout.discs[group]
        assert math.hypot(at[node, 0] - x, at[node, 1] - y) <= r + 2


@settings(max_examples=30, deadline=None)
@given(st.lists(st.floats(10, 400), min_size=1, max_size=60))
def test_packed_discs_never_touch(radii: list[float]) -> None:
    centres = pack(radii, np.zeros((len(radii), len(radii))))
    for i in range(len(radii)):
        for j in range(i):
            assert math.hypot(*(centres[i] - centres[j])) >= radii[i] + radii[j]


def test_packing_of_many_discs_is_wide_rather_than_high() -> None:
    centres = pack([20.0] * 300, np.zeros((300, 300)))
    width, height = np.ptp(centres, axis=0)
    assert 1.15 < width / height < 1.8


def test_no_nodes_make_an_empty_layout() -> None:
    assert lay_out([], []).positions == []
