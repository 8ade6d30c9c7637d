"""CSV tables, Parquet and extractions: what another program reads is what the graph holds."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from kg.export import ResolvedExtractions, export_graph
from kg.export.cells import cell
from kg.export.formats import TidyGraph
from kg.export.tables import edge_row, node_row
from kg.model import Edge, Entity, Extraction, Graph, Node, Relation, Result, Span, Value
from tests.export.graphs import graphs, hostile_graph, small_graph


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle, strict=True))


def as_text(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list) else str(value)


def check(graph: Graph, folder: Path) -> None:
    tidy = TidyGraph(graph)
    for name, records in (("nodes", map(node_row, tidy.nodes())), ("edges", map(edge_row, tidy.edges()))):
        expected = [{column: as_text(value) for column, value in record.items()} for record in records]
        rows = read(folder / f"{name}.csv")
        assert [{c: row[c] for c in want} for row, want in zip(rows, expected, strict=True)] == expected
        assert all(
            not text for row, want in zip(rows, expected, strict=True) for c, text in row.items() if c not in want
        )


@pytest.mark.parametrize("graph", [small_graph(), hostile_graph(), Graph()], ids=["small", "hostile", "empty"])
def test_csv_holds_everything(graph: Graph, tmp_path: Path) -> None:
    check(graph, export_graph(graph, "csv", tmp_path / "out"))


@given(graphs())
@settings(max_examples=40, deadline=None)
def test_csv_holds_any_graph(tmp_path_factory: pytest.TempPathFactory, graph: Graph) -> None:
    check(graph, export_graph(graph, "csv", tmp_path_factory.getbasetemp() / "csv"))


def test_csv_text(tmp_path: Path) -> None:
    graph = Graph.of(
        [
            Node("a", "Method", {"key": "a", "name": 'say "A", b', "aliases": ["x", "y\nz"], "papers": 2, "type": ""}),
            Node("b", "Task", {"key": "b", "label": "own"}),
        ],
        [Edge("a", "ADDRESSES", "b", {"support": 1, "confidence": 0.25, "flag": True})],
    )
    folder = export_graph(graph, "csv", tmp_path / "out")
    assert (folder / "nodes.csv").read_text(encoding="utf-8") == (
        "key,label,name,aliases,papers,label_,type\n"
        'a,Method,"say ""A"", b","[""x"", ""y\\nz""]",2,,""\n'
        "b,Task,,,,own,\n"
    )
    assert (folder / "edges.csv").read_text(encoding="utf-8") == (
        "source,type,target,support,confidence,flag\na,ADDRESSES,b,1,0.25,true\n"
    )


def test_an_absent_cell_is_empty_and_an_empty_text_is_quoted() -> None:
    assert [cell(None), cell(""), cell(" a"), cell(1e-7)] == ["", '""', '" a"', "1e-07"]


@pytest.mark.parametrize("graph", [small_graph(), hostile_graph(), Graph()], ids=["small", "hostile", "empty"])
def test_parquet_holds_everything_typed(graph: Graph, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    folder = export_graph(graph, "parquet", tmp_path / "out")
    tidy = TidyGraph(graph)
    for name, records in (("nodes", map(node_row, tidy.nodes())), ("edges", map(edge_row, tidy.edges()))):
        expected = list(records)
        kinds: dict[str, set[type]] = {}
        for record in expected:
            for column, value in record.items():
                kinds.setdefault(column, set()).add(type(value))
        mixed = {column for column, found in kinds.items() if len(found) > 1}
        want = [{c: json.dumps(v, ensure_ascii=False) if c in mixed else v for c, v in r.items()} for r in expected]
        rows = parquet.read_table(folder / f"{name}.parquet").to_pylist()
        assert [{c: v for c, v in row.items() if v is not None} for row in rows] == want


def test_parquet_types(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    schema = parquet.read_schema(export_graph(small_graph(), "parquet", tmp_path / "out") / "nodes.parquet")
    types = {name: str(schema.field(name).type) for name in ("key", "year", "number", "aliases")}
    assert types == {"key": "string", "year": "int64", "number": "double", "aliases": "list<element: string>"}


def test_extractions_name_the_node_of_every_entity(tmp_path: Path) -> None:
    title = Span("title", 0, 4, "BERT")
    entities = (
        Entity(id="e1", type="Method", name="BERT", mentions=("BERT",), role="used", confidence=0.9, spans=(title,)),
        Entity(id="e2", type="Task", name="tagging", mentions=("tagging",), role="addressed"),
    )
    relation = Relation(head="e1", type="ADDRESSES", tail="e2", confidence=0.5, evidence=(title,))
    result = Result(value="1.4%", kind="improvement", metric="F1", method="e1", number=1.4, unit="%")
    extraction = Extraction(doc_id="7", entities=entities, relations=(relation,), results=(result,))
    resolved = ResolvedExtractions([extraction, Extraction(doc_id="empty")], {("7", "e1"): "method:bert"})
    path = export_graph(Graph(), "extractions", tmp_path / "out.jsonl", extractions=resolved)
    records: list[dict[str, Any]] = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [entity.pop("node") for entity in records[0]["entities"]] == ["method:bert", None]
    assert records[0]["entities"][0] == {
        "id": "e1",
        "type": "Method",
        "name": "BERT",
        "mentions": ["BERT"],
        "role": "used",
        "confidence": 0.9,
        "spans": [{"field": "title", "start": 0, "end": 4, "text": "BERT"}],
    }
    assert records[0]["relations"][0]["head"] == "e1"
    assert records[0]["results"][0]["value"] == "1.4%"
    assert records[1] == {"doc_id": "empty", "entities": [], "relations": [], "results": []}
