"""Choosing what a view shows: the most important nodes, or those around a focus or of a query."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

from msgspec import Struct

from kg.errors import ConfigError
from kg.model import EDGE_ENDS, LABELS, Edge, Graph, Node
from kg.text import fold
from kg.view.importance import edge_weight, rank
from kg.view.names import plain
from kg.view.options import ViewOptions

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

OF_PAPERS = frozenset(
    edge for edge, ends in EDGE_ENDS.items() if all(source in ("Paper", "Result") for source, _ in ends)
)
"""Edge types of one single paper: their support is 1 by nature, so that no minimum applies to it."""

OWN_WEIGHT = 0.2
"""How much an edge to a thing of one single paper counts for the importance of its other end."""

ISLAND = 4
"""Where not everything can be shown, parts of fewer nodes that link to nothing else are left out."""


class Selection(Struct, frozen=True):
    """What is drawn: nodes, most important first, with their importance; all the edges among them.

    `focus` is the key of the node that the view is about, `totals` counts every label in the whole graph, and
    `unlinked` says how many nodes were left out because nothing links to them.
    """

    nodes: tuple[Node, ...]
    importance: tuple[float, ...]
    edges: tuple[Edge, ...]
    focus: str | None
    totals: dict[str, int]
    unlinked: int


class _Linked(Struct, frozen=True):
    """The candidates in canonical order, with the edges among them by index, shape (edges, 2)."""

    nodes: list[Node]
    edges: list[Edge]
    ends: NDArray[np.int64]
    score: NDArray[np.float64]


def select(graph: Graph, options: ViewOptions) -> Selection:
    """Return the part of `graph` that `options` ask for. Raises `ConfigError` when the focus is not in it."""
    focus = None if options.focus is None else find_node(graph.nodes, options.focus)
    linked = _link(graph, options, focus)
    order = sorted(range(len(linked.nodes)), key=lambda i: (-linked.score[i], linked.nodes[i].key))
    isolates_stay = focus is not None or options.keys is not None or bool(options.types)
    touched = set(linked.ends.ravel().tolist())
    pool = [i for i in order if isolates_stay or i in touched]
    if focus is not None:
        pool = _around(linked, focus.key, options.depth, pool)
    chosen = pool[: options.max_nodes]
    if not isolates_stay:
        chosen = _without_islands(linked, chosen, pool)
    inside = {linked.nodes[i].key for i in chosen}
    edges = [edge for edge in linked.edges if edge.source in inside and edge.target in inside]
    return Selection(
        nodes=tuple(linked.nodes[i] for i in chosen),
        importance=tuple(float(linked.score[i]) for i in chosen),
        edges=tuple(edges),
        focus=None if focus is None else focus.key,
        totals=dict(Counter(node.label for node in graph.nodes)),
        unlinked=0 if isolates_stay else len(order) - len(pool),
    )


def find_node(nodes: Sequence[Node], name: str) -> Node:
    """Return the node with this key, else the best known one with this name or alias, however it is spelt.

    Raises `ConfigError` with the nearest names when there is none.
    """
    for node in nodes:
        if node.key == name:
            return node
    # The full folding (Greek, LaTeX, plurals) is slow on a large graph; most names are found without it.
    found = _named(nodes, name, plain) or _named(nodes, name, fold)
    if found is not None:
        return found
    names = sorted({str(node.properties.get("name", "")) for node in nodes if node.label != "Result"})
    near = get_close_matches(name, names, n=3, cutoff=0.6)
    hint = f" Did you mean {', '.join(map(repr, near))}?" if near else " Give a node's key, its name or an alias."
    raise ConfigError(f"Nothing in the graph is called {name!r}.{hint}")


def _named(nodes: Sequence[Node], name: str, folding: Callable[[str], str]) -> Node | None:
    wanted = folding(name)
    found: list[tuple[bool, int, str, Node]] = []
    for node in nodes:
        if folding(str(node.properties.get("name", ""))) == wanted:
            found.append((False, -_papers(node), node.key, node))
        elif any(folding(alias) == wanted for alias in _strings(node, "aliases")):
            found.append((True, -_papers(node), node.key, node))
    return min(found, key=lambda entry: entry[:3])[3] if found else None


def _link(graph: Graph, options: ViewOptions, focus: Node | None) -> _Linked:
    import numpy as np

    keys = None if options.keys is None else frozenset(options.keys)
    labels = _drawn_labels(graph, options, focus)
    fixed = frozenset() if focus is None else frozenset({focus.key})
    nodes = [
        node
        for node in graph.nodes
        if node.key in fixed or (node.label in labels and _fits(node, options) and (keys is None or node.key in keys))
    ]
    index = {node.key: i for i, node in enumerate(nodes)}
    edges: list[Edge] = []
    ends: list[tuple[int, int]] = []
    for edge in graph.edges:
        a, b = index.get(edge.source), index.get(edge.target)
        if a is not None and b is not None and a != b and _edge_fits(edge, options):
            edges.append(edge)
            ends.append((a, b))
    pairs = np.asarray(ends, dtype=np.int64).reshape(-1, 2)
    # What one paper alone names says little about that paper: without this, papers with the longest lists come first.
    own = [node.label not in ("Paper", "Result") and _papers(node) == 1 for node in nodes]
    weights = [
        edge_weight(edge) * (OWN_WEIGHT if own[a] or own[b] else 1.0) for edge, (a, b) in zip(edges, ends, strict=True)
    ]
    return _Linked(nodes, edges, pairs, rank(len(nodes), pairs, weights))


def _drawn_labels(graph: Graph, options: ViewOptions, focus: Node | None) -> frozenset[str]:
    """Results stand in tables; they are drawn only where they are asked for by type, query or focus."""
    if options.types:
        return frozenset(options.types)
    asked = (focus is not None and focus.label == "Result") or options.keys is not None
    return frozenset(LABELS if asked else (label for label in LABELS if label != "Result"))


def _fits(node: Node, options: ViewOptions) -> bool:
    if node.label in ("Paper", "Result"):
        if options.years is None or node.label == "Result":
            return True
        year = node.properties.get("year")
        return isinstance(year, int) and options.years[0] <= year <= options.years[1]
    if _papers(node) < options.min_support:
        return False
    if options.years is None:
        return True
    first, last = node.properties.get("first_year"), node.properties.get("last_year")
    return isinstance(first, int) and isinstance(last, int) and first <= options.years[1] and last >= options.years[0]


def _edge_fits(edge: Edge, options: ViewOptions) -> bool:
    confidence = edge.properties.get("confidence", 1.0)
    if isinstance(confidence, int | float) and confidence < options.min_confidence:
        return False
    support = edge.properties.get("support", 1)
    if options.min_support == 1 or edge.source.startswith("paper:") or edge.type in OF_PAPERS:
        return True
    return isinstance(support, int) and support >= options.min_support


def _around(linked: _Linked, focus: str, depth: int, pool: Iterable[int]) -> list[int]:
    """Return those of `pool` within `depth` edges of `focus`, the nearer first, in the pool's order otherwise."""
    neighbours: dict[int, list[int]] = {}
    for a, b in linked.ends.tolist():
        neighbours.setdefault(a, []).append(b)
        neighbours.setdefault(b, []).append(a)
    start = next(i for i, node in enumerate(linked.nodes) if node.key == focus)
    distance = {start: 0}
    frontier = [start]
    for step in range(1, depth + 1):
        frontier = [j for i in frontier for j in neighbours.get(i, ()) if distance.setdefault(j, step) == step]
        frontier = list(dict.fromkeys(frontier))
    return sorted((i for i in pool if i in distance), key=distance.__getitem__)


