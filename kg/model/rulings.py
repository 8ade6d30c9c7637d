"""The user's word: which names are one thing and which are not."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from kg.model.extraction import EntityType

Verdict = Literal["same", "different"]


class Ruling(Struct, frozen=True, order=True):
    """The names `a` and `b` are one thing or two, for things of `type` only where it is given."""

    a: str
    b: str
    verdict: Verdict
    type: EntityType | None = None
