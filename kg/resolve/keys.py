"""Node keys: made from content alone, so that any order of building writes the same ones."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from hashlib import sha256

from kg.resolve.vocabulary import LETTERS
from kg.text import fold

MAX_SLUG = 80
"""Longest readable part, in characters; with its label and hash a key stays far below 512 bytes."""

_GREEK_COMMAND = re.compile(r"\\(?:var)?([a-z]+)", re.IGNORECASE)
_BREAK = re.compile(r"[^0-9a-zα-ω+#*]+")
_ARTICLES = frozenset({"a", "an", "the"})


def slug(name: str) -> str:
    """Return a readable, lower-case form of `name` in which `+ # *` and Greek letters survive.

    A name that is long, or holds letters that a slug cannot, ends in a hash of its folded form.

    >>> slug("Graph Neural Networks"), slug("C++"), slug("A*"), slug("β-VAE")
    ('graph-neural-network', 'c++', 'a*', 'β-vae')
    """
    plain = _plain(name)
    words = [w for w in _BREAK.sub(" ", plain).split() if w.strip("*") or w == "*"]
    words = [_singular(w) for w in words if w not in _ARTICLES or len(words) == 1]
    text = "-".join(words)
    odd = not text or any(c.isalpha() and _BREAK.match(c) for c in plain)
    if odd or len(text) > MAX_SLUG:
        text = f"{text[:MAX_SLUG].strip('-')}-{digest(fold(name) or name)}".strip("-")
    return text


def digest(*parts: str) -> str:
    """Return 12 hex digits of the hash of `parts`; parts are kept apart, so ("ab", "c") is not ("a", "bc")."""
    joined = "\x1f".join(part.replace("\x1f", " ") for part in parts)
    return sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def thing_key(label: str, name: str) -> str:
    """Return the key of a Method, Task, Dataset or Metric called `name`."""
    return f"{label.lower()}:{slug(name)}"


def result_key(paper: str, value: str, ends: Iterable[str]) -> str:
    """Return the key of a result: the hash of its paper's key, its value and the keys at its ends."""
    return f"result:{digest(paper, value, *ends)}"


def _plain(name: str) -> str:
    text = re.sub(r"(?<=\w)['’]s\b", "", unicodedata.normalize("NFKC", name))
    text = _GREEK_COMMAND.sub(lambda m: _greek(m[1].lower()), text).casefold()
    text = re.sub(r"[${}_^~`'’]", "", text)
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(c for c in decomposed if not unicodedata.combining(c)).translate(LETTERS)


def _greek(command: str) -> str:
    try:
        return unicodedata.lookup(f"GREEK SMALL LETTER {'lamda' if command == 'lambda' else command}")
    except KeyError:
        return ""


def _singular(word: str) -> str:
    regular = len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is"))
    return word[:-1] if regular else word
