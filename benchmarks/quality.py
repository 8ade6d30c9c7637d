"""Extraction quality: score models on annotated abstracts, with and without titles.

    python benchmarks/quality.py ../shared/gold/dev.jsonl --scorer ../shared/gold/score.py [--model accurate] [--json]

Prints precision, recall and F1 with a bootstrap 95 % interval (1,000 resamples of abstracts), the expected
calibration error of entities and relations in ten bins, and abstracts per second on one process.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

import kg

MEASURES = (
    "entity",
    "entity_untyped",
    "entity_partial",
    "entity+role",
    "entity+name",
    "relation",
    "result_value",
    "result",
    "result_full",
)


def load_scorer(path: Path) -> Any:
    """Return the scoring script as a module."""
    spec = importlib.util.spec_from_file_location("scorer", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def extract(gold: Sequence[dict[str, Any]], model: str, titles: bool) -> tuple[dict[str, dict[str, Any]], float]:
    """Return the extraction of each abstract as plain dictionaries, and abstracts per second."""
    documents = [kg.Document(id=g["doc_id"], title=g.get("title") if titles else None, text=g["text"]) for g in gold]
    extractor = kg.Extractor(model)
    extractor(documents[0])
    begun = time.perf_counter()
    found = {x.doc_id: msgspec.to_builtins(x) for x in extractor.extract(documents)}
    return found, len(documents) / (time.perf_counter() - begun)


def intervals(
    scorer: Any, gold: dict[str, dict[str, Any]], found: dict[str, dict[str, Any]], resamples: int = 1000
) -> dict[str, tuple[float, float, float]]:
    """Return F1 and its bootstrap 95 % interval for each measure, from counts summed over resampled abstracts."""
    counts = []
    for key, one in gold.items():
        out, _ = scorer.score({key: one}, {key: found[key]})
        counts.append({m: (out[m]["tp"], out[m]["pred"], out[m]["gold"]) for m in MEASURES})
    choose = random.Random(1)  # noqa: S311
    samples = [choose.choices(counts, k=len(counts)) for _ in range(resamples)]
    table = {}
    for m in MEASURES:
        spread = sorted(_f1([c[m] for c in sample]) for sample in samples)
        table[m] = (_f1([c[m] for c in counts]), spread[resamples // 40], spread[-resamples // 40])
    return table


def _f1(counts: Sequence[tuple[int, int, int]]) -> float:
    right, kept, wanted = (sum(c[i] for c in counts) for i in range(3))
    return 2 * right / (kept + wanted) if kept + wanted else 0.0


def calibration(scorer: Any, gold: dict[str, dict[str, Any]], found: dict[str, dict[str, Any]]) -> dict[str, float]:
    """Return the expected calibration error of entities and relations (Naeini et al., 2015; ten equal bins)."""
    pairs: dict[str, list[tuple[float, bool]]] = {"entity": [], "relation": []}
    for key, one in gold.items():
        matched = {p: g for g, p in scorer.match(one["entities"], found[key]["entities"]).items()}
        pairs["entity"] += [(e["confidence"], e["id"] in matched) for e in found[key]["entities"]]
        truth = {_triple(r, str) for r in one["relations"]}
        for r in found[key]["relations"]:
            told = _triple(r, lambda i, m=matched: m.get(i, "?"))  # type: ignore[misc]
            pairs["relation"].append((r["confidence"], told in truth))
    return {name: round(_expected_error(p), 4) for name, p in pairs.items()}


def _triple(relation: dict[str, Any], identify: Callable[[str], str]) -> tuple[str, str, str]:
    ends = [identify(relation["head"]), identify(relation["tail"])]
    if relation["type"] == "COMPARED_WITH":
        ends.sort()
    return relation["type"], ends[0], ends[1]


def _expected_error(pairs: Sequence[tuple[float, bool]], bins: int = 10) -> float:
    total = 0.0
    for b in range(bins):
        inside = [(c, ok) for c, ok in pairs if min(int(c * bins), bins - 1) == b]
        if inside:
            total += abs(sum(c for c, _ in inside) - sum(ok for _, ok in inside))
    return total / max(len(pairs), 1)


def main() -> None:
    """Score the models that were asked for and print a table for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", type=Path)
    parser.add_argument("--scorer", type=Path, required=True)
    parser.add_argument("--model", action="append")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    scorer = load_scorer(args.scorer)
    records = [json.loads(line) for line in args.gold.read_text(encoding="utf-8").splitlines() if line.strip()]
    gold = {r["doc_id"]: r for r in records}
    report: dict[str, Any] = {}
    for model in args.model or ["accurate"]:
        for titles in (True, False):
            found, pace = extract(records, model, titles)
            report[f"{model}, {'with' if titles else 'without'} titles"] = {
                "F1": intervals(scorer, gold, found),
                "calibration error": calibration(scorer, gold, found),
                "abstracts/s": round(pace, 1),
            }
    if args.json:
        print(json.dumps(report, indent=1))
        return
    for name, figures in report.items():
        print(f"{name}: {figures['abstracts/s']} abstracts/s, calibration error {figures['calibration error']}")
        for measure, (f1, low, high) in figures["F1"].items():
            print(f"  {measure:16} F1 {f1:.3f}  [{low:.3f}, {high:.3f}]")


if __name__ == "__main__":
    main()
