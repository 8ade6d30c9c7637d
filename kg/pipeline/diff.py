"""What changed between two graphs: papers, nodes, edges and merges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from kg.model import Edge, Graph, Node, Value
from kg.resolve import Merge


class NodeId(Struct, frozen=True):
    """Which node: its key, its label and its name (its key where it has none)."""

    key: str
    label: str
    name: str


class EdgeId(Struct, frozen=True):
    """Which edge. `number` tells parallel edges apart, which only graphs made elsewhere have; else 0."""

    source: str
    type: str
    target: str
    number: int = 0


class Change(Struct, frozen=True):
    """One property of a node or an edge, before and after; None where it was, or is, absent. `label` stands for the
    node's own label."""

    property: str
    old: Value | None
    new: Value | None


class ChangedNode(Struct, frozen=True):
    """A node that both graphs have, and how it differs."""

    node: NodeId
    changes: tuple[Change, ...]


class ChangedEdge(Struct, frozen=True):
    """An edge that both graphs have, and how it differs."""

    edge: EdgeId
    changes: tuple[Change, ...]


class NodeDiff(Struct, frozen=True):
    """Nodes of one kind that came, went and differ, each sorted by key."""

    added: tuple[NodeId, ...]
    removed: tuple[NodeId, ...]
    changed: tuple[ChangedNode, ...]


class EdgeDiff(Struct, frozen=True):
    """Edges that came, went and differ, each sorted by source, type and target."""

    added: tuple[EdgeId, ...]
    removed: tuple[EdgeId, ...]
    changed: tuple[ChangedEdge, ...]


class MergeDiff(Struct, frozen=True):
    """Pairs of names that are one thing in the new graph only, and in the old graph only."""

    added: tuple[Merge, ...]
    removed: tuple[Merge, ...]


class GraphDiff(Struct, frozen=True):
    """All that differs between two graphs. `nodes` are those that are no papers; `merges` is None where one of the
    graphs does not say what it was made from."""

    papers: NodeDiff
    nodes: NodeDiff
    edges: EdgeDiff
    merges: MergeDiff | None

    def __bool__(self) -> bool:
        """Whether anything differs."""
        parts = (self.papers, self.nodes, self.edges)
        found = any(part.added or part.removed or part.changed for part in parts)
        return bool(found or (self.merges is not None and (self.merges.added or self.merges.removed)))


def diff_graphs(
    old: Graph, new: Graph, old_merges: Iterable[Merge] | None = (), new_merges: Iterable[Merge] | None = ()
) -> GraphDiff:
    """Return what differs from `old` to `new`; the merges are those behind each of them, None where nobody knows."""
    return GraphDiff(
        papers=_diff_nodes(*({n.key: n for n in g.nodes if n.label == "Paper"} for g in (old, new))),
        nodes=_diff_nodes(*({n.key: n for n in g.nodes if n.label != "Paper"} for g in (old, new))),
        edges=_diff_edges(_edges_by_id(old.edges), _edges_by_id(new.edges)),
        merges=None if old_merges is None or new_merges is None else _diff_merges(old_merges, new_merges),
    )


def _diff_nodes(old: Mapping[str, Node], new: Mapping[str, Node]) -> NodeDiff:
    both = sorted(old.keys() & new.keys())
    return NodeDiff(
        added=tuple(_node_id(new[key]) for key in sorted(new.keys() - old.keys())),
        removed=tuple(_node_id(old[key]) for key in sorted(old.keys() - new.keys())),
        changed=tuple(
            ChangedNode(_node_id(new[key]), changes) for key in both if (changes := _node_changes(old[key], new[key]))
        ),
    )


def _node_id(node: Node) -> NodeId:
    return NodeId(node.key, node.label, str(node.properties.get("name", node.key)))


def _node_changes(old: Node, new: Node) -> tuple[Change, ...]:
    label = () if old.label == new.label else (Change("label", old.label, new.label),)
    return (*label, *_changes(old.properties, new.properties))


def _changes(old: Mapping[str, Value], new: Mapping[str, Value]) -> tuple[Change, ...]:
    if old == new:
        return ()
    names = sorted(old.keys() | new.keys())
    return tuple(Change(n, old.get(n), new.get(n)) for n in names if old.get(n) != new.get(n))


def _edges_by_id(edges: Iterable[Edge]) -> dict[tuple[str, str, str, int], Edge]:
    found: dict[tuple[str, str, str, int], Edge] = {}
    for edge in edges:
        number = 0
        while (identity := (edge.source, edge.type, edge.target, number)) in found:
            number += 1
        found[identity] = edge
    return found


def _diff_edges(
    old: Mapping[tuple[str, str, str, int], Edge], new: Mapping[tuple[str, str, str, int], Edge]
) -> EdgeDiff:
    both = sorted(old.keys() & new.keys())
    return EdgeDiff(
        added=tuple(EdgeId(*identity) for identity in sorted(new.keys() - old.keys())),
        removed=tuple(EdgeId(*identity) for identity in sorted(old.keys() - new.keys())),
        changed=tuple(
            ChangedEdge(EdgeId(*identity), changes)
            for identity in both
            if (changes := _changes(old[identity].properties, new[identity].properties))
        ),
    )


def _diff_merges(old: Iterable[Merge], new: Iterable[Merge]) -> MergeDiff:
    before, after = ({frozenset((m.a, m.b)): m for m in sorted(merges)} for merges in (old, new))
    return MergeDiff(
        added=tuple(sorted(after[names] for names in after.keys() - before.keys())),
        removed=tuple(sorted(before[names] for names in before.keys() - after.keys())),
    )
