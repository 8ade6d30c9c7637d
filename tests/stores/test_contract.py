"""What every store must do, tried on every store."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.errors import QueryError, StoreError
from kg.model import EVIDENCE_LIMIT, Edge, Graph, Node
from kg.stores import EmbeddedStore, MemoryStore, Store
from kg.stores.cypher import quote
from kg.stores.values import sort_edges
from tests.stores.graphs import HOSTILE, edge, hostile, later_papers, node, papers, random_graph


def test_what_is_written_reads_back(store: Store) -> None:
    store.write(papers())
    assert store.graph() == papers()
    assert store.nodes() == list(papers().nodes)
    assert store.edges() == list(papers().edges)


def test_a_second_write_changes_nothing(store: Store) -> None:
    store.write(papers())
    store.write(papers())
    store.sync(papers())
    assert store.graph() == papers()
    assert store.query("MATCH ()-[r]->() RETURN count(r) AS n").rows == ((len(papers().edges),),)


def test_write_adds_and_replaces(store: Store) -> None:
    store.write(papers())
    store.write(Graph.of([node("method:gammanet", "Method", name="G")], []))
    store.write(Graph.of([node("paper:9", "Paper")], [edge("paper:9", "USES", "method:gammanet", support=1)]))
    assert store.query("MATCH (m:Method {key: 'method:gammanet'}) RETURN m.name, m.aliases").rows == (("G", None),)
    assert len(store.nodes()) == len(papers().nodes) + 1
    assert len(store.edges()) == len(papers().edges) + 1


def test_a_load_of_a_and_then_b_equals_b(store: Store) -> None:
    store.sync(papers())
    store.sync(later_papers())
    assert store.graph() == later_papers()
    store.sync(papers())
    assert store.graph() == papers()
    store.sync(Graph())
    assert store.graph() == Graph()


def test_hostile_names_and_values_come_back(store: Store) -> None:
    store.sync(hostile())
    assert store.graph() == hostile()
    for text in HOSTILE:
        found = store.query("MATCH (n {key: $key}) RETURN n.key, n.order, labels(n)", {"key": text}).rows
        assert found == ((text, HOSTILE.index(text), [f"L {text}"]),)


def test_values_of_a_megabyte_come_back(store: Store) -> None:
    long = "x'`\"\\\n{}$é" * 100_000
    assert len(long) == 1_000_000
    nodes = [node("a", "Paper", abstract=long, authors=[long[:-1], "", long]), node("b", "Method", name=long[1:])]
    graph = Graph.of(nodes, [edge("a", "USES", "b", support=1, evidence=[long, "short"], evidence_papers=["a", "a"])])
    store.sync(graph)
    assert store.graph() == graph
    assert store.query("MATCH (p:Paper {abstract: $text}) RETURN size(p.authors)", {"text": long}).rows == ((3,),)
    store.sync(graph)
    assert store.graph() == graph


@pytest.mark.parametrize("text", [*HOSTILE, "é", "1a", "5-5", "MATCH", "漢", "|", "x y"])
def test_hostile_labels_types_and_properties_can_be_asked_for(store: Store, text: str) -> None:
    nodes = [Node("a", text, {"key": "a", text: 1}), Node("b", text, {"key": "b"}), Node("c", "C", {"key": "c"})]
    graph = Graph.of(nodes, [Edge("a", text, "b", {text: 2}), Edge("b", "R", "c", {})])
    store.sync(graph)
    assert store.graph() == graph
    name = quote(text)
    rows = store.query(
        f"MATCH (x:{name})-[r:R|{name}]->(y) WHERE y:C|{name} AND x.{name} = 1 "
        f"RETURN labels(x), type(r), r.{name}, y.key"
    )
    assert (rows.rows, rows.warnings) == ((([text], text, 2, "b"),), ())
    assert store.query(f"MATCH (:{name})-[:{name}*1..3]->(n) RETURN n.key").rows == (("b",),)


def test_property_names_of_the_engines_are_the_graphs_own(store: Store) -> None:
    store.sync(hostile())
    row = store.query(
        "MATCH (n:Node {title: 't'}) WHERE n.id = 'i' AND n['type'] = 'y' "
        "RETURN n.label, n.name, n.title_, n.start, n.node_type, keys(n), n {.title, .id}, properties(n).type"
    ).rows[0]
    names = ["id", "key", "label", "name", "start", "title", "title_", "type"]
    assert row == ("l", "n", "u", "s", None, names, {"title": "t", "id": "i"}, "y")
    row = store.query("MATCH ({key: '007'})-[r]->() RETURN r.id, r.type, r.end, r.start, type(r), keys(r)").rows[0]
    assert row == ("i", "t", "e", None, "T 007", ["007", "end", "id", "type"])
    assert store.query("MATCH (n:Number) WHERE n.title IS NULL AND n.name IS NULL RETURN count(n)").rows == ((1,),)


def test_parallel_edges_stay_apart(store: Store) -> None:
    store.sync(hostile())
    assert store.query("MATCH (:Mixed)-[r:R]->(:Mixed) RETURN r.n ORDER BY r.n").rows == ((1,), (2,))


def test_kinds_of_values_stay_apart(store: Store) -> None:
    store.sync(hostile())
    values = [row[0] for row in store.query("MATCH (n:Mixed) RETURN n.value ORDER BY n.key").rows]
    assert [(type(v), v) for v in values] == [(int, 1), (str, "1"), (float, 1.0), (list, ["1"]), (bool, True)]


def test_lone_surrogates_become_replacement_characters(store: Store) -> None:
    graph = Graph.of([node("a\ud800", "Paper", name="x\udfff"), node("b", "Paper", authors=["\ud900"])], [])
    store.write(graph)
    assert store.nodes() == [node("a\ufffd", "Paper", name="x\ufffd"), node("b", "Paper", authors=["\ufffd"])]
    assert store.query("MATCH (n {name: $x}) RETURN n.key", {"x": "x\ud800"}).rows == (("a\ufffd",),)


def test_stores_hold_the_first_pieces_of_evidence(store: Store) -> None:
    many = [str(i) for i in range(EVIDENCE_LIMIT + 5)]
    nodes = [node("paper:1", "Paper"), node("method:a", "Method")]
    store.write(Graph.of(nodes, [edge("paper:1", "USES", "method:a", support=25, evidence=many, evidence_papers=many)]))
    assert store.edges()[0].properties["evidence"] == many[:EVIDENCE_LIMIT]
    assert store.query("MATCH ()-[r]->() RETURN size(r.evidence_papers), r.support").rows == ((EVIDENCE_LIMIT, 25),)


@pytest.mark.parametrize(
    ("graph", "message"),
    [
        (Graph.of([node("a", "Paper")], [edge("a", "USES", "b")]), "no such node"),
        (Graph.of([node("a", "Paper"), node("a", "Task")], []), "more than one node"),
        (Graph.of([node("a", "Paper", year=2**63)], []), "64-bit"),
        (Graph.of([node("a", "Paper", year=float("nan"))], []), "finite"),
        (Graph.of([node("a", "Paper", year={"a": 1})], []), "list of text"),  # type: ignore[arg-type]
        (Graph.of([node("a", "Paper", year=None)], []), "list of text"),  # type: ignore[arg-type]
        (Graph.of([node("a", "Paper", _kg="x")], []), "Rename it"),
        (Graph.of([node("a", "")], []), "empty"),
        (Graph.of([node("", "Paper")], []), "empty key"),
    ],
)
def test_what_no_store_holds_is_refused_before_anything_changes(store: Store, graph: Graph, message: str) -> None:
    store.write(papers())
    with pytest.raises(StoreError, match=message):
        store.sync(graph)
    assert store.graph() == papers()


def test_progress_ends_with_all_rows(store: Store) -> None:
    seen: list[tuple[int, int]] = []
    store.sync(papers(), on_progress=lambda done, total: seen.append((done, total)))
    rows = len(papers().nodes) + len(papers().edges)
    assert seen[-1] == (rows, rows)
    assert seen == sorted(seen)


def test_a_closed_store_says_so(store: Store, request: pytest.FixtureRequest) -> None:
    if not isinstance(store, EmbeddedStore):
        pytest.skip("closing is tried on a store of its own")
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.query("RETURN 1")


texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=30)
values = st.one_of(
    texts,
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
    st.booleans(),
    st.lists(texts),
)
names = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=12).filter(
    lambda n: not n.startswith("_kg") and n != "key"
)


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    keys = draw(st.lists(names, min_size=1, max_size=6, unique=True))
    labels = draw(st.lists(names, min_size=1, max_size=3))
    properties = st.dictionaries(names, values, max_size=4)
    nodes = [Node(k, draw(st.sampled_from(labels)), {"key": k, **draw(properties)}) for k in keys]
    joins = st.tuples(st.sampled_from(keys), st.sampled_from(["USES", "a-b", "`"]), st.sampled_from(keys))
    edges = [Edge(a, t, b, draw(properties)) for a, t, b in draw(st.lists(joins, max_size=6))]
    return Graph(tuple(sorted(nodes, key=lambda n: n.key)), tuple(sort_edges(edges)))


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(graphs())
def test_any_graph_comes_back_from_the_embedded_file(tmp_path_factory: pytest.TempPathFactory, graph: Graph) -> None:
    path = tmp_path_factory.mktemp("any") / "graph.kgl"
    with EmbeddedStore(path) as store:
        store.sync(graph)
        assert store.graph() == graph
    with EmbeddedStore(path) as store:
        assert store.graph() == graph


@pytest.mark.neo4j
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(graphs())
def test_any_graph_comes_back_from_neo4j(neo4j_session: Store, graph: Graph) -> None:
    neo4j_session.sync(graph)
    assert neo4j_session.graph() == graph


def test_changes_by_queries_are_kept(tmp_path: object) -> None:
    store = MemoryStore(papers())
    store.query("MATCH (p:Paper {key: 'paper:3'}) SET p.title = 'New' RETURN p.key", write=True)
    store.query("CREATE (:Task {key: 'task:x', name: 'X'})", write=True)
    store.query("MATCH (p {key: 'paper:3'}), (t {key: 'task:x'}) CREATE (p)-[:ADDRESSES {support: 1}]->(t)", write=True)
    assert store.query("MATCH (p {title: 'New'})-[:ADDRESSES]->(t) RETURN t.name").rows == (("X",),)
    with pytest.raises(QueryError, match="key"):
        store.query("CREATE (:Task {name: 'no key'})", write=True)
    with pytest.raises(QueryError, match="more than one node"):
        store.query("CREATE (:Method {key: 'task:x'})", write=True)
    assert len(store.nodes()) == len(papers().nodes) + 1


def test_equal_graphs_answer_in_every_store_alike(store: Store) -> None:
    graph = random_graph(7)
    store.sync(graph)
    query = "MATCH (a)-[r]->(b) RETURN a.key, type(r), b.key, r.support, a.year"
    memory = MemoryStore(graph)
    assert sorted(store.query(query).rows) == sorted(memory.query(query).rows)
