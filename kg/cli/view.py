"""`kg view`: write the graph as one HTML file."""

from __future__ import annotations

import typer

from kg.cli.options import Confidence, GraphPath, Output, Quiet
from kg.cli.terminal import Reporter


def view(graph: GraphPath, output: Output, min_confidence: Confidence = None, quiet: Quiet = False) -> None:
    """Write a graph as one HTML file.

    It opens in any browser, without a server or a network.

    \b
    Example:
      kg view graph -o graph.html
    """
    from kg.api import open_graph

    with Reporter(quiet).step("drawing"), open_graph(graph, min_confidence=min_confidence) as opened:
        path = opened.view(output)
    if not quiet:
        typer.echo(f"Wrote {path}. Open it in a browser.")
