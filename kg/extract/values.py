"""The value of a result as a number with its unit, and what it belongs to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kg.extract.decision import Rows
from kg.extract.features import Candidate
from kg.extract.words import Words
from kg.model import ENTITY_TYPES

SLOTS = ("method", "baseline", "dataset", "task", "metric")
SLOT_TYPES = {"method": "Method", "baseline": "Method", "dataset": "Dataset", "task": "Task", "metric": "Metric"}
_WORDS = {
    "one": 1.0, "two": 2.0, "three": 3.0, "four": 4.0, "five": 5.0, "six": 6.0, "seven": 7.0, "eight": 8.0, "nine": 9.0,
    "ten": 10.0, "an": 1.0, "half": 0.5, "double": 2.0, "twice": 2.0, "twofold": 2.0, "threefold": 3.0, "tenfold": 10.0,
}  # fmt: skip
_MULTIPLIER = {"double": "×", "twice": "×", "half": "×", "twofold": "×", "threefold": "×", "tenfold": "×"}
_NUMBER = re.compile(r"([+−-]?)\s*(\d+(?:,\d{3})+(?:\.\d+)?|\d*\.\d+|\d+)")


def parse_value(value: str) -> tuple[float | None, str | None]:
    """Return the number of a result's value and its unit, or None for what cannot be told.

    Of a range the number is None; thousands may have commas.

    >>> [parse_value(v) for v in ("an order of magnitude", "two to four orders of magnitude", "twice")]
    [(1.0, 'orders of magnitude'), (None, 'orders of magnitude'), (2.0, '×')]
    >>> [parse_value(v) for v in ("1.4%", "100x", "−3.2 points", "12,500", "2-5%", "three times", "54 hours")]
    [(1.4, '%'), (100.0, '×'), (-3.2, 'points'), (12500.0, None), (None, '%'), (3.0, '×'), (54.0, 'hours')]
    """
    found = list(_NUMBER.finditer(value))
    if not found:
        return _parse_words(re.split(r"[\s-]+", value.strip().casefold()))
    unit = _unit(value[found[-1].end() :])
    if len(found) > 1:
        return None, unit
    sign = -1.0 if found[0][1] in ("-", "−") and not value[: found[0].start()].strip() else 1.0
    return sign * float(found[0][2].replace(",", "")), unit


def _parse_words(words: Sequence[str]) -> tuple[float | None, str | None]:
    """Read a value that is spelled out: "three times", "two to four orders of magnitude", "twice"."""
    if words[0] in _MULTIPLIER:
        return _WORDS[words[0]], _MULTIPLIER[words[0]]
    if words[-1] == "magnitude":
        counted = [w for w in words[:-3] if w not in {"to", "several", "multiple"}]
        known = len(counted) == 1 and len(words) == 4
        return (_WORDS.get(counted[0]) if known else None), "orders of magnitude"
    return _WORDS.get(words[0]), _unit(" ".join(words[1:]))


def _unit(tail: str) -> str | None:
    unit = tail.strip().strip("+-").strip()
    if unit in {"x", "X", "×", "times", "fold", "\\times"}:
        return "×"
    return {"percent": "%", "\\%": "%", "%": "%"}.get(unit, unit or None)


def result_slots(
    words: Words, candidates: Sequence[Candidate], chances: Rows, place: tuple[int, int], kind: str
) -> dict[str, int | str | None]:
    """Return what a number belongs to: indices of candidates, and the metric's words nearest to the number.

    `chances` (slots, 1 + E); a slot takes the best candidate of its type that beats "none".
    """
    out: dict[str, int | str | None] = {}
    for row, slot in enumerate(SLOTS):
        fitting = [i for i, c in enumerate(candidates) if ENTITY_TYPES[c.type] == SLOT_TYPES[slot]]
        best = max(fitting, key=lambda i: (chances[row, 1 + i], -i), default=None)
        out[slot] = best if best is not None and chances[row, 1 + best] >= chances[row, 0] else None
    if kind == "absolute" or out["baseline"] == out["method"]:
        out["baseline"] = None
    metric = out["metric"]
    if isinstance(metric, int):
        forms = [(abs(a - place[0]), a, b) for a, b in candidates[metric].places]
        _, first, last = min(forms)
        out["metric"] = words.surface(first, last)
    return out
