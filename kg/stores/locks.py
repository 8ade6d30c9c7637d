"""One writer at a time: a lock file that names its process and is taken over when that process is gone."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kg.errors import GraphError

_ATTEMPTS = 5


@contextmanager
def writer_lock(path: Path) -> Iterator[None]:
    """Hold the lock file `path`. Raises `GraphError` while another living process holds it.

    The file holds host and process id. A lock of a process of this host that no longer lives is taken over.
    """
    token = f"{socket.gethostname()} {os.getpid()}\n"
    _take(path, token)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            if path.read_text(encoding="utf-8") == token:
                path.unlink()


def _take(path: Path, token: str) -> None:
    # The file is written under a name of its own and linked into place, so that it is never seen empty.
    own = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        own.write_text(token, encoding="utf-8")
        for _ in range(_ATTEMPTS):
            try:
                os.link(own, path)
                _clear_leftovers(path, own)
                return
            except FileExistsError:
                _clear_stale(path)
    except OSError as error:
        raise GraphError(f"Cannot lock {path.parent} for writing: {error.strerror}. Check its permissions.") from error
    finally:
        own.unlink(missing_ok=True)
    raise GraphError(f"Cannot lock {path.parent} for writing: other writers keep taking the lock. Try again.")


def _clear_stale(path: Path) -> None:
    try:
        holder = path.read_text(encoding="utf-8").split()
    except FileNotFoundError:
        return
    except (OSError, UnicodeDecodeError):
        holder = []
    if len(holder) == 2 and holder[1].isdigit():
        host, process = holder[0], int(holder[1])
        if host != socket.gethostname() or _is_alive(process):
            raise GraphError(f"{path.parent} is being written by process {process} on {host}. Wait until it is done, "
                             f"or delete {path} if that process is gone.")  # fmt: skip
    # Renaming first makes sure that of two takers only one removes this file, and none a newer one.
    stale = path.with_name(f"{path.name}.stale.{os.getpid()}")
    with contextlib.suppress(FileNotFoundError):
        os.replace(path, stale)
        stale.unlink()


def _clear_leftovers(path: Path, own: Path) -> None:
    """Delete what writers that died while they took the lock have left."""
    for leftover in path.parent.glob(f"{path.name}.*"):
        process = leftover.name.rsplit(".", 1)[-1]
        if leftover != own and process.isdigit() and not _is_alive(int(process)):
            leftover.unlink(missing_ok=True)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except OSError as error:
        return error.errno != errno.ESRCH
    return True
