"""`kg query`: ask a graph in Cypher."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from kg.cli.options import Confidence, GraphPath, open_given, read_parameters
from kg.cli.tables import check_format, format_rows
from kg.cli.terminal import Reporter, warn
from kg.errors import ConfigError

PROMPT_ROWS = 100
"""How many rows a prompt shows of each answer, unless --limit says otherwise."""


def query(
    graph: GraphPath,
    cypher: Annotated[
        str | None,
        typer.Argument(metavar="CYPHER", help="The query, or - to read it from stdin. Without one: a prompt for many."),
    ] = None,
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
    Without a query, a prompt takes one after the other, with history and completion.

    \b
    Example:
      kg query graph 'MATCH (p:Paper)-[:PROPOSES]->(m:Method) WHERE m.name CONTAINS $w RETURN p.name, m.name' -p w=graph
      kg query graph 'MATCH (d:Dataset) RETURN d.name AS name, d.papers AS papers ORDER BY papers DESC' --format csv
      kg query other.graphml 'MATCH (n) RETURN labels(n) AS label, count(*) AS nodes'
      kg query graph
    """
    check_format(format)
    parameters = read_parameters(param)
    if cypher is None and not sys.stdin.isatty():
        raise ConfigError("no query. Give CYPHER, or - to read it from stdin; a prompt for queries needs a terminal.")
    text = sys.stdin.read() if cypher == "-" else cypher
    with open_given(graph, min_confidence) as opened:
        ask = opened.change if write else opened.query

        def answer(text: str, limit: int | None) -> str:
            rows = ask(text, parameters, timeout=timeout, limit=limit)
            for warning in rows.warnings:
                warn(warning)
            return format_rows(rows, format)

        if text is not None:
            with Reporter().step("asking"):
                found = answer(text, limit)
            sys.stdout.write(found)
            return
        from kg.cli.repl import run_prompt

        shown = PROMPT_ROWS if limit is None else limit
        run_prompt(lambda query: answer(query, shown), opened.complete)
