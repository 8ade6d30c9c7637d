"""`kg diff`: what changed between two graphs."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.options import GraphPath, Json, open_given
from kg.cli.tables import format_json
from kg.cli.terminal import Reporter, one_line

if TYPE_CHECKING:
    from kg.api import GraphDiff
    from kg.pipeline.diff import Change, EdgeId, NodeId


def diff(
    old: GraphPath,
    new: GraphPath,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", min=0, help="Most lines for each kind of change; --json shows all.")
    ] = 20,
    json: Json = False,
) -> None:
    """Say what changed between two graphs.

    Papers, nodes, edges and merges: + only in the new graph, - only in the old one, ~ in both, with what differs.

    \b
    Example:
      kg diff graph-may graph-june
      kg diff graph-may graph-june --json
    """
    with Reporter().step("comparing"), open_given(old) as before, open_given(new) as after:
        found = before.diff(after)
    if json:
        sys.stdout.write(format_json(found))
        return
    for title, groups in _parts(found).items():
        sys.stdout.writelines(f"{line}\n" for line in _lines(title, groups, limit))
    if found.merges is None:
        sys.stdout.write("merges: not known, since only a graph directory holds them\n")


def _parts(found: GraphDiff) -> dict[str, dict[str, list[str]]]:
    """Return title → sign → lines."""
    parts = {
        title: {
            "+": [_node(n) for n in part.added],
            "-": [_node(n) for n in part.removed],
            "~": [_changed(one.node.key, one.changes) for one in part.changed],
        }
        for title, part in (("papers", found.papers), ("nodes", found.nodes))
    }
    parts["edges"] = {
        "+": [_edge(e) for e in found.edges.added],
        "-": [_edge(e) for e in found.edges.removed],
        "~": [_changed(_edge(one.edge), one.changes) for one in found.edges.changed],
    }
    if found.merges is not None:
        parts["merges"] = {
            sign: [f"{m.a} = {m.b} ({m.rule})" for m in pairs]
            for sign, pairs in (("+", found.merges.added), ("-", found.merges.removed))
        }
    return parts


def _lines(title: str, groups: dict[str, list[str]], limit: int) -> Iterator[str]:
    words = {"+": "added", "-": "removed", "~": "changed"}
    yield f"{title}: " + (", ".join(f"{len(g)} {words[sign]}" for sign, g in groups.items() if g) or "no change")
    for sign, group in groups.items():
        yield from (f"  {sign} {one_line(text)}" for text in group[:limit])
        if len(group) > limit:
            yield f"  {sign} … and {len(group) - limit} more"


def _node(node: NodeId) -> str:
    return node.key if node.name == node.key else f"{node.key} {node.name}"


def _edge(edge: EdgeId) -> str:
    return f"{edge.source} -{edge.type}-> {edge.target}"


def _changed(name: str, changes: Iterable[Change]) -> str:
    return f"{name}: {', '.join(change.property for change in changes)}"
