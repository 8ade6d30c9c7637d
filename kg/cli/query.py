"""`kg query`: ask a graph in Cypher."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from kg.cli.options import Confidence, GraphPath, read_parameters
from kg.cli.tables import check_format, format_rows
from kg.cli.terminal import warn


def query(
    graph: GraphPath,
    cypher: Annotated[str, typer.Argument(metavar="CYPHER", help="The query, or - to read it from stdin.")],
    param: Annotated[
        list[str] | None,
        typer.Option("--param", "-p", metavar="NAME=TEXT", help="NAME=TEXT or NAME:=JSON; repeatable."),
    ] = None,
    format: Annotated[str, typer.Option("--format", "-f", metavar="FORMAT", help="table, json or csv.")] = "table",
    limit: Annotated[int | None, typer.Option("--limit", metavar="N", min=0, help="Most rows to return.")] = None,
    timeout: Annotated[
        float | None, typer.Option("--timeout", metavar="SECONDS", min=0.001, help="Most seconds to work.")
    ] = None,
    write: Annotated[bool, typer.Option("--write", help="Let it change the graph, until the next build.")] = False,
    min_confidence: Confidence = None,
) -> None:
    """Ask a graph in Cypher.

    The query may use parameters ($name), which --param gives. Labels: Paper, Method, Task, Dataset, Metric, Result.

    \b
    Example:
      kg query graph 'MATCH (p:Paper)-[:PROPOSES]->(m:Method) WHERE m.name CONTAINS $w RETURN p.name, m.name' -p w=graph
      kg query graph 'MATCH (d:Dataset) RETURN d.name AS name, d.papers AS papers ORDER BY papers DESC' --format csv
    """
    from kg.api import open_graph

    check_format(format)
    parameters = read_parameters(param)
    text = sys.stdin.read() if cypher == "-" else cypher
    with open_graph(graph, min_confidence=min_confidence) as opened:
        if write:
            rows = opened.change(text, parameters, timeout=timeout, limit=limit)
        else:
            rows = opened.query(text, parameters, timeout=timeout, limit=limit)
    for warning in rows.warnings:
        warn(warning)
    sys.stdout.write(format_rows(rows, format))
