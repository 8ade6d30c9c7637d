"""Cypher text as tokens: enough of the grammar to read names, parameters and columns from a query."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from kg.errors import QueryError

Kind = Literal["name", "quoted", "string", "number", "parameter", "symbol"]

_TOKEN = re.compile(
    r"""
      (?P<skip>\s+|//[^\n]*|/\*.*?\*/)
    | (?P<string>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")
    | (?P<quoted>`(?:[^`]|``)*`)
    | (?P<parameter>\$(?:`(?:[^`]|``)*`|\w+))
    | (?P<number>0[xX][0-9a-fA-F]+|\d+(?:\.(?!\.)\d+)?(?:[eE][+-]?\d+)?)
    | (?P<name>[^\W\d]\w*)
    | (?P<symbol>\.\.|<=|>=|<>|=~|\+=|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})")
_OPEN = {"(": ")", "[": "]", "{": "}"}


class Token(Struct, frozen=True):
    """One word of a query: `text` as it stands there from character `start` (0-based) to `end`."""

    kind: Kind
    text: str
    start: int
    end: int

    @property
    def name(self) -> str:
        """The name that this token writes, without backticks or `$`; `\\uXXXX` in backticks is one character."""
        text = self.text.removeprefix("$")
        if not text.startswith("`"):
            return text
        return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text[1:-1]).replace("``", "`")

    @property
    def word(self) -> str:
        """The upper-case word of an unquoted name, the text itself of anything else."""
        return self.text.upper() if self.kind == "name" else self.text

    @property
    def is_name(self) -> bool:
        return self.kind in {"name", "quoted"}


def find_tokens(query: str) -> list[Token]:
    """Return the tokens of a query, without blanks and comments."""
    found = []
    for match in _TOKEN.finditer(query):
        kind = match.lastgroup
        if kind != "skip":
            found.append(Token(kind, match.group(), match.start(), match.end()))  # type: ignore[arg-type]
    return found


def find_brackets(tokens: Sequence[Token]) -> tuple[list[int], dict[int, int]]:
    """Return for each token the index of the bracket that encloses it (-1: none), and for each opening its closing one.

    Brackets that do not match are left to the engine's own syntax error.
    """
    around: list[int] = []
    closing: dict[int, int] = {}
    stack: list[int] = []
    for index, token in enumerate(tokens):
        if token.kind == "symbol" and token.text in ")]}":
            if stack and _OPEN[tokens[stack[-1]].text] == token.text:
                closing[stack.pop()] = index
            around.append(stack[-1] if stack else -1)
            continue
        around.append(stack[-1] if stack else -1)
        if token.kind == "symbol" and token.text in _OPEN:
            stack.append(index)
    return around, closing


def find_position(query: str, offset: int) -> tuple[int, int]:
    """Return the 1-based (line, column) of a character offset."""
    before = query[:offset]
    return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1


def find_offset(query: str, position: tuple[int, int]) -> int:
    """Return the character offset of a 1-based (line, column)."""
    lines = query.split("\n")
    line = min(position[0], len(lines)) - 1
    return sum(len(text) + 1 for text in lines[:line]) + position[1] - 1


def syntax_error(message: str, position: tuple[int, int] | None) -> QueryError:
    """Return the error of a query that cannot be parsed, saying where."""
    place = "" if position is None else f" at line {position[0]}, column {position[1]}"
    return QueryError(f"The query has an error{place}: {message}", position)
