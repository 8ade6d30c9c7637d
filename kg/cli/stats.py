"""`kg stats`: what the graph holds, in numbers."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from kg.cli.options import Confidence, GraphPath, Json, open_given
from kg.cli.tables import format_json
from kg.cli.terminal import Reporter

if TYPE_CHECKING:
    from kg.api import Stats


def stats(graph: GraphPath, min_confidence: Confidence = None, json: Json = False) -> None:
    """Say what a graph holds, in numbers.

    Nodes by label, edges by type, and what most papers speak of.

    \b
    Example:
      kg stats graph
    """
    with Reporter().step("counting"), open_given(graph, min_confidence) as opened:
        numbers = opened.stats()
    sys.stdout.write(format_json(numbers) if json else _text(numbers))


def _text(numbers: Stats) -> str:
    from kg.cli.terminal import one_line

    lines = [f"{count:>8}  {label}" for label, count in numbers.nodes.items()]
    lines += ["", *(f"{count:>8}  {kind}" for kind, count in numbers.edges.items())]
    for label, things in numbers.top.items():
        lines += ["", f"{label} in most papers:"]
        lines += [f"{count:>8}  {one_line(name)}" for name, count in things]
    return "\n".join(lines) + "\n"
