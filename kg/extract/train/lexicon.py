"""What annotated abstracts teach about names: how often one is annotated, and what short forms stand for."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from kg.text import clean, fold

_LONGEST = 7


def known_names(records: Sequence[dict[str, Any]], least: int = 2) -> dict[str, tuple[float, float]]:
    """Return {"Type folded form": (log of 1 + annotations, share of the abstracts that hold the form)}.

    Only names that at least `least` abstracts annotate are kept.
    """
    annotated: Counter[str] = Counter()
    holders: Counter[str] = Counter()
    for record in records:
        forms = {(e["type"], fold(m)) for e in record["entities"] for m in e["mentions"]}
        annotated.update(f"{kind} {form}" for kind, form in forms if form)
    wanted = {key.split(" ", 1)[1] for key, count in annotated.items() if count >= least}
    for record in records:
        holders.update(_held(clean(f"{record.get('title') or ''} . {record['text']}").text, wanted))
    return {
        key: (round(math.log1p(count), 3), round(min(1.0, count / max(holders[key.split(" ", 1)[1]], count)), 3))
        for key, count in sorted(annotated.items())
        if count >= least
    }


def _held(text: str, wanted: set[str]) -> set[str]:
    words = fold(text).split()
    return {
        gram
        for first in range(len(words))
        for last in range(first + 1, min(first + _LONGEST, len(words)) + 1)
        if (gram := " ".join(words[first:last])) in wanted
    }


def learned_names(records: Iterable[dict[str, Any]], least: int = 2, share: float = 0.6) -> dict[str, str]:
    """Return {"Type folded form": name} for forms whose annotated name stands in none of their abstract's mentions.

    At least `least` abstracts and a `share` of those that leave the form unexplained must give that name.
    """
    told: dict[str, Counter[str]] = defaultdict(Counter)
    for record in records:
        for entity in record["entities"]:
            folds = {fold(m) for m in entity["mentions"]} - {""}
            name = fold(entity["name"])
            if name not in folds or len(folds) == 1:
                for form in folds:
                    told[f"{entity['type']} {form}"][entity["name"]] += 1
    out = {}
    for key, names in sorted(told.items()):
        form = key.split(" ", 1)[1]
        by_fold: Counter[str] = Counter()
        for name, count in names.items():
            by_fold[fold(name)] += count
        best, count = max(by_fold.items(), key=lambda item: (item[1], item[0]))
        if best != form and _digits(best) == _digits(form) and count >= max(least, share * sum(by_fold.values())):
            spelled = {n: c for n, c in names.items() if fold(n) == best}
            out[key] = max(spelled, key=lambda n: (spelled[n], n))
    return out


def _digits(name: str) -> list[str]:
    return re.findall(r"\d+", name)


def lower_words(records: Iterable[dict[str, Any]], least: int = 3, share: float = 0.35) -> frozenset[str]:
    """Return the words that a `share` of running text writes in lower case, sentence starts not counted."""
    lower: Counter[str] = Counter()
    upper: Counter[str] = Counter()
    for record in records:
        for before, word in _WORD.findall(clean(record["text"]).text):
            if word.islower():
                lower[word] += 1
            elif before and word[1:].islower():
                upper[word.casefold()] += 1
    return frozenset(w for w, n in lower.items() if n >= least and n >= share * (n + upper[w]))


_WORD = re.compile(r"(?:(?<=([a-z,] ))|(?<![\w-]))([A-Za-z][a-z]{2,})(?![\w])")
