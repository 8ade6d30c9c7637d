"""Rulings in a file, and those of a graph put together with new ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.errors import ConfigError, InputError
from kg.model import Ruling
from kg.pipeline.rulings import add_rulings, read_rulings


def write(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "names.tsv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_file_of_rulings(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "# mine",
        "",
        "same\tLLM\tlarge  language model",
        "Different\tSAM\tSAC\tmethod",
        "same\tLLM\tlarge language model\t",
    )
    assert read_rulings(path) == (
        Ruling("LLM", "large language model", "same"),
        Ruling("SAC", "SAM", "different", "Method"),
    )


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["same\tA"], ":1: same needs two names, divided by tabs."),
        (["", "same A B"], ":2: Unknown verdict 'same A B'."),
        (["equal\tA\tB"], ":1: Unknown verdict 'equal'."),
        (["x" * 9999], f":1: Unknown verdict '{'x' * 59}…'."),
        (["same\tA\tB\tMethods"], ":1: Unknown type 'Methods'. Did you mean 'Method'?"),
        (["same\tA\tB\tMethod\tx"], ":1: same needs two names"),
        (["same\t \tB"], ":1: same needs two names"),
        (["same\tA\tA"], ":1: 'A' stands on both sides. Give two names."),
        (["same\tA\tB", "different\tB\tA"], ":2: This contradicts lines before it: 'A' and 'B'"),
        (["different\tA1\tC1", "same\tA1\tB1", "# then", "same\tB1\tC1"], ":4: This contradicts lines before it"),
    ],
)
def test_what_is_no_ruling_is_told_with_its_line(tmp_path: Path, lines: list[str], said: str) -> None:
    path = write(tmp_path, *lines)
    with pytest.raises(InputError) as told:
        read_rulings(path)
    assert str(told.value).startswith(f"{path}{said}")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        read_rulings(tmp_path / "missing.tsv")
    with pytest.raises(InputError, match="Is a directory"):
        read_rulings(tmp_path)
    (tmp_path / "latin.tsv").write_bytes("same\tA\tB\nsame\tCaf\xe9\tB\n".encode("latin-1"))
    with pytest.raises(InputError, match=r"latin.tsv:2: not UTF-8"):
        read_rulings(tmp_path / "latin.tsv")


def test_the_latest_word_on_a_pair_counts() -> None:
    old = [Ruling("A", "B", "same"), Ruling("C", "D", "same", "Task")]
    assert add_rulings(old, [Ruling("A", "B", "different")]) == (
        Ruling("A", "B", "different"),
        Ruling("C", "D", "same", "Task"),
    )
    assert add_rulings(old, [Ruling("C", "D", "different")]) == (
        Ruling("A", "B", "same"),
        Ruling("C", "D", "different"),
    )


def test_a_roundabout_contradiction_with_earlier_builds_is_told() -> None:
    with pytest.raises(ConfigError, match=r"'A1' and 'C1' would be both the same and different"):
        add_rulings([Ruling("A1", "B1", "same"), Ruling("B1", "C1", "same")], [Ruling("A1", "C1", "different")])
