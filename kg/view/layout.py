"""Where every node stands: communities as discs side by side, each laid out by its shown edges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from kg.view.communities import Pair, find_communities, thin
from kg.view.packing import pack

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SPACING = 40.0
"""Wanted distance of two linked nodes, in canvas units (pixels at scale 1)."""

GAP = 13.0
"""Least free space between two nodes, in canvas units."""

SMALL = 300
"""Below this many nodes there is room for most labels, and the nodes stand farther apart for them."""

STRESS_LIMIT = 800
"""Communities above this size are laid out as a spiral: stress needs memory and time by the square."""


class Layout(Struct, frozen=True):
    """Integer positions and radii of all nodes in canvas units, their community, the communities' discs
    (x, y, radius), and the pairs of nodes whose line is shown at rest.
    """

    positions: list[tuple[int, int]]
    radii: list[int]
    group: list[int]
    discs: list[tuple[int, int, int]]
    shown: list[Pair]


def lay_out(importance: Sequence[float], pairs: Sequence[Pair]) -> Layout:
    """Return the layout of nodes with these importances; the same input gives the same output."""
    import numpy as np

    count = len(importance)
    group = find_communities(count, pairs)
    shown = thin(count, pairs, group)
    radii = _radii(importance)
    members: list[list[int]] = [[] for _ in range(max(group, default=-1) + 1)]
    for node, number in enumerate(group):
        members[number].append(node)
    room = radii + (6.0 if count < SMALL else 0.0)
    inner = [_lay_out_one(nodes, shown, room) for nodes in members]
    sizes = [float((np.hypot(*xy.T) + room[nodes]).max()) + 12.0 for nodes, xy in zip(members, inner, strict=True)]
    pull = np.zeros((len(members), len(members)))
    for pair in pairs:
        a, b = group[pair.a], group[pair.b]
        if a != b:
            pull[a, b] += pair.weight
            pull[b, a] += pair.weight
    centres = pack(sizes, pull)
    at = np.zeros((count, 2))
    for nodes, xy, centre in zip(members, inner, centres, strict=True):
        at[nodes] = xy + centre
    _turn(at, members, centres, [pair for pair in pairs if group[pair.a] != group[pair.b]])
    places = [(int(x), int(y)) for x, y in np.rint(at).tolist()]
    rings = [(int(x), int(y), int(r)) for (x, y), r in zip(np.rint(centres).tolist(), sizes, strict=True)]
    return Layout(places, [int(r) for r in radii], group, rings, shown)


def _radii(importance: Sequence[float]) -> NDArray[np.float64]:
    """Return radii of 5 to 14 units: an area that grows with the importance."""
    import numpy as np

    score = np.asarray(importance, dtype=np.float64)
    if not len(score):
        return score
    top = max(float(score.max()), 1e-9)
    # In a small view even the least node is a good target; in a large one the most important must stand out.
    least = 6.0 if len(score) < SMALL else 4.5
    return np.rint(least + (14.0 - least) * np.sqrt(np.maximum(score, 0.0) / top))


def _lay_out_one(nodes: list[int], shown: Sequence[Pair], room: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return positions, shape (nodes, 2), of one community around its own centre (0, 0); `room`: radii kept free."""
    import numpy as np

    index = {node: i for i, node in enumerate(nodes)}
    links = [(index[p.a], index[p.b]) for p in shown if p.a in index and p.b in index]
    size = room[nodes]
    if len(nodes) > STRESS_LIMIT or not links:
        xy = _spiral(size)
    else:
        xy = _relax(_tree_start(len(nodes), links), _distances(len(nodes), links))
    xy = _spread(_compact(_spread(xy, size), size), size)
    centre = (xy.max(axis=0) + xy.min(axis=0)) / 2
    return np.asarray(xy - centre, dtype=np.float64)


