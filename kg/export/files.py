"""Files and folders that appear whole or not at all."""

from __future__ import annotations

import os
import re
import secrets
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from kg.errors import ConfigError


@contextmanager
def new_file(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    """Yield a handle for UTF-8 text that becomes the file `path` when the block ends without an error.

    Raises `ConfigError` when `path` exists as something else than a file or cannot be written.
    """
    target = _target(path)
    if target.exists() and not target.is_file():
        kind = "a folder" if target.is_dir() else "no regular file"
        raise ConfigError(f"Cannot write the file {path}: it exists and is {kind}. Choose another path.")
    temporary = _beside(target)
    with _translated(path):
        try:
            with temporary.open("x", encoding="utf-8", newline="") as handle:
                yield handle
                handle.flush()
                os.fsync(handle.fileno())
            temporary.replace(target)
        finally:
            with suppress(FileNotFoundError):
                temporary.unlink()


@contextmanager
def new_folder(path: str | os.PathLike[str], files: Sequence[str]) -> Iterator[Path]:
    """Yield an empty folder that becomes the folder `path` when the block ends without an error.

    An earlier folder is replaced when all names in it match one of the patterns `files`, so when it is one that this
    format wrote. Raises `ConfigError` when it holds anything else, is no folder, or cannot be written.
    """
    target = _target(path)
    _refuse_foreign(target, path, files)
    temporary = _beside(target)
    with _translated(path):
        try:
            temporary.mkdir()
            yield temporary
            _swap(temporary, target)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)


def _refuse_foreign(target: Path, path: str | os.PathLike[str], files: Sequence[str]) -> None:
    if not target.exists():
        return
    if not target.is_dir():
        raise ConfigError(f"Cannot write the folder {path}: it exists and is a file. Choose another path.")
    for entry in sorted(target.iterdir()):
        if not entry.is_file() or not any(re.fullmatch(pattern, entry.name) for pattern in files):
            raise ConfigError(
                f"Cannot replace the folder {path}: it holds {entry.name!r}, which is not of this format. "
                "Choose a new or an empty folder."
            )


def _swap(temporary: Path, target: Path) -> None:
    if not target.exists():
        temporary.replace(target)
        return
    old = _beside(target)
    target.replace(old)
    try:
        temporary.replace(target)
    except OSError:
        old.replace(target)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _target(path: str | os.PathLike[str]) -> Path:
    """Return the place behind a link, so that the link itself stays; its folder must exist."""
    with _translated(path):
        target = Path(os.path.realpath(path))
    if not target.parent.is_dir():
        raise ConfigError(f"Cannot write {path}: there is no folder {target.parent}. Create it or choose another path.")
    return target


def _beside(target: Path) -> Path:
    return target.with_name(f".{target.name[:100]}.{secrets.token_hex(6)}.tmp")


@contextmanager
def _translated(path: str | os.PathLike[str]) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise ConfigError(f"Cannot write {path}: {reason}. Choose another path or free some space.") from error
    except ValueError as error:  # a NUL in the path
        if "null byte" not in str(error):
            raise
        raise ConfigError(f"Cannot write {str(path)!r}: a path holds no NUL character.") from error
