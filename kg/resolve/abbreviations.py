"""What abbreviations stand for in the world at large: long and short forms with counts, from `data/abbreviations.tsv`.

The file is harvested from many abstracts by `training/harvest_abbreviations.py`; it holds names and numbers only.
"""

from __future__ import annotations

from importlib.resources import files

from msgspec import Struct

HEADER: tuple[str, ...] = ("short", "long", "papers", "spelled_out", "used")


class World(Struct, frozen=True):
    """One long form of a short form: in how many papers it is spelled out so, spelled out at all, and used at all."""

    short: str
    long: str
    papers: int
    spelled_out: int
    used: int


def short_key(short: str) -> str:
    """Return a short form without plural and hyphens; case is kept, for it tells short forms apart (CoT and COT).

    >>> short_key("LLMs"), short_key("GNN's"), short_key("AIS"), short_key("NYUD-v2")
    ('LLM', 'GNN', 'AIS', 'NYUDv2')
    """
    bare = "".join(short.replace("-", "").split()).removesuffix("'s").removesuffix("’s")
    return bare[:-1] if len(bare) > 2 and bare.endswith("s") and bare[-2].isupper() else bare


def read_world() -> dict[str, tuple[World, ...]]:
    """Return the shipped long forms by short form, those of most papers first."""
    text = files("kg.resolve").joinpath("data/abbreviations.tsv").read_text(encoding="utf-8")
    out: dict[str, list[World]] = {}
    for line in text.splitlines()[1:]:
        short, long, *counts = line.split("\t")
        papers, spelled_out, used = map(int, counts)
        out.setdefault(short, []).append(World(short, long, papers, spelled_out, used))
    return {short: tuple(found) for short, found in out.items()}
