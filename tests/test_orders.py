"""Any order of the papers and any split into increments gives the same bytes of every file."""

from __future__ import annotations

import random
from collections.abc import Sequence
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec import structs

from kg.api import KnowledgeGraph, read
from kg.export import FORMATS
from kg.extract import Extractor
from kg.model import Document
from kg.pipeline.build import BuildOptions, add_documents, build_contents, no_contents
from kg.resolve.papers import merge_documents
from kg.stores import Contents, GraphDirectory, StoredExtraction, text_hash
from tests.resolve.gold import SHARED, read_gold

SEEDS = SHARED / "seeds"
GOLD = SHARED / "gold" / "train.jsonl"
ORDERS, SPLITS = 10, 3
Extractions = tuple[StoredExtraction, ...]


def build(parts: Sequence[Sequence[Document]], known: Extractions, extractor: Extractor) -> Contents:
    """Return what builds of the `parts`, one after the other, leave; texts that are `known` are not read again."""
    contents = no_contents()
    for part in parts:
        added = add_documents(contents, part)
        resumed = structs.replace(added, extractions=(*contents.extractions, *known))
        contents = build_contents(resumed, extractor, BuildOptions()).contents
    return contents


def digests(contents: Contents, folder: Path) -> dict[str, str]:
    """Return the hash of every file that the contents are written as: nodes, edges and all formats of export."""
    GraphDirectory(folder / "graph").save(contents)
    with KnowledgeGraph.of(contents) as graph:
        for name in FORMATS:
            graph.export(name, folder / name)
    wanted = [folder / "graph" / name for name in ("nodes.jsonl", "edges.jsonl")]
    wanted += [path for name in FORMATS for path in [folder / name, *(folder / name).rglob("*")] if path.is_file()]
    return {path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest() for path in wanted}


def arrangements(documents: Sequence[Document]) -> list[list[list[Document]]]:
    """Return ten random orders of `documents` in one part each, and three random splits into two to four parts."""
    chance = random.Random(5)  # noqa: S311
    orders = [chance.sample(documents, len(documents)) for _ in range(ORDERS + SPLITS)]
    out = [[order] for order in orders[:ORDERS]]
    for count, order in enumerate(orders[ORDERS:], 2):
        cuts = [0, *sorted(chance.sample(range(1, len(order)), count - 1)), len(order)]
        out.append([order[a:b] for a, b in pairwise(cuts)])
    return out


def check(documents: Sequence[Document], known: Extractions, extractor: Extractor, folder: Path) -> None:
    expected = build([documents], known, extractor)
    hashes = digests(expected, folder / "expected")
    for number, parts in enumerate(arrangements(documents)):
        assert sum(map(len, parts)) == len(documents)
        found = build(parts, known or expected.extractions, extractor)
        assert digests(found, folder / str(number)) == hashes, [len(part) for part in parts]


@pytest.mark.skipif(not SEEDS.is_dir(), reason=f"no seeds at {SEEDS}")
def test_the_seeds_in_any_order_and_split(tmp_path: Path) -> None:
    documents = read(sorted(SEEDS.glob("*.txt")))
    assert len(documents) == 57
    check(documents, (), Extractor("accurate"), tmp_path)


@pytest.mark.slow
@pytest.mark.skipif(not GOLD.exists(), reason=f"no annotated abstracts at {GOLD}")
def test_two_thousand_annotated_abstracts_in_any_order_and_split(tmp_path: Path) -> None:
    papers, extractions = read_gold(GOLD, 2000)
    extractor = Extractor("accurate")
    by_text = {text_hash(paper): extractions[paper.id] for paper in papers}
    known = tuple(
        StoredExtraction(
            structs.replace(by_text[text_hash(paper)], doc_id=paper.id), text_hash(paper), extractor.model_hash
        )
        for paper in merge_documents(papers)
    )
    check(papers, known, extractor, tmp_path)
