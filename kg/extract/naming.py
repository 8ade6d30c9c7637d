"""The canonical name of an entity within its abstract."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence

from msgspec import Struct

from kg.extract.features import Candidate
from kg.extract.words import Words
from kg.model import ENTITY_TYPES
from kg.text import fold


class Lexicon(Struct, frozen=True):
    """What training abstracts teach about names.

    `names`: "Type folded form" → the name of a thing whose long form its abstract leaves out, such as
    "Method llm" → "large language model". `lower`: words that running text writes in lower case.
    """

    names: dict[str, str] = {}
    lower: frozenset[str] = frozenset()


_KEEP_S = ("ss", "us", "is", "sis", "ics", "ous", "series", "bias")
_IRREGULAR = {
    "analyses": "analysis",
    "hypotheses": "hypothesis",
    "matrices": "matrix",
    "indices": "index",
    "vertices": "vertex",
}


def singular(word: str) -> str:
    """Return the singular of an English noun, by its ending.

    >>> [singular(w) for w in ("networks", "policies", "analyses", "loss", "LLMs", "classes", "statistics")]
    ['network', 'policy', 'analysis', 'loss', 'LLM', 'class', 'statistics']
    """
    low = word.casefold()
    if low.split("-")[-1] == "means":
        return word
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    if len(word) <= 3 or not word.endswith("s") or low.endswith(_KEEP_S):
        return word[:-1] if len(word) == 3 and word[:2].isupper() and word[2] == "s" else word
    if low.endswith("ies") and len(word) > 5:
        return word[:-3] + "y"
    if low.endswith(("sses", "ches", "shes", "xes")):
        return word[:-2]
    return word[:-1]


def _is_proper(word: str) -> bool:
    """Return whether the spelling itself shows a proper name or an acronym."""
    return any(c.isupper() for c in word[1:]) or any(c.isdigit() for c in word) or (len(word) == 1 and word.isupper())


def _lower_word(word: str, lower: Container[str]) -> str:
    """Lower a capital that only a title, a sentence's start or an author's emphasis explains."""
    if not word[:1].isupper() or any(_is_proper(part) for part in word.split("-") if part):
        return word
    low = word.casefold()
    return low if low in lower or all(part in lower for part in low.split("-")) else word


def _base_form(candidate: Candidate) -> str:
    """Return the form to name it by: the longest of the most defining ones, else the one that stands most often."""
    counts = Counter({form: len(places) for form, places in candidate.forms.items()})
    spelled = [f for f in counts if " " in f or "-" in f]
    short = [f for f in counts if f not in spelled]
    if spelled and short and all(len(s) <= 12 and any(c.isupper() for c in s) for s in short):
        return min(spelled, key=lambda f: (-len(fold(f)), f.istitle(), -counts[f], f))
    return min(counts, key=lambda f: (-counts[f], not any(c.islower() for c in f[:1]), -len(f), f))


def name_of(candidate: Candidate, words: Words, lexicon: Lexicon) -> str:
    """Return the canonical name: long form, singular, lower case except proper names.

    A dataset keeps its capitals, and so does a single word that is written with one within a sentence, and a
    phrase that ends in a proper name ("Neural Cleanse").
    """
    kind = ENTITY_TYPES[candidate.type]
    for form in sorted(candidate.forms, key=lambda f: (-len(f), f)):
        known = lexicon.names.get(f"{kind} {fold(form)}")
        if known and not any(fold(f) == fold(known) for f in candidate.forms):
            return known
    base = _base_form(candidate)
    if kind == "Dataset":
        return base
    own = frozenset(t for i in range(words.title_words, len(words)) if (t := words.surface(i, i))[:1].islower())
    single = " " not in base and not _starts_sentence(candidate.forms[base], words)
    given = base.split(" ")
    parts = [_lower_word(part, own if single else lexicon.lower | own) for part in given]
    if parts[-1].istitle():
        return base
    return " ".join([*parts[:-1], singular(parts[-1])])


def _starts_sentence(places: Sequence[tuple[int, int]], words: Words) -> bool:
    return all(a < words.title_words or a == 0 or words.sentence[a] != words.sentence[a - 1] for a, _ in places)
