"""`kg export`: write the graph for another program."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from kg.cli.options import Confidence, GraphPath, Json, Output, Quiet, open_given
from kg.cli.tables import format_json
from kg.cli.terminal import Reporter


def export(
    graph: GraphPath,
    output: Output,
    format: Annotated[
        str,
        typer.Option(
            "--format",
            "-f",
            metavar="FORMAT",
            help="graphml, json, csv, jsonld, turtle, parquet, neo4j-csv or extractions.",
        ),
    ],
    min_confidence: Confidence = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write a graph for another program.

    graphml: Gephi, yEd, igraph. json: node-link, for networkx and D3. csv, parquet: a directory of tables.
    jsonld, turtle: RDF. neo4j-csv: a directory for the bulk importer of Neo4j, with import.sh to run.
    extractions: what each abstract says, one JSON object per line, with the graph's node of every entity.

    \b
    Example:
      kg export graph --format graphml -o graph.graphml
    """
    with Reporter(quiet).step("exporting"), open_given(graph, min_confidence) as opened:
        path = opened.export(format, output)
    if json:
        sys.stdout.write(format_json({"path": str(path), "format": format}))
    elif not quiet:
        typer.echo(f"Wrote {path}.")
