"""Pairs of long and short forms that an abstract defines, such as "stochastic gradient descent (SGD)".

The match of letters follows Schwartz & Hearst, "A simple algorithm for identifying abbreviation definitions
in biomedical text" (2003), in both orders, with plurals and nested brackets. Asides in brackets (citations,
statistics, "e.g.", "see Sec. 2") are no short forms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_ASIDE = re.compile(
    r"(?i)^(?:e\.?g|i\.?e|see|cf|fig|tab|sec|eq|app|resp|and|or|the|a|an|in|on|for|with|ours|left|right|top|bottom|max|min)\b"
    r"|et al|[=<>≤≥±%]|^\W*\d|\b(?:19|20)\d\d\b"
)
_SHORT = re.compile(r"^[\w&][\w&/.+*’'^-]*(?: [\w+-]+)?$")
_WORD_START = re.compile(r"(?<![^\W_])[^\W_]")
_LINK_WORDS = frozenset(
    [
        "a",
        "an",
        "and",
        "as",
        "at",
        "by",
        "for",
        "from",
        "in",
        "into",
        "of",
        "on",
        "or",
        "over",
        "the",
        "to",
        "via",
        "with",
        "within",
        "without",
    ]
)
_MAX_SHORT = 12
_REACH = 64
"""Characters before a bracket in which the short form that it spells out must stand."""
_BEFORE = re.compile(rf"(?<![^\s()\[\]])([^\s()\[\]]{{2,{_MAX_SHORT}}})\s*[(\[]$")


class Abbreviation(NamedTuple):
    """Where a definition stands in a text: character spans of its long and its short form."""

    long: tuple[int, int]
    short: tuple[int, int]


def is_short_form(text: str) -> bool:
    """Return whether `text` can be a short form: one or two words, at most 12 letters, one of them a capital or Greek.

    >>> is_short_form("SGD"), is_short_form("LLMs"), is_short_form("see Sec. 2"), is_short_form("halls")
    (True, True, False, False)
    """
    if not 2 <= len(text) <= _MAX_SHORT or _ASIDE.search(text) or not _SHORT.match(text):
        return False
    letters = [c for c in text if c.isalpha()]
    capitals = sum(c.isupper() or "α" <= c <= "ω" for c in letters)
    return capitals >= 1 and (capitals >= 2 or len(text) <= 5) and not (text.istitle() and len(text) > 4)


def match_long_form(short: str, left: str) -> str | None:
    """Return the tail of `left` that `short` abbreviates, or None.

    Letters must occur in order and the first must begin a word (Schwartz & Hearst, 2003).

    >>> match_long_form("SGD", "we use stochastic gradient descent")
    'stochastic gradient descent'
    >>> match_long_form("LLMs", "chat with large language models")
    'large language models'
    >>> match_long_form("XYZ", "we use stochastic gradient descent") is None
    True
    """
    base = short[:-1] if len(short) > 2 and short.endswith("s") and short[-2].isupper() else short
    start = _align(base, left)
    if start is None:
        return None
    long = left[start:].strip()
    return long if _plausible(base, long) else None


def _align(short: str, left: str) -> int | None:
    """Match the letters of `short` from the right; prefer letters that begin words, as authors do."""
    letters = [c for c in short.casefold() if c.isalnum()]
    if not letters:
        return None
    by_word = _align_initials(letters, left)
    if by_word is not None:
        return by_word
    position = len(left)
    folded = left.casefold()
    if len(folded) != len(left):
        return None
    for index in range(len(letters) - 1, -1, -1):
        position -= 1
        while position >= 0 and (
            folded[position] != letters[index] or (index == 0 and not _starts_word(left, position))
        ):
            position -= 1
        if position < 0:
            return None
    return _word_start(left, position)


def _align_initials(letters: list[str], left: str) -> int | None:
    """Return where the long form starts when the letters are the initials of the last words, link words skipped."""
    starts = [m.start() for m in _WORD_START.finditer(left)]
    index = len(letters) - 1
    skipped = False
    for start in reversed(starts):
        word = re.match(r"[^\W_]+", left[start:])
        name = word[0].casefold() if word else ""
        if name[:1] == letters[index]:
            index -= 1
            if index < 0:
                return _word_start(left, start)
        elif name not in _LINK_WORDS or not (skipped or index < len(letters) - 1):
            return None
        skipped = True
    return None


def _starts_word(text: str, position: int) -> bool:
    return position == 0 or not text[position - 1].isalnum()


def _word_start(text: str, position: int) -> int:
    """Move left to the blank before `position`: a hyphenated word belongs to the long form as a whole."""
    while position > 0 and not text[position - 1].isspace() and text[position - 1] not in "([{,;:\"'“‘":
        position -= 1
    return position


def _plausible(short: str, long: str) -> bool:
    words = long.split()
    letters = sum(c.isalnum() for c in short)
    if not words or len(long) <= len(short) or len(words) > min(letters + 5, letters * 2):
        return False
    if words[0].casefold() in _LINK_WORDS or any(mark in long for mark in ".;:?!()[]"):
        return False
    return short.casefold() not in [w.casefold().strip(",") for w in words]


def _brackets(text: str) -> Iterator[tuple[int, int]]:
    """Yield the (start, end) between each pair of matching brackets, inner ones too."""
    stack: list[int] = []
    for index, char in enumerate(text):
        if char in "([":
            stack.append(index + 1)
        elif char in ")]" and stack:
            yield stack.pop(), index


def find_abbreviations(text: str) -> list[Abbreviation]:
    """Return the definitions of short forms in `text`, in order of their first character.

    >>> text = "Graph neural networks (GNNs) beat CNNs (convolutional neural networks) here (see Sec. 2)."
    >>> [(text[slice(*a.long)], text[slice(*a.short)]) for a in find_abbreviations(text)]
    [('Graph neural networks', 'GNNs'), ('convolutional neural networks', 'CNNs')]
    """
    found = []
    for start, end in _brackets(text):
        pair = _short_inside(text, start, end) or _long_inside(text, start, end)
        if pair is not None:
            found.append(pair)
    return sorted(found, key=lambda p: (min(p.long[0], p.short[0]), p))


def _short_inside(text: str, start: int, end: int) -> Abbreviation | None:
    """`long form (SHORT)`, also `long form (SHORT; aside)` and `long form (SHORT, aside)`."""
    inner = re.split(r"[;,(\[]", text[start:end], maxsplit=1)[0]
    begin = start + len(inner) - len(inner.lstrip())
    inner = inner.strip().strip("\"'“”‘’")
    begin = text.find(inner, begin) if inner else begin
    if not is_short_form(inner):
        return None
    clause = re.split(r"[.;:?!()\[\]](?=\s|$)|[()\[\]]", text[max(0, start - 160) : start - 1])[-1]
    long = match_long_form(inner, clause.rstrip(" \"'“”‘’"))
    if long is None:
        return None
    long_start = text.rfind(long, 0, start - 1)
    return Abbreviation((long_start, long_start + len(long)), (begin, begin + len(inner)))


def _long_inside(text: str, start: int, end: int) -> Abbreviation | None:
    """`SHORT (long form)`."""
    # Only the last characters are searched: from the beginning, many brackets would take time in the text's square.
    before = _BEFORE.search(text, max(0, start - _REACH), start)
    if before is None or not is_short_form(before[1]):
        return None
    inner = text[start:end].strip()
    if len(inner.split()) < 2:
        return None
    if match_long_form(before[1], inner) != inner:
        return None
    begin = text.find(inner, start)
    return Abbreviation((begin, begin + len(inner)), before.span(1))
