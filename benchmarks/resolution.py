"""Score name resolution on pairs of names that were judged by hand.

    python benchmarks/resolution.py GOLD_DIRECTORY [--errors]

GOLD_DIRECTORY holds `same.tsv` (label, type, name_a, doc_a, name_b, doc_b) and `train.jsonl` and `dev.jsonl`, the
annotated abstracts that the pairs come from. All abstracts are resolved together; a pair counts as *same* when both
entities end in one cluster. Prints precision, recall and F1 of *same*, time and peak memory.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import resource
import time
from collections import Counter
from pathlib import Path

from kg.model import Entity, Extraction
from kg.resolve.names import Names
from kg.resolve.naming import Naming, read_known, resolve_names
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


def main() -> None:
    """Parse the arguments, resolve, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", type=Path)
    parser.add_argument("--errors", action="store_true")
    args = parser.parse_args()
    extractions = {**read_gold(args.gold / "train.jsonl"), **read_gold(args.gold / "dev.jsonl")}
    with (args.gold / "same.tsv").open(encoding="utf-8", newline="") as file:
        pairs = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    start = time.perf_counter()
    names = Names()
    years = {doc: int(m[0]) for doc in extractions if (m := re.search(r"(?<=\D)(19|20)\d\d(?=:)", doc))}
    naming = resolve_names(read_said(extractions, names, years), read_known(), names)
    seconds = time.perf_counter() - start
    counts, errors = score_pairs(naming, pairs)
    precision = counts["tp"] / max(1, counts["tp"] + counts["fp"])
    recall = counts["tp"] / max(1, counts["tp"] + counts["fn"])
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    print(f"{len(pairs)} pairs: P {precision:.3f}  R {recall:.3f}  F1 {f1:.3f}  {dict(counts)}")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{len(naming.said)} names in {len(set(naming.heads))} clusters, {seconds:.1f} s, peak {memory:.0f} MB")
    for kind, pair in errors if args.errors else []:
        print(kind, pair["type"], pair["name_a"], pair["doc_a"], pair["name_b"], pair["doc_b"], sep="\t")


if __name__ == "__main__":
    main()
