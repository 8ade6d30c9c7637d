"""`kg train`: a model of your own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kg.cli.options import Output, Quiet
from kg.cli.terminal import Reporter


def train(
    data: Annotated[Path, typer.Argument(metavar="DATA", help="Annotated abstracts, one JSON object per line.")],
    output: Output,
    quiet: Quiet = False,
) -> None:
    """Train a model on annotated abstracts.

    Use it with `--model`. Training needs the extra kg-papers[train].

    \b
    Example:
      kg train annotated.jsonl -o my-model
      kg build papers.csv -o graph --model my-model
    """
    from kg.extract.train import train_model

    with Reporter(quiet).step("training"):
        train_model(data, output)
    if not quiet:
        typer.echo(f"Wrote the model {output}. Use it with: kg build papers.csv -o graph --model {output}")
