"""`kg merges`, and the user's word on names through `kg build --same`."""

from __future__ import annotations

import json
from pathlib import Path

from kg.stores import GraphDirectory
from tests.cli.conftest import Run

PAPERS = [
    "We present LarkNet, a network for image classification. It is tested on ImageNet.",
    "WrenNet is a network for image classification. We compare WrenNet with LarkNet on ImageNet.",
]


def papers(tmp_path: Path) -> Path:
    path = tmp_path / "papers.txt"
    path.write_text("\n\n".join(PAPERS) + "\n", encoding="utf-8")
    return path


def names(graph: Path) -> set[str]:
    return {str(node.properties["name"]) for node in GraphDirectory(graph).read_graph().nodes if node.label == "Method"}


def test_the_word_of_the_user_is_kept_and_replayed(kg: Run, tmp_path: Path) -> None:
    source, graph, word = papers(tmp_path), tmp_path / "graph", tmp_path / "names.tsv"
    assert kg("build", source, "-o", graph, "-q").returncode == 0
    assert names(graph) >= {"LarkNet", "WrenNet"}
    word.write_text("same\tLarkNet\tWrenNet\n", encoding="utf-8")
    done = kg("build", source, "-o", graph, "-q", "--same", word)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(names(graph) & {"LarkNet", "WrenNet"}) == 1
    before = (graph / "nodes.jsonl").read_bytes()
    assert kg("build", source, "-o", graph, "-q").returncode == 0
    assert (graph / "nodes.jsonl").read_bytes() == before
    merges = json.loads(kg("merges", graph, "--json").stdout)
    assert ("LarkNet", "WrenNet", "you said that they are the same") in {(m["a"], m["b"], m["rule"]) for m in merges}
    explained = kg("explain", graph, "WrenNet").stdout
    assert "joined: LarkNet = WrenNet: you said that they are the same, score 1" in explained
    word.write_text("different\tWrenNet\tLarkNet\n", encoding="utf-8")
    assert kg("build", source, "-o", graph, "-q", "--same", word).returncode == 0
    assert names(graph) >= {"LarkNet", "WrenNet"}


def test_a_bad_line_is_one_line_before_anything_is_done(kg: Run, tmp_path: Path) -> None:
    word = tmp_path / "names.tsv"
    word.write_text("same\tA\tB\nsane\tC\tD\n", encoding="utf-8")
    done = kg("build", papers(tmp_path), "-o", tmp_path / "graph", "--same", word)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"error: {word}:2: Unknown verdict 'sane'. Did you mean 'same'?")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "graph").exists()


def test_a_graph_without_merges_says_so(kg_here: Run, graph: Path) -> None:
    done = kg_here("merges", graph)
    assert (done.returncode, done.stdout, done.stderr) == (0, "0 merges\n", "")


def test_the_least_certain_come_first_and_the_limit_cuts(kg: Run, sample_graph: Path) -> None:
    everything = json.loads(kg("merges", sample_graph, "--limit", "0", "--json").stdout)
    scores = [merge["score"] for merge in everything]
    assert scores == sorted(scores)
    assert len(scores) > 2
    assert json.loads(kg("merges", sample_graph, "--limit", "2", "--json").stdout) == everything[:2]
    assert kg("merges", sample_graph, "--limit", "2").stdout.splitlines()[-1] == f"2 of {len(scores)} merges"
