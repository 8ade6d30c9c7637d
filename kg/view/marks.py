"""Places in texts as the page counts them, and evidence as places in the abstracts that the page holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kg.model import Node
from kg.view.options import Annotation

JOINT = " … "
"""What stands between sentences of one piece of evidence that lie apart in the original."""

_FIELDS = (("title", "title"), ("text", "abstract"))


class Text:
    """One original text, with positions counted as JavaScript counts them (UTF-16 units).

    >>> Text("𝛽-VAE").unit(1)
    2
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._wide = [i for i, c in enumerate(text) if c > "\uffff"] if max(text, default="") > "\uffff" else []

    def unit(self, position: int) -> int:
        """Return the UTF-16 unit at which the character `position` begins."""
        return position + sum(1 for i in self._wide if i < position)


def texts_of(paper: Node) -> dict[str, Text]:
    """Return the paper's original title and abstract by field, those that it has."""
    found = ((field, paper.properties.get(name)) for field, name in _FIELDS)
    return {field: Text(value) for field, value in found if isinstance(value, str) and value}


def mentions(
    texts: Mapping[str, Text], annotations: Iterable[Annotation], ids: Mapping[str, int]
) -> list[list[int | str]]:
    """Return `[field, start, end, id]` of the mentions of drawn nodes, sorted, none overlapping (the longer wins)."""
    valid = {
        a
        for a in annotations
        if a.node in ids and a.field in texts and 0 <= a.start < a.end <= len(texts[a.field].text)
    }
    taken: list[Annotation] = []
    for a in sorted(valid, key=lambda a: (a.start - a.end, a)):
        if all(a.field != b.field or a.end <= b.start or a.start >= b.end for b in taken):
            taken.append(a)
    return [
        [a.field, texts[a.field].unit(a.start), texts[a.field].unit(a.end), ids[a.node]]
        for a in sorted(taken, key=lambda a: (a.field != "title", a.start))
    ]


def locate(texts: Mapping[str, Text], evidence: str) -> list[list[int | str]] | None:
    """Return `[field, start, end]` of each piece of `evidence` in the paper's texts; None when one is not there.

    The page then writes the pieces from the abstract that it holds anyway, and can mark them in it.
    """
    places: list[list[int | str]] = []
    for piece in [evidence] if _find(texts, evidence) else evidence.split(JOINT):
        place = _find(texts, piece)
        if place is None:
            return None
        places.append(place)
    return places


def _find(texts: Mapping[str, Text], piece: str) -> list[int | str] | None:
    if not piece:
        return None
    for field, text in texts.items():
        start = text.text.find(piece)
        if start >= 0:
            return [field, text.unit(start), text.unit(start + len(piece))]
    return None
