"""Edges as columns, the form in which the embedded engine takes many at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from kg.model import Edge, Value
from kg.stores import dialect
from kg.stores.clean import by_shape

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
    """Edges of one type between two labels, with equal names and kinds of properties."""

    type: str
    source: str
    target: str
    frame: Frame


def edge_tables(edges: Iterable[Edge], labels: Mapping[str, str]) -> Iterator[Table]:
    """Yield the edges as tables; `labels` gives the label of each node key."""
    groups: dict[tuple[str, str, str], list[Edge]] = {}
    for edge in edges:
        groups.setdefault((edge.type, labels[edge.source], labels[edge.target]), []).append(edge)
    for (type_, source, target), group in sorted(groups.items()):
        for names, alike in by_shape(group).items():
            for same in _by_kind(names, alike):
                yield Table(type_, source, target, _frame(names, same))


def _frame(names: tuple[str, ...], edges: list[Edge]) -> Frame:
    columns = {
        SOURCE: Column([edge.source for edge in edges], "str"),
        TARGET: Column([edge.target for edge in edges], "str"),
    }
    for name in names:
        values: list[Value] = [edge.properties[name] for edge in edges]
        columns[dialect.encode(name)] = Column(values, _KINDS[type(values[0])])
    return Frame(columns)


def _by_kind(names: tuple[str, ...], edges: list[Edge]) -> Iterable[list[Edge]]:
    mixed = [name for name in names if len({type(edge.properties[name]) for edge in edges}) > 1]
    if not mixed:
        return [edges]
    groups: dict[tuple[type, ...], list[Edge]] = {}
    for edge in edges:
        groups.setdefault(tuple(type(edge.properties[name]) for name in mixed), []).append(edge)
    return groups.values()
