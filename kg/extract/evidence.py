"""Evidence: the fewest sentences of the original, at most three, that together name what is claimed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from kg.extract.words import Source, Words
from kg.model import Span

Place = tuple[int, int]


def sentences_of(words: Words, places: Iterable[Place]) -> list[int]:
    """Return the numbers of the sentences that hold a whole place, in order."""
    return sorted({int(words.sentence[a]) for a, b in places if words.sentence[a] == words.sentence[b]})


def fewest_sentences(needs: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the smallest set of sentences with one out of each of `needs`.

    Of several the one whose sentences stand nearest together, then the earliest. Empty needs are left out.

    >>> fewest_sentences([[0, 4], [4, 6]])
    (4,)
    >>> fewest_sentences([[0], [3, 7]])
    (0, 3)
    """
    choices = [list(need)[:12] for need in needs if need]
    if not choices:
        return ()
    best = min(
        (tuple(sorted(set(pick))) for pick in product(*choices)),
        key=lambda pick: (len(pick), pick[-1] - pick[0], pick),
    )
    return best


def evidence_spans(source: Source, sentences: Sequence[Place], chosen: Iterable[int]) -> tuple[Span, ...]:
    """Return the chosen sentences as slices of the original, in order."""
    return tuple(source.original(*sentences[index]) for index in sorted(chosen))
