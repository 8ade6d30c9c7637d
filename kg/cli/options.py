"""Arguments and options that several commands share, and how their texts are read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kg.cli.terminal import warn
from kg.errors import ConfigError

if TYPE_CHECKING:
    from kg.api import KnowledgeGraph

Inputs = Annotated[list[Path], typer.Argument(metavar="INPUT", help="Files or directories with abstracts.")]
GraphPath = Annotated[
    Path,
    typer.Argument(metavar="GRAPH", help="A graph directory of `kg build`, or a node-link JSON or GraphML file."),
]
Output = Annotated[Path, typer.Option("-o", "--output", metavar="PATH", help="Where to write.")]
Map = Annotated[
    list[str] | None,
    typer.Option("--map", metavar="FIELD=COLUMN", help="Which column holds a field, such as text=Summary; repeatable."),
]
Model = Annotated[
    str, typer.Option("--model", metavar="MODEL", help="accurate, or the directory of a model of your own.")
]
BatchSize = Annotated[
    int, typer.Option("--batch-size", metavar="N", min=1, help="Abstracts that are worked on together.")
]
Workers = Annotated[int, typer.Option("--workers", metavar="N", min=1, help="Processes that extract side by side.")]
Confidence = Annotated[
    float | None,
    typer.Option(
        "--min-confidence", metavar="P", min=0.0, max=1.0, help="Leave out what the model is less sure of, 0 to 1."
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no summary.")]
Json = Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")]

_PARAMETER = re.compile(r"\$?([^\W\d]\w*)(:=|=)(.*)", re.DOTALL)


def open_given(path: Path, min_confidence: float | None = None) -> KnowledgeGraph:
    """Return the graph of a `GRAPH` argument; what a file holds that no graph can is warned of."""
    from kg.api import open_graph

    return open_graph(path, min_confidence=min_confidence, on_problem=lambda line: warn(f"{path}: {line}"))


def read_mapping(pairs: Iterable[str] | None) -> dict[str, str] | None:
    """Return `--map` options as {field: column}. Raises `ConfigError` for one without `=`."""
    if not pairs:
        return None
    mapping: dict[str, str] = {}
    for pair in pairs:
        field, sign, column = pair.partition("=")
        if not sign or not field.strip() or not column.strip():
            raise ConfigError(f"--map {pair!r} is not of the form FIELD=COLUMN. Write for example: --map text=Summary")
        mapping[field.strip()] = column.strip()
    return mapping


def read_parameters(pairs: Iterable[str] | None) -> dict[str, Any]:
    """Return `--param` options as query parameters: `k=v` is text, `k:=v` is JSON.

    >>> read_parameters(["name=BERT", "years:=[2023, 2024]"])
    {'name': 'BERT', 'years': [2023, 2024]}
    """
    values: dict[str, Any] = {}
    for pair in pairs or ():
        match = _PARAMETER.fullmatch(pair)
        if match is None:
            raise ConfigError(
                f"--param {pair!r} is not of the form NAME=TEXT or NAME:=JSON. "
                "Write for example: --param name=BERT --param year:=2024"
            )
        name, sign, text = match.groups()
        if name in values:
            raise ConfigError(f"--param {name} is given twice. Give it once; a list is written as {name}:=[1, 2].")
        values[name] = text if sign == "=" else _json_value(name, text)
    return values


def _json_value(name: str, text: str) -> Any:
    def refuse(word: str) -> Any:
        raise ValueError(f"{word} is not JSON")

    try:
        return json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        raise ConfigError(
            f"--param {name}:={text} is not JSON ({error}). Quote text as {name}:='\"text\"' or write {name}=text."
        ) from error
