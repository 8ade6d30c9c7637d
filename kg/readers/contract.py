"""What a format is: the contract between the registry and the module of each format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from kg.errors import InputError
from kg.model import Document
from kg.readers.content import Content

OnProblem = Callable[[InputError], None]


class Repaired(InputError):
    """A record that was kept, though something in it had to be repaired, cut or left out."""


class Settings(NamedTuple):
    """How to read: `mapping` names the column of each field, `on_problem` takes what could not be read."""

    mapping: Mapping[str, str]
    on_problem: OnProblem


class Format(NamedTuple):
    """One input format.

    `suffixes` are lower case with their dot. `sniff` says from the first characters of a file whether it surely is
    of this format, whatever its name. `read` yields one `Document` per record in order, hands each record that it
    cannot read to `on_problem`, and raises `InputError` when the file as a whole cannot be read.
    """

    name: str
    suffixes: tuple[str, ...]
    sniff: Callable[[str], bool]
    read: Callable[[Content, Settings], Iterator[Document]]
