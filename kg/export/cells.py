"""Cells of CSV files by RFC 4180, where an absent value and an empty text are told apart."""

from __future__ import annotations

from collections.abc import Iterable

from kg.export.values import tidy_json
from kg.model import Value


def cell(value: Value | None) -> str:
    """Return the text of a cell; lists are JSON text, absent values are nothing and an empty text is `\"\"`.

    >>> cell(None), cell(""), cell(True), cell(["a", "b"]), cell("a,b")
    ('', '""', 'true', '"[""a"", ""b""]"', '"a,b"')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    return quoted(tidy_json(value) if isinstance(value, list) else value)


def quoted(text: str) -> str:
    """Return `text` in quotes where a reader could misread it without."""
    if text and not any(char in text for char in ',"\r\n') and text == text.strip():
        return text
    return '"' + text.replace('"', '""') + '"'


def row(cells: Iterable[str]) -> str:
    """Return one line."""
    return ",".join(cells) + "\n"
