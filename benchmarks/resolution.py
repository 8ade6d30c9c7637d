"""Score name resolution on pairs of names that were judged by hand.

    python benchmarks/resolution.py GOLD_DIRECTORY [--errors]
    python benchmarks/resolution.py GOLD_DIRECTORY --scale 87000

GOLD_DIRECTORY holds `same.tsv` (label, type, name_a, doc_a, name_b, doc_b) and `train.jsonl` and `dev.jsonl`, the
annotated abstracts that the pairs come from. All abstracts are resolved together; a pair counts as *same* when both
entities end in one cluster. Prints precision, recall and F1 of *same*, with and without the shipped list of synonyms,
time and peak memory. With `--scale`, names as in so many papers are made up after the annotated ones (`names.py`) and
resolved; prints papers, names, distinct spelling keys, clusters, seconds of one core, microseconds a name, and the
process's peak memory in MB before and after.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import resource
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from names import NameMaker

from kg.model import Entity, Extraction
from kg.resolve.names import Names
from kg.resolve.naming import Known, Naming, read_known, resolve_names
from kg.resolve.said import read_said


def read_gold(path: Path) -> dict[str, Extraction]:
    """Return the annotated entities of a gold file by document id (no spans, no relations)."""
    out = {}
    with path.open(encoding="utf-8") as lines:
        for line in filter(str.strip, lines):
            raw = json.loads(line)
            entities = tuple(
                Entity(id=e["id"], type=e["type"], name=e["name"], mentions=tuple(e["mentions"]), role=e["role"])
                for e in raw["entities"]
            )
            out[raw["doc_id"]] = Extraction(doc_id=raw["doc_id"], entities=entities)
    return out


def score_pairs(naming: Naming, pairs: list[dict[str, str]]) -> tuple[Counter[str], list[tuple[str, dict[str, str]]]]:
    """Return counts of tp, fp, fn and tn, and the errors."""
    cluster = {(one.paper, one.entity.name, one.type): h for one, h in zip(naming.said, naming.heads, strict=True)}
    counts: Counter[str] = Counter()
    errors = []
    for pair in pairs:
        a = cluster.get((pair["doc_a"], pair["name_a"], pair["type"]))
        b = cluster.get((pair["doc_b"], pair["name_b"], pair["type"]))
        said_same, is_same = a is not None and a == b, pair["label"] == "same"
        kind = ("tp" if is_same else "fp") if said_same else ("fn" if is_same else "tn")
        counts[kind] += 1
        if kind in ("fp", "fn"):
            errors.append((kind, pair))
    return counts, errors


def resolve(extractions: Mapping[str, Extraction], known: Known) -> Naming:
    """Return the naming of all entities of `extractions`; the year is read from the document's id where it has one."""
    names = Names()
    years = {doc: int(m[0]) for doc in extractions if (m := re.search(r"(?<=\D)(19|20)\d\d(?=:)", doc))}
    return resolve_names(read_said(extractions, names, years), known, names)


def measure(gold: Mapping[str, Extraction], papers: int) -> None:
    """Resolve the names of so many made-up papers and print time and memory, as a row of a table."""
    made = {extraction.doc_id: extraction for extraction in NameMaker(gold).papers(papers)}
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    start = time.process_time()
    naming = resolve(made, read_known())
    seconds = time.process_time() - start
    distinct = len({one.key for one in naming.said})
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"| {papers:,} | {len(naming.said):,} | {distinct:,} | {len(set(naming.heads)):,} | {seconds:.1f} |"
          f" {1e6 * seconds / len(naming.said):.0f} | {before:.0f} | {memory:.0f} |")  # fmt: skip


def score(gold: Path, extractions: Mapping[str, Extraction], listed: bool, show_errors: bool) -> None:
    """Print how well the judged pairs of names are told apart, with or without the shipped list of synonyms."""
    with (gold / "same.tsv").open(encoding="utf-8", newline="") as file:
        pairs = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    start = time.process_time()
    known = read_known()
    naming = resolve(extractions, known if listed else Known(world=known.world))
    seconds = time.process_time() - start
    counts, errors = score_pairs(naming, pairs)
    precision = counts["tp"] / max(1, counts["tp"] + counts["fp"])
    recall = counts["tp"] / max(1, counts["tp"] + counts["fn"])
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    which = f"{len(pairs)} pairs, {'with' if listed else 'without'} the list of synonyms"
    print(f"{which}: P {precision:.3f}  R {recall:.3f}  F1 {f1:.3f}  {dict(counts)}")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{len(naming.said)} names in {len(set(naming.heads))} clusters, {seconds:.1f} s, peak {memory:.0f} MB")
    for kind, pair in errors if show_errors else []:
        print(kind, pair["type"], pair["name_a"], pair["doc_a"], pair["name_b"], pair["doc_b"], sep="\t")


def main() -> None:
    """Parse the arguments, resolve, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", type=Path)
    parser.add_argument("--errors", action="store_true")
    parser.add_argument("--scale", type=int, metavar="PAPERS", help="resolve the names of so many made-up papers")
    args = parser.parse_args()
    extractions = {**read_gold(args.gold / "train.jsonl"), **read_gold(args.gold / "dev.jsonl")}
    if args.scale:
        measure(extractions, args.scale)
        return
    score(args.gold, extractions, listed=True, show_errors=args.errors)
    score(args.gold, extractions, listed=False, show_errors=False)


if __name__ == "__main__":
    main()