def _without_islands(linked: _Linked, chosen: list[int], pool: list[int]) -> list[int]:
    """Return `chosen` without isolated nodes and, where `pool` holds more, without islands.

    The room is filled with the next nodes of `pool` that link to what stays.
    """
    least = ISLAND if len(pool) > len(chosen) else 2
    order = {i: place for place, i in enumerate(pool)}
    size = len(chosen)
    for _ in range(3):
        kept = _of_parts(linked, chosen, least) or _of_parts(linked, chosen, 2)
        taken = set(kept)
        touching = {b if a in taken else a for a, b in _ends(linked, kept, 1)}
        extra = sorted(touching & order.keys(), key=order.__getitem__)[: size - len(kept)]
        chosen = sorted([*kept, *extra], key=order.__getitem__)
        if not extra:
            break
    return _of_parts(linked, chosen, 2)


def _ends(linked: _Linked, chosen: Iterable[int], inside: int) -> list[list[int]]:
    """Return the ends of the edges of which exactly `inside` ends are chosen."""
    import numpy as np

    is_chosen = np.zeros(len(linked.nodes), dtype=np.int64)
    is_chosen[list(chosen)] = 1
    found: list[list[int]] = linked.ends[is_chosen[linked.ends].sum(axis=1) == inside].tolist()
    return found


def _of_parts(linked: _Linked, chosen: Iterable[int], least: int) -> list[int]:
    """Return the chosen nodes that hang together with at least `least` chosen nodes, themselves counted."""
    root = {i: i for i in chosen}

    def top(i: int) -> int:
        while root[i] != i:
            root[i] = root[root[i]]
            i = root[i]
        return i

    for a, b in _ends(linked, root, 2):
        root[top(a)] = top(b)
    size = Counter(top(i) for i in root)
    return [i for i in root if size[top(i)] >= least]


def _papers(node: Node) -> int:
    papers = node.properties.get("papers", 1)
    return int(papers) if isinstance(papers, int | float) else 1


def _strings(node: Node, name: str) -> list[str]:
    value = node.properties.get(name, [])
    return value if isinstance(value, list) else [str(value)]
