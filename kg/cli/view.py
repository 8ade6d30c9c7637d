"""`kg view`: write the graph as one HTML file."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from kg.cli.options import Confidence, GraphPath, Json, Output, Quiet, open_given
from kg.cli.tables import format_json
from kg.cli.terminal import Reporter
from kg.errors import ConfigError


def view(
    graph: GraphPath,
    output: Output,
    focus: Annotated[
        str | None, typer.Option("--focus", metavar="NODE", help="Show what lies around this key or name.")
    ] = None,
    depth: Annotated[int, typer.Option("--depth", metavar="N", min=0, help="How many edges around --focus.")] = 1,
    max_nodes: Annotated[int, typer.Option("--max-nodes", metavar="N", min=1, help="Most nodes to draw.")] = 600,
    types: Annotated[
        list[str] | None, typer.Option("--type", metavar="LABEL", help="Only such nodes, as Method; repeatable.")
    ] = None,
    years: Annotated[str | None, typer.Option("--years", metavar="FROM-TO", help="Only papers of these years.")] = None,
    min_support: Annotated[
        int, typer.Option("--min-support", metavar="N", min=1, help="Only what so many papers say.")
    ] = 1,
    title: Annotated[str | None, typer.Option("--title", metavar="TEXT", help="The page's title.")] = None,
    min_confidence: Confidence = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write a graph as one HTML file.

    It opens in any browser, without a server or a network.

    \b
    Example:
      kg view graph -o graph.html
      kg view graph -o bert.html --focus BERT --depth 2
    """
    from kg.view import ViewOptions

    options = ViewOptions(
        focus=focus,
        depth=depth,
        max_nodes=max_nodes,
        types=tuple(types or ()),
        years=_read_years(years),
        min_support=min_support,
        title=title,
    )
    with Reporter(quiet).step("drawing"), open_given(graph, min_confidence) as opened:
        path = opened.view(output, options)
    if json:
        sys.stdout.write(format_json({"path": str(path)}))
    elif not quiet:
        typer.echo(f"Wrote {path}. Open it in a browser.")


def _read_years(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    first, sign, last = text.partition("-")
    if not first.strip().isdecimal() or (sign and not last.strip().isdecimal()):
        raise ConfigError(f"--years {text!r} is not of the form FROM-TO. Write for example: --years 2020-2024")
    return int(first), int(last if sign else first)
