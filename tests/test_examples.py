"""The sample is what its README says, and the example scripts and queries run."""

from __future__ import annotations

import csv
import json
import os
import re
import runpy
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from kg.api import KnowledgeGraph, read
from kg.model import Edge, Graph, Node
from kg.resolve.papers import merge_documents
from kg.stores.directory import Contents

EXAMPLES = Path(__file__).parents[1] / "examples"
RECORDS: list[dict[str, Any]] = [
    json.loads(line) for line in (EXAMPLES / "sample.jsonl").read_text(encoding="utf-8").splitlines()
]
QUERIES = [
    q.strip() for q in re.split(r";\s*$", (EXAMPLES / "questions.cypher").read_text(encoding="utf-8"), flags=re.M)
]


def test_the_sample_holds_30_abstracts_of_a_usual_length() -> None:
    assert len(RECORDS) == 30
    lengths = [len(record["abstract"].split()) for record in RECORDS]
    assert min(lengths) >= 90
    assert max(lengths) <= 220
    assert len({record["id"] for record in RECORDS}) == 30
    assert sum("title" not in record for record in RECORDS) == 2
    assert {record["year"] for record in RECORDS} == set(range(2021, 2027))


def test_the_sample_holds_what_readers_must_cope_with() -> None:
    text = "\n".join(record["abstract"] for record in RECORDS)
    for piece in (r"\textbf{", r"$\tilde{O}(", "<i>", "<sub>2</sub>", "&lt;", "&amp;", r"$\beta$-VAE"):
        assert piece in text
    assert "Ledger Policy Optimization (LPO)" in text  # a long form before its abbreviation
    assert "LPO (Ledger Policy Optimization)" in text  # and after it


def test_no_sentence_of_the_sample_stands_twice() -> None:
    words = [record["abstract"].split() for record in RECORDS]
    runs = Counter(" ".join(w[i : i + 14]) for w in words for i in range(len(w) - 13))
    assert max(runs.values()) == 1


def test_37_records_are_36_papers() -> None:
    documents = read([EXAMPLES / "sample.jsonl", EXAMPLES / "sample.csv", EXAMPLES / "sample.txt"])
    assert len(documents) == 37
    papers = merge_documents(documents)
    assert len(papers) == 36
    (fold,) = [paper for paper in papers if paper.id == "paper:doi:10.5555/kgsample.003"]
    assert [Path(source.path).name for source in fold.sources] == ["sample.csv", "sample.jsonl"]


def test_the_plain_list_has_a_heading_and_five_abstracts() -> None:
    heading, *abstracts = (EXAMPLES / "sample.txt").read_text(encoding="utf-8").strip().split("\n\n")
    assert heading == "Example Workshop 2025 Papers"
    assert len(abstracts) == 5


def test_the_duplicate_has_the_same_doi_in_another_form() -> None:
    with (EXAMPLES / "sample.csv").open(encoding="utf-8", newline="") as handle:
        rows = list(csv.DictReader(handle))
    assert rows[0]["DOI"] == "https://doi.org/10.5555/KGSAMPLE.003"
    assert [r["title"] for r in RECORDS if r.get("doi") == "10.5555/kgsample.003"] == [
        "FoldMix: Origami Augmentation for Image Classification"
    ]


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    """Return a graph directory with some of what the sample says, made by hand."""
    sentence = {"support": 1, "confidence": 0.9, "evidence": ["It says so."], "evidence_papers": ["paper:2"]}
    nodes = [
        Node("paper:1", "Paper", {"key": "paper:1", "name": "Tidal Attention", "year": 2021}),
        Node("paper:2", "Paper", {"key": "paper:2", "name": "QuillTag", "year": 2022}),
        Node("method:tidal-attention", "Method", {"key": "method:tidal-attention", "name": "Tidal Attention"}),
        Node("method:quilltag", "Method", {"key": "method:quilltag", "name": "QuillTag"}),
        Node("dataset:conll-2003", "Dataset", {"key": "dataset:conll-2003", "name": "CoNLL-2003"}),
        Node("result:1", "Result", {"key": "result:1", "value": "93.9%", "metric_text": "F1", "kind": "absolute"}),
    ]
    edges = [
        Edge("paper:1", "PROPOSES", "method:tidal-attention", sentence),
        Edge("paper:2", "PROPOSES", "method:quilltag", sentence),
        Edge("method:quilltag", "USES", "method:tidal-attention", sentence),
        Edge("paper:2", "REPORTS", "result:1", sentence),
        Edge("result:1", "ON_DATASET", "dataset:conll-2003", sentence),
        Edge("result:1", "OF_METHOD", "method:quilltag", sentence),
    ]
    return KnowledgeGraph.of(Contents(graph=Graph.of(nodes, edges))).save(tmp_path / "graph")


def run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(EXAMPLES / script), *arguments]
    environment = os.environ | {"PYTHONPATH": str(EXAMPLES.parent)}
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False, env=environment)


def test_the_leaderboard_prints_the_results_on_a_dataset(graph: Path) -> None:
    table = runpy.run_path(str(EXAMPLES / "leaderboard.py"))["leaderboard"](str(graph), "conll-2003")
    assert [line.split() for line in table] == [
        ["method", "metric", "value", "kind"],
        ["QuillTag", "F1", "93.9%", "absolute"],
    ]


def test_the_lineage_prints_the_sentence(graph: Path) -> None:
    done = run("lineage.py", str(graph), "tidal attention")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "QuillTag uses Tidal Attention: It says so.\n"


def test_a_script_says_in_one_line_what_is_wrong(tmp_path: Path) -> None:
    done = run("leaderboard.py", str(tmp_path / "no-graph"), "ImageNet")
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1
    assert "no-graph" in done.stderr


@pytest.mark.parametrize("query", [q for q in QUERIES if q], ids=lambda q: q.splitlines()[0].strip("/ ")[-40:])
def test_the_questions_run_without_a_warning(query: str, graph: Path) -> None:
    with KnowledgeGraph.at(graph) as opened:
        rows = opened.query(query)
    assert not [w for w in rows.warnings if "COMPARES" not in w and "EVALUATES_ON" not in w and "OUTPERFORMS" not in w]
    if "builds_on" in rows.columns:
        assert rows.rows == (("QuillTag", "Tidal Attention", 2022, 2021),)
