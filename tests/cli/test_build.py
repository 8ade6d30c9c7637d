"""`kg build`: bad input in one line, good input in a graph, the same graph whatever the order and the interruptions."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kg.stores import GraphDirectory
from tests.cli.conftest import ROOT, Run, environment

SAMPLE = ROOT / "examples" / "sample.jsonl"
GOOD = '{"id": "a", "title": "LarkNet", "text": "We present LarkNet, a network for image classification on ImageNet."}'
OTHER = '{"id": "b", "title": "WrenNet", "text": "We present WrenNet, a network for object detection on COCO."}'


def files(graph: Path) -> dict[str, bytes]:
    return {name: (graph / name).read_bytes() for name in ("nodes.jsonl", "edges.jsonl")}


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("empty.txt", b"", "empty"),
        ("blank.txt", b"\n \n\n", ""),
        ("binary.txt", bytes(range(256)) * 20, "binary"),
        ("missing.txt", None, "no such file"),
        ("broken.jsonl", b'{"text": \n', "broken.jsonl"),
    ],
)
def test_a_file_without_an_abstract_is_one_line(
    kg: Run, tmp_path: Path, name: str, content: bytes | None, said: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    done = kg("build", name, "-o", "graph", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"error: {name}")
    assert done.stderr.count("\n") == 1
    assert said in done.stderr
    assert not (tmp_path / "graph").exists()


def test_a_directory_without_a_readable_file_is_one_line(kg: Run, tmp_path: Path) -> None:
    (tmp_path / "inputs").mkdir()
    (tmp_path / "inputs" / "picture.png").write_bytes(b"\x89PNG\r\n")
    done = kg("build", "inputs", "-o", "graph", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: inputs: ")
    assert done.stderr.count("\n") == 1


def test_a_broken_line_is_told_and_the_good_ones_are_built(kg: Run, tmp_path: Path) -> None:
    (tmp_path / "papers.jsonl").write_text(f"{GOOD}\n{{broken\n{OTHER}\n", encoding="utf-8")
    done = kg("build", "papers.jsonl", "-o", "graph", "--json", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr.startswith("skipped: papers.jsonl:2: ")
    assert done.stderr.count("\n") == 1
    summary = json.loads(done.stdout)
    assert {k: summary[k] for k in ("read", "added", "skipped", "papers", "extracted", "reused")} == {
        "read": 2,
        "added": 2,
        "skipped": 1,
        "papers": 2,
        "extracted": 2,
        "reused": 0,
    }
    assert sorted(paper.title or "" for paper in GraphDirectory(tmp_path / "graph").read_documents()) == [
        "LarkNet",
        "WrenNet",
    ]


def test_order_repetition_and_steps_do_not_matter(kg: Run, tmp_path: Path) -> None:
    for name, text in (("a.jsonl", GOOD), ("b.jsonl", OTHER)):
        (tmp_path / name).write_text(text + "\n", encoding="utf-8")
    at_once = kg("build", "a.jsonl", "b.jsonl", "-o", "one", "--quiet", cwd=tmp_path)
    assert (at_once.returncode, at_once.stdout, at_once.stderr) == (0, "", "")
    kg("build", "b.jsonl", "-o", "two", cwd=tmp_path)
    added = json.loads(kg("build", "a.jsonl", "-o", "two", "--json", cwd=tmp_path).stdout)
    assert (added["added"], added["extracted"], added["reused"], added["papers"]) == (1, 1, 1, 2)
    again = json.loads(kg("build", "b.jsonl", "a.jsonl", "-o", "two", "--json", cwd=tmp_path).stdout)
    assert (again["added"], again["extracted"], again["reused"]) == (0, 0, 2)
    assert files(tmp_path / "one") == files(tmp_path / "two")


def test_the_sample_with_a_view_and_named_columns(kg: Run, sample_graph: Path, tmp_path: Path) -> None:
    rows = json.loads(kg("query", sample_graph, "MATCH (p:Paper) RETURN count(p) AS n", "-f", "json").stdout)
    assert rows == [{"n": 30}]
    (tmp_path / "odd.csv").write_text("Summary,Heading\nWe present LarkNet for ImageNet.,LarkNet\n", encoding="utf-8")
    done = kg(
        "build", "odd.csv", "-o", "g", "--map", "text=Summary", "--map", "title=Heading", "--view", "g.html",
        cwd=tmp_path,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert [d.title for d in GraphDirectory(tmp_path / "g").read_documents()] == ["LarkNet"]
    assert (tmp_path / "g.html").read_text(encoding="utf-8").lstrip().lower().startswith("<!doctype html>")


def test_min_confidence_stays_with_the_graph(kg: Run, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(GOOD + "\n", encoding="utf-8")
    kg("build", "a.jsonl", "-o", "g", "--min-confidence", "0.25", cwd=tmp_path)
    kg("build", "a.jsonl", "-o", "g", cwd=tmp_path)
    assert GraphDirectory(tmp_path / "g").read_manifest().min_confidence == 0.25


def test_a_directory_of_something_else_is_left_alone(kg: Run, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(GOOD + "\n", encoding="utf-8")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("precious", encoding="utf-8")
    done = kg("build", "a.jsonl", "-o", "mine", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert [p.name for p in (tmp_path / "mine").iterdir()] == ["thesis.tex"]


def test_an_unknown_model_is_one_line(kg: Run, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(GOOD + "\n", encoding="utf-8")
    done = kg("build", "a.jsonl", "-o", "g", "--model", "acurate", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_a_build_that_is_stopped_leaves_no_graph_and_goes_on_later(
    kg: Run, tmp_path: Path, end: signal.Signals
) -> None:
    sample = [json.loads(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines()]
    many = [
        {"id": f"{i}-{n}", "text": f"Part {i} of many. {record['abstract']}"}
        for i in range(4)
        for n, record in enumerate(sample)
    ]
    (tmp_path / "many.jsonl").write_text("".join(json.dumps(r) + "\n" for r in many), encoding="utf-8")
    journal = tmp_path / "g" / ".kg-journal.jsonl"
    process = subprocess.Popen(
        [sys.executable, "-m", "kg", "build", "many.jsonl", "-o", "g", "--quiet"],
        cwd=tmp_path, env=environment(KG_SLOW="0.01"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    )  # fmt: skip
    deadline = time.monotonic() + 120
    while not (journal.is_file() and journal.read_bytes().count(b"\n") > 5):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)
    os.kill(process.pid, end)
    out, err = process.communicate(timeout=60)
    if end == signal.SIGINT:
        assert (process.returncode, out, err) == (130, "", "error: interrupted\n")
    assert [p.name for p in (tmp_path / "g").iterdir() if not p.name.startswith(".kg-")] == []
    summary = json.loads(kg("build", "many.jsonl", "-o", "g", "--json", cwd=tmp_path).stdout)
    assert summary["reused"] > 0
    assert summary["reused"] + summary["extracted"] == summary["papers"] == len(many)
    assert not journal.exists()


def test_what_follows_from_the_records_is_made_again_when_damaged(kg: Run, tmp_path: Path) -> None:
    (tmp_path / "papers.jsonl").write_text(f"{GOOD}\n", encoding="utf-8")
    graph = tmp_path / "graph"
    build = ("build", "papers.jsonl", "-o", "graph", "--quiet")
    assert kg(*build, cwd=tmp_path).returncode == 0
    whole = {path.name: path.read_bytes() for path in graph.glob("*.jsonl")}
    for name in ("edges.jsonl", "extractions.jsonl"):
        (graph / name).write_bytes(b"damaged")
        done = kg(*build, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (0, "")
        assert done.stderr.startswith(f"note: graph: {Path('graph') / name} is missing or not what manifest.json says")
        assert done.stderr.count("\n") == 1
        assert {path.name: path.read_bytes() for path in graph.glob("*.jsonl")} == whole


def test_lost_records_are_told_with_a_way_out(kg: Run, tmp_path: Path) -> None:
    (tmp_path / "papers.jsonl").write_text(f"{GOOD}\n", encoding="utf-8")
    build = ("build", "papers.jsonl", "-o", "graph")
    assert kg(*build, cwd=tmp_path).stdout.startswith(
        "1 paper; 1 record read, 1 of them new, 0 skipped\n1 abstract extracted, 0 kept from before\n"
    )
    (tmp_path / "graph" / "documents.jsonl").write_bytes(b"")
    done = kg(*build, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("To start afresh, delete graph, or name another directory, and give all inputs.\n")


def test_a_view_that_cannot_be_written_stops_before_the_work(kg: Run, tmp_path: Path) -> None:
    (tmp_path / "papers.jsonl").write_text(f"{GOOD}\n", encoding="utf-8")
    done = kg("build", "papers.jsonl", "-o", "graph", "--view", "no/view.html", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"error: The view cannot be written to {Path('no/view.html')}.")
    assert not (tmp_path / "graph").exists()
