"""Files for `neo4j-admin database import full`, with a script that runs it.

Format: the operations manual of Neo4j 5, "Import", section "CSV header format" (`:ID`, `:LABEL`, `name:STRING[]` …).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from kg.errors import ConfigError
from kg.export.cells import cell, quoted, row
from kg.export.formats import Export, FolderFormat, TidyGraph
from kg.export.values import free_name
from kg.model import Value, clip_evidence

SCRIPT = "import.sh"
_DELIMITERS = "\x1f\x1e\x1d\x1c" + "".join(map(chr, range(0xE000, 0xE100)))
"""Candidates for the character between the items of a list: separators and, after them, the private use area."""

_LOADED = {"_kg:STRING": "import"}
"""Bookkeeping that `kg load` leaves too (`kg.stores.cypher`): the imported graph counts as one that it wrote."""

_READ_BUFFER = 4 * 1024 * 1024
"""The importer's default; every cell must fit into it."""


class Record(NamedTuple):
    """One line to be: the fixed first cells (those of `Side.header`) and the properties."""

    first: tuple[str, ...]
    group: str
    properties: dict[str, Value]


class Table:
    """The records of one label or type whose properties have one type each: one file with one header."""

    def __init__(self, group: str) -> None:
        self.group = group
        self.types: dict[str, str] = {}

    def fits(self, types: Mapping[str, str]) -> bool:
        """Tell whether no property has another type here."""
        return all(self.types.get(name, kind) == kind for name, kind in types.items())


class Side(NamedTuple):
    """Nodes or relationships: the file names' stem, the option of the importer and the first columns."""

    stem: str
    option: str
    header: tuple[str, ...]
    records: Callable[[TidyGraph], Iterator[Record]]


def write_neo4j_csv(export: Export, folder: Path) -> None:
    """Write one file for each label and each type (more where a property has several types), and `import.sh`.

    Lists are divided by a character that occurs in none of them. Edges carry the most confident evidence, as in
    every store (`clip_evidence`). An empty list, and one that holds only an empty text, is left
    out, since the importer knows neither.
    """
    tidy = export.tidy()
    delimiter = _free_delimiter(tidy)
    longest, options = 0, []
    for side in (_NODES, _EDGES):
        tables, chosen = _tables(side.records(tidy))
        names = [_file_name(side.stem, number, table.group) for number, table in enumerate(tables)]
        longest = max(longest, _write_files([folder / name for name in names], side, tables, (tidy, chosen, delimiter)))
        options += [f"{side.option}={name}" for name in names]
    (folder / SCRIPT).write_text(_script(options, delimiter, longest), encoding="utf-8")
    (folder / SCRIPT).chmod(0o755)


def _node_records(tidy: TidyGraph) -> Iterator[Record]:
    for node in tidy.nodes():
        properties = _importable({name: value for name, value in node.properties.items() if name != "key"})
        yield Record((node.key, node.label, *_LOADED.values()), node.label, properties)


def _edge_records(tidy: TidyGraph) -> Iterator[Record]:
    for edge, number in tidy.numbered_edges():
        first = (edge.source, edge.target, edge.type, *_LOADED.values(), str(number))
        yield Record(first, edge.type, _importable(clip_evidence(edge.properties)))


def _importable(properties: Mapping[str, Value]) -> dict[str, Value]:
    return {name: value for name, value in properties.items() if value not in ([], [""])}


_NODES = Side("nodes", "--nodes", ("key:ID", ":LABEL", *_LOADED), _node_records)
_EDGES = Side("edges", "--relationships", (":START_ID", ":END_ID", ":TYPE", *_LOADED, "_kg_n:LONG"), _edge_records)


def _tables(records: Iterable[Record]) -> tuple[list[Table], list[int]]:
    """Return the tables and, for each record, the number of its table."""
    tables: list[Table] = []
    chosen = []
    for record in records:
        types = {name: _type(value) for name, value in record.properties.items()}
        number = next(
            (n for n, table in enumerate(tables) if table.group == record.group and table.fits(types)), len(tables)
        )
        if number == len(tables):
            tables.append(Table(record.group))
        tables[number].types.update(types)
        chosen.append(number)
    return tables, chosen


def _type(value: Value) -> str:
    if isinstance(value, bool):
        return "BOOLEAN"
    if isinstance(value, int):
        return "LONG"
    if isinstance(value, float):
        return "DOUBLE"
    return "STRING[]" if isinstance(value, list) else "STRING"


def _write_files(paths: list[Path], side: Side, tables: list[Table], content: tuple[TidyGraph, list[int], str]) -> int:
    """Write the files of one side and return the size in bytes of the longest line."""
    tidy, chosen, delimiter = content
    longest = 0
    outs = []
    try:
        for path, table in zip(paths, tables, strict=True):
            outs.append(path.open("w", encoding="utf-8", newline=""))
            outs[-1].write(row(map(quoted, (*side.header, *_columns(table, side.header)))))
        for record, number in zip(side.records(tidy), chosen, strict=True):
            line = row(_cells(record, tables[number], delimiter))
            longest = max(longest, 4 * len(line))
            outs[number].write(line)
    finally:
        for out in outs:
            out.close()
    return longest


def _cells(record: Record, table: Table, delimiter: str) -> Iterator[str]:
    yield from map(quoted, record.first)
    for name in table.types:
        value = record.properties.get(name)
        yield quoted(delimiter.join(value)) if isinstance(value, list) else cell(value)


def _columns(table: Table, header: tuple[str, ...]) -> list[str]:
    """Return the headers of the properties; a header takes letters, digits and underscores alike in every version."""
    taken = {column.partition(":")[0] for column in header}
    out = []
    for name, kind in table.types.items():
        taken.add(safe := free_name(re.sub(r"\W", "_", name), taken))
        out.append(f"{safe}:{kind}")
    return out


def _file_name(stem: str, number: int, group: str) -> str:
    return f"{stem}-{number:03d}-{re.sub(r'[^A-Za-z0-9_]', '', group)[:60]}.csv"


def _free_delimiter(tidy: TidyGraph) -> str:
    free = dict.fromkeys(_DELIMITERS)
    for side in (_NODES, _EDGES):
        for value in (value for record in side.records(tidy) for value in record.properties.values()):
            if isinstance(value, list):
                for used in free.keys() & set().union(*value):
                    del free[used]
    if not free:
        raise ConfigError("Every character that could divide lists occurs in one. Remove private-use characters.")
    return next(iter(free))


def _script(options: Iterable[str], delimiter: str, longest: int) -> str:
    lines = ["--id-type=string", f"--array-delimiter=U+{ord(delimiter):04X}", "--multiline-fields=true"]
    if longest >= _READ_BUFFER:
        lines.append(f"--read-buffer-size={longest + _READ_BUFFER}")
    command = " \\\n  ".join([*lines, *options])
    return (
        "#!/bin/sh\n"
        "# Import this graph into a new, stopped Neo4j 5 database (default: neo4j):  sh import.sh [DATABASE]\n"
        "# Then start the server; `kg load` on the same graph adds the constraints and the full-text index.\n"
        'set -eu\ncd "$(dirname "$0")"\n'
        f'exec neo4j-admin database import full "${{1:-neo4j}}" \\\n  {command}\n'
    )


FORMAT = FolderFormat(
    "neo4j-csv",
    "a folder for `neo4j-admin database import full`, with the command line in import.sh",
    (r"(nodes|edges)-\d{3,}-[A-Za-z0-9_]*\.csv", r"import\.sh"),
    write_neo4j_csv,
)
