"""The canonical name of an entity within its abstract."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from kg.extract.features import Candidate
from kg.extract.words import Words
from kg.model import ENTITY_TYPES
from kg.text import fold

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
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    if len(word) <= 3 or not low.endswith("s") or low.endswith(_KEEP_S):
        return word[:-1] if len(word) == 3 and word[:2].isupper() and word[2] == "s" else word
    if low.endswith("ies") and len(word) > 5:
        return word[:-3] + "y"
    if low.endswith(("sses", "ches", "shes", "xes")):
        return word[:-2]
    return word[:-1]


def _is_proper(word: str) -> bool:
    """Return whether the spelling itself shows a proper name or an acronym."""
    return any(c.isupper() for c in word[1:]) or any(c.isdigit() for c in word) or (len(word) == 1 and word.isupper())


def _lower_word(word: str, words: Words, lower: frozenset[str], starts: bool) -> str:
    """Lower a capital that only the position (title or sentence start) explains."""
    if not word[:1].isupper() or any(_is_proper(part) for part in word.split("-") if part):
        return word
    if word.casefold() in lower:
        return word.casefold()
    return word.casefold() if starts and not words.title_words and len(word) > 3 else word


def _base_form(candidate: Candidate) -> str:
    """Return the form to name it by: the longest of the most defining ones, else the one that stands most often."""
    counts = Counter({form: len(places) for form, places in candidate.forms.items()})
    spelled = [f for f in counts if " " in f or "-" in f]
    short = [f for f in counts if f not in spelled]
    if spelled and short and all(len(s) <= 12 and any(c.isupper() for c in s) for s in short):
        return min(spelled, key=lambda f: (-len(fold(f)), f.istitle(), -counts[f], f))
    return min(counts, key=lambda f: (-counts[f], not any(c.islower() for c in f[:1]), -len(f), f))


def name_of(candidate: Candidate, words: Words, learned: Mapping[str, str]) -> str:
    """Return the canonical name: long form, singular, lower case except proper names.

    `learned` maps "Type folded form" to the name that annotated abstracts give a thing whose long form they
    do not spell out, such as "Method llm" → "large language model".
    """
    for form in sorted(candidate.forms, key=lambda f: (-len(f), f)):
        known = learned.get(f"{ENTITY_TYPES[candidate.type]} {fold(form)}")
        if known and not any(fold(f) == fold(known) for f in candidate.forms):
            return known
    base = _base_form(candidate)
    lower = frozenset(w for w in words.text.split() if w[:1].islower()) | frozenset(_text_words(words))
    starts = _starts_sentence(candidate.forms[base], words)
    parts = base.split(" ")
    named = [_lower_word(part, words, lower, starts and index == 0) for index, part in enumerate(parts)]
    if ENTITY_TYPES[candidate.type] in {"Method", "Task", "Metric"}:
        named[-1] = singular(named[-1])
    return " ".join(named)


def _text_words(words: Words) -> Sequence[str]:
    return [t for i in range(len(words)) if (t := words.surface(i, i))[:1].islower()]


def _starts_sentence(places: Sequence[tuple[int, int]], words: Words) -> bool:
    return all(a == 0 or words.sentence[a] != words.sentence[a - 1] for a, _ in places)
