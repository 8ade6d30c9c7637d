"""Every error that kg raises on purpose.

KgError                      the root: catch it to catch them all
├── InputError               a file or a record that cannot be read (path, line)
├── ConfigError              an option, argument or setting that is not valid
├── ModelError               a model directory that is missing, damaged or of another version
├── MissingDependency        an optional package is not installed (extra)
├── GraphError               a graph directory or graph file that is missing or damaged
├── QueryError               a Cypher query that cannot be run (position)
│   └── QueryTimeout         a query that ran past its time limit
└── StoreError               a database refused or lost what was written
    └── StoreUnavailable     no database answers at the address (uri)

A message says what happened, to which value, what would be valid and what to do.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from os import PathLike
from typing import Any


class KgError(Exception):
    """Root of all errors that kg raises on purpose; the command line exits with 2 on it."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as the message and the attributes: the constructors of some errors take other things."""
        return _restore, (type(self), self.args), self.__dict__


def _restore(kind: type[KgError], args: tuple[Any, ...]) -> KgError:
    return kind.__new__(kind, *args)


class InputError(KgError):
    """A file or record cannot be read. `path` and `line` (1-based) say where, when known."""

    def __init__(self, message: str, path: str | PathLike[str] | None = None, line: int | None = None) -> None:
        self.path = None if path is None else str(path)
        self.line = line
        place = "" if self.path is None else f"{self.path}:{line}: " if line else f"{self.path}: "
        super().__init__(place + message)


class ConfigError(KgError):
    """An option, argument or setting is not valid."""


class ModelError(KgError):
    """A model directory is missing, damaged or of another version."""


class MissingDependency(KgError):
    """An optional package is needed; `extra` is the extra of `kg-papers` that installs it."""

    def __init__(self, package: str, extra: str) -> None:
        self.extra = extra
        super().__init__(f"This needs the package {package}. Install it with: pip install 'kg-papers[{extra}]'")


class GraphError(KgError):
    """A graph directory or graph file is missing, damaged or of another version."""


class QueryError(KgError):
    """A Cypher query cannot be run. `position` is (line, column), 1-based, when known."""

    def __init__(self, message: str, position: tuple[int, int] | None = None) -> None:
        self.position = position
        super().__init__(message)


class QueryTimeout(QueryError):
    """A query ran past its time limit."""


class StoreError(KgError):
    """A database refused or lost what was written."""


class StoreUnavailable(StoreError):
    """No database answers at `uri`, or it refuses this user or database name."""

    def __init__(self, message: str, uri: str) -> None:
        self.uri = uri
        super().__init__(message)


_SHOWN = 60
"""Most characters of a wrong value that a message repeats."""


def unknown_choice(kind: str, value: str, choices: Iterable[str]) -> str:
    """Return a message for a value that is none of the valid `choices`, naming the nearest.

    >>> unknown_choice("store", "neo", ["memory", "embedded", "neo4j"])
    "Unknown store 'neo'. Did you mean 'neo4j'? Choose memory, embedded or neo4j."
    """
    names = list(choices)
    if len(value) > _SHOWN:
        value = value[: _SHOWN - 1] + "…"
    near = get_close_matches(value, names, n=1, cutoff=0.4)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
    return f"Unknown {kind} {value!r}.{hint} Choose {listed}."
