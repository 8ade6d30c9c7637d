"""The journal of a build: what it gives back after a crash, and what it refuses to write through."""

from pathlib import Path

import pytest

from kg.errors import GraphError
from kg.model import Extraction
from kg.pipeline.journal import NAME, Journal
from kg.stores.directory import StoredExtraction

FIRST, SECOND = (StoredExtraction(Extraction(doc_id=str(n)), f"text {n}", "model") for n in (1, 2))


def test_what_was_appended_is_read_back_but_for_a_line_that_a_crash_cut(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.append(FIRST)
        journal.append(SECOND)
    content = (tmp_path / NAME).read_bytes()
    (tmp_path / NAME).write_bytes(content[:-9])
    with Journal(tmp_path) as journal:
        assert journal.read() == [FIRST]
        journal.append(SECOND)
        assert journal.read() == [FIRST, SECOND]
        journal.clear()
    assert not (tmp_path / NAME).exists()


def test_a_journal_that_is_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "graph").mkdir()
    (tmp_path / "precious").write_text("kept", encoding="utf-8")
    (tmp_path / "graph" / NAME).symlink_to(tmp_path / "precious")
    with pytest.raises(GraphError, match="symbolic link"), Journal(tmp_path / "graph"):
        pass
    assert (tmp_path / "precious").read_text(encoding="utf-8") == "kept"
