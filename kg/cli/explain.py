"""`kg explain`: why a node is one node."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.options import Confidence, GraphPath, Json, open_given
from kg.cli.tables import format_json
from kg.cli.terminal import Reporter, one_line

if TYPE_CHECKING:
    from kg.resolve import Explanation, Merge


def explain(
    graph: GraphPath,
    node: Annotated[str, typer.Argument(metavar="NODE", help="A node's key or any of its names.")],
    min_confidence: Confidence = None,
    json: Json = False,
) -> None:
    """Say why a node is one node.

    Which names were put together, in which papers, by which rule, and what was kept apart.

    \b
    Example:
      kg explain graph ImageNet
      kg explain graph method:graph-neural-network --json
    """
    with Reporter().step("explaining"), open_given(graph, min_confidence) as opened:
        explanations = opened.explain(node)
    if json:
        sys.stdout.write(format_json(explanations))
        return
    sys.stdout.write("\n\n".join("\n".join(map(one_line_kept, _lines(one))) for one in explanations) + "\n")


def one_line_kept(line: str) -> str:
    """Return a line with its indentation and nothing in it that could drive the terminal."""
    return line[: len(line) - len(line.lstrip(" "))] + one_line(line)


def _lines(one: Explanation) -> Iterator[str]:
    papers = f"{one.papers} paper{'' if one.papers == 1 else 's'}"
    yield f"{one.name}: {one.label} in {papers} ({one.key})"
    if one.aliases:
        yield "  written: " + ", ".join(f"{alias} ({count})" for alias, count in one.aliases)
    for merge in one.merges:
        yield f"  joined: {merge.a} = {merge.b}: {merge.rule}, score {merge.score:g}{where(merge)}"
    for merge in one.refused:
        yield f"  kept apart: {merge.a} and {merge.b}: {merge.veto}{where(merge)}"
    if one.nearest is not None:
        yield f"  nearest other: {one.nearest.name} ({one.nearest.key}): {one.nearest.why}"


def where(merge: Merge, most: int = 3) -> str:
    """Return in which papers a merge was found, as the end of a line."""
    if not merge.papers:
        return ""
    more = len(merge.papers) - most
    return ", in " + ", ".join(merge.papers[:most]) + (f" and {more} more" if more > 0 else "")
