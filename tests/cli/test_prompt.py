"""The prompt of `kg query GRAPH`, typed into through a real terminal."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Run, environment

SECONDS = 60


class Terminal:
    """`kg query GRAPH` at a terminal of its own."""

    def __init__(self, graph: Path, home: Path, *options: str) -> None:
        self._end, other = pty.openpty()
        self._shown = ""
        changes = {"XDG_STATE_HOME": str(home), "PROMPT_TOOLKIT_NO_CPR": "1", "TERM": "xterm", "COLUMNS": "200"}
        command = [sys.executable, "-m", "kg", "query", str(graph), *options]
        self.process = subprocess.Popen(
            command, stdin=other, stdout=other, stderr=other, cwd=ROOT, env=environment(**changes),
            start_new_session=True,
        )  # fmt: skip
        os.close(other)

    def expect(self, text: str) -> None:
        """Wait until `text` is shown, after what was waited for before."""
        end = time.monotonic() + SECONDS
        while text not in self._shown:
            ready = select.select([self._end], [], [], max(0, end - time.monotonic()))[0]
            assert ready, self._shown
            self._shown += os.read(self._end, 4096).decode("utf-8", "replace")
        self._shown = self._shown.partition(text)[2]

    def type(self, keys: str) -> None:
        """Type, which only a prompt that waits should get."""
        os.write(self._end, keys.encode())

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        os.close(self._end)


@pytest.fixture
def terminal(graph: Path, tmp_path: Path) -> Iterator[Terminal]:
    opened = Terminal(graph, tmp_path)
    yield opened
    opened.close()


def test_queries_errors_and_the_end(terminal: Terminal, tmp_path: Path) -> None:
    terminal.expect("kg>")
    terminal.type("MATCH (m:Method) RETURN count(m) AS how_many;\r")
    terminal.expect("1 row")
    terminal.expect("kg>")
    terminal.type("MATCH (m RETURN m\r")
    terminal.expect("error: ")
    terminal.expect("kg>")
    terminal.type("MATCH (m:Metod) RETURN m\r")
    terminal.expect("Did you mean 'Method'?")
    terminal.expect("kg>")
    terminal.type("\x04")
    assert terminal.process.wait(SECONDS) == 0
    history = (tmp_path / "kg" / "history").read_text(encoding="utf-8")
    assert "+MATCH (m:Method) RETURN count(m) AS how_many;\n" in history


def test_completion_and_interruption(terminal: Terminal) -> None:
    terminal.expect("kg>")
    terminal.type("RETURN nonsense")
    terminal.type("\x03")  # Ctrl-C drops the line
    terminal.expect("kg>")
    terminal.type("MATCH (m:Metho\t")
    terminal.expect("Metho")
    terminal.expect("d")  # which a busy machine draws later than what was typed
    terminal.type(") RETURN count(m) AS found\r")
    terminal.expect("1 row")
    terminal.expect("kg>")
    terminal.type(":quit\r")
    assert terminal.process.wait(SECONDS) == 0


def test_history_comes_back(graph: Path, tmp_path: Path) -> None:
    for keys in ("RETURN 12 * 12 AS product\r", "\x1b[A\r"):
        opened = Terminal(graph, tmp_path)
        opened.expect("kg>")
        opened.type(keys)
        opened.expect("144")
        opened.expect("kg>")
        opened.type("\x04")
        assert opened.process.wait(SECONDS) == 0
        opened.close()


def test_without_a_terminal_a_query_is_needed(kg: Run, graph: Path) -> None:
    done = kg("query", graph)
    assert (done.returncode, done.stdout) == (2, "")
    assert "CYPHER" in done.stderr


def test_the_prompt_is_not_loaded_for_a_query(graph: Path) -> None:
    program = (
        "import sys; from kg.cli.main import run; "
        f"run(['query', {str(graph)!r}, 'RETURN 1']); print('prompt_toolkit' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.splitlines()[-1] == "False"
