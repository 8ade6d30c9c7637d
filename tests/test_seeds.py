"""The main job, end to end, on a user's own abstracts: three plain lists of conference papers."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import kg
from kg.resolve.papers import merge_documents
from kg.stores import GraphDirectory, Neo4jStore
from tests.cli.conftest import environment
from tests.neo4j.server import Address
from tests.resolve.evidence import check_evidence, check_schema
from tests.test_readme import blocks
from tests.view.conftest import Browser, browser, chromium  # noqa: F401 - fixtures

Call = Callable[..., str]


@pytest.fixture(scope="module")
def call(tmp_path_factory: pytest.TempPathFactory) -> Call:
    """Run `kg` with these arguments and return what it prints; it must end well and say nothing on stderr."""
    folder = tmp_path_factory.mktemp("seeds")

    def run(*arguments: object, **env: str) -> str:
        command = [sys.executable, "-m", "kg", *map(str, arguments)]
        done = subprocess.run(
            command, cwd=folder, env=environment() | env, capture_output=True, encoding="utf-8", check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    return run


@pytest.fixture(scope="module")
def seeds(shared: Path, tmp_path_factory: pytest.TempPathFactory, call: Call) -> Path:
    """The directory of the seeds' graph."""
    graph = tmp_path_factory.mktemp("graph") / "seeds"
    call("build", *sorted((shared / "seeds").glob("*.txt")), "-o", graph, "--quiet")
    return graph


def test_54_papers_each_with_a_name(call: Call, seeds: Path) -> None:
    rows = json.loads(
        call("query", seeds, "MATCH (p:Paper) RETURN p.name AS name, p.title AS title", "--format", "json")
    )
    assert len(rows) == 54
    assert all(row["name"].strip() and row["title"] is None for row in rows)


def test_evidence_is_of_the_originals_and_names_both_ends(seeds: Path) -> None:
    contents = GraphDirectory(seeds).read()
    papers = merge_documents(contents.documents)
    extractions = {stored.extraction.doc_id: stored.extraction for stored in contents.extractions}
    assert set(extractions) == {paper.id for paper in papers}
    check_schema(contents.graph)
    check_evidence(contents.graph, papers, extractions)


@pytest.mark.parametrize("question", blocks("cypher"))
def test_the_questions_of_the_readme_have_answers(seeds: Path, question: str) -> None:
    with kg.open(seeds) as graph:
        rows = graph.query(question)
    assert len(rows) > 0
    assert rows.warnings == ()


@pytest.mark.neo4j
def test_two_loads_into_neo4j_are_one_and_answer_alike(call: Call, seeds: Path, neo4j_server: Address) -> None:
    graph = GraphDirectory(seeds).read_graph()
    counts = {"nodes": len(graph.nodes), "edges": len(graph.edges)}
    arguments = ("load", seeds, "--uri", neo4j_server.uri, "--user", neo4j_server.user, "--json")
    with Neo4jStore(neo4j_server.uri, neo4j_server.user, neo4j_server.password) as store:
        store.wipe()
        for _ in range(2):
            assert json.loads(call(*arguments, NEO4J_PASSWORD=neo4j_server.password)) == counts
            assert {"nodes": len(store.nodes()), "edges": len(store.edges())} == counts
        with kg.open(seeds) as embedded:
            for question in blocks("cypher"):
                assert store.query(question) == embedded.query(question)
        store.wipe()


@pytest.mark.browser
def test_the_view_opens_without_a_word_or_a_request(call: Call, seeds: Path, browser: Browser) -> None:  # noqa: F811
    page = seeds.with_suffix(".html")
    call("view", seeds, "-o", page, "--quiet")
    browser.open(page)
    assert browser.console() == []
    assert {address.split("#")[0] for address in browser.requests()} <= {page.as_uri()}


def test_extraction_does_not_depend_on_batches_or_processes(call: Call, shared: Path) -> None:
    (path, *_) = sorted((shared / "seeds").glob("*.txt"))
    once = call("extract", path, "--batch-size", 1)
    assert call("extract", path, "--batch-size", 32) == once
    assert call("extract", path, "--batch-size", 4, "--workers", 2) == once
    assert len(once.splitlines()) == 19
