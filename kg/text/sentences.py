"""Sentences by rule: where a text of any field may be cut."""

from __future__ import annotations

import re
from collections.abc import Iterator


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PARAGRAPH = re.compile(r"\n[^\S\n]*(?:\n\s*)+")
_STARTS = (
    "We|The|This|These|Our|In|It|To|For|However|Moreover|Furthermore|Additionally|Specifically"
    "|Experiments|Extensive|Finally|Based|By|With|On|As|First|Second|Then|Thus|Therefore|Existing|While|Although"
)
_STOP = re.compile(
    r"(?P<mark>[.!?…]+)(?P<tail>['\"’”»)\]}*_$]*)(?=\s|$)"
    r"|(?P<wide>[。！？]+[”」』）]*)"
    rf"|(?P<glued>(?<=[a-z\d)\]])[.?!](?=(?:{_STARTS})\s))"
)
_NEXT = re.compile(r"\s+(?P<open>['\"‘“«(\[{*_$`]*)(?P<word>\S*)")
_LAST = re.compile(r"[^\s(\[{'\"‘“«/–—]{1,40}$")
_MARKER = re.compile(r"(?:\d{1,2}|[ivxIVX]{1,4}|[A-Za-z])")
_INITIAL = re.compile(r"[A-Z]|(?:[A-Z]\.)+[A-Z]")
_CLOSING_ONLY = re.compile(r"[\s'\"’”»)\]}*]*")

_NEVER = _words("""
    e.g i.e eg ie cf vs v.s viz approx a.k.a aka w.r.t wrt s.t i.i.d ca c.f incl esp fig figs eq eqs eqn eqns sec
    secs sect tabs refs vols pp thm algs appx assoc dept univ proc amer statist
""")
"""Never end a sentence before a capital letter."""

_TITLES = _words("Dr Mr Mrs Ms Prof St Gen Sen")

_NUMBERED = _words("""
    no nos art p app alg ch chap def prop lem cor tab ref vol ver lemma table section step ex exs version
""")
"""Do not end one before a digit."""

_SOMETIMES = _words("""
    al resp jr sr inc ltd co corp u.s u.k u.s.a e.u u.n ph.d m.sc b.sc m.s b.s d.c a.m p.m jan feb mar apr jun jul
    aug sep sept oct nov dec
""")
"""End one only before a word that begins sentences."""

_STARTERS = _words("""
    the this these that those we our in it its to for however moreover furthermore here there when while as and
    but or so a an by with from on at if although since using given such he she they their i you how what why
    which who where both each all many most several experiments results first second third finally additionally
    specifically extensive code despite unlike without thus therefore hence then consequently recently existing
""")


def split_sentences(text: str) -> list[tuple[int, int]]:
    """Return the (start, end) of each sentence, in order, without the space around it.

    The sentences cover all of `text` but blank space. A blank line always ends one; a full stop does not after an
    abbreviation, an initial or a list's number, nor before a word in lower case.

    >>> text = "We use k-NN (e.g. Fig. 2). It wins."
    >>> [text[start:end] for start, end in split_sentences(text)]
    ['We use k-NN (e.g. Fig. 2).', 'It wins.']
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for end in (*_cuts(text), len(text)):
        piece = text[start:end]
        if inner := piece.strip():
            left = start + len(piece) - len(piece.lstrip())
            spans.append((left, left + len(inner)))
        start = end
    return spans


def _cuts(text: str) -> Iterator[int]:
    """Yield the places where a sentence ends, ascending."""
    begin = 0
    for paragraph in _PARAGRAPH.finditer(text):
        yield from _paragraph_cuts(text, begin, paragraph.start())
        yield paragraph.end()
        begin = paragraph.end()
    yield from _paragraph_cuts(text, begin, len(text))


def _paragraph_cuts(text: str, begin: int, end: int) -> Iterator[int]:
    sentence, depth, counted = begin, 0, begin
    for stop in _STOP.finditer(text, begin, end):
        piece = text[counted : stop.end()]
        depth = max(0, depth + piece.count("(") - piece.count(")"))
        counted = stop.end()
        if stop["wide"] or (not (depth and _closes(text, stop.end(), end)) and _ends(text, sentence, end, stop)):
            yield stop.end()
            sentence, depth = stop.end(), 0


def _closes(text: str, at: int, end: int) -> bool:
    """Whether the bracket that is open at `at` closes within the next 200 characters."""
    limit = min(end, at + 200)
    close = text.find(")", at, limit)
    reopened = text.find("(", at, limit)
    return close >= 0 and (reopened < 0 or close < reopened)


def _ends(text: str, begin: int, end: int, stop: re.Match[str]) -> bool:
    """Whether the stop ends the sentence that began at `begin` in a paragraph that ends at `end`."""
    if stop["glued"]:
        return not _is_short(text, stop.start())
    following = _NEXT.match(text, stop.end(), min(end, stop.end() + 200))
    if following is None or not following["word"]:
        return following is None or _CLOSING_ONLY.fullmatch(text, stop.end(), end) is None
    word = following["word"]
    if word[0] in ".,;:!?%" or _continues(word):
        return False
    if stop["mark"] == "!" and _is_exclaimed_name(text, begin, stop):
        return word.lower().rstrip(".,;:") in _STARTERS
    if stop["mark"] != ".":
        return True
    return not _abbreviates(text, begin, stop, word)


def _is_exclaimed_name(text: str, begin: int, stop: re.Match[str]) -> bool:
    """Whether the mark follows a capitalised word within the sentence, as in the names Yahoo! and Jeopardy!"""
    last = _LAST.search(text, max(begin, stop.start() - 40), stop.start())
    return last is not None and last[0][0].isupper() and bool(text[begin : last.start()].strip(" \t\n([{'\"‘“«"))


def _continues(word: str) -> bool:
    """Whether a sentence hardly begins with this word: lower case throughout, or part of an address."""
    return word[0].islower() and ("/" in word or not any(c.isupper() or c.isdigit() or ord(c) > 0x36F for c in word))


def _is_short(text: str, stop: int) -> bool:
    """Whether what stands before a stop without a space is an abbreviation or a single letter."""
    last = _LAST.search(text, max(0, stop - 40), stop)
    return last is not None and (len(last[0]) == 1 or last[0].lower() in _NEVER or "/" in last[0])


def _abbreviates(text: str, begin: int, stop: re.Match[str], word: str) -> bool:
    """Whether the full stop belongs to the word before it, given the `word` after it."""
    last = _LAST.search(text, max(begin, stop.start() - 40), stop.start())
    if stop["tail"] or last is None:
        return False
    begins = word.lower().rstrip(".,;:") in _STARTERS
    token = last[0].lower()
    if _MARKER.fullmatch(last[0]) and not text[begin : last.start()].strip(" \t\n\r(["):
        return True
    if _INITIAL.fullmatch(last[0]) and token not in _SOMETIMES:
        return not begins and _before_initial(text, begin, last.start())
    if last[0].isupper() and "." not in token:
        return False
    return (
        last[0] in _TITLES
        or token in _NEVER
        or (token in _NUMBERED and word[0].isdigit())
        or (token in _SOMETIMES and not begins)
    )


def _before_initial(text: str, begin: int, start: int) -> bool:
    """Whether a capital letter at `start` can be an initial (J. Smith, by A. Person), unlike that of "vitamin C"."""
    before = text[max(begin, start - 60) : start].rstrip()
    if not before or before[-1] in ".,(&":
        return True
    last = before.split()[-1]
    return last[0].isupper() or last in ("and", "by", "of")
