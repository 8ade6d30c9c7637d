"""Words to word pieces: what the encoder reads, in windows when a text is too long for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MAX_PIECES = 510
OVERLAP = 64


@dataclass(frozen=True)
class Window:
    """One encoder input: piece `ids` (P,) with the special ones, and each word's `first` and `last` piece (W,).

    The window holds the words [start, start + W) of the text and is trusted for [keep_from, keep_to).
    """

    ids: npt.NDArray[np.int64]
    first: npt.NDArray[np.int64]
    last: npt.NDArray[np.int64]
    start: int
    keep_from: int
    keep_to: int


def windows(tokenizer: Tokenizer, words: Sequence[str], limit: int = MAX_PIECES) -> list[Window]:
    """Return the windows that cover `words`, each of at most `limit` pieces, overlapping by some 64 pieces."""
    encoding = tokenizer.encode(list(words), is_pretokenized=True, add_special_tokens=False)
    owner = np.array(encoding.word_ids, dtype=np.int64)
    pieces = np.array(encoding.ids, dtype=np.int64)
    count = len(words)
    first = np.searchsorted(owner, np.arange(count), side="left")
    last = np.maximum(np.searchsorted(owner, np.arange(count), side="right") - 1, 0)
    first = np.minimum(first, np.maximum(last, 0))
    begin, end = (tokenizer.token_to_id(t) for t in special_tokens(tokenizer))
    out: list[Window] = []
    start = 0
    while start < count or not out:
        stop = _last_fitting(first, last, start, count, limit)
        low, high = (int(first[start]), int(last[stop - 1]) + 1) if count else (0, 0)
        ids = np.concatenate([[begin], pieces[low:high], [end]]).astype(np.int64)
        out.append(Window(ids, first[start:stop] - low + 1, last[start:stop] - low + 1, start, start, stop))
        if stop >= count:
            break
        back = stop
        while back > start + 1 and int(last[stop - 1]) - int(first[back - 1]) < OVERLAP:
            back -= 1
        start = back
    return _share_overlaps(out)


def special_tokens(tokenizer: Tokenizer) -> tuple[str, str]:
    """Return the tokens that begin and end a text for this tokenizer's family."""
    return ("[CLS]", "[SEP]") if tokenizer.token_to_id("[CLS]") is not None else ("<s>", "</s>")


def _last_fitting(first: npt.NDArray[np.int64], last: npt.NDArray[np.int64], start: int, count: int, limit: int) -> int:
    """Return the end of the longest run of words from `start` that fits; one word always does."""
    if not count:
        return 0
    stop = int(np.searchsorted(last, int(first[start]) + limit, side="left"))
    return min(max(stop, start + 1), count)


def _share_overlaps(found: list[Window]) -> list[Window]:
    """Trust each window for the words that are farther from its border than from its neighbour's."""
    out = []
    for index, window in enumerate(found):
        stop = window.start + len(window.first)
        low = 0 if index == 0 else (window.start + found[index - 1].start + len(found[index - 1].first)) // 2
        high = stop if index + 1 == len(found) else (found[index + 1].start + stop) // 2
        out.append(Window(window.ids, window.first, window.last, window.start, low, high))
    return out
