"""What the README shows runs: its commands, its Python, its questions, its two commands' script."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import kg
from tests.cli.conftest import environment

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh folder with the examples, as a user's clone has them, and the `kg` program on its own path."""
    folder = tmp_path_factory.mktemp("readme")
    shutil.copytree(ROOT / "examples", folder / "examples")
    (folder / "bin").mkdir()
    program = folder / "bin" / "kg"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m kg "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    return folder


@pytest.fixture(scope="module")
def graph(place: Path) -> kg.KnowledgeGraph:
    """The graph that the README's commands build."""
    env = environment()
    env["PATH"] = f"{place / 'bin'}:{env['PATH']}"
    (commands,) = blocks("sh")
    done = subprocess.run(
        ["sh", "-eu", "-c", commands], cwd=place, env=env, capture_output=True, encoding="utf-8", check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return kg.open(place / "graph")


def test_the_commands_run(place: Path, graph: kg.KnowledgeGraph) -> None:
    assert {"graph.html", "graph.graphml", "extractions.jsonl"} <= {path.name for path in place.iterdir()}
    assert graph.stats().nodes["Paper"] == 36


def test_the_python_runs(place: Path, graph: kg.KnowledgeGraph, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = place / "python"
    folder.mkdir()
    shutil.copytree(ROOT / "examples", folder / "examples")
    monkeypatch.chdir(folder)
    for block in blocks("python"):
        exec(compile(block, "README.md", "exec"), {})  # noqa: S102 - our own text
    assert len(kg.open(folder / "graph").papers) == 30


@pytest.mark.parametrize("question", blocks("cypher"))
def test_every_question_has_an_answer(graph: kg.KnowledgeGraph, question: str) -> None:
    rows = graph.query(question)
    assert len(rows) > 0
    assert rows.warnings == ()


def test_there_are_five_questions() -> None:
    assert len(blocks("cypher")) == 5


def test_every_node_and_edge_is_explained() -> None:
    from kg.model import EDGE_ENDS, LABELS

    shown = set(re.findall(r"`(\w+)`", TEXT))
    assert set(LABELS) | set(EDGE_ENDS) <= shown


def test_the_setup_script_says_what_is_missing(tmp_path: Path) -> None:
    """Without a Python that is new enough the script names the package to install."""
    env = {"PATH": "/usr/bin:/bin", "PYTHON": "no-such-python", "KG_VENV": str(tmp_path / "venv")}
    done = subprocess.run(
        ["sh", str(ROOT / "setup.sh"), "demo"], env=env, capture_output=True, encoding="utf-8", check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "sudo apt-get install python3 python3-venv" in done.stderr
    assert done.stderr.count("\n") == 1
