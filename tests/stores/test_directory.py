"""The graph directory: round trips, one writer at a time, and no mixture of two graphs whatever happens."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.errors import GraphError, QueryError
from kg.model import EVIDENCE_LIMIT, Document, Entity, Extraction, Graph, Source
from kg.stores import Contents, GraphDirectory, StoredExtraction, text_hash
from kg.stores.directory_store import merge_evidence
from kg.stores.engine import Engine
from tests.stores.graphs import edge, later_papers, node, papers

ROOT = Path(__file__).parents[2]
DOCUMENT = Document(id="1", title="Ünï\u2028", text="We use\n\nGammaNet.", sources=(Source("a.txt", 3),), year=2020)
EXTRACTION = Extraction(
    doc_id="1", entities=(Entity(id="e1", type="Method", name="GammaNet", mentions=("GammaNet",), role="used"),)
)
FIRST = Contents(
    graph=papers(),
    documents=(DOCUMENT, Document(id="2"), DOCUMENT),
    extractions=(StoredExtraction(EXTRACTION, text_hash(DOCUMENT), "m1"),),
    model="m1",
)
SECOND = Contents(graph=later_papers(), documents=(Document(id="3", text="x"),), model="m2")


def test_everything_comes_back(tmp_path: Path) -> None:
    directory = GraphDirectory(tmp_path / "new" / "graph")
    assert not directory.exists()
    manifest = directory.save(FIRST)
    assert directory.exists()
    assert directory.read() == FIRST
    assert directory.read_graph() == papers()
    assert directory.read_documents() == list(FIRST.documents)
    assert directory.read_extractions() == list(FIRST.extractions)
    assert directory.read_manifest() == manifest
    assert manifest.counts == {"documents": 3, "extractions": 1, "nodes": 7, "edges": 7}
    assert (manifest.sources, manifest.model) == (("a.txt",), "m1")
    names = {p.name for p in directory.path.iterdir()}
    assert names == {"manifest.json", "documents.jsonl", "extractions.jsonl", "nodes.jsonl", "edges.jsonl"}


def test_the_same_contents_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        GraphDirectory(tmp_path / name).save(FIRST)
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()


def test_a_save_replaces_all(tmp_path: Path) -> None:
    directory = GraphDirectory(tmp_path)
    directory.save(FIRST)
    directory.save(SECOND)
    assert directory.read() == SECOND


def test_queries_use_a_cache_that_is_made_anew_when_missing_old_or_damaged(tmp_path: Path) -> None:
    directory = GraphDirectory(tmp_path)
    directory.save(FIRST)
    query = "MATCH (p:Paper) RETURN count(p) AS n"
    with directory.open_store() as store:
        assert store.query(query).rows == ((3,),)
        assert store.graph() == papers()
    (cache,) = tmp_path.glob("*.kgl")
    cache.write_bytes(b"damaged")
    with directory.open_store() as store:
        assert store.query(query).rows == ((3,),)
    assert cache.stat().st_size > 100
    directory.save(SECOND)
    assert list(tmp_path.glob("*.kgl")) == []
    with directory.open_store() as store:
        assert store.graph() == later_papers()
    (new,) = tmp_path.glob("*.kgl")
    assert new != cache


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_directory_that_cannot_be_written_can_be_asked(tmp_path: Path) -> None:
    directory = GraphDirectory(tmp_path)
    directory.save(FIRST)
    tmp_path.chmod(0o500)
    try:
        with directory.open_store() as store:
            assert store.query("MATCH (p:Paper) RETURN count(p) AS n").rows == ((3,),)
        with pytest.raises(GraphError, match="lock"):
            directory.save(SECOND)
    finally:
        tmp_path.chmod(0o700)


def test_files_hold_all_evidence_and_queries_see_the_first(tmp_path: Path) -> None:
    many = [str(i) for i in range(EVIDENCE_LIMIT + 9)]
    nodes = [node("paper:1", "Paper"), node("method:a", "Method")]
    graph = Graph.of(nodes, [edge("paper:1", "USES", "method:a", support=29, evidence=many, evidence_papers=many)])
    directory = GraphDirectory(tmp_path)
    directory.save(Contents(graph=graph))
    with directory.open_store() as store:
        assert store.edges()[0].properties["evidence"] == many[:EVIDENCE_LIMIT]
        store.query("MATCH ()-[r:USES]->() SET r.support = 30", write=True)
        assert store.query("MATCH ()-[r:USES]->() RETURN r.support, size(r.evidence)").rows == ((30, EVIDENCE_LIMIT),)
        with pytest.raises(QueryError):
            store.query("CREATE (:Task {name: 'no key'})", write=True)
        with pytest.raises(GraphError, match="label 'Tsk'"):
            store.query("CREATE (:Tsk {key: 'x'})", write=True)
    (changed,) = directory.read_graph().edges
    assert changed.properties == {"support": 30, "evidence": many, "evidence_papers": many}
    assert merge_evidence(graph, graph) == graph


def test_a_store_over_the_directory_writes_into_its_files(tmp_path: Path) -> None:
    directory = GraphDirectory(tmp_path)
    directory.save(FIRST)
    with directory.open_store() as store:
        store.write(Graph.of([node("paper:9", "Paper", name="Nine")], []))
        assert store.query("MATCH (p {key: 'paper:9'}) RETURN p.name").rows == (("Nine",),)
        store.sync(later_papers())
    assert directory.read_graph() == later_papers()
    assert directory.read_documents() == list(FIRST.documents)


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    directory = GraphDirectory(tmp_path)
    directory.save(FIRST)
    with directory.locked(), pytest.raises(GraphError, match=rf"being written by process {os.getpid()}"):
        GraphDirectory(tmp_path).save(SECOND)
    assert directory.read() == FIRST
    with directory.locked():
        contents = directory.read()
        directory.save(Contents(graph=later_papers(), documents=contents.documents))
    assert directory.read_graph() == later_papers()


@pytest.mark.parametrize("holder", ["", "garbage", "{host} 999999999", "{host} x"])
def test_a_lock_that_nobody_holds_is_taken_over(tmp_path: Path, holder: str) -> None:
    import socket

    directory = GraphDirectory(tmp_path)
    directory.save(FIRST)
    (tmp_path / ".kg-lock").write_text(holder.format(host=socket.gethostname()), encoding="utf-8")
    directory.save(SECOND)
    assert directory.read() == SECOND
    assert not list(tmp_path.glob(".kg-*"))


def test_a_lock_of_another_machine_is_respected(tmp_path: Path) -> None:
    GraphDirectory(tmp_path).save(FIRST)
    (tmp_path / ".kg-lock").write_text("elsewhere 1\n", encoding="utf-8")
    with pytest.raises(GraphError, match="process 1 on elsewhere"):
        GraphDirectory(tmp_path).save(SECOND)


def test_places_that_are_no_graph(tmp_path: Path) -> None:
    with pytest.raises(GraphError, match="does not exist"):
        GraphDirectory(tmp_path / "missing").read_graph()
    with pytest.raises(GraphError, match="holds no graph"):
        GraphDirectory(tmp_path).read_graph()
    (tmp_path / "thesis.tex").write_text("mine", encoding="utf-8")
    with pytest.raises(GraphError, match=r"not empty and holds no graph \(it has 'thesis.tex'\)"):
        GraphDirectory(tmp_path).save(FIRST)
    with pytest.raises(GraphError, match="is a file"):
        GraphDirectory(tmp_path / "thesis.tex").save(FIRST)
    with pytest.raises(GraphError, match="is a file"):
        GraphDirectory(tmp_path / "thesis.tex").read_graph()
    assert [p.name for p in tmp_path.iterdir()] == ["thesis.tex"]


@pytest.mark.parametrize("name", ["nodes.jsonl", "manifest.json", ".kg-next", ".kg-commit", ".kg-lock"])
def test_links_inside_lead_nowhere(tmp_path: Path, name: str) -> None:
    directory = GraphDirectory(tmp_path / "graph")
    directory.save(FIRST)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "file").write_text("mine", encoding="utf-8")
    (directory.path / name).unlink(missing_ok=True)
    (directory.path / name).symlink_to(elsewhere if name in (".kg-next", ".kg-commit") else elsewhere / "file")
    with pytest.raises(GraphError, match="symbolic link"):
        directory.save(SECOND)
    with pytest.raises(GraphError, match="symbolic link"):
        directory.read_graph()
    assert (elsewhere / "file").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("name", ["nodes.jsonl", "edges.jsonl", "documents.jsonl", "extractions.jsonl"])
def test_damage_is_noticed(tmp_path: Path, name: str) -> None:
    directory = GraphDirectory(tmp_path)
    directory.save(FIRST)
    content = (tmp_path / name).read_bytes()
    for damage in (content[:-5], content + b"{}\n", content.replace(b"a", b"b", 1)):
        (tmp_path / name).write_bytes(damage)
        with pytest.raises(GraphError, match=f"{name} is missing or not what manifest.json says"):
            directory.read()
    (tmp_path / name).unlink()
    with pytest.raises(GraphError, match="is missing"):
        directory.read()


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": 99}', '{"format": 1, "files": 3}', "\x00"])
def test_a_manifest_that_is_none(tmp_path: Path, text: str) -> None:
    directory = GraphDirectory(tmp_path)
    directory.save(FIRST)
    (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(GraphError, match=r"damaged|format"):
        directory.read_graph()


def test_only_our_schema_is_saved(tmp_path: Path) -> None:
    with pytest.raises(GraphError, match="Unknown label 'Papr'"):
        GraphDirectory(tmp_path).save(Contents(graph=Graph.of([node("a", "Papr")], [])))
    graph = Graph.of([node("a", "Paper"), node("b", "Method")], [edge("a", "USE", "b")])
    with pytest.raises(GraphError, match="Unknown edge type 'USE'"):
        GraphDirectory(tmp_path).save(Contents(graph=graph))


def save_until(path: Path, steps: int) -> int:
    """Save SECOND in a process that dies at its step `steps`; return its exit status (77: it died)."""
    process = os.fork()
    if process:
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    try:
        left = itertools.count(steps, -1)

        def dying(function: Callable[..., object]) -> Callable[..., object]:
            def run(*arguments: object) -> object:
                if next(left) == 0:
                    os._exit(77)
                return function(*arguments)

            return run

        for name in ("fsync", "link", "rmdir", "replace"):
            setattr(os, name, dying(getattr(os, name)))
        GraphDirectory(path).save(SECOND)
    except BaseException:
        os._exit(1)
    os._exit(0)


def test_a_crash_at_any_step_leaves_the_old_graph_or_the_new_one(tmp_path: Path) -> None:
    seen = []
    for steps in range(60):
        directory = GraphDirectory(tmp_path / str(steps))
        directory.save(FIRST)
        status = save_until(directory.path, steps)
        assert status in (0, 77)
        found = directory.read()
        assert found in (FIRST, SECOND)
        with directory.open_store() as store:
            assert store.graph() == found.graph
        seen.append(found == SECOND)
        directory.save(FIRST)
        assert directory.read() == FIRST
        assert not list(directory.path.glob(".kg-*"))
        if status == 0:
            break
    assert seen == sorted(seen)
    assert seen.count(False) > 5
    assert seen.count(True) > 3


def test_a_reader_beside_a_writer_sees_one_graph_or_the_other(tmp_path: Path) -> None:
    GraphDirectory(tmp_path).save(FIRST)
    program = (
        "import sys\nfrom kg.stores import GraphDirectory\nfrom tests.stores.test_directory import FIRST, SECOND\n"
        "for _ in range(25):\n    GraphDirectory(sys.argv[1]).save(SECOND)\n"
        "    GraphDirectory(sys.argv[1]).save(FIRST)\n"
    )
    writer = subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], cwd=ROOT)
    reads = 0
    while writer.poll() is None:
        assert GraphDirectory(tmp_path).read() in (FIRST, SECOND)
        reads += 1
    assert writer.returncode == 0
    assert reads > 3


def test_the_engine_file_of_another_program_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.kgl").write_bytes(b"no graph")
    with pytest.raises(GraphError, match="no graph database"):
        Engine.load(tmp_path / "x.kgl")


def test_lines_are_plain_json(tmp_path: Path) -> None:
    GraphDirectory(tmp_path).save(FIRST)
    lines = (tmp_path / "nodes.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["key"] for line in lines] == [n.key for n in papers().nodes]
