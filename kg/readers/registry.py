"""The formats that kg reads, and how a file's own is found. A new format is one module and one entry here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from os import PathLike, fspath, walk
from pathlib import Path

from kg.errors import InputError
from kg.model import Document
from kg.readers.content import Content, open_path, open_stdin
from kg.readers.contract import Format, OnProblem, Settings
from kg.readers.jsons import JSON, JSON_LINES
from kg.readers.plain import PLAIN
from kg.readers.records import check_mapping
from kg.readers.tables import TABLE

FORMATS: tuple[Format, ...] = (JSON_LINES, JSON, TABLE, PLAIN)
"""In the order in which their sniffers are asked; plain text comes last, since nearly everything could be it."""


def read_documents(
    paths: str | PathLike[str] | Iterable[str | PathLike[str]],
    *,
    mapping: Mapping[str, str] | None = None,
    on_problem: OnProblem,
) -> Iterator[Document]:
    """Return an iterator over one document per record of the inputs, in order.

    `paths`: files, directories (all their readable files, sorted) or `-` for standard input; any may be compressed
    with gzip. `mapping` names the column of a field, as `{"abstract": "Zusammenfassung"}`. Each record that cannot
    be read is handed to `on_problem` as an `InputError`, and the rest goes through; one that was kept after a repair
    comes as a `Repaired`.

    Raises `InputError` when an input as a whole cannot be read, `ConfigError` for a mapping to what does not exist.
    """
    names = [paths] if isinstance(paths, str | PathLike) else list(paths)
    if not names:
        raise InputError("No input is given. Name files or directories, or - for standard input.")
    settings = Settings(check_mapping(mapping), on_problem)
    inputs = [fspath(name) for name in names]
    for name in inputs:
        if name != "-" and not Path(name).exists():
            raise InputError("There is no such file or directory. Check the name.", name)
    return _read_all(inputs, settings)


def _read_all(inputs: list[str], settings: Settings) -> Iterator[Document]:
    for name in inputs:
        if name == "-":
            yield from _read(open_stdin(), settings)
        elif Path(name).is_dir():
            yield from _read_directory(Path(name), settings)
        else:
            yield from _read(open_path(Path(name)), settings)


def _read_directory(directory: Path, settings: Settings) -> Iterator[Document]:
    """Yield the documents of every file below that has a known suffix; an unreadable one is a problem, no end."""
    found = False
    for path in _files(directory):
        try:
            for document in _read(open_path(path), settings):
                found = True
                yield document
        except InputError as error:
            settings.on_problem(error)
    if not found:
        listed = ", ".join(suffix for known in FORMATS for suffix in known.suffixes if suffix)
        raise InputError(
            f"The directory holds no readable file. Put files there that end in {listed} (or these with .gz).",
            directory,
        )


def _files(directory: Path) -> list[Path]:
    known = {suffix for entry in FORMATS for suffix in entry.suffixes if suffix}
    files = []
    for folder, folders, names in walk(directory):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in names:
            if not name.startswith(".") and Path(name.lower().removesuffix(".gz")).suffix in known:
                files.append(Path(folder, name))
    return sorted(files)


def _read(content: Content, settings: Settings) -> Iterator[Document]:
    """Yield the documents of one file. Raises `InputError` when it gives none."""
    problems: list[InputError] = []

    def note(problem: InputError) -> None:
        problems.append(problem) if len(problems) < 1 else None
        settings.on_problem(problem)

    found = False
    for document in find_format(content).read(content, settings._replace(on_problem=note)):
        found = True
        yield document
    if not found:
        first = f" The first problem: {problems[0]}" if problems else ""
        raise InputError(f"The file holds no record that can be read.{first}", content.path)


def find_format(content: Content) -> Format:
    """Return the format of the content: the first that knows it by its look, else the one that its suffix names.

    Raises `InputError` when it is none of the formats.
    """
    for known in FORMATS[:-1]:
        if known.sniff(content.head):
            return known
    for known in FORMATS:
        if content.suffix in known.suffixes and (known is not PLAIN or PLAIN.sniff(content.head)):
            return known
    if PLAIN.sniff(content.head):
        return PLAIN
    names = ", ".join(known.name for known in FORMATS)
    raise InputError(f"The format of this file is not known. kg reads {names}.", content.path)
