"""Which nodes belong together, and which edges are worth showing at rest."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

EDGES_PER_NODE = 1.3
"""Edges shown at rest for each node: measured to be the most that does not become a hairball."""


class Pair(Struct, frozen=True, order=True):
    """All edges between two nodes as one line: indices `a` < `b` and how strongly they bind, above 0."""

    a: int
    b: int
    weight: float


def find_communities(count: int, pairs: Sequence[Pair]) -> list[int]:
    """Return each node's community, the largest being 0, by Louvain (Blondel et al., 2008) with a fixed seed.

    Indices are integers, whose hash no environment variable changes, so that the answer is always the same.
    """
    import networkx

    graph = networkx.Graph()
    graph.add_nodes_from(range(count))
    graph.add_weighted_edges_from((pair.a, pair.b, pair.weight) for pair in pairs)
    found = networkx.community.louvain_communities(graph, weight="weight", resolution=1.0, seed=7)
    group = [0] * count
    for number, members in enumerate(sorted((sorted(m) for m in found), key=lambda m: (-len(m), m))):
        for member in members:
            group[member] = number
    return group


def thin(count: int, pairs: Sequence[Pair], group: Sequence[int]) -> list[Pair]:
    """Return the pairs that are shown at rest, about `EDGES_PER_NODE` for each node.

    First a forest that keeps every node linked, of the strongest edges, inside the communities before between
    them (Kruskal, 1956); then the strongest of the others, one at most from a community to another.
    """
    ordered = sorted(pairs, key=lambda p: (group[p.a] != group[p.b], -p.weight, p.a, p.b))
    parent = list(range(count))
    forest: list[Pair] = []
    rest: list[Pair] = []
    for pair in ordered:
        a, b = _root(parent, pair.a), _root(parent, pair.b)
        if a != b:
            parent[a] = b
            forest.append(pair)
        else:
            rest.append(pair)
    budget = max(int(count * EDGES_PER_NODE) - len(forest), 0)
    inside = [pair for pair in rest if group[pair.a] == group[pair.b]]
    bridges = _bridges(rest, group)[: budget // 4]
    return sorted([*forest, *inside[: budget - len(bridges)], *bridges])


def _bridges(rest: Sequence[Pair], group: Sequence[int]) -> list[Pair]:
    """Return the first pair of each two communities: more lines between the same two say nothing more at rest."""
    seen: set[tuple[int, int]] = set()
    bridges = []
    for pair in rest:
        a, b = sorted((group[pair.a], group[pair.b]))
        if a != b and (a, b) not in seen:
            seen.add((a, b))
            bridges.append(pair)
    return bridges


def _root(parent: list[int], node: int) -> int:
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = parent[node]
    return node
