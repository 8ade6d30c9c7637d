"""`kg explain`: why a node is one node."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from kg.cli.options import GraphPath, Json
from kg.cli.tables import format_json


def explain(
    graph: GraphPath,
    node: Annotated[str, typer.Argument(metavar="NODE", help="A node's key or any of its names.")],
    json: Json = False,
) -> None:
    """Say why a node is one node.

    Which names were put together, in which papers, by which rule.

    \b
    Example:
      kg explain graph ImageNet
      kg explain graph method:graph-neural-network --json
    """
    from kg.api import open_graph

    with open_graph(graph) as opened:
        reasons = opened.explain(node)
    sys.stdout.write(format_json(reasons) if json else f"{reasons}\n")
