"""The second stage: which candidates are entities, which pairs relations, which numbers results.

The encoder proposes with high recall; trees decide with what only the whole abstract shows. They are trained on
abstracts that the encoder has not seen.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from kg.extract.features import Candidate, Floats
from kg.extract.words import Words
from kg.model import ENTITY_TYPES
from kg.text import fold

Rows = npt.NDArray[np.float64]
Known = Mapping[str, tuple[float, float]]
"""Folded name → (log of how often it was annotated, share of its abstracts that annotate it)."""


def softmax(logits: Floats) -> Rows:
    """Return the softmax over the last axis, rounded to three places."""
    values = logits.astype(np.float64)
    powers = np.exp(values - values.max(-1, keepdims=True))
    out: Rows = np.round(powers / powers.sum(-1, keepdims=True), 3)
    return out


def sigmoid(logits: Floats) -> Rows:
    """Return the logistic, rounded to three places."""
    out: Rows = np.round(1.0 / (1.0 + np.exp(-logits.astype(np.float64))), 3)
    return out


def _shape(form: str) -> list[float]:
    letters = [c for c in form if c.isalpha()]
    return [
        float(len(form.split())),
        float(len(form)),
        float(sum(c.isupper() for c in letters)),
        float(any(c.isupper() for c in form[1:])),
        float(form[:1].isupper()),
        float(any(c.isdigit() for c in form)),
        float(form.count("-")),
        float(form.isupper()),
    ]


class _Placed:
    """The score and places of a candidate, which may be many, found by where they are."""

    def __init__(self, candidate: Candidate) -> None:
        self.score, self.places = candidate.score, candidate.places
        self._starts = [first for first, _ in self.places]
        self._widest = max(last - first for first, last in self.places)

    def near(self, first: int, last: int) -> list[tuple[int, int]]:
        """Return at least all places that share a word with [first, last]."""
        low = bisect_left(self._starts, first - self._widest)
        return self.places[low : bisect_right(self._starts, last)]


def find_overlaps(candidates: Sequence[Candidate]) -> list[list[float]]:
    """For each candidate: best score among those that contain one of its places, lie inside one, or cross one."""
    out = []
    every = [_Placed(c) for c in candidates]
    for one in every:
        around, inside, crossing, free = 0.0, 0.0, 0.0, 0
        for first, last in one.places:
            covered = False
            for other in every:
                if other is one:
                    continue
                for a, b in other.near(first, last):
                    if a <= first and last <= b:
                        around = max(around, other.score)
                        covered = covered or other.score > one.score
                    elif first <= a and b <= last:
                        inside = max(inside, other.score)
                    elif a <= last and first <= b:
                        crossing = max(crossing, other.score)
            free += not covered
        out.append([around, inside, crossing, free / len(one.places)])
    return out


def entity_rows(words: Words, candidates: Sequence[Candidate], roles: Rows, known: Known) -> Rows:
    """Return the features (E, F) of candidates; `roles` (E, 1 + roles) from the entity head."""
    total = len(candidates)
    mass = sum(c.score for c in candidates)
    rows = []
    for rank, (c, overlap) in enumerate(zip(candidates, find_overlaps(candidates), strict=True)):
        places = c.places
        forms = sorted(c.forms, key=lambda f: (-len(f), f))
        annotated = max(
            (known.get(f"{ENTITY_TYPES[c.type]} {fold(f)}", (0.0, -1.0)) for f in forms), default=(0.0, -1.0)
        )
        share = sorted(c.share or (1.0,), reverse=True)
        likely = [*c.likely, 0.0, 0.0]
        rows.append(
            [
                *(c.score, likely[1], likely[2], sum(c.likely), sum(c.likely) / len(c.likely)),
                *(float(len(places)), float(len(c.forms)), share[0]),
                *(float(c.type == t) for t in range(len(ENTITY_TYPES))),
                *roles[rank].tolist(),
                *(float(places[0][0] < words.title_words), places[0][0] / max(len(words), 1)),
                *(float(words.title_words > 0), float(len({int(words.sentence[a]) for a, _ in places}))),
                *_shape(forms[0]),
                *_shape(forms[-1])[:4],
                *overlap,
                *annotated,
                *(float(total), float(rank), mass, c.score / max(mass, 1e-6), float(len(words))),
            ]
        )
    return np.array(rows, dtype=np.float64).reshape(total, -1)


def keep_entities(candidates: Sequence[Candidate], probability: Rows, threshold: float) -> list[int]:
    """Return the candidates to keep, in order: probable ones, less those that only stand inside of a better one."""
    order = sorted(range(len(candidates)), key=lambda i: (-probability[i], candidates[i].places))
    taken: list[tuple[int, int]] = []
    kept = []
    for i in order:
        if probability[i] < threshold:
            break
        places = candidates[i].places
        if any(not any(a <= last and first <= b for a, b in taken) for first, last in places):
            kept.append(i)
            taken += places
    return sorted(kept, key=lambda i: candidates[i].places)


def relation_rows(
    candidates: Sequence[Candidate], chance: Rows, roles: Rows, probability: Rows, distance: npt.NDArray[np.int64]
) -> tuple[list[tuple[int, int, int]], Rows]:
    """Return the possible relations (head, tail, relation) with chance ≥ 0.05 and their features (N, F).

    `chance` (E, E, R) from the relation head, 0 where the signature forbids; `probability` (E,) of the entities.
    """
    triples = [(int(h), int(t), int(r)) for h, t, r in np.argwhere(chance >= 0.05)]
    count = len(candidates)
    relations = chance.shape[-1]
    rows = []
    for h, t, r in triples:
        head, tail = candidates[h], candidates[t]
        rows.append(
            [
                *(chance[h, t, r], probability[h], probability[t], chance[h, t].sum(), chance[t, h].max()),
                *(chance[h, :, r].max(), chance[h, :, r].sum(), chance[:, t, r].max(), chance[:, t, r].sum()),
                float((chance[h, :, r] > chance[h, t, r]).sum()),
                float((chance[:, t, r] > chance[h, t, r]).sum()),
                *(float(r == i) for i in range(relations)),
                *roles[h].tolist(),
                *roles[t].tolist(),
                *(float(distance[h, t]), float(count), float(len(head.places)), float(len(tail.places))),
                *(float(head.type), float(tail.type)),
            ]
        )
    return triples, np.array(rows, dtype=np.float64).reshape(len(triples), len(rows[0]) if rows else 0)


def keep_relations(
    triples: Sequence[tuple[int, int, int]], probability: Rows, thresholds: Sequence[float]
) -> list[tuple[int, int, int, float]]:
    """Return the (head, tail, relation, probability) to keep, each type by its threshold.

    Of one type between two things only the likelier direction stands.
    """
    best: dict[tuple[int, int, int], tuple[float, int, int]] = {}
    for (h, t, r), chance in zip(triples, probability.tolist(), strict=True):
        if chance >= thresholds[r]:
            pair = (min(h, t), max(h, t), r)
            best[pair] = max(best.get(pair, (0.0, -h, -t)), (chance, -h, -t))
    found = [(-h, -t, r, chance) for (_, _, r), (chance, h, t) in best.items()]
    return sorted(found)


def number_rows(kinds: Rows, slots: Rows, text: str) -> Rows:
    """Return the features (1, F) of one number: `kinds` (1 + kinds,), `slots` (S, 1 + E), its spelling."""
    best = slots[:, 1:].max(1) if slots.shape[1] > 1 else np.zeros(len(slots))
    flags = [
        float("%" in text),
        float("." in text),
        float(text[-1:] in "x×X"),
        float(len(text)),
        float(text[:1].isdigit()),
    ]
    return np.array([[*kinds, *best, *slots[:, 0], *flags]], dtype=np.float64)
