"""Edges as columns, the form in which the embedded engine takes many at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from kg.model import Edge
from kg.stores import dialect
from kg.stores.clean import check_column

SOURCE, TARGET = "_kg_s", "_kg_t"
_KINDS = {str: "str", int: "int64", float: "float64", bool: "bool", list: "object"}


class Column:
    """Values of one kind, none missing. To the engine it looks like a column of pandas, which it does not import."""

    def __init__(self, values: list[Any], dtype: str) -> None:
        self._values = values
        self.dtype = dtype

    def __len__(self) -> int:
        return len(self._values)

    def tolist(self) -> list[Any]:
        return self._values

    def isna(self) -> Column:
        return Column([False] * len(self._values), "bool")

    def dropna(self) -> Column:
        return self


class Frame:
    """Columns of equal length by name, as much of a table of pandas as the engine asks for."""

    def __init__(self, columns: dict[str, Column]) -> None:
        self._columns = columns
        self.columns = list(columns)

    def __len__(self) -> int:
        return len(next(iter(self._columns.values())))

    def __getitem__(self, name: str) -> Column:
        return self._columns[name]

    def reset_index(self, drop: bool = True) -> Frame:
        return self


class Table(Struct, frozen=True):
    """Edges of one type between two labels, with equal `names`, and kinds, of properties."""

    type: str
    source: str
    target: str
    names: tuple[str, ...]
    frame: Frame


def edge_tables(edges: Iterable[Edge], labels: Mapping[str, str]) -> Iterator[Table]:
    """Yield the edges as tables; `labels` gives the label of each node key.

    Raises `StoreError` for a property that no store can hold.
    """
    groups: dict[tuple[str, str, str, tuple[str, ...]], list[Edge]] = {}
    for edge in edges:
        identity = (edge.type, labels[edge.source], labels[edge.target], tuple(edge.properties))
        groups.setdefault(identity, []).append(edge)
    for (type_, source, target, names), group in groups.items():
        for frame in _frames(names, group):
            yield Table(type_, source, target, names, frame)


def _frames(names: tuple[str, ...], edges: list[Edge]) -> Iterator[Frame]:
    columns = {
        SOURCE: Column([edge.source for edge in edges], "str"),
        TARGET: Column([edge.target for edge in edges], "str"),
    }
    for name in names:
        values = [edge.properties[name] for edge in edges]
        check_column(name, values, lambda i: edges[i].source)
        if len(set(map(type, values))) > 1:
            yield from _split(name, names, edges)
            return
        columns[dialect.encode(name)] = Column(values, _KINDS[type(values[0])])
    yield Frame(columns)


def _split(name: str, names: tuple[str, ...], edges: list[Edge]) -> Iterator[Frame]:
    """Yield the frames of edges whose property `name` is of several kinds."""
    groups: dict[type, list[Edge]] = {}
    for edge in edges:
        groups.setdefault(type(edge.properties[name]), []).append(edge)
    for group in groups.values():
        yield from _frames(names, group)
