"""How the program ends: help, exit codes, closed pipes, faults."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from kg.cli.main import COMMANDS, _ending
from kg.cli.options import read_mapping, read_parameters
from kg.cli.terminal import one_line
from kg.errors import ConfigError, KgError, MissingDependency
from tests.cli.conftest import Run, environment

NAMES = [command.__name__ for command in COMMANDS]


def test_help_lists_every_command(kg: Run) -> None:
    done = kg("--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert all(f"\n  {name} " in done.stdout for name in NAMES)
    assert kg().stdout == done.stdout


@pytest.mark.parametrize("command", NAMES)
def test_every_command_has_an_example(kg_here: Run, command: str) -> None:
    done = kg_here(command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(rf"Example:\n    (NEO4J_PASSWORD=\w+ )?kg {command} ", done.stdout)


def test_version(kg: Run) -> None:
    import kg as package

    assert kg("--version").stdout == f"kg {package.__version__}\n"


def test_an_unknown_command_is_one_line(kg_here: Run) -> None:
    done = kg_here("biuld")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: No such command 'biuld'. Did you mean 'build'? See: kg --help\n"
    assert done.stderr.count("\n") == 1


def test_a_closed_pipe_is_silent(graph: Path) -> None:
    query = "UNWIND range(1, 200000) AS n RETURN n"
    process = subprocess.Popen(
        [sys.executable, "-m", "kg", "query", str(graph), query, "-f", "csv"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline() == b"n\n"
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(timeout=60) == 0


def test_a_full_disk_is_one_line(graph: Path) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "kg", "query", str(graph), "RETURN 1"],
            stdout=full, stderr=subprocess.PIPE, env=environment(), encoding="utf-8", check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("error: No space left on device")
    assert done.stderr.count("\n") == 1


def test_a_traceback_only_when_asked_for(kg: Run, tmp_path: Path) -> None:
    arguments = ("query", tmp_path / "no", "RETURN 1")
    assert "Traceback" not in kg(*arguments).stderr
    for shown in (kg(*arguments, "--traceback"), kg(*arguments, env={"KG_DEBUG": "1"})):
        assert shown.returncode == 2
        assert "Traceback" in shown.stderr
        assert shown.stderr.splitlines()[-1].startswith("error: ")


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (KgError("the cause"), 2, "error: the cause\n"),
        (MissingDependency("torch", "train"), 2, "pip install 'kg-papers[train]'"),
        (PermissionError(13, "Permission denied", "x/y"), 2, "error: x/y: Permission denied."),
        (MemoryError(), 2, "not enough memory"),
        (KeyboardInterrupt(), 130, "error: interrupted\n"),
        (ZeroDivisionError("by zero"), 1, "Please report"),
        (KgError("two\nlines \x1b[2J"), 2, "error: two lines \\x1b[2J\n"),
    ],
)
def test_every_ending_is_one_line_and_its_code(
    error: BaseException, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _ending(error) == code
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


def test_one_line_shows_what_could_drive_a_terminal() -> None:
    assert one_line("a\r\n b\x1b]0;x\x07\u202e") == "a b\\x1b]0;x\\x07\\u202e"


def test_parameters_and_mappings() -> None:
    assert read_parameters(["a=", "$b:=null", "ü=1=2"]) == {"a": "", "b": None, "ü": "1=2"}
    assert read_mapping(["text = A b", "title=T"]) == {"text": "A b", "title": "T"}
    assert read_mapping(None) is None
    for bad in ("text", "=x", "text="):
        with pytest.raises(ConfigError, match="FIELD=COLUMN"):
            read_mapping([bad])
