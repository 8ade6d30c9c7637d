"""A set of files in a directory that is replaced all at once or not at all.

New files are staged in `.kg-next`. Renaming that to `.kg-commit` is the one step that makes them valid; then they are
moved to their places, the manifest last. A crash before the rename leaves the old set, a crash after it the new one:
readers look into `.kg-commit` first, and the next writer finishes the moving. The manifest holds each file's SHA-256,
so a reader without a lock notices when a writer was faster, and reads again.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from kg.errors import GraphError

MANIFEST = "manifest.json"
STAGED, COMMITTED, LOCK = ".kg-next", ".kg-commit", ".kg-lock"


def refuse_links(directory: Path, names: Iterable[str]) -> None:
    """Raise `GraphError` where one of our files is a symbolic link, which could lead reads and writes elsewhere."""
    for name in (*names, MANIFEST, STAGED, COMMITTED, LOCK):
        path = directory / name
        if path.is_symlink():
            raise GraphError(f"{path} is a symbolic link. A graph directory holds its own files: put the file there, "
                             "or open the directory that the link leads to.")  # fmt: skip


def stage(directory: Path, name: str, chunks: Iterable[bytes]) -> str:
    """Write one file of the new set and return its SHA-256 (hex)."""
    staged = directory / STAGED
    staged.mkdir(exist_ok=True)
    digest = hashlib.sha256()
    with open(staged / name, "wb") as file:
        for chunk in chunks:
            digest.update(chunk)
            file.write(chunk)
        file.flush()
        os.fsync(file.fileno())
    return digest.hexdigest()


def commit(directory: Path) -> None:
    """Make the staged files the valid ones."""
    _sync_directory(directory / STAGED)
    os.replace(directory / STAGED, directory / COMMITTED)
    _sync_directory(directory)
    finish(directory)


def finish(directory: Path) -> None:
    """Move committed files to their places (the manifest last) and drop what a crash has left staged."""
    committed = directory / COMMITTED
    if committed.is_dir():
        names = sorted(p.name for p in committed.iterdir())
        for name in sorted(names, key=lambda n: n == MANIFEST):
            os.replace(committed / name, directory / name)
        _sync_directory(directory)
        committed.rmdir()
    shutil.rmtree(directory / STAGED, ignore_errors=True)


def read_bytes(directory: Path, name: str, sha256: str | None = None) -> bytes | None:
    """Return the valid content of a file, or None when there is none (with that SHA-256)."""
    for path in (directory / COMMITTED / name, directory / name):
        try:
            content = path.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            raise GraphError(f"Cannot read {path}: {error.strerror}.") from error
        if sha256 is None or hashlib.sha256(content).hexdigest() == sha256:
            return content
    return None


def _sync_directory(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
