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
    import msgspec

    from kg.api import BuildOptions, extract_records
    from kg.export.files import new_file

    reporter = Reporter(quiet)
    options = BuildOptions(mapping=read_mapping(mapping), model=model, batch_size=batch_size, workers=workers)
    extractions = extract_records(inputs, options, on_problem=reporter.problem)
    encoder = msgspec.json.Encoder()
    lines = (encoder.encode(item).decode("utf-8") + "\n" for item in reporter.track(extractions, "extracting"))
    if output is None:
        sys.stdout.writelines(lines)
        return
    with new_file(output) as file:
        file.writelines(lines)
