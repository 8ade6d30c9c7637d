"""Tables: CSV and its relatives, read so that one odd quote never costs a row.

An own splitter, since the standard one swallows the rest of a file behind a lone quote, limits the size of a cell by
a global and gives up the quotes of `"Fast" tools`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from kg.errors import InputError
from kg.model import Document
from kg.readers.content import Content
from kg.readers.contract import Format, OnProblem, Repaired, Settings
from kg.readers.records import COLUMNS, Record, known_columns, normal_name, to_documents

_DELIMITERS = (",", ";", "\t", "|")
_SINGLE_COLUMN = "\x1f"
_DECLARED = re.compile(r"\ufeff?sep=(.)\r?\n", re.IGNORECASE)


class Row(NamedTuple):
    """The cells of one row, the 1-based line where it begins, and whether a lone quote was taken as text."""

    line: int
    cells: list[str]
    odd_quote: bool


def split_rows(text: str, delimiter: str, at: int = 0) -> Iterator[Row]:
    """Yield the rows of `text` from `at` on; blank lines are left out.

    >>> [row.cells for row in split_rows('a,"b ""c"", d"\\n', ",")]
    [['a', 'b "c", d']]
    """
    splitter = _Splitter(text, delimiter)
    line, counted = 1, 0
    while at < len(text):
        line, counted = line + text.count("\n", counted, at), at
        cells, odd, at = splitter.row(at)
        if any(cell.strip() for cell in cells):
            yield Row(line, cells, odd)


class _Splitter:
    """Finds the end of each cell of one text."""

    def __init__(self, text: str, delimiter: str) -> None:
        mark = re.escape(delimiter)
        blank = "[ ]" if delimiter == "\t" else "[ \t]"
        end = rf"(?={blank}*(?:{mark}|\r?\n|\r|\Z))"
        self.text = text
        self.delimiter = delimiter
        self.width = 0
        self.strict = re.compile(rf'{blank}*"((?:[^"]++|"")*+)"{end}{blank}*')
        self.lenient = re.compile(rf'{blank}*"([^\r\n]*?)"{end}{blank}*')
        self.bare = re.compile(rf"[^{mark}\r\n]*")

    def row(self, at: int) -> tuple[list[str], bool, int]:
        """Return (cells, whether a quote was odd, where the next row begins) of the row at `at`."""
        cells: list[str] = []
        odd = False
        while True:
            cell, at, strange = self._cell(at)
            cells.append(cell)
            odd = odd or strange
            if self.text[at : at + 1] == self.delimiter:
                at += 1
                continue
            at += 2 if self.text.startswith("\r\n", at) else 1
            self.width = self.width or len(cells)
            return cells, odd, at

    def _cell(self, at: int) -> tuple[str, int, bool]:
        quoted = self.text[at : at + 1] in ('"', " ") and self.strict.match(self.text, at)
        if quoted and not self._swallows(quoted[1]):
            return quoted[1].replace('""', '"'), quoted.end(), False
        opened = self.text.startswith('"', at)
        if opened and (loose := self.lenient.match(self.text, at)):
            return loose[1].replace('""', '"'), loose.end(), False
        bare = self.bare.match(self.text, at)
        end = bare.end() if bare else at
        cell = self.text[at:end]
        return cell, end, opened and cell.count('"') % 2 == 1

    def _swallows(self, cell: str) -> bool:
        """Whether a cell of many lines is a row or more behind a lone quote: its lines then have a row's cells each."""
        lines = cell.splitlines()[1:-1]
        if len(lines) < 2 or self.width < 3:
            return False
        return all(line.count(self.delimiter) == self.width - 1 for line in lines)


def read_table(content: Content, settings: Settings) -> Iterator[Document]:
    """Yield one document per row below the heading. Raises `InputError` when no column is known."""
    text = content.text()
    yield from to_documents(_table_records(text, content.path, settings), content.path, content.stem, settings)


def _table_records(text: str, path: str, settings: Settings) -> Iterator[Record]:
    declared = _DECLARED.match(text)
    delimiter = declared[1] if declared else find_delimiter(text[: 1 << 16], settings.mapping)
    rows = split_rows(text, delimiter, declared.end() if declared else 0)
    header = [name.strip(" \ufeff") for name in next(rows).cells]
    if not known_columns(header, settings.mapping) & {"title", "abstract"}:
        raise InputError(
            f"No column is known as a title or an abstract. Columns: {', '.join(header[:30])[:500]}. "
            "Name one with a mapping, as abstract=COLUMN.",
            path,
            1,
        )
    last_is_text = normal_name(header[-1]) in (
        *COLUMNS["abstract"],
        normal_name(settings.mapping.get("abstract", "abstract")),
    )
    for row in rows:
        cells = _fit(row, header, delimiter if last_is_text else "", path, settings.on_problem)
        yield row.line, _by_column(header, cells)


def _fit(row: Row, header: list[str], joiner: str, path: str, on_problem: OnProblem) -> list[str]:
    """Return as many cells as there are columns; what was missing or too many is told."""
    cells, width = row.cells, len(header)
    extra = [cell for cell in cells[width:] if cell.strip()]
    message = ""
    if row.odd_quote:
        message = "A quote is never closed; it is taken as text."
    elif len(cells) < width:
        message = f"The row has {len(cells)} cells where the heading has {width}; the missing ones are empty."
    elif extra and joiner:
        cells = [*cells[: width - 1], joiner.join(cells[width - 1 :])]
    elif extra:
        message = f"The row has {len(cells)} cells where the heading has {width}; left out: {', '.join(extra)[:100]!r}."
    if message:
        on_problem(Repaired(message, path, row.line))
    return cells[:width]


def _by_column(header: list[str], cells: list[str]) -> Mapping[str, str]:
    record: dict[str, str] = {}
    for name, cell in zip(header, cells, strict=False):
        if not record.get(name):
            record[name] = cell
    return record


def find_delimiter(head: str, mapping: Mapping[str, str]) -> str:
    """Return the delimiter that finds most known columns, then most cells; a unit separator for a single column."""
    best = max(_DELIMITERS, key=lambda mark: _fitness(head, mark, mapping))
    return best if _fitness(head, best, mapping)[1] > 1 else _SINGLE_COLUMN


def _fitness(head: str, delimiter: str, mapping: Mapping[str, str]) -> tuple[int, int, int]:
    rows = []
    for row in split_rows(head, delimiter):
        rows.append(row.cells)
        if len(rows) == 20:
            break
    if not rows:
        return 0, 0, 0
    width = len(rows[0])
    return (
        len(known_columns((n.strip("\ufeff ") for n in rows[0]), mapping)),
        width,
        sum(len(row) == width for row in rows),
    )


def _sniff(head: str) -> bool:
    """Whether the first line is a heading that names a title or an abstract and something else."""
    if _DECLARED.match(head):
        return True
    first = head.lstrip("\ufeff\r\n").split("\n", 1)[0]
    fields = known_columns((n.strip("\ufeff \"'\r") for n in first.split(find_delimiter(first, {}))), {})
    return len(fields) > 1 and bool(fields & {"title", "abstract"})


TABLE = Format("CSV", (".csv", ".tsv", ".tab"), _sniff, read_table)
