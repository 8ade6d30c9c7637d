"""Rows as a table for people, as JSON and as CSV for programs."""

from __future__ import annotations

import csv
import io
import json
import sys
from typing import TYPE_CHECKING, Any

from kg.errors import ConfigError, unknown_choice

if TYPE_CHECKING:
    from kg.model.rows import Rows

FORMATS = ("table", "json", "csv")


def check_format(name: str) -> str:
    """Return `name` when it is a format of rows. Raises `ConfigError` otherwise."""
    if name not in FORMATS:
        raise ConfigError(unknown_choice("format", name, FORMATS))
    return name


def format_rows(rows: Rows, format: str) -> str:
    """Return `rows` as text that ends in a newline, in one of `FORMATS`."""
    return {"table": _table, "json": _json, "csv": _csv}[format](rows)


def format_json(value: Any) -> str:
    """Return `value` (plain values or msgspec types) as indented JSON that ends in a newline; NaN becomes null."""
    import msgspec

    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode("utf-8") + "\n"


def _json(rows: Rows) -> str:
    return format_json(rows.to_dicts())


def _csv(rows: Rows) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(rows.columns)
    writer.writerows([_cell(value) for value in row] for row in rows.rows)
    return out.getvalue()


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, default=str)


def _table(rows: Rows) -> str:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for column in rows.columns:
        table.add_column(Text(_printable(column)), overflow="fold")
    for row in rows.rows:
        table.add_row(*(Text(_printable(_cell(value))) for value in row))
    out = io.StringIO()
    terminal = sys.stdout.isatty()
    # Into a file or a pipe nothing is folded: one row stays one line, so that grep finds it.
    console = Console(file=out, width=None if terminal else 1_000_000, force_terminal=terminal, highlight=False)
    console.print(table, crop=False)
    lines = [line.rstrip() for line in out.getvalue().splitlines()]
    count = f"{len(rows)} row{'' if len(rows) == 1 else 's'}{' (more were cut by the limit)' if rows.truncated else ''}"
    return "\n".join([*lines, count, ""])


def _printable(text: str) -> str:
    """Return `text` with line breaks as spaces and control characters, which could drive the terminal, shown."""
    flat = text if text.isprintable() else " ".join(text.split())
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in flat)
