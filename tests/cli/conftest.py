"""The real program in a process of its own, and graphs for it to work on."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.cli import main
from kg.stores import GraphDirectory
from tests.cli.hand_made import contents

ROOT = Path(__file__).parents[2]
Run = Callable[..., subprocess.CompletedProcess[str]]


def environment(**changes: str) -> dict[str, str]:
    """Return an environment in which `python -m kg` is the working tree's, without what a user may have set."""
    # Unbuffered streams would hide what happens when a full buffer meets a closed pipe or a full disk.
    unset = ("NEO4J_", "KG_DEBUG", "PYTHONUNBUFFERED")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(unset)}
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    return {**kept, "PYTHONPATH": path, **changes}


@pytest.fixture(scope="session")
def kg() -> Run:
    """Run `kg` with arguments; `cwd`, `input` (text) and `env` (changes) as keywords."""

    def run(
        *arguments: object, cwd: Path | None = None, input: str | None = None, env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "kg", *map(str, arguments)],
            capture_output=True,
            check=False,
            cwd=cwd,
            input=input if input is not None else "",
            env=environment(**(env or {})),
            encoding="utf-8",
            timeout=300,
        )

    return run


@pytest.fixture
def kg_here(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `kg` with arguments in this process, which takes less time; `env` (changes) as keyword."""

    def run_here(*arguments: object, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        for name in ("NEO4J_PASSWORD", "NEO4J_USERNAME", "NEO4J_DATABASE", "KG_DEBUG"):
            monkeypatch.delenv(name, raising=False)
        for name, value in (env or {}).items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr("sys.stdin", io.StringIO())
        code = main.run([*map(str, arguments)])
        captured = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, code, captured.out, captured.err)

    return run_here


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    """A graph directory of two hand-made papers."""
    GraphDirectory(tmp_path / "graph").save(contents())
    return tmp_path / "graph"


@pytest.fixture(scope="session")
def sample_graph(kg: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The graph of the sample in examples/, built by the real program with the shipped model."""
    path = tmp_path_factory.mktemp("sample") / "graph"
    done = kg("build", ROOT / "examples" / "sample.jsonl", "-o", path, "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    return path
