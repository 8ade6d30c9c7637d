"""Text under edit that remembers, for each character, the slice of the original that it stands for."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

Edit = tuple[int, int, str]
"""(start, end, replacement) on the present text; edits of one batch are sorted and do not overlap."""


@dataclass(frozen=True, slots=True)
class CleanText:
    """Cleaned text and the way back to the original.

    `starts[i]` and `ends[i]` bound the slice of the original that the cleaned character `i` stands for; both never
    decrease. They are None when the cleaned text is the original from `shift` on, character by character.
    Removed markup that came in two halves is kept in `opening` (end of its first half → whole slice) and `closing`
    (start of its second half → whole slice). `length` is that of the original.
    """

    text: str
    length: int
    starts: Sequence[int] | None = None
    ends: Sequence[int] | None = None
    opening: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    closing: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    shift: int = 0

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the (start, end) in the original of the cleaned slice; bounds are clipped to the text.

        Markup just outside the slice is left out, but the second half of markup that begins or ends inside the
        slice is taken along when it is adjacent.

        >>> from kg.text import clean
        >>> clean("the $k$-means method").original_span(4, 11)
        (4, 13)
        """
        start = min(max(start, 0), len(self.text))
        end = min(max(end, start), len(self.text))
        if self.starts is None or self.ends is None:
            return start + self.shift, end + self.shift
        if start == end:
            place = self.starts[start] if start < len(self.starts) else (self.ends[-1] if self.ends else 0)
            return place, place
        return self._balanced(self.starts[start], max(self.ends[end - 1], self.starts[start]))

    def clean_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the (start, end) of the cleaned characters that the original slice holds, empty where it holds none.

        >>> from kg.text import clean
        >>> clean("the $k$-means method").clean_span(4, 13)
        (4, 11)
        """
        if self.starts is None or self.ends is None:
            first, last = start - self.shift, end - self.shift
            first = min(max(first, 0), len(self.text))
            return first, min(max(last, first), len(self.text))
        first = bisect_right(self.ends, max(start, 0)) if start > 0 else 0
        last = bisect_left(self.starts, max(end, 0))
        return first, max(first, last)

    def _balanced(self, start: int, end: int) -> tuple[int, int]:
        """Widen the original slice over the adjacent missing half of each pair that it cuts."""
        while True:
            before, after = self.opening.get(start), self.closing.get(end)
            if before and start < before[1] <= end:
                start = before[0]
            elif after and start <= after[0] < end:
                end = after[1]
            else:
                return start, end


class Editor:
    """The present text with its way back; `apply` replaces slices of it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.length = len(text)
        self.starts: list[int] | None = None
        self.ends: list[int] | None = None
        self.opening: dict[int, tuple[int, int]] = {}
        self.closing: dict[int, tuple[int, int]] = {}

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Return the original slice of the present slice, which must not be empty."""
        if self.starts is None or self.ends is None:
            return start, end
        return self.starts[start], self.ends[end - 1]

    def pair(self, opening: tuple[int, int], closing: tuple[int, int]) -> None:
        """Note that these two slices of the present text are the halves of one piece of markup."""
        start, inner_start = self.original(*opening)
        inner_end, end = self.original(*closing)
        self.opening[inner_start] = self.closing[inner_end] = (start, end)

    def apply(self, edits: Iterable[Edit]) -> None:
        """Replace each slice; a replacement of the slice's own length is taken character by character."""
        starts = list(range(len(self.text))) if self.starts is None else self.starts
        ends = list(range(1, len(self.text) + 1)) if self.ends is None else self.ends
        pieces: list[str] = []
        new_starts: list[int] = []
        new_ends: list[int] = []
        at = 0
        for start, end, replacement in edits:
            if start < at or end <= start:
                continue
            pieces += (self.text[at:start], replacement)
            if len(replacement) == end - start:
                new_starts += starts[at:end]
                new_ends += ends[at:end]
            else:
                new_starts += starts[at:start]
                new_ends += ends[at:start]
                new_starts += [starts[start]] * len(replacement)
                new_ends += [ends[end - 1]] * len(replacement)
            at = end
        if not pieces:
            return
        pieces.append(self.text[at:])
        self.text = "".join(pieces)
        self.starts = new_starts + starts[at:]
        self.ends = new_ends + ends[at:]

    def finish(self) -> CleanText:
        """Return the result."""
        return CleanText(self.text, self.length, self.starts, self.ends, self.opening, self.closing)
