"""Where mathematics stands in a text, and where a dollar is a dollar."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kg.text.symbols import LOST

_DELIMITED = re.compile(
    r"(?<!\\)\$\$(?P<double>[^$]{1,1000})\$\$|(?<!\\)\$(?P<single>[^$]{1,400}?)(?<!\\)\$"
    r"|\\\((?P<round>[^$]{1,400}?)\\\)|\\\[(?P<square>[^$]{1,1000}?)\\\]"
)
_MARKED = re.compile(r"\\[A-Za-z]|[\^_][{\w\\*]")
_ARGUMENT = re.compile(r"\\[A-Za-z]+\s*\{[^{}]*\}")
_PROSE = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{3,}\s+[A-Za-z]{2,}\s+[A-Za-z]{2,}")
_MONEY = re.compile(
    r"\d[\d,.]*(?:[KMBk]\b|\s|[\w\s,.%'-]*?(?<![\\A-Za-z])[A-Za-z]{3,}).*?(?<![\\A-Za-z{])[A-Za-z]{3,}", re.DOTALL
)
_AMOUNT = re.compile(r"\d[\d,.]*[\s,;)-]+(?:\(?[A-Za-z]{2,}|$)")


class Formula(NamedTuple):
    """A piece of mathematics: its outer bounds with the delimiters and its inner bounds without."""

    start: int
    inner_start: int
    inner_end: int
    end: int


def find_formulas(text: str) -> Iterator[Formula]:
    """Yield the formulas of `text` in order.

    `$x$` is one as in pandoc (no space inside the dollars, no digit after them), and also with spaces when it holds
    a command, an index or an exponent; prose and sums of money are none.

    >>> [text[f.inner_start:f.inner_end] for text in ["from $5 to $6, $k$-means"] for f in find_formulas(text)]
    ['k']
    """
    at = 0
    while match := _DELIMITED.search(text, at):
        name = match.lastgroup or ""
        if name == "single" and not _is_formula(match["single"], text[match.end() : match.end() + 1]):
            at = match.start() + 1
            continue
        yield _formula(text, match, name)
        at = match.end()


def _formula(text: str, match: re.Match[str], name: str) -> Formula:
    """Return the formula; blanks inside its delimiters belong to them unless they part it from a word."""
    start, end = match.span()
    inner_start, inner_end = match.span(name)
    body = match[name]
    if body.strip():
        if not text[start - 1 : start].isalnum() and body[1:] not in LOST:
            inner_start += len(body) - len(body.lstrip())
        if not text[end : end + 1].isalnum():
            inner_end -= len(body) - len(body.rstrip())
    return Formula(start, inner_start, inner_end, end)


def _is_formula(body: str, after: str) -> bool:
    if _PROSE.search(_ARGUMENT.sub("", body)) or "\n\n" in body:
        return False
    if _MARKED.search(body):
        return not _MONEY.match(body)
    if body[0].isspace() or body[-1].isspace():
        symbol = body.strip()
        if symbol in LOST and body[1:] == symbol:
            return True
        return len(symbol) <= 3 and symbol.isalnum() and not symbol.isdigit() and len(body) == len(symbol) + 2
    return not after.isdigit() and not _AMOUNT.match(body)
