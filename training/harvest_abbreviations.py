"""Harvest what abbreviations stand for from many abstracts: `kg/resolve/data/abbreviations.tsv`.

    python training/harvest_abbreviations.py ABSTRACTS.jsonl.gz -o kg/resolve/data/abbreviations.tsv

ABSTRACTS holds one JSON object a line with `title` and `abstract`. Every paper counts once. The output has no text of
the abstracts but names: a short form, a long form in its commonest spelling, in how many papers the short form is
spelled out like that (at least `--least`), spelled out at all, and used at all. Spellings that differ only in case,
hyphens or plural count as one.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from kg.extract.abbreviations import find_abbreviations
from kg.resolve.abbreviations import HEADER, short_key
from kg.resolve.names import Names
from kg.text import clean

_TOKEN = re.compile(r"(?<![\w-])[\w&][\w&+*-]*[\w+*](?![\w-])")
LONGEST = 70
"""Longest long form, in characters."""


def read_abstracts(path: Path) -> Iterator[str]:
    """Yield the cleaned title and abstract of each paper."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            raw = json.loads(line)
            yield clean(raw.get("title") or "").text + ".\n" + clean(raw.get("abstract") or "").text


class Harvest:
    """Counts of papers: by short and long form, by short form spelled out, by short form used, by spelling."""

    def __init__(self) -> None:
        self.names = Names()
        self.pairs: Counter[tuple[str, str]] = Counter()
        self.defined: Counter[str] = Counter()
        self.used: Counter[str] = Counter()
        self.spelled: dict[tuple[str, str], Counter[str]] = {}

    def add(self, text: str) -> None:
        """Count one paper."""
        found: dict[tuple[str, str], str] = {}
        for pair in find_abbreviations(text):
            short, long = text[slice(*pair.short)], " ".join(text[slice(*pair.long)].split())
            if len(long) <= LONGEST:
                found.setdefault((short_key(short), self.names.key(long)), long)
        self.pairs.update(found.keys())
        self.defined.update({short for short, _ in found})
        tokens = (token for token in _TOKEN.findall(text) if any(c.isupper() for c in token[1:]))
        self.used.update({short_key(token) for token in tokens} | {short for short, _ in found})
        for key, long in found.items():
            self.spelled.setdefault(key, Counter())[long] += 1

    def rows(self, least: int) -> Iterator[tuple[str, str, int, int, int]]:
        """Yield short form, long form and papers (like that, spelled out, used), sorted."""
        for (short, key), papers in sorted(self.pairs.items(), key=lambda item: (item[0][0], -item[1], item[0][1])):
            if papers >= least:
                spellings = self.spelled[short, key]
                long = min(spellings, key=lambda s: (-spellings[s], sum(map(str.isupper, s)), s))
                yield short, long, papers, self.defined[short], self.used[short]


def write(rows: Iterable[tuple[str, str, int, int, int]], path: Path) -> None:
    """Write the rows as tab-separated text."""
    lines = ["\t".join(HEADER), *("\t".join(map(str, row)) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Parse the arguments, harvest, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("abstracts", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--least", type=int, default=3, help="fewest papers of a pair that is kept")
    args = parser.parse_args()
    harvest = Harvest()
    papers = 0
    for text in read_abstracts(args.abstracts):
        harvest.add(text)
        papers += 1
    write(harvest.rows(args.least), args.output)
    print(f"{papers} abstracts, {len(harvest.pairs)} pairs; {args.output}: {args.output.stat().st_size} bytes")


if __name__ == "__main__":
    main()
