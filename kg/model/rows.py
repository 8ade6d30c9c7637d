"""Rows: what a query returns, the same from every store."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from kg.errors import MissingDependency

if TYPE_CHECKING:
    import pandas


class Rows(Struct, frozen=True):
    """The answer to a query: `columns` in order and `rows`, one list of plain values for each.

    Nodes stand in it as `{"label", "key", "properties"}`, edges as `{"type", "source", "target", "properties"}`,
    paths as `{"nodes", "edges"}`; everything else is None, a bool, a number, text, a list or a dict.
    `warnings` holds one line for each label, type or property that the graph does not know;
    `truncated` is true when a row limit cut the answer.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...] = ()
    warnings: tuple[str, ...] = ()
    truncated: bool = False

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self.rows)

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the rows as dictionaries keyed by column."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def to_pandas(self) -> pandas.DataFrame:
        """Return a DataFrame of shape (rows, columns). Raises `MissingDependency` without pandas."""
        try:
            import pandas
        except ImportError as error:
            raise MissingDependency("pandas", "pandas") from error
        return pandas.DataFrame([list(row) for row in self.rows], columns=list(self.columns))

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{html.escape(c)}</th>" for c in self.columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape('' if v is None else str(v))}</td>" for v in row) + "</tr>"
            for row in self.rows
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
