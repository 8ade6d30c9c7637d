"""`kg build`: from abstracts to a graph directory."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.options import BatchSize, Inputs, Json, Map, Model, Quiet, Workers, read_mapping
from kg.cli.tables import format_json
from kg.cli.terminal import Reporter
from kg.errors import ConfigError

if TYPE_CHECKING:
    from kg.api import BuildSummary


def build(
    inputs: Inputs,
    output: Annotated[
        Path,
        typer.Option("-o", "--output", metavar="GRAPH", help="The graph's directory; an existing one is added to."),
    ],
    mapping: Map = None,
    model: Model = "accurate",
    batch_size: BatchSize = 32,
    workers: Workers = 1,
    min_confidence: Annotated[
        float | None,
        typer.Option(
            "--min-confidence",
            metavar="P",
            min=0.0,
            max=1.0,
            help="Leave out what the model is less sure of, 0 to 1; else what the graph was built with, or 0.",
        ),
    ] = None,
    same: Annotated[
        Path | None,
        typer.Option(
            "--same",
            metavar="FILE",
            help="Your word on names: lines `same` or `different`, TAB, a name, TAB, a name. The graph keeps them.",
        ),
    ] = None,
    view: Annotated[
        Path | None, typer.Option("--view", metavar="FILE", help="Also write the graph as this HTML file.")
    ] = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Build a graph from abstracts, or add to one.

    Reads plain text (abstracts divided by blank lines), JSONL and CSV. A record that cannot be read is skipped, with a
    line on stderr. A build that was stopped goes on where it was; the same input twice changes nothing.

    \b
    Example:
      kg build papers.csv more-papers/ -o graph
      kg build papers.csv --map text=Summary --map title=Name -o graph --view graph.html
    """
    from kg.api import BuildOptions, build_directory, open_graph, read_rulings

    reporter = Reporter(quiet)
    if view is not None and (view.is_dir() or not view.parent.is_dir()):
        raise ConfigError(f"The view cannot be written to {view}. Choose a file in a folder that exists.")
    options = BuildOptions(
        mapping=read_mapping(mapping),
        model=model,
        batch_size=batch_size,
        workers=workers,
        min_confidence=min_confidence,
        rulings=() if same is None else read_rulings(same),
    )
    summary = build_directory(inputs, output, options, on_problem=reporter.problem, progress=reporter)
    if view is not None:
        with reporter.step("drawing"), open_graph(output) as graph:
            graph.view(view)
    if json:
        sys.stdout.write(format_json(summary))
    elif not quiet:
        typer.echo(_text(summary))
        if view is not None:
            typer.echo(f"View: {view}. Open it in a browser.")


def _text(summary: BuildSummary) -> str:
    things = ", ".join(f"{count} {label}" for label, count in summary.nodes.items() if label != "Paper")
    lines = [
        f"{_count(summary.papers, 'paper')}; {_count(summary.read, 'record')} read, {summary.added} of them new, "
        f"{summary.skipped} skipped",
        f"{_count(summary.extracted, 'abstract')} extracted, {summary.reused} kept from before",
        f"{things}; {_count(sum(summary.edges.values()), 'edge')}",
    ]
    if summary.dropped:
        lines.append("left out: " + ", ".join(f"{count} {reason}" for reason, count in summary.dropped.items()))
    return "\n".join([*lines, f"Graph: {summary.graph}"])


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
