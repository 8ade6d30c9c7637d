"""Files for the bulk importer: read back cell by cell, and imported by the real one."""

from __future__ import annotations

import csv
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings

from kg.export import export_graph
from kg.export.formats import TidyGraph
from kg.export.neo4j_csv import SCRIPT
from kg.model import Edge, Graph, Node, Value, clip_evidence
from kg.stores import Neo4jStore
from tests.export.graphs import HOSTILE, graphs, hostile_graph, small_graph
from tests.neo4j.server import IMPORT, Server, Unavailable, run_import

PASSWORD = "only-for-this-test"


def header_name(name: str) -> str:
    return re.sub(r"\W", "_", name)


def importable(properties: dict[str, Value]) -> dict[str, Value]:
    return {header_name(name): value for name, value in properties.items() if value not in ([], [""])}


def expected(graph: Graph) -> Graph:
    """Return what a database holds after the import."""
    tidy = TidyGraph(graph)
    return Graph.of(
        (Node(n.key, n.label, {**importable(n.properties), "key": n.key}) for n in tidy.nodes()),
        (Edge(e.source, e.type, e.target, importable(clip_evidence(e.properties))) for e in tidy.edges()),
    )


def parse(text: str, kind: str, delimiter: str) -> Value:
    if kind == "STRING[]":
        return text.split(delimiter)
    if kind == "BOOLEAN":
        return text == "true"
    return {"LONG": int, "DOUBLE": float}.get(kind, str)(text)


def rows(path: Path) -> Iterator[list[str]]:
    with path.open(encoding="utf-8", newline="") as handle:
        yield from csv.reader(handle, strict=True)


def read(folder: Path) -> Graph:
    """Read the files as the importer does; absent and empty texts cannot be told apart by Python's reader."""
    found = re.search(r"--array-delimiter=U\+([0-9A-F]+)", (folder / SCRIPT).read_text(encoding="utf-8"))
    assert found
    delimiter = chr(int(found[1], 16))
    nodes, edges = [], []
    for path in sorted(folder.glob("*.csv")):
        header, *body = rows(path)
        names = [cell.rpartition(":") for cell in header]
        for row in body:
            cells = {(n, kind): text for (n, _, kind), text in zip(names, row, strict=True)}
            properties = {
                n: parse(text, kind, delimiter) for (n, kind), text in cells.items() if n and text and n[:3] != "_kg"
            }
            if path.name.startswith("nodes"):
                key = cells["key", "ID"]
                nodes.append(Node(key, cells["", "LABEL"], {**properties, "key": key}))
            else:
                ends = (cells["", "START_ID"], cells["", "TYPE"], cells["", "END_ID"])
                edges.append(Edge(*ends, properties))
    return Graph.of(nodes, edges)


def without_empty(graph: Graph) -> Graph:
    def rest(properties: dict[str, Value]) -> dict[str, Value]:
        return {name: value for name, value in properties.items() if value != "" or name == "key"}

    return Graph.of(
        (Node(n.key, n.label, rest(n.properties)) for n in graph.nodes),
        (Edge(e.source, e.type, e.target, rest(e.properties)) for e in graph.edges),
    )


@pytest.mark.parametrize("graph", [small_graph(), hostile_graph()], ids=["small", "hostile"])
def test_the_files_hold_everything(graph: Graph, tmp_path: Path) -> None:
    assert read(export_graph(graph, "neo4j-csv", tmp_path / "out")) == without_empty(expected(graph))


@given(graphs())
@settings(max_examples=40, deadline=None)
def test_any_graph_can_be_written(tmp_path_factory: pytest.TempPathFactory, graph: Graph) -> None:
    folder = export_graph(graph, "neo4j-csv", tmp_path_factory.getbasetemp() / "neo4j-csv")
    found = read(folder)
    assert [n.key for n in found.nodes] == [n.key for n in expected(graph).nodes]
    assert len(found.edges) == len(graph.edges)


