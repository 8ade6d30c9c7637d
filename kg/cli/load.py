"""`kg load`: copy the graph into a Neo4j server."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Literal

import typer

from kg.cli.options import Confidence, GraphPath, Json, Quiet, open_given
from kg.cli.tables import format_json
from kg.cli.terminal import Reporter
from kg.errors import ConfigError


def load(
    graph: GraphPath,
    uri: Annotated[str, typer.Option("--uri", metavar="URI", help="The server, such as bolt://localhost:7687.")],
    user: Annotated[
        str, typer.Option("--user", metavar="NAME", envvar="NEO4J_USERNAME", help="The user's name.")
    ] = "neo4j",
    database: Annotated[
        str | None,
        typer.Option("--database", metavar="NAME", envvar="NEO4J_DATABASE", help="The database; else the user's own."),
    ] = None,
    batch_size: Annotated[
        int, typer.Option("--batch-size", metavar="N", min=1, help="Nodes or edges in one transaction.")
    ] = 1000,
    sync: Annotated[bool, typer.Option("--sync", help="Also delete what earlier loads left.")] = False,
    wipe: Annotated[bool, typer.Option("--wipe", help="First delete everything that loads wrote there.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask before --wipe.")] = False,
    min_confidence: Confidence = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Copy a graph into a Neo4j server. Loading twice changes nothing.

    The password comes from the environment variable NEO4J_PASSWORD, or is asked for.

    \b
    Example:
      NEO4J_PASSWORD=secret kg load graph --uri bolt://localhost:7687
    """
    import logging

    from kg.api import LoadOptions

    # The driver logs what it then raises, and an error is one line here.
    logging.getLogger("neo4j").addHandler(logging.NullHandler())
    password = _password(user)
    if wipe and not yes:
        _confirm_wipe(uri)
    reporter = Reporter(quiet)
    with open_given(graph, min_confidence) as opened, reporter.count("loading") as on_progress:
        mode: Literal["add", "sync", "wipe"] = "wipe" if wipe else "sync" if sync else "add"
        options = LoadOptions(batch_size=batch_size, mode=mode, on_progress=on_progress)
        counts = opened.load_neo4j(uri, user=user, password=password, database=database, options=options)
    if json:
        sys.stdout.write(format_json(counts))
    elif not quiet:
        typer.echo(f"Loaded {counts['nodes']} nodes and {counts['edges']} edges into {uri}.")


def _password(user: str) -> str:
    """Return the password from the environment or the user; never from an argument, which others could see."""
    password = os.environ.get("NEO4J_PASSWORD")
    if password:
        return password
    if not sys.stdin.isatty():
        raise ConfigError("no password for the server. Set the environment variable NEO4J_PASSWORD.")
    return str(typer.prompt(f"Password of {user}", hide_input=True, err=True))


def _confirm_wipe(uri: str) -> None:
    if not sys.stdin.isatty():
        raise ConfigError("--wipe deletes all that loads wrote into the database. Add --yes where nobody can be asked.")
    if not typer.confirm(f"Delete all that loads wrote into the database at {uri}?", err=True):
        raise ConfigError("nothing was deleted or loaded, as you answered. Leave out --wipe to add to the database.")
