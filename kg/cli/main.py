"""The `kg` program: it puts the commands together and turns every ending into an exit code.

Exit codes: 0 done (also when bad records were skipped), 2 usage and every `KgError`, 1 a fault of kg itself,
130 interrupted. Nothing heavy is imported here: `kg --help` must answer at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer

from kg import __version__
from kg.cli.build import build
from kg.cli.diff import diff
from kg.cli.explain import explain
from kg.cli.export import export
from kg.cli.extract import extract
from kg.cli.load import load
from kg.cli.merges import merges
from kg.cli.query import query
from kg.cli.stats import stats
from kg.cli.terminal import fail, prepare_streams, silence_stdout
from kg.cli.train import train
from kg.cli.view import view
from kg.errors import KgError

COMMANDS: tuple[Callable[..., None], ...] = (
    build,
    extract,
    query,
    view,
    export,
    load,
    stats,
    explain,
    merges,
    diff,
    train,
)
_PANEL = """A knowledge graph of methods, datasets and tasks from paper abstracts.

\b
Example:
  kg build papers.csv -o graph
  kg view graph -o graph.html
  kg query graph "MATCH (p:Paper)-[:PROPOSES]->(m:Method) RETURN p.name, m.name"

Every command explains itself: kg COMMAND --help
"""


def make_app() -> typer.Typer:
    """Return the whole program, ready to be called with arguments."""
    # Plain help: the decorated one would cost three times the time of all else that `kg --help` does.
    app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, context_settings=_CONTEXT)
    app.callback(invoke_without_command=True, help=_PANEL)(_top)
    for command in COMMANDS:
        app.command(command.__name__)(command)
    return app


_INTERRUPTED = 130
_CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kg {__version__}")
        raise typer.Exit


def _top(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
    traceback: Annotated[
        bool, typer.Option("--traceback", help="Show Python's traceback with an error (also: KG_DEBUG=1).")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def run(arguments: Sequence[str]) -> int:
    """Run the program with `arguments` and return its exit code; errors become one line on stderr each."""
    prepare_streams()
    # The switch is accepted before and after the command's name, so that one can add it to the end of a failed line.
    debug = "--traceback" in arguments or os.environ.get("KG_DEBUG", "") not in ("", "0")
    rest = [argument for argument in arguments if argument != "--traceback"]
    try:
        code = make_app()(args=rest, prog_name="kg", standalone_mode=False)
        sys.stdout.flush()
        # Some versions of typer turn an interruption into this code themselves.
        return _ending(KeyboardInterrupt()) if code == _INTERRUPTED else code if isinstance(code, int) else 0
    except BaseException as error:
        # typer turns a closed pipe into SystemExit(1) where the command itself met it.
        met = error.__context__ if isinstance(error, SystemExit) else error
        if isinstance(met, BrokenPipeError):
            silence_stdout()
            return 0
        if debug and not isinstance(error, SystemExit):
            import traceback

            traceback.print_exc()
        return _ending(error)
    finally:
        _drop_unwritable()


def _drop_unwritable() -> None:
    """Forget what stdout still holds and cannot write: the interpreter would complain of it when it ends."""
    try:
        sys.stdout.flush()
    except OSError:
        silence_stdout()


def _ending(error: BaseException) -> int:
    """Return the exit code that `error` ends the program with, after one line on stderr."""
    if isinstance(error, (KeyboardInterrupt, typer.Abort)):
        return fail("interrupted", _INTERRUPTED)
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else 1
    known = _explain(error)
    if known is not None:
        return fail(known, 2)
    what = f"{type(error).__name__}: {error}"
    return fail(
        f"a fault of kg itself ({what}). Please report it with the command that you gave; --traceback shows where.", 1
    )


def _explain(error: BaseException) -> str | None:
    """Return what to tell about an error of the user's or the machine's making; None for a fault of ours."""
    if isinstance(error, KgError):
        return str(error)
    if isinstance(error, _click_error()):
        return _usage(error)
    if isinstance(error, MemoryError):
        return "not enough memory. Give fewer inputs at once, or a smaller --batch-size."
    if isinstance(error, OSError) and error.strerror:
        place = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, str | bytes | os.PathLike) else ""
        return f"{place}{error.strerror}. Check the path, its permissions and the space on the disk."
    return None


def _click_error() -> Any:
    """Return the class of all usage errors: it lives in click or inside typer, depending on typer's version."""
    return next(base for base in typer.BadParameter.__mro__ if base.__name__ == "ClickException")


def _usage(error: Any) -> str:
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "kg"
    said = error.format_message()
    return f"{said if said.endswith(('.', '?')) else said + '.'} See: {command} --help"


def main() -> None:
    """Entry point of the console script."""
    sys.exit(run(sys.argv[1:]))