def test_the_files_and_the_script(tmp_path: Path) -> None:
    folder = export_graph(small_graph(), "neo4j-csv", tmp_path / "out")
    assert (folder / "nodes-000-Dataset.csv").read_text(encoding="utf-8") == (
        "key:ID,:LABEL,_kg:STRING,name:STRING,papers:LONG\ndataset:glue,Dataset,import,GLUE,1\n"
    )
    assert next(folder.glob("edges-*-OF_METHOD.csv")).read_text(encoding="utf-8") == (
        ":START_ID,:END_ID,:TYPE,_kg:STRING,_kg_n:LONG\nresult:1,method:c++,OF_METHOD,import,0\n"
    )
    script = (folder / SCRIPT).read_text(encoding="utf-8")
    assert 'exec neo4j-admin database import full "${1:-neo4j}"' in script
    assert "--array-delimiter=U+001F" in script
    assert script.count("--nodes=") == 4
    assert script.count("--relationships=") == 5
    assert os.access(folder / SCRIPT, os.X_OK)


def test_the_list_delimiter_occurs_in_no_list(tmp_path: Path) -> None:
    listed = ["\ue000\ue001"]
    graph = Graph.of([Node("a", "A", {"key": "a", "aliases": listed, "name": "a; b"})], [])
    folder = export_graph(graph, "neo4j-csv", tmp_path / "out")
    assert "--array-delimiter=U+001F" in (folder / SCRIPT).read_text(encoding="utf-8")
    assert read(folder).nodes[0].properties["aliases"] == listed


def test_a_cell_beyond_the_read_buffer_gets_a_larger_one(tmp_path: Path) -> None:
    graph = Graph.of([Node("a", "A", {"key": "a", "abstract": "x" * 5_000_000})], [])
    script = (export_graph(graph, "neo4j-csv", tmp_path / "out") / SCRIPT).read_text(encoding="utf-8")
    found = re.search(r"--read-buffer-size=(\d+)", script)
    assert found
    assert int(found[1]) > 5_000_000


def test_edges_carry_the_most_confident_evidence_only(tmp_path: Path) -> None:
    many = [f"sentence {n}" for n in range(30)]
    nodes = [Node(key, "Method", {"key": key}) for key in "ab"]
    graph = Graph.of(nodes, [Edge("a", "USES", "b", {"evidence": many, "evidence_papers": many, "support": 30})])
    assert read(export_graph(graph, "neo4j-csv", tmp_path / "out")).edges[0].properties["evidence"] == many[:20]


def script_arguments(folder: Path, bin_folder: Path) -> list[str]:
    """Run `import.sh` with a `neo4j-admin` that writes down its arguments, and return those after the database."""
    bin_folder.mkdir()
    admin = bin_folder / "neo4j-admin"
    admin.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n', encoding="utf-8")
    admin.chmod(0o755)
    environment = os.environ | {"PATH": f"{bin_folder}:{os.environ['PATH']}"}
    command = ["sh", str(folder / SCRIPT)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    said = done.stdout.splitlines()
    assert tuple(said[:4]) == IMPORT
    return said[4:]


@pytest.mark.neo4j
@pytest.mark.slow
def test_the_real_importer_gives_the_graph_that_kg_load_gives(tmp_path: Path) -> None:
    small = small_graph()
    long = Node("long", "Paper", {"key": "long", "abstract": "x" * 1_000_000, "title": 'delimiters , ; | "'})
    graph = Graph.of([*hostile_graph().nodes, *small.nodes, long], [*hostile_graph().edges, *small.edges])
    folder = export_graph(graph, "neo4j-csv", tmp_path / "out")
    try:
        run_import(tmp_path / "server", script_arguments(folder, tmp_path / "bin"), folder)
    except Unavailable as error:
        stop = pytest.fail if os.environ.get("CI", "").lower() in ("1", "true") else pytest.skip
        stop(f"no Neo4j importer for the tests: {error}")
    want = expected(graph)
    server = Server(tmp_path / "server", PASSWORD)
    try:
        with Neo4jStore(server.address.uri, password=PASSWORD) as store:
            assert (store.nodes(), store.edges()) == (list(want.nodes), list(want.edges))
            store.sync(want)  # a load after the import goes on where it left off
            assert (store.nodes(), store.edges()) == (list(want.nodes), list(want.edges))
    finally:
        server.stop()
    assert len(want.edges) == len(HOSTILE) + 2 + len(small.edges)
