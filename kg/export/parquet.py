"""A folder with nodes.parquet and edges.parquet (package pyarrow, extra `parquet`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from kg.errors import MissingDependency
from kg.export.formats import Export, FolderFormat
from kg.export.tables import EDGE_COLUMNS, NODE_COLUMNS, column_names, rows_of
from kg.export.values import json_text
from kg.model import Value

_ROWS = 20_000
"""Rows in a row group: bounds the memory that writing takes."""


def write_parquet(export: Export, folder: Path) -> None:
    """Write both tables; a column with values of more than one type holds their JSON text.

    Raises `MissingDependency` without pyarrow.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise MissingDependency("pyarrow", "parquet") from error
    tidy = export.tidy()
    for name, first in (("nodes", NODE_COLUMNS), ("edges", EDGE_COLUMNS)):
        columns = column_names(rows_of(tidy)[name], first)
        kinds = _kinds(rows_of(tidy)[name])
        schema = pyarrow.schema([(column, _arrow_type(pyarrow, kinds.get(column, {str}))) for column in columns])
        mixed = frozenset(column for column, found in kinds.items() if len(found) > 1)
        with parquet.ParquetWriter(folder / f"{name}.parquet", schema, compression="zstd") as writer:
            for batch in _batches(rows_of(tidy)[name], mixed):
                writer.write_table(pyarrow.Table.from_pylist(batch, schema=schema))


def _kinds(records: Iterable[Mapping[str, Value]]) -> dict[str, set[type]]:
    kinds: dict[str, set[type]] = {}
    for record in records:
        for name, value in record.items():
            kinds.setdefault(name, set()).add(type(value))
    return kinds


def _arrow_type(pyarrow: Any, kinds: set[type]) -> Any:
    types = {bool: pyarrow.bool_(), int: pyarrow.int64(), float: pyarrow.float64(), str: pyarrow.string()}
    types[list] = pyarrow.list_(pyarrow.string())
    return types[next(iter(kinds))] if len(kinds) == 1 else pyarrow.string()


def _batches(records: Iterator[dict[str, Value]], mixed: frozenset[str]) -> Iterator[list[dict[str, Value]]]:
    while batch := list(islice(records, _ROWS)):
        yield [{name: json_text(v) if name in mixed else v for name, v in record.items()} for record in batch]


FORMAT = FolderFormat(
    "parquet", "a folder with nodes.parquet and edges.parquet", (r"(nodes|edges)\.parquet",), write_parquet
)
