"""`kg extract`: one line for each record, in order, whatever stands in it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run

RECORDS = (
    {"doc_id": "z", "title": None, "text": "We present LarkNet for image classification on ImageNet.", "entities": [1]},
    {"id": "a", "text": "WrenNet detects objects on COCO.", "odd": {"x": 1}},
    {"doc_id": "empty", "text": ""},
    {"id": "a", "text": "WrenNet detects objects on COCO."},
)


def test_lines_answer_records_one_by_one(kg: Run, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(r) + "\n" for r in RECORDS), encoding="utf-8")
    done = kg("extract", "in.jsonl", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr.startswith("note: in.jsonl: One id is given to more than one record")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["doc_id"] for line in lines] == ["z", "a", "empty", "a"]
    assert lines[1] == lines[3]
    assert all({"doc_id", "entities", "relations", "results"} <= line.keys() for line in lines)
    for line, record in zip(lines, RECORDS, strict=True):
        for entity in line["entities"]:
            for span in entity["spans"]:
                assert record["text"][span["start"] : span["end"]] == span["text"]


def test_a_file_holds_what_stdout_would_and_batches_do_not_matter(kg: Run, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(r) + "\n" for r in RECORDS), encoding="utf-8")
    to_file = kg("extract", "in.jsonl", "-o", "out.jsonl", "--batch-size", "1", "--workers", "2", cwd=tmp_path)
    assert (to_file.returncode, to_file.stdout) == (0, "")
    assert (tmp_path / "out.jsonl").read_text(encoding="utf-8") == kg("extract", "in.jsonl", cwd=tmp_path).stdout


def test_stdin_is_read_for_a_dash(kg: Run) -> None:
    done = kg("extract", "-", input=json.dumps(RECORDS[0]) + "\n")
    assert [json.loads(line)["doc_id"] for line in done.stdout.splitlines()] == ["z"]


def test_a_failure_leaves_no_file(kg: Run, tmp_path: Path) -> None:
    done = kg("extract", "missing.jsonl", "-o", "out.jsonl", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
