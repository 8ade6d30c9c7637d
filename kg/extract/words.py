"""A document as the model reads it: cleaned title and text in one string, its words, and the way back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from kg.model import Document, Span
from kg.text import CleanText, clean, split_sentences

if TYPE_CHECKING:
    from spacy.tokens import Doc

GAP = "\n\n"
"""Stands between title and text; no span of words crosses it."""


@dataclass(frozen=True)
class Source:
    """The two original fields of a document, cleaned, and where they stand in the joined text."""

    title: CleanText
    text: CleanText
    document: Document

    @property
    def joined(self) -> str:
        """The string that the model reads."""
        return self.title.text + GAP + self.text.text if self.title.text else self.text.text

    @property
    def text_start(self) -> int:
        """Where the abstract begins in `joined`."""
        return len(self.title.text) + len(GAP) if self.title.text else 0

    def original(self, start: int, end: int) -> Span:
        """Return the slice of the original that the characters [start, end) of `joined` come from."""
        if start < self.text_start:
            low, high = self.title.original_span(start, min(end, len(self.title.text)))
            return Span("title", low, high, (self.document.title or "")[low:high])
        low, high = self.text.original_span(start - self.text_start, end - self.text_start)
        return Span("text", low, high, self.document.text[low:high])

    def sentences(self) -> list[tuple[int, int]]:
        """Return the (start, end) of each sentence in `joined`; the title counts as one."""
        title = [(0, len(self.title.text))] if self.title.text else []
        shift = self.text_start
        return title + [(a + shift, b + shift) for a, b in split_sentences(self.text.text)]


def read_source(document: Document) -> Source:
    """Return the cleaned fields of `document`."""
    return Source(clean(document.title or ""), clean(document.text), document)


@dataclass(frozen=True)
class Words:
    """The words of a text: `spans` (W, 2) are character offsets, `sentence` (W,) the number of each one's sentence."""

    text: str
    spans: npt.NDArray[np.int32]
    sentence: npt.NDArray[np.int32]
    title_words: int

    def __len__(self) -> int:
        return len(self.spans)

    def chars(self, first: int, last: int) -> tuple[int, int]:
        """Return the character span of the words first … last, both included."""
        return int(self.spans[first, 0]), int(self.spans[last, 1])

    def surface(self, first: int, last: int) -> str:
        """Return the text of the words first … last, both included."""
        start, end = self.chars(first, last)
        return self.text[start:end]

    def at(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the words (first, last) that cover [start, end) exactly, or None."""
        first = int(np.searchsorted(self.spans[:, 0], start))
        last = int(np.searchsorted(self.spans[:, 1], end))
        if first >= len(self) or last >= len(self) or self.spans[first, 0] != start or self.spans[last, 1] != end:
            return None
        return (first, last) if first <= last else None

    def covering(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the words (first, last) that touch [start, end), or None when there are none."""
        first = int(np.searchsorted(self.spans[:, 1], start, side="right"))
        last = int(np.searchsorted(self.spans[:, 0], end)) - 1
        return (first, last) if first <= last else None


def words_of(parsed: Doc, sentences: list[tuple[int, int]], title_end: int) -> Words:
    """Return the words of a tokenised text: its tokens less the blank ones."""
    kept = [t for t in parsed if not t.is_space]
    spans = np.array([(t.idx, t.idx + len(t)) for t in kept], dtype=np.int32).reshape(-1, 2)
    ends = np.array([end for _, end in sentences], dtype=np.int32)
    sentence = np.minimum(np.searchsorted(ends, spans[:, 0], side="right"), max(len(ends) - 1, 0)).astype(np.int32)
    return Words(parsed.text, spans, sentence, int((spans[:, 0] < title_end).sum()))
