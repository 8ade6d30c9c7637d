"""A build's journal: what the model has read so far, so that a build that was killed goes on where it was."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

import msgspec

from kg.errors import GraphError
from kg.stores.directory import StoredExtraction
from kg.stores.generations import refuse_links

NAME = ".kg-journal.jsonl"


class Journal:
    """Extractions appended to one file of the graph directory, a line each; one that a crash cut short is ignored."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / NAME
        self._file: BinaryIO | None = None
        self._encoder = msgspec.json.Encoder()

    def read(self) -> list[StoredExtraction]:
        """Return what an earlier build that was stopped has left."""
        try:
            lines = self._path.read_bytes().splitlines()
        except OSError:
            return []
        decoder = msgspec.json.Decoder(StoredExtraction)
        found = []
        for line in lines:
            try:
                found.append(decoder.decode(line))
            except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError):
                continue
        return found

    def append(self, stored: StoredExtraction) -> None:
        """Write one extraction. Raises `GraphError` when the directory takes no more."""
        try:
            if self._file is None:
                # A leading newline ends a line that an earlier crash may have cut short.
                self._file = open(self._path, "ab", buffering=0)  # noqa: SIM115
                self._file.write(b"\n")
            self._file.write(self._encoder.encode(stored) + b"\n")
        except OSError as error:
            raise GraphError(f"Cannot write to {self._path}: {os.strerror(error.errno or 0)}.") from error

    def clear(self) -> None:
        """Forget all: the graph that was saved holds it now."""
        self.close()
        self._path.unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file; what was written stays."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> Self:
        """Raise `GraphError` where the journal is a link, which could lead what is written elsewhere."""
        refuse_links(self._path.parent, (NAME,))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
