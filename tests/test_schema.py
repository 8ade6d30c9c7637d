"""The schema files are what the types say, and what kg writes is valid by them."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import msgspec
import pytest

from kg.model import EDGE_ENDS, LABELS, Document, Edge, Entity, Extraction, Graph, Node, Relation, Result, Source, Span
from kg.model.schema import cypher_ddl, document_schema, extraction_schema, graph_schema, render_schemas, write_schemas
from kg.stores import Neo4jStore
from tests.neo4j.server import Address

SCHEMAS = Path(__file__).parents[1] / "schemas"


def test_the_files_do_not_drift_from_the_types() -> None:
    written = {path.name: path.read_text(encoding="utf-8") for path in SCHEMAS.iterdir()}
    assert written == render_schemas(), "run: python -m kg.model.schema"


def test_write_schemas_writes_every_file(tmp_path: Path) -> None:
    paths = write_schemas(tmp_path / "new")
    assert {p.name: p.read_text(encoding="utf-8") for p in paths} == render_schemas()
    assert sorted(p.name for p in (tmp_path / "new").iterdir()) == sorted(render_schemas())


def check(value: object, schema: dict[str, object]) -> None:
    jsonschema.validate(json.loads(msgspec.json.encode(value)), schema, cls=jsonschema.Draft202012Validator)


def test_a_document_and_an_extraction_are_valid() -> None:
    check(Document(id="d1", title="T", year=2020, sources=(Source("a.txt", 1, "x"),)), document_schema())
    span = Span("text", 0, 3, "Foo")
    entities = (
        Entity(id="e1", type="Method", name="Foo", mentions=("Foo",), role="proposed", spans=(span,)),
        Entity(id="e2", type="Task", name="bar", mentions=("bar",), role="addressed"),
    )
    extraction = Extraction(
        doc_id="d1",
        entities=entities,
        relations=(Relation(head="e1", type="ADDRESSES", tail="e2", evidence=(span,)),),
        results=(Result(value="1%", kind="absolute", method="e1", number=1.0, unit="%"),),
    )
    check(extraction, extraction_schema())


def test_a_document_without_an_id_is_not_valid() -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"title": "T"}, document_schema())


def graph(**properties: object) -> Graph:
    foo = {"key": "method:foo", "name": "Foo", "aliases": ["Foo"], "papers": 1, **properties}
    nodes = [Node("paper:1", "Paper", {"key": "paper:1", "name": "P"}), Node("method:foo", "Method", foo)]  # type: ignore[arg-type]
    edge = {"support": 1, "confidence": 0.5, "evidence": ["Foo."], "evidence_papers": ["paper:1"]}
    return Graph.of(nodes, [Edge("paper:1", "PROPOSES", "method:foo", edge)])


def test_a_graph_is_valid_and_an_unknown_property_is_not() -> None:
    check(graph(first_year=2020), graph_schema())
    with pytest.raises(jsonschema.ValidationError):
        check(graph(colour="red"), graph_schema())


def test_the_graph_schema_knows_every_label_and_edge() -> None:
    schema = graph_schema()
    assert set(schema["$defs"]) == {*LABELS, *EDGE_ENDS}
    assert schema["$defs"]["BENCHMARK_FOR"]["x-ends"] == [["Dataset", "Task"]]


def test_the_ddl_makes_every_key_unique() -> None:
    ddl = cypher_ddl()
    assert ddl[1] == "CREATE CONSTRAINT kg_method_key IF NOT EXISTS FOR (n:Method) REQUIRE n.key IS UNIQUE"
    assert sum("IS UNIQUE" in statement for statement in ddl) == len(LABELS)


@pytest.mark.neo4j
def test_a_load_makes_what_the_published_ddl_makes(neo4j_server: Address) -> None:
    import neo4j

    node = Node("method:a", "Method", {"key": "method:a", "name": "A" * 20_000, "aliases": [], "papers": 1})
    with neo4j.GraphDatabase.driver(neo4j_server.uri, auth=neo4j_server[1:]) as driver:
        for record in driver.execute_query("SHOW CONSTRAINTS YIELD name").records:
            driver.execute_query(f"DROP CONSTRAINT `{record['name']}`")
        driver.execute_query("DROP INDEX kg_names IF EXISTS")
        with Neo4jStore(neo4j_server.uri, neo4j_server.user, neo4j_server.password) as store:
            store.sync(Graph.of([node], []))
            assert store.nodes() == [node]
            store.wipe()
        found = driver.execute_query("SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP'").records
    made = {word for statement in cypher_ddl() for word in statement.split() if word.startswith("kg_")}
    assert {record["name"] for record in found} == made
