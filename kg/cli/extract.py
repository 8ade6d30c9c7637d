"""`kg extract`: what each abstract says, without a graph."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.options import BatchSize, Inputs, Map, Model, Quiet, Workers, read_mapping
from kg.cli.terminal import Reporter


def extract(
    inputs: Inputs,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="A file; else stdout.")] = None,
    mapping: Map = None,
    model: Model = "accurate",
    batch_size: BatchSize = 32,
    workers: Workers = 1,
    quiet: Quiet = False,
) -> None:
    """Write what each abstract says as JSON lines.

    One line per input record, in the order of the input.
    A line holds doc_id (the record's doc_id or id), entities, relations and results, with evidence and confidence.

    \b
    Example:
      kg extract papers.jsonl -o extractions.jsonl
    """
    from kg.api import ExtractOptions, extract_lines, write_lines

    reporter = Reporter(quiet)
    options = ExtractOptions(model=model, batch_size=batch_size, workers=workers)
    lines = extract_lines(inputs, options, mapping=read_mapping(mapping), on_problem=reporter.problem)
    shown = reporter.track(lines, "extracting")
    if output is not None:
        write_lines(output, shown)
        return
    for line in shown:
        sys.stdout.write(line + "\n")
