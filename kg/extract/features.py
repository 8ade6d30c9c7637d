"""Arrays that the heads read: shared by training and use, so that both see the same thing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kg.extract.abbreviations import Abbreviation
from kg.extract.words import Words
from kg.model import ENTITY_TYPES
from kg.text import fold

MAX_WIDTH = 14
"""Longest mention in words: 999 of 1,000 annotated mentions are shorter."""
BUCKETS = 18
MAX_OCCURRENCES = 8
KEEP_AT = 0.02
PROPOSE_AT = 0.06
MAX_CANDIDATES = 48
MAX_SPANS = 120

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]


class Mention(NamedTuple):
    """A place that may be a mention: words first … last, both included, and the probability of each type."""

    first: int
    last: int
    types: tuple[float, ...]

    @property
    def likely(self) -> float:
        """The probability that it is a mention at all, to three places."""
        return round(sum(self.types), 3)


@dataclass(frozen=True)
class Candidate:
    """A possible entity of one text.

    `forms`: each surface string with its places, `score` the best place's probability, `likely` those of all
    places, best first, `share` how they divide between the types.
    """

    forms: dict[str, list[tuple[int, int]]]
    type: int
    score: float
    likely: tuple[float, ...] = (1.0,)
    share: tuple[float, ...] = ()

    @property
    def places(self) -> list[tuple[int, int]]:
        """All places of all forms, in order."""
        return sorted({p for places in self.forms.values() for p in places})


def find_places(words: Words, form: str) -> list[tuple[int, int]]:
    """Return where `form` stands as whole words, (first, last) each.

    A form that stands only inside of words ("LLM" in "LLMs") is not found.
    """
    found = []
    start = words.text.find(form) if form else -1
    while start >= 0:
        place = words.at(start, start + len(form))
        if place is not None and place[1] - place[0] < MAX_WIDTH:
            found.append(place)
        start = words.text.find(form, start + 1)
    return found


def likely_mentions(probabilities: Floats) -> list[Mention]:
    """Return the places that may be mentions, in order, at most `MAX_SPANS`, the likeliest.

    `probabilities` (W, MAX_WIDTH, 1 + types): softmax of the span head.
    """
    likely = 1.0 - probabilities[..., 0]
    firsts, widths = np.nonzero(likely >= max(KEEP_AT, _nth_largest(likely, MAX_SPANS)))
    count = len(probabilities)
    return [
        Mention(a, a + w, tuple(round(float(p), 3) for p in probabilities[a, w, 1:]))
        for a, w in zip(firsts.tolist(), widths.tolist(), strict=True)
        if a + w < count
    ]


def propose(words: Words, mentions: Sequence[Mention], definitions: Sequence[Abbreviation]) -> list[Candidate]:
    """Return the candidate entities of a text, best first.

    Places with one folded spelling are one candidate, and so are the long and short form of a definition.
    """
    groups: dict[str, dict[str, list[tuple[int, int]]]] = {}
    for mention in mentions:
        if mention.likely >= PROPOSE_AT:
            surface = _with_bracket(words, mention)
            if surface is not None:
                groups.setdefault(fold(surface), {}).setdefault(surface, [])
    groups.pop("", None)
    known = {(m.first, m.last): m for m in mentions}
    candidates = []
    for forms in _join_definitions(words, groups, definitions):
        for form in forms:
            forms[form] = find_places(words, form)
        kept = {form: places for form, places in forms.items() if places}
        if kept:
            candidates.append(_candidate(kept, known))
    candidates.sort(key=lambda c: (-c.score, c.places))
    return candidates[:MAX_CANDIDATES]


def _with_bracket(words: Words, mention: Mention) -> str | None:
    """Return the surface of a mention, a bracket that it closes included; None where brackets stay open.

    A place that runs from the title into the abstract is none either.
    """
    first = mention.first
    surface = words.surface(first, mention.last)
    if first > 0 and surface.count(")") > surface.count("(") and words.surface(first - 1, first - 1) == "(":
        surface = words.surface(first - 1, mention.last)
    pairs = (("(", ")"), ("[", "]"), ("{", "}"))
    whole = all(surface.count(left) == surface.count(right) for left, right in pairs)
    return surface if whole and not first < words.title_words <= mention.last else None


def _nth_largest(values: Floats, n: int) -> float:
    flat = values.ravel()
    return float(np.partition(flat, -n)[-n]) if flat.size > n else 0.0


def _candidate(forms: dict[str, list[tuple[int, int]]], known: dict[tuple[int, int], Mention]) -> Candidate:
    nowhere = Mention(0, 0, (0.0,) * len(ENTITY_TYPES))
    found = [known.get(place, nowhere) for places in forms.values() for place in places]
    types = [sum(m.types[t] for m in found) for t in range(len(ENTITY_TYPES))]
    likely = sorted((m.likely for m in found), reverse=True)
    best = max(range(len(types)), key=lambda t: types[t])
    share = [t / max(sum(types), 1e-6) for t in types]
    return Candidate(forms, best, likely[0], tuple(likely), tuple(share))


def _join_definitions(
    words: Words, groups: dict[str, dict[str, list[tuple[int, int]]]], definitions: Sequence[Abbreviation]
) -> list[dict[str, list[tuple[int, int]]]]:
    """Join the groups of a long and a short form; a form that was not proposed comes with the other."""
    for pair in definitions:
        long, short = words.text[slice(*pair.long)], words.text[slice(*pair.short)]
        keys = [fold(long), fold(short)]
        known = [k for k in keys if k in groups]
        if not known or keys[0] == keys[1]:
            continue
        target = groups[known[0]]
        for key, form in zip(keys, (long, short), strict=True):
            joined = groups.get(key, {})
            if joined is not target:
                target.update(joined)
                for other, forms in groups.items():
                    if forms is joined:
                        groups[other] = target
            target.setdefault(form, [])
            groups[key] = target
    return list({id(forms): forms for forms in groups.values()}.values())


def bucket(distance: Ints) -> Ints:
    """Return the log bucket of signed word distances: 0 … 8 before, 9 … 17 after."""
    size = np.minimum(np.log2(np.abs(distance) + 1.0).astype(np.int64), 8)
    return np.where(distance < 0, size, size + 9)


def nearest(left: Sequence[Sequence[tuple[int, int]]], right: Sequence[Sequence[tuple[int, int]]]) -> Ints:
    """Return (len(left), len(right)) the signed distance in words between the nearest places of each pair.

    The places of each are in order; of two that are equally near the first of the left, then of the right counts.
    Takes time and memory that grow with the number of places, not with its square: a word may stand everywhere.
    """
    firsts = [np.array([p[0] for p in places]) for places in left]
    others = [np.array([p[0] for p in places]) for places in right]
    return np.array([[_nearest(own, other) for other in others] for own in firsts], dtype=np.int64)


def _nearest(own: Ints, other: Ints) -> int:
    after = np.searchsorted(other, own)
    before = other[np.maximum(after - 1, 0)] - own
    behind = other[np.minimum(after, len(other) - 1)] - own
    gaps = np.where(np.abs(before) <= np.abs(behind), before, behind)
    return int(gaps[np.abs(gaps).argmin()])


@dataclass(frozen=True)
class HeadInputs:
    """What the document-level heads read, for E candidates and N numbers; all arrays are int64 or float32."""

    starts: Ints
    ends: Ints
    mask: Floats
    types: Ints
    title: Ints
    places: Ints
    score: Floats
    distance: Ints
    numbers: Ints
    number_distance: Ints


def head_inputs(words: Words, candidates: Sequence[Candidate], numbers: Sequence[tuple[int, int]]) -> HeadInputs:
    """Return the arrays for the heads; both lists must not be empty (pad with a place (0, 0))."""
    places = [c.places for c in candidates]
    kept = [p[:MAX_OCCURRENCES] for p in places]
    width = max(map(len, kept))
    index = np.zeros((len(kept), width, 2), dtype=np.int64)
    mask = np.zeros((len(kept), width), dtype=np.float32)
    for row, found in enumerate(kept):
        index[row, : len(found)] = found
        mask[row, : len(found)] = 1.0
    number_places = [[p] for p in numbers]
    return HeadInputs(
        starts=index[..., 0],
        ends=index[..., 1],
        mask=mask,
        types=np.array([c.type for c in candidates], dtype=np.int64),
        title=np.array([int(p[0][0] < words.title_words) for p in places], dtype=np.int64),
        places=np.array([min(len(p), 8) - 1 for p in places], dtype=np.int64),
        score=np.array([round(c.score, 3) for c in candidates], dtype=np.float32),
        distance=bucket(nearest(places, places)),
        numbers=np.array(numbers, dtype=np.int64).reshape(-1, 2),
        number_distance=bucket(nearest(number_places, places)),
    )


_DIGITS = r"\d+(?:,\d{3})+(?:\.\d+)?|\d*\.\d+|\d+"
_UNIT = (
    r"\s?(?:%|[x×X](?![\w-])|-?fold\b|times\b|(?:percent(?:age)?\s)?points?\b|percent\b|pts?\b|pp\b|dB\b|[munµ]?s\b|m?sec\b"
    r"|(?:milli|micro|nano)?seconds?\b|minutes?\b|(?:GPU[\s-])?hours?\b|(?:GPU[\s-])?days?\b|weeks?\b|[mcknuµ]?m\b|met(?:er|re)s?\b"
    r"|[KMGT]B\b|[KMB]\b|[kMG]?Hz\b|nats\b|bits\b|degrees\b|°)"
)
_NUMBER = re.compile(
    rf"(?<![\w.])(?<!\w[-–])[+−±~-]?(?:{_DIGITS})\+?(?:\s?(?:[-–—]{{1,2}}|to)\s?(?:{_DIGITS})(?={_UNIT}))?(?:{_UNIT})?"
    rf"(?:\s?[-–—∼~]\s?(?:{_DIGITS})(?:{_UNIT})?)?"
)
_WORDY = re.compile(
    r"(?i)\b(?:(?:an|one|two|three|four|five|several|multiple)[\s-](?:to\s\w+\s)?)?orders?[\s-]of[\s-]magnitude\b"
    r"|\b(?:two|three|four|five|six|seven|eight|nine|ten)\stimes\b|\b(?:double|twice|half|twofold|threefold|tenfold)\b"
)


def find_numbers(words: Words) -> list[tuple[int, int]]:
    """Return the character spans of what may be a result's value: numbers with their unit and ranges."""
    spans = [m.span() for pattern in (_NUMBER, _WORDY) for m in pattern.finditer(words.text)]
    return sorted((a, b) for a, b in spans if words.covering(a, b) is not None)
