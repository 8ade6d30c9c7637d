"""Things: the Method, Task, Dataset and Metric nodes, and which entity of which paper is which of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from kg.model import ENTITY_TYPES, EntityType, Node, Value
from kg.resolve.labels import assign_keys, choose_labels, choose_name, count_aliases
from kg.resolve.names import Names
from kg.resolve.naming import Naming
from kg.resolve.said import Said


class Things(Struct, frozen=True):
    """`node_of` maps (paper key, entity id) to a node key; `same_name` are the pairs of one name, smaller key first."""

    nodes: dict[str, Node]
    node_of: dict[tuple[str, str], str]
    aliases: dict[str, dict[str, int]]
    cluster_of: dict[str, str]
    same_name: list[tuple[str, str]]

    def label(self, key: str) -> EntityType:
        """Return the label of a node."""
        return next(t for t in ENTITY_TYPES if t == self.nodes[key].label)


def make_things(naming: Naming, years: Mapping[str, int | None], names: Names) -> Things:
    """Return the nodes of all clusters and the way from entities to nodes."""
    groups: dict[str, list[Said]] = {}
    for one, head in zip(naming.said, naming.heads, strict=True):
        groups.setdefault(head, []).append(one)
    labels = {head: choose_labels(group) for head, group in groups.items()}
    shown = {
        head: (choose_name(group, names), sorted(set(labels[head].values())), len({one.paper for one in group}))
        for head, group in groups.items()
    }
    keys = assign_keys(shown)
    things = Things({}, {}, {}, {}, [])
    for head, group in groups.items():
        by_label: dict[EntityType, list[Said]] = {}
        for one in group:
            by_label.setdefault(labels[head][one.type], []).append(one)
        for label, members in by_label.items():
            key = keys[head, label]
            things.nodes[key] = _make_node(key, label, shown[head][0], members, years)
            things.aliases[key] = count_aliases(members)
            things.cluster_of[key] = head
            things.node_of.update({(one.paper, one.entity.id): key for one in members})
    things.same_name.extend(_find_same_names(things.nodes, names))
    return things


def _make_node(key: str, label: EntityType, name: str, members: list[Said], years: Mapping[str, int | None]) -> Node:
    papers = {one.paper for one in members}
    known = sorted(year for paper in papers if (year := years.get(paper)) is not None)
    aliases = list(count_aliases(members))
    properties: dict[str, Value] = {"key": key, "name": name, "aliases": aliases, "papers": len(papers)}
    if known:
        properties |= {"first_year": known[0], "last_year": known[-1]}
    return Node(key, label, properties)


def _find_same_names(nodes: Mapping[str, Node], names: Names) -> Iterator[tuple[str, str]]:
    """Yield the pairs of nodes of different labels whose display names are one when folded, smaller key first."""
    named: dict[str, list[str]] = {}
    for key in sorted(nodes):
        named.setdefault(names.key(str(nodes[key].properties["name"])), []).append(key)
    for keys in named.values():
        for place, a in enumerate(keys):
            yield from ((a, b) for b in keys[place + 1 :] if nodes[a].label != nodes[b].label)
