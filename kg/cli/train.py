"""`kg train`: a model of your own."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.options import Json, Output, Quiet
from kg.cli.tables import format_json

DEFAULT_ENCODER = "sentence-transformers/all-MiniLM-L6-v2"


def train(
    data: Annotated[list[Path], typer.Argument(metavar="DATA", help="Annotated abstracts, one JSON object per line.")],
    output: Output,
    encoder: Annotated[
        str, typer.Option("--encoder", metavar="NAME", help="Folder or hub name of a BERT-like encoder to start from.")
    ] = DEFAULT_ENCODER,
    epochs: Annotated[int, typer.Option("--epochs", metavar="N", min=1, help="How often to read all abstracts.")] = 3,
    work: Annotated[
        Path | None,
        typer.Option(
            "--work", metavar="PATH", help="Where checkpoints are kept; an interrupted training goes on there."
        ),
    ] = None,
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="What the model calls itself.")] = "custom",
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Train a model on annotated abstracts.

    Use it with `--model`. Training needs the extra kg-papers[train]. A tenth of the abstracts is held out for the
    model's second stage, and what it scores there is printed.

    \b
    Example:
      kg train annotated.jsonl -o my-model
      kg build papers.csv -o graph --model my-model
    """
    from kg.extract.train import TrainingPlan, train_model

    if not quiet:
        logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(message)s")
        logging.getLogger("kg.extract.train").setLevel(logging.INFO)
    folder = work or output.with_name(output.name + ".training")
    model = train_model(data, TrainingPlan(encoder, output, folder, name, epochs))
    if json:
        sys.stdout.write(format_json({"model": str(output), "held_out": model.manifest.figures}))
    elif not quiet:
        told = ", ".join(f"{measure} {value:.3f}" for measure, value in model.manifest.figures.items())
        typer.echo(
            f"Wrote the model {output} (held out: {told}). Use it with: kg build papers.csv -o graph --model {output}"
        )
