"""Sentences by rule: where a text of any field may be cut."""

from __future__ import annotations

import re
from collections.abc import Iterator

_PARAGRAPH = re.compile(r"\n[^\S\n]*(?:\n\s*)+")
_STOP = re.compile(r"(?P<mark>[.!?…]+)(?P<tail>['\"’”»)\]}*_$]*)(?=\s|$)|(?P<wide>[。！？]+[”」』）]*)")
_NEXT = re.compile(r"\s+(?P<open>['\"‘“«(\[{*_$`]*)(?P<word>\\?[^\s]*)")
_LAST = re.compile(r"[^\s(\[{'\"‘“«/–—]+$")

_NEVER = frozenset(
    "e.g i.e eg ie cf vs viz resp approx al a.k.a aka w.r.t wrt s.t i.i.d ca c.f incl esp dr mr mrs ms prof st no. "
    "fig figs eq eqs eqn eqns sec secs sect tab tabs ref refs ch chap vol vols pp thm def prop lem cor alg algs app "
    "appx ver assoc dept univ proc trans conf jr sr et.al p.s".split()
)
_NUMBERED = frozenset("no nos art p sect thm lemma table section step ex exs".split())
_SOMETIMES = frozenset("etc inc ltd co corp u.s u.k u.s.a e.u u.n ph.d m.sc b.sc m.s b.s d.c a.m p.m jan feb mar apr jun jul aug sep sept oct nov dec".split())
_STARTERS = frozenset(
    "the this these that those we our in it its to for however moreover furthermore here there when while as and but or so "
    "a an by with from on at if although since using given such he she they their i you how what why which who where "
    "both each all many most several experiments results first second third finally additionally specifically "
    "extensive code despite unlike without thus therefore hence then".split()
)


def split_sentences(text: str) -> list[tuple[int, int]]:
    """Return the (start, end) of each sentence, in order, without the space around it.

    The sentences cover all of `text` but blank space. A blank line always ends one; a full stop does not after an
    abbreviation, an initial or a number that goes on, nor before a word in lower case.

    >>> [text[a:b] for text in ["We use k-NN (e.g. Fig. 2). It wins."] for a, b in split_sentences(text)]
    ['We use k-NN (e.g. Fig. 2).', 'It wins.']
    """
    spans = []
    start = 0
    for cut in _cuts(text):
        _add(text, start, cut, spans)
        start = cut
    _add(text, start, len(text), spans)
    return spans


def _add(text: str, start: int, end: int, spans: list[tuple[int, int]]) -> None:
    piece = text[start:end]
    inner = piece.strip()
    if inner:
        left = start + len(piece) - len(piece.lstrip())
        spans.append((left, left + len(inner)))


def _cuts(text: str) -> Iterator[int]:
    """Yield the places where a sentence ends, ascending."""
    begin = 0
    for paragraph in _PARAGRAPH.finditer(text):
        yield from _paragraph_cuts(text, begin, paragraph.start())
        yield paragraph.end()
        begin = paragraph.end()
    yield from _paragraph_cuts(text, begin, len(text))


def _paragraph_cuts(text: str, begin: int, end: int) -> Iterator[int]:
    sentence = begin
    for match in _STOP.finditer(text, begin, end):
        if match["wide"] or _ends(text, sentence, match):
            yield match.end()
            sentence = match.end()


def _ends(text: str, begin: int, stop: re.Match[str]) -> bool:
    following = _NEXT.match(text, stop.end())
    word = following["word"] if following else ""
    if not word and not (following and following["open"]):
        return True
    mark = stop["mark"]
    if _inside_brackets(text, begin, stop):
        return False
    lower = word[:1].islower() and not any(c.isupper() or c.isdigit() for c in word)
    if "…" in mark or mark.startswith(".."):
        return not lower
    if "?" in mark or "!" in mark:
        return not lower or not stop["tail"]
    return not lower and not _abbreviates(text, begin, stop, word)


def _inside_brackets(text: str, begin: int, stop: re.Match[str]) -> bool:
    """Whether the stop stands inside a bracket that closes later, within the next 200 characters."""
    piece = text[begin : stop.end()]
    if piece.count("(") <= piece.count(")"):
        return False
    close = text.find(")", stop.end(), stop.end() + 200)
    reopened = text.find("(", stop.end(), stop.end() + 200)
    return close >= 0 and (reopened < 0 or close < reopened)


def _abbreviates(text: str, begin: int, stop: re.Match[str], word: str) -> bool:
    if stop["tail"]:
        return False
    last = _LAST.search(text, max(begin, stop.start() - 40), stop.start())
    if last is None:
        return False
    token = last[0].lower()
    next_word = word.lower().rstrip(".,;:")
    if token in _NEVER:
        return True
    if token in _NUMBERED:
        return word[:1].isdigit()
    if token in _SOMETIMES:
        return next_word not in _STARTERS
    if re.fullmatch(r"[A-Z]|(?:[A-Z]\.)+[A-Z]", last[0]):
        return _is_initial(text, begin, last.start(), next_word)
    return bool(re.fullmatch(r"\d{1,2}", token)) and last.start() == begin + _blank(text, begin)


def _is_initial(text: str, begin: int, start: int, next_word: str) -> bool:
    """Whether one capital letter before a stop is an initial (J. Smith), not a name such as "vitamin C"."""
    if next_word in _STARTERS:
        return False
    before = text[begin:start].rstrip()
    return not before or before[-1] in ".,(&" or before.split()[-1][:1].isupper() or before.split()[-1] in ("and", "by", "of")


def _blank(text: str, begin: int) -> int:
    return len(text[begin:]) - len(text[begin:].lstrip())
