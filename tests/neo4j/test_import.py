"""The bulk path: what `neo4j-csv` writes, imported by the real importer, is the graph that a load writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.export import export_graph
from kg.model import Edge, Graph, Node, Value
from kg.stores import Neo4jStore
from tests.neo4j.server import Server, Unavailable, run_import
from tests.stores.graphs import papers

NAME = "A \"quoted\", comma; semi|pipe\nline 'single' \\back\\ `tick`"


def delimiters() -> Graph:
    """`papers` with every delimiter, quote and line break in names and evidence."""
    nodes = [Node(n.key, n.label, {**n.properties, "name": NAME}) for n in papers().nodes if n.label != "Result"]
    keys = {n.key for n in nodes}
    edges = [
        Edge(e.source, e.type, e.target, {**e.properties, "evidence": [NAME, "b;c,d"], "evidence_papers": ["p", "q"]})
        for e in papers().edges
        if e.source in keys and e.target in keys
    ]
    return Graph.of(nodes, edges)


def without_empty_lists(properties: dict[str, Value]) -> dict[str, Value]:
    return {name: value for name, value in properties.items() if value != []}


@pytest.mark.neo4j
@pytest.mark.slow
def test_an_import_equals_a_load(tmp_path: Path) -> None:
    folder = tmp_path / "csv"
    export_graph(delimiters(), "neo4j-csv", folder)
    script = (folder / "import.sh").read_text(encoding="utf-8").splitlines()
    options = [line.strip().removesuffix("\\").strip() for line in script if line.startswith("  --")]
    try:
        run_import(tmp_path / "server", options, folder)
        server = Server(tmp_path / "server", "only-for-this-test")
    except Unavailable as error:
        pytest.skip(str(error))
    try:
        with Neo4jStore(server.address.uri, server.address.user, server.address.password) as store:
            imported = store.graph()
            expected = Graph(
                tuple(Node(n.key, n.label, without_empty_lists(n.properties)) for n in delimiters().nodes),
                tuple(Edge(e.source, e.type, e.target, without_empty_lists(e.properties)) for e in delimiters().edges),
            )
            assert imported == expected
            store.sync(delimiters())
            assert store.graph() == delimiters()
            store.sync(papers())
            assert store.graph() == papers()
    finally:
        server.stop()
