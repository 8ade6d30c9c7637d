"""Folding: one form for all spellings of one name."""

from __future__ import annotations

import re
import unicodedata

from kg.text.clean import clean
from kg.text.symbols import GREEK_WORDS

_STAR = re.compile(r"\b([a-z])\*")
_DROPPED = re.compile(r"[${}*_^~`]")
_OTHER = re.compile(r"[^\w+#∞]+")
_ARTICLES = frozenset(("a", "an", "the"))


def fold(name: str) -> str:
    """Return `name` without case, articles, hyphens, punctuation, plural s and markup; Greek letters as letters.

    `+`, `#` and the star of A* survive. Two names with one folded form are spellings of one thing.

    >>> fold("The Graph-Neural Networks"), fold(r"$\\\\beta$-VAEs"), fold("k-means++"), fold("A*")
    ('graph neural network', 'β vae', 'k means++', 'astar')
    """
    text = unicodedata.normalize("NFKC", clean(name).text).casefold()
    text = _DROPPED.sub("", _STAR.sub(r"\1star", text))
    words = [GREEK_WORDS.get(word, word) for word in _OTHER.sub(" ", text).split() if word not in _ARTICLES]
    return " ".join(_singular(word) for word in words)


def _singular(word: str) -> str:
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
