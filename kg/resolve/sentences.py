"""The sentences of one paper's originals, and where names stand in them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from kg.model import Document, Entity, Span
from kg.model.extraction import Field
from kg.text import split_sentences

GAP = " … "
"""What joins sentences that lie apart in the string form of evidence."""

MOST = 3
"""Most sentences of one piece of evidence."""

ALTERNATIVES = 16
"""Most places of one name that are weighed against those of another."""

LONGEST = 200
"""Most characters of words that are looked for with markup between them."""

_MARKUP = re.compile(r"[\s\\${}]*")
_FIELDS: tuple[Field, Field] = ("title", "text")

Cover = tuple[int, ...]
"""The indices of the sentences that hold one mention: one, or more where a mention crosses a border."""


class Sentences:
    """The title (sentence 0, if there is one) and the sentences of the text of one paper, as spans."""

    def __init__(self, document: Document) -> None:
        self.fields: dict[str, str] = {"title": document.title or "", "text": document.text}
        title = self.fields["title"]
        self._bounds: list[tuple[int, int]] = []
        if title.strip():
            self._bounds.append((len(title) - len(title.lstrip()), len(title.rstrip())))
        self._titles = len(self._bounds)
        self._bounds += [(a, b) for a, b in split_sentences(document.text) if document.text[a:b].strip()]
        self._joined: dict[tuple[Span, ...], str] = {}
        self._starts = [start for start, _ in self._bounds[self._titles :]]

    def span(self, index: int) -> Span:
        """Return the sentence of this index as a span."""
        return self._slice("title" if index < self._titles else "text", *self._bounds[index])

    def _slice(self, field: Field, start: int, end: int) -> Span:
        return Span(field, start, end, self.fields[field][start:end])

    def is_slice(self, span: Span) -> bool:
        """Return whether `span` is a true, non-empty slice of the original."""
        original = self.fields[span.field]
        inside = 0 <= span.start < span.end <= len(original)
        return inside and bool(span.text.strip()) and original[span.start : span.end] == span.text

    def cover(self, span: Span) -> Cover:
        """Return the sentences that together hold `span`, or none where they can't."""
        if span.field == "title":
            inside = self._titles and self._bounds[0][0] <= span.start and span.end <= self._bounds[0][1]
            return (0,) if inside else ()
        first = bisect_right(self._starts, span.start) - 1
        last = bisect_right(self._starts, span.end - 1) - 1
        if first < 0 or last - first >= MOST or span.end > self._bounds[self._titles + last][1]:
            return ()
        return tuple(range(self._titles + first, self._titles + last + 1))

    def find(self, words: str) -> list[Span]:
        """Return every place where `words` stand as a whole: exactly, else in any case, else with markup between."""
        if not words.strip():
            return []
        before = r"(?<!\w)(?<!\d[.,])" if words[0].isalnum() else ""
        after = r"(?!\w|[.,]\d)" if words[-1].isalnum() else ""
        exact, bare = re.escape(words), _MARKUP.sub("", words)
        patterns = [(exact, 0), (exact, re.IGNORECASE)]
        if 0 < len(bare) <= LONGEST:
            patterns.append((_MARKUP.pattern.join(map(re.escape, bare)), re.IGNORECASE))
        for pattern, flags in patterns:
            found = [
                self._slice(field, m.start(), m.end())
                for field in _FIELDS
                for m in re.finditer(before + pattern + after, self.fields[field], flags)
            ]
            if found:
                return found
        return []

    def locate(self, entity: Entity) -> tuple[Span, ...]:
        """Return the true places of `entity`: its own spans, else wherever one of its mentions or its name stands."""
        own = {span for span in entity.spans if self.is_slice(span)}
        found = own or {span for mention in (*entity.mentions, entity.name) for span in self.find(mention)}
        return tuple(sorted(found, key=lambda s: (s.field != "title", s.start, s.end)))

    def covers(self, spans: Iterable[Span]) -> list[Cover]:
        """Return the distinct sentence sets that hold one of `spans`."""
        return list(dict.fromkeys(cover for cover in map(self.cover, spans) if cover))

    def choose(self, ends: Sequence[Sequence[Cover]]) -> tuple[Span, ...]:
        """Return the fewest, nearest sentences that hold one alternative of each of `ends`; none where over three."""
        if not ends or not all(ends):
            return ()
        single: set[Cover] = {cover for cover in set(ends[0]).intersection(*ends[1:]) if len(cover) == 1}
        found: list[Cover] = list(single) or [()]
        for alternatives in () if single else ends:
            joined = {tuple(sorted({*a, *b})) for a in found for b in alternatives[:ALTERNATIVES]}
            found = sorted((c for c in joined if len(c) <= MOST), key=self._cost)[: ALTERNATIVES**2]
        return tuple(self.span(i) for i in min(found, key=self._cost, default=()))

    def _cost(self, cover: Cover) -> tuple[int, ...]:
        in_title = int(bool(cover) and cover[0] < self._titles)
        spread = cover[-1] - cover[0] if cover else 0
        return (len(cover), in_title, spread, *cover)

    def join(self, spans: Iterable[Span]) -> str:
        """Return the string form: slices of the original; sentences that touch stay one slice, others get a gap."""
        key = tuple(sorted(set(spans), key=lambda s: (s.field != "title", s.start, s.end)))
        if key not in self._joined:
            self._joined[key] = GAP.join(self._pieces(key))
        return self._joined[key]

    def _pieces(self, spans: tuple[Span, ...]) -> list[str]:
        pieces: list[Span] = []
        for span in spans:
            last = pieces[-1] if pieces else None
            if last and last.field == span.field and not self.fields[span.field][last.end : span.start].strip():
                pieces[-1] = self._slice(span.field, last.start, max(last.end, span.end))
            else:
                pieces.append(span)
        return [piece.text for piece in pieces]


def holds(evidence: Iterable[Span], span: Span) -> bool:
    """Return whether one sentence, or touching ones, of `evidence` hold the whole of `span`."""
    return any(e.field == span.field and e.start <= span.start and span.end <= e.end for e in evidence)
