"""Files and folders appear whole or not at all, and nothing foreign is overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.errors import ConfigError, KgError
from kg.export import FORMATS, export_graph
from kg.export.files import new_file, new_folder
from tests.export.graphs import small_graph


def entries(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old", encoding="utf-8")

    def fail() -> None:
        with new_file(path) as out:
            out.write("half")
            raise ValueError("stop")

    with pytest.raises(ValueError, match="stop"):
        fail()
    assert path.read_text(encoding="utf-8") == "old"
    assert entries(tmp_path) == ["out.txt"]


def test_a_failure_leaves_the_old_folder_and_nothing_else(tmp_path: Path) -> None:
    path = export_graph(small_graph(), "csv", tmp_path / "out")
    before = (path / "nodes.csv").read_bytes()

    def fail() -> None:
        with new_folder(path, FORMATS["csv"].files) as folder:  # type: ignore[union-attr]
            (folder / "nodes.csv").write_text("half", encoding="utf-8")
            raise OSError(28, "No space left on device")

    with pytest.raises(ConfigError, match="No space left on device"):
        fail()
    assert (path / "nodes.csv").read_bytes() == before
    assert entries(tmp_path) == ["out"]


@pytest.mark.parametrize("name", ["graphml", "json", "jsonld", "turtle"])
def test_a_folder_is_not_replaced_by_a_file(name: str, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    with pytest.raises(ConfigError, match="is a folder"):
        export_graph(small_graph(), name, tmp_path / "out")
    assert entries(tmp_path) == ["out"]


@pytest.mark.parametrize("name", ["csv", "neo4j-csv"])
def test_a_file_or_a_foreign_folder_is_not_replaced_by_a_folder(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    with pytest.raises(ConfigError, match="is a file"):
        export_graph(small_graph(), name, tmp_path / "file")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "thesis.tex").write_text("mine", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"holds 'thesis\.tex'"):
        export_graph(small_graph(), name, tmp_path / "folder")
    assert entries(tmp_path) == ["file", "folder"]


@pytest.mark.parametrize("name", sorted(set(FORMATS) - {"extractions"}))
def test_writing_again_replaces_what_we_wrote_with_the_same_bytes(name: str, tmp_path: Path) -> None:
    path = export_graph(small_graph(), name, tmp_path / "out")
    files = [path] if path.is_file() else sorted(path.iterdir())
    before = [file.read_bytes() for file in files]
    export_graph(small_graph(), name, path)
    assert [file.read_bytes() for file in files] == before
    assert entries(tmp_path) == ["out"]
    assert all(before)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_text("old", encoding="utf-8")
    (tmp_path / "link.json").symlink_to(tmp_path / "real.json")
    export_graph(small_graph(), "json", tmp_path / "link.json")
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real.json").read_text(encoding="utf-8").startswith("{")


def test_a_missing_folder_and_an_impossible_path_are_said(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no folder"):
        export_graph(small_graph(), "json", tmp_path / "no" / "out.json")
    with pytest.raises(ConfigError, match="NUL"):
        export_graph(small_graph(), "json", f"{tmp_path}/a\0b")


def test_an_unknown_format_names_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"Unknown format 'graphxml'\. Did you mean 'graphml'"):
        export_graph(small_graph(), "graphxml", tmp_path / "out")


def test_extractions_need_extractions(tmp_path: Path) -> None:
    with pytest.raises(KgError, match="needs the extractions"):
        export_graph(small_graph(), "extractions", tmp_path / "out")
    assert entries(tmp_path) == []