def _spiral(size: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a sunflower of all nodes, the first in the middle."""
    import numpy as np

    turn = np.arange(len(size)) * np.pi * (3 - np.sqrt(5.0))
    away = np.sqrt(np.cumsum((2 * size + GAP) ** 2) / np.pi) - size[0]
    return np.stack([away * np.cos(turn), away * np.sin(turn)], axis=1)


def _neighbours(count: int, links: Sequence[tuple[int, int]]) -> list[list[int]]:
    out: list[list[int]] = [[] for _ in range(count)]
    for a, b in links:
        out[a].append(b)
        out[b].append(a)
    return out


def _distances(count: int, links: Sequence[tuple[int, int]]) -> NDArray[np.float64]:
    """Return how many links lie between any two nodes, shape (count, count); unlinked parts are one step too far."""
    import numpy as np

    near = _neighbours(count, links)
    far = np.full((count, count), -1.0)
    for start in range(count):
        row = far[start]
        row[start] = 0
        frontier, step = [start], 0
        while frontier:
            step += 1
            reached = dict.fromkeys(j for i in frontier for j in near[i] if row[j] < 0)
            row[list(reached)] = step
            frontier = list(reached)
    far[far < 0] = far.max() + 1
    return far


def _tree_start(count: int, links: Sequence[tuple[int, int]]) -> NDArray[np.float64]:
    """Return a radial tree: each node around its parent, in a sector as wide as what hangs on it."""
    import numpy as np

    near = _neighbours(count, links)
    root = max(range(count), key=lambda i: (len(near[i]), -i))
    parent, order = {root: root}, [root]
    for node in order:
        for child in near[node]:
            if child not in parent:
                parent[child] = node
                order.append(child)
    order += [i for i in range(count) if i not in parent and not parent.update({i: root})]
    weight = dict.fromkeys(order, 1.0)
    for node in reversed(order[1:]):
        weight[parent[node]] += weight[node]
    sector = {root: (0.0, 2 * np.pi)}
    used: dict[int, float] = {}
    depth = {root: 0}
    xy = np.zeros((count, 2))
    for node in order[1:]:
        up = parent[node]
        start, width = sector[up]
        share = width * weight[node] / max(weight[up] - 1.0, 1.0)
        begin = used.get(up, start)
        used[up] = begin + share
        sector[node] = (begin, share)
        depth[node] = depth[up] + 1
        angle = begin + share / 2
        xy[node] = SPACING * depth[node] * np.array([np.cos(angle), np.sin(angle)])
    return xy


def _relax(xy: NDArray[np.float64], steps: NDArray[np.float64], rounds: int = 40) -> NDArray[np.float64]:
    """Return positions whose distances grow with `steps`, by the spacing (stress, Gansner et al., 2004)."""
    import numpy as np

    wanted = SPACING * steps**0.8
    weight = 1.0 / np.maximum(wanted, SPACING) ** 2
    np.fill_diagonal(weight, 0.0)
    total = weight.sum(axis=1)
    total[total == 0] = 1.0
    for _ in range(rounds):
        dx = xy[:, None, 0] - xy[None, :, 0]
        dy = xy[:, None, 1] - xy[None, :, 1]
        factor = weight * wanted / np.maximum(np.hypot(dx, dy), 1e-3)
        new = np.stack([(weight @ xy[:, 0]), (weight @ xy[:, 1])], axis=1)
        new += np.stack([(factor * dx).sum(axis=1), (factor * dy).sum(axis=1)], axis=1)
        xy = 0.4 * xy + 0.6 * new / total[:, None]
    return xy


def _compact(xy: NDArray[np.float64], size: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return positions drawn together, the outer ones more, so that the nodes fill a disc of their own area."""
    import numpy as np

    xy = xy - xy.mean(axis=0)
    away = np.maximum(np.hypot(*xy.T), 1e-6)
    wanted = 1.25 * np.sqrt(((2 * size + GAP) ** 2).sum() / np.pi)
    if away.max() <= wanted:
        return xy
    # Between what was laid out and an even filling: ranks of the distances spread the nodes over the disc's area.
    order = np.empty(len(size))
    order[np.lexsort((np.arange(len(size)), np.round(away, 3)))] = np.arange(len(size)) + 0.5
    even = wanted * np.sqrt(order / len(size))
    near = wanted * away / away.max()
    return np.asarray(xy * ((0.65 * even + 0.35 * near) / away)[:, None])


def _spread(xy: NDArray[np.float64], size: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return positions moved apart until no two nodes are nearer than `GAP`, as far as some rounds achieve it."""
    import numpy as np

    if len(size) > STRESS_LIMIT:
        return xy
    xy = xy + 1e-3 * _spiral(np.ones(len(size)))  # two nodes on one spot get a direction to part
    for _ in range(20):
        far = np.hypot(xy[:, None, 0] - xy[None, :, 0], xy[:, None, 1] - xy[None, :, 1])
        apart = size[:, None] + size[None, :] + GAP
        if not np.triu(far < apart - 0.5, 1).any():
            break
        a, b = np.nonzero(np.triu(far < apart + GAP, 1))
        xy = _push(xy, a, b, apart[a, b])
    return xy


def _push(
    xy: NDArray[np.float64], a: NDArray[np.int64], b: NDArray[np.int64], apart: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return positions after some rounds of pushing the pairs `a`, `b` to the distances `apart`."""
    import numpy as np

    for _ in range(10):
        step = xy[a] - xy[b]
        far = np.maximum(np.hypot(*step.T), 1e-6)
        move = (0.3 * np.maximum(apart - far, 0.0) / far)[:, None] * step
        pushed = [
            np.bincount(a, weights=move[:, axis], minlength=len(xy))
            - np.bincount(b, weights=move[:, axis], minlength=len(xy))
            for axis in (0, 1)
        ]
        xy = xy + np.stack(pushed, axis=1)
    return xy


def _turn(
    at: NDArray[np.float64], members: list[list[int]], centres: NDArray[np.float64], between: Sequence[Pair]
) -> None:
    """Turn each disc, in place, so that its links to other discs are short."""
    import numpy as np

    if not between:
        return
    ends = np.array([(p.a, p.b) for p in between] + [(p.b, p.a) for p in between])
    weights = np.array([p.weight for p in between] * 2)
    angles = np.arange(16) * np.pi / 8
    for nodes, centre in zip(members, centres, strict=True):
        mine = np.isin(ends[:, 0], nodes)
        if len(nodes) < 3 or not mine.any():
            continue
        own, other = at[ends[mine, 0]] - centre, at[ends[mine, 1]] - centre
        cost = [float((weights[mine] * np.hypot(*(_rotate(own, angle) - other).T)).sum().round(6)) for angle in angles]
        at[nodes] = _rotate(at[nodes] - centre, float(angles[int(np.argmin(cost))])) + centre


def _rotate(xy: NDArray[np.float64], angle: float) -> NDArray[np.float64]:
    import numpy as np

    cos, sin = np.cos(angle), np.sin(angle)
    return np.stack([xy[:, 0] * cos - xy[:, 1] * sin, xy[:, 0] * sin + xy[:, 1] * cos], axis=1)
