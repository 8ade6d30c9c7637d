"""Why a node is what it is: its aliases, the merges behind it, and its nearest neighbour that was kept apart."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from kg.errors import GraphError
from kg.model import ENTITY_TYPES, Node
from kg.resolve.build import Merge, Resolution
from kg.resolve.names import Names, similarity, versions

NEAR = 0.3
"""Least share of stems in common for another node to be called near."""


class Neighbour(Struct, frozen=True):
    """The most similar node that is another thing, and why it was not merged."""

    key: str
    name: str
    similarity: float
    why: str


class Explanation(Struct, frozen=True):
    """Why a node is one thing. `aliases` are (surface form, papers), the commonest first; `merges` the surest first."""

    key: str
    label: str
    name: str
    papers: int
    aliases: tuple[tuple[str, int], ...]
    merges: tuple[Merge, ...]
    refused: tuple[Merge, ...]
    nearest: Neighbour | None


def explain(resolution: Resolution, wanted: str) -> tuple[Explanation, ...]:
    """Return the explanation of every node that `wanted` (a key, a name or an alias) means, most papers first.

    Raises `GraphError`, naming the nearest names, when there is none.
    """
    names = Names()
    nodes = {node.key: node for node in resolution.graph.nodes if node.label in ENTITY_TYPES}
    found = list(find_nodes(resolution, nodes, wanted, names))
    if not found:
        raise GraphError(_missing(nodes, wanted))
    found.sort(key=lambda node: (-_papers(node), node.key))
    return tuple(_explain_node(resolution, nodes, node, names) for node in found)


def find_nodes(resolution: Resolution, nodes: dict[str, Node], wanted: str, names: Names) -> Iterator[Node]:
    """Yield the nodes with this key, else with this name, else with this alias, folded."""
    if wanted in nodes:
        yield nodes[wanted]
        return
    key = names.key(wanted)
    named = [node for node in nodes.values() if names.key(str(node.properties["name"])) == key]
    yield from named or (
        node for node in nodes.values() if any(names.key(alias) == key for alias in resolution.aliases[node.key])
    )


def _explain_node(resolution: Resolution, nodes: dict[str, Node], node: Node, names: Names) -> Explanation:
    aliases = sorted(resolution.aliases[node.key].items(), key=lambda item: (-item[1], item[0]))
    merges = [merge for merge in resolution.merges if node.key in merge.nodes]
    refused = [merge for merge in resolution.refused if node.key in merge.nodes]
    return Explanation(
        key=node.key,
        label=node.label,
        name=str(node.properties["name"]),
        papers=_papers(node),
        aliases=tuple(aliases),
        merges=tuple(sorted(merges, key=lambda m: (-m.score, m))),
        refused=tuple(sorted(refused, key=lambda m: (-m.score, m))),
        nearest=_find_nearest(nodes, node, refused, names),
    )


def _find_nearest(nodes: dict[str, Node], node: Node, refused: list[Merge], names: Names) -> Neighbour | None:
    words = names.words(str(node.properties["name"]))
    best: tuple[float, str] | None = None
    for key in sorted(nodes):
        near = similarity(words, names.words(str(nodes[key].properties["name"]))) if key != node.key else 0.0
        if near >= NEAR and (best is None or near > best[0]):
            best = (near, key)
    if best is None and not refused:
        return None
    vetoed = max(refused, key=lambda m: (m.score, m), default=None)
    if vetoed is not None and (best is None or vetoed.score >= best[0]):
        other = next((key for key in vetoed.nodes if key != node.key), None)
        if other is not None:
            return Neighbour(other, str(nodes[other].properties["name"]), vetoed.score, vetoed.veto)
    if best is None:
        return None
    other_node = nodes[best[1]]
    return Neighbour(best[1], str(other_node.properties["name"]), round(best[0], 3), _why(node, other_node, names))


def _why(node: Node, other: Node, names: Names) -> str:
    a, b = (names.words(str(n.properties["name"])) for n in (node, other))
    if a == b:
        return f"the papers give it another type ({other.label}); the two are joined by SAME_NAME"
    if versions(a) != versions(b):
        return "another version, size or number"
    only = sorted(set(b) - set(a)) or sorted(set(a) - set(b))
    return f"no rule joins them: only one of the names says {', '.join(only)}"


def _papers(node: Node) -> int:
    count = node.properties.get("papers", 0)
    return count if isinstance(count, int) else 0


def _missing(nodes: dict[str, Node], wanted: str) -> str:
    from difflib import get_close_matches

    shown = {str(node.properties["name"]).casefold(): str(node.properties["name"]) for node in nodes.values()}
    near = get_close_matches(wanted.casefold(), list(shown), n=3, cutoff=0.6)
    hint = f" Did you mean {' or '.join(repr(shown[n]) for n in near)}?" if near else ""
    return f"No thing has the key or name {wanted!r}.{hint} Give a node's key or any of its names."
