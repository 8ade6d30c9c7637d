"""Queries: the same rows, errors and warnings from every store."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kg.errors import ConfigError, QueryError, QueryTimeout
from kg.model import Edge, Graph, Node
from kg.stores import Store
from tests.stores.graphs import papers, random_graph


def node_link(path: Path) -> Graph:
    data = json.loads(path.read_text(encoding="utf-8"))
    nodes = [Node(n["id"], n["label"], {k: v for k, v in n.items() if k != "label"}) for n in data["nodes"]]
    skip = {"source", "target", "key", "type"}
    edges = [
        Edge(e["source"], e["type"], e["target"], {k: v for k, v in e.items() if k not in skip}) for e in data["edges"]
    ]
    return Graph.of(nodes, edges)


def test_openly_specified_queries_give_the_expected_rows(store: Store, shared: Path) -> None:
    store.sync(node_link(shared / "cases" / "files" / "cypher_graph.json"))
    lines = (shared / "cases" / "files" / "cypher_expected.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 29
    for case in map(json.loads, lines):
        if "error" in case:
            with pytest.raises(QueryError, match="same return column names"):
                store.query(case["query"], case["params"])
            continue
        rows = [list(row) for row in store.query(case["query"], case["params"]).rows]
        if not case["ordered"]:
            rows, case["rows"] = sorted(rows, key=json.dumps), sorted(case["rows"], key=json.dumps)
        assert rows == case["rows"], case["query"]


CASES: list[tuple[str, dict[str, Any], list[tuple[Any, ...]]]] = [
    ("MATCH (p:Paper) WHERE p.title IS NULL RETURN p.key", {}, [("paper:3",)]),
    ("MATCH (p:Paper) WHERE p.title = $t RETURN p.year", {"t": "Alpha rises"}, [(2020,)]),
    ("MATCH (p:Paper) WHERE p.year IN $ys RETURN p.key", {"ys": []}, []),
    ("MATCH (p:Paper) WHERE p.title = $`a b` RETURN p.key", {"a b": "Beta falls"}, [("paper:2",)]),
    ("MATCH (p:Paper) RETURN p.key LIMIT 0", {}, []),
    ("MATCH (m:Method)-[:OUTPERFORMS*]->(n) RETURN m.key, n.key", {}, [("method:gammanet", "method:deltaform")]),
    ("UNWIND $rows AS r RETURN r.title AS title", {"rows": [{"title": "x"}, {"id": 1}]}, [("x",), (None,)]),
    ("RETURN {title: 1, id: {name: [2]}} AS m", {}, [({"title": 1, "id": {"name": [2]}},)]),
    ("MATCH (p:Paper {key: 'paper:2'}) RETURN p.authors, size(p.authors)", {}, [([], 0)]),
    ("RETURN date('2020-02-03') AS d, duration('P1M2DT3.5S') AS t", {}, [("2020-02-03", "P1M2DT3.5S")]),
    ("RETURN datetime('2020-01-02T03:04:05Z') AS d", {}, [("2020-01-02T03:04:05+00:00",)]),
    ("RETURN 5 / 2 AS a, 5.0 / 2 AS b, 2 ^ 3 AS c, -7 % 3 AS d, 1 / 0.0 AS e", {}, [(2, 2.5, 8.0, -1, None)]),
    ("RETURN null = null AS a, [1, null] AS b, toUpper('ß') AS c", {}, [(None, [1, None], "SS")]),
]


@pytest.mark.parametrize(("query", "params", "rows"), CASES)
def test_rows(store: Store, query: str, params: dict[str, Any], rows: list[tuple[Any, ...]]) -> None:
    store.sync(papers())
    assert list(store.query(query, params).rows) == rows


def test_columns_stand_as_they_are_written(store: Store) -> None:
    store.sync(papers())
    query = "MATCH (p:Paper) RETURN p.title,  count( p ) AS n, p . year, 'a,b' + p.name, [1, 2][0] LIMIT 0"
    assert store.query(query).columns == ("p.title", "n", "p . year", "'a,b' + p.name", "[1, 2][0]")
    assert store.query("MATCH (b:Paper), (a:Method) RETURN * LIMIT 0").columns == ("a", "b")
    assert store.query("RETURN 1 AS x UNION RETURN 2 AS x").columns == ("x",)


def test_nodes_edges_and_paths_are_plain(store: Store) -> None:
    store.sync(papers())
    result = {n.key: {"label": n.label, "key": n.key, "properties": n.properties} for n in papers().nodes}
    query = "MATCH p = (:Paper {key: 'paper:3'})-[r:REPORTS]->(n) RETURN n, r, p, [n, {x: r}] AS l, startNode(r).key"
    edge = {"type": "REPORTS", "source": "paper:3", "target": "result:1", "properties": {"support": 1}}
    path = {"nodes": [result["paper:3"], result["result:1"]], "edges": [edge]}
    row = store.query(query).rows[0]
    assert row == (result["result:1"], edge, path, [result["result:1"], {"x": edge}], "paper:3")
    json.dumps(row, allow_nan=False)
    query = "MATCH (:Paper {key: 'paper:3'})-[r:REPORTS]->() RETURN startNode(r), endNode(r) AS n"
    assert store.query(query).rows == ((result["paper:3"], result["result:1"]),)
    query = "MATCH (:Paper {key: 'paper:1'})-[r*2]->(n) RETURN r, n.key"
    assert [e["type"] for e in store.query(query).rows[0][0]] == ["USES", "OUTPERFORMS"]


@pytest.mark.parametrize(
    ("query", "params", "message", "position"),
    [
        ("MATCH (p:Paper) WHERE p.title = $t RETURN p.key", {}, r"parameter \$t", (1, 33)),
        ("MATCH (p:Paper)\nRETURN p.title, p.name +", {}, "line 2, column 25", (2, 25)),
        ("MATCH (p:Paper)\nWHERE p.title = 1 RETURN q", {}, "line 2, column 26", (2, 26)),
        ("RETURN nosuch(1)", {}, "line 1, column 8", (1, 8)),
        ("", {}, "empty", (1, 1)),
        ("  // nothing", {}, "empty", (1, 1)),
        ("LOAD CSV FROM 'file:///etc/hostname' AS x RETURN x", {}, "LOAD CSV", (1, 1)),
    ],
)
def test_errors_say_where(
    store: Store, query: str, params: dict[str, Any], message: str, position: tuple[int, int]
) -> None:
    store.sync(papers())
    with pytest.raises(QueryError, match=message) as caught:
        store.query(query, params)
    assert caught.value.position == position
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "query",
    [
        "CREATE (:Paper {key: 'x'})",
        "MATCH (n) DETACH DELETE n",
        "MATCH (n:Paper) SET n.year = 1 RETURN n",
        "MERGE (n:Paper {key: 'new'}) RETURN n",
        "MATCH (n:Paper) REMOVE n.year",
        "CREATE INDEX FOR (n:Paper) ON (n.year)",
    ],
)
def test_a_query_that_would_change_the_graph_is_refused(store: Store, query: str) -> None:
    store.sync(papers())
    with pytest.raises(QueryError, match="would change the graph"):
        store.query(query)
    assert store.graph() == papers()


def test_a_failing_change_changes_nothing(store: Store) -> None:
    store.sync(papers())
    with pytest.raises(QueryError):
        store.query("MATCH (n:Paper) SET n.year = 1 WITH n RETURN 1 / (n.year - 1)", write=True)
    assert store.graph() == papers()


def test_a_change_of_a_property_is_kept(store: Store) -> None:
    store.sync(papers())
    rows = store.query(
        "MATCH (n:Paper {key: $k}) SET n.title = $t RETURN n.title", {"k": "paper:3", "t": "T"}, write=True
    )
    assert rows.rows == (("T",),)
    changed = {n.key: n.properties.get("title") for n in store.nodes()}
    assert changed["paper:3"] == "T"


@pytest.mark.parametrize(
    ("query", "warnings"),
    [
        ("MATCH (p:Papr) RETURN p.key", ["The graph has no label 'Papr'. Did you mean 'Paper'?"]),
        ("MATCH (p:paper|Method) RETURN p.key", ["The graph has no label 'paper'. Did you mean 'Paper'?"]),
        ("MATCH (p) WHERE p:Metod RETURN p.key", ["The graph has no label 'Metod'. Did you mean 'Method'?"]),
        (
            "MATCH (:Paper)-[r:USE|PROPOSES]->() RETURN count(r) AS n",
            ["The graph has no relationship type 'USE'. Did you mean 'USES'?"],
        ),
        ("MATCH (p:Paper) RETURN p.titel AS t", ["The graph has no property 'titel'. Did you mean 'title'?"]),
        ("MATCH (p:Paper {tittle: 'x'}) RETURN p.key", ["The graph has no property 'tittle'. Did you mean 'title'?"]),
        ("MATCH ()-[r]->() RETURN r.suport AS s", ["The graph has no property 'suport'. Did you mean 'support'?"]),
        ("MATCH (p:Paper) WITH p AS q RETURN q.zzzzqqq", ["The graph has no property 'zzzzqqq'."]),
        ("MATCH (p:Paper) RETURN p {.kee, z: 1} AS m", ["The graph has no property 'kee'. Did you mean 'key'?"]),
        ("MATCH (p:Paper) RETURN {nosuch: 1}.nosuch AS a, 'p.nosuch' AS b, date('2020-01-01').year AS c", []),
        ("MATCH (t:Task)-[:IS_A]->(:Task) RETURN t.first_year", []),
        ("CALL db.labels() YIELD label RETURN label", []),
        ("UNWIND [{odd: 1}] AS row RETURN row.odd", []),
    ],
)
def test_unknown_names_are_warned_of_and_rows_come(store: Store, query: str, warnings: list[str]) -> None:
    store.sync(papers())
    assert list(store.query(query).warnings) == warnings


@pytest.mark.parametrize(
    ("bounds", "said"),
    [({"limit": -1}, "0 rows or more"), ({"timeout": 0}, "more than 0"), ({"timeout": -1.5}, "more than 0")],
)
def test_bounds_that_are_not_valid_are_refused(store: Store, bounds: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        store.query("RETURN 1 AS one", **bounds)


def test_a_limit_cuts_and_says_so(store: Store) -> None:
    store.sync(papers())
    query = "MATCH (p:Paper) RETURN p.key ORDER BY p.key DESC"
    cut = store.query(query, limit=2)
    assert (cut.rows, cut.truncated) == ((("paper:3",), ("paper:2",)), True)
    whole = store.query(query, limit=3)
    assert (len(whole), whole.truncated) == (3, False)
    assert not store.query(query).truncated


def test_a_slow_query_ends_at_its_time_limit(store: Store) -> None:
    store.sync(random_graph(1))
    started = time.monotonic()
    with pytest.raises(QueryTimeout, match=r"0\.2 s"):
        store.query("MATCH (a), (b), (c), (d), (e), (f) RETURN count(a.key + b.key + f.key) AS n", timeout=0.2)
    assert time.monotonic() - started < 20
    assert store.query("RETURN 1 AS x").rows == ((1,),)


Hop = tuple[str, str, tuple[str, ...]]


def random_chain(chance: random.Random) -> tuple[list[str | None], list[Hop], int]:
    """Return labels of the nodes, (direction, name, types) of the hops, and the least year of the first node."""
    types = ["USES", "PROPOSES", "ADDRESSES", "EVALUATED_ON", "IS_A", "PART_OF", "OUTPERFORMS", "MENTIONS"]
    hops = chance.randint(1, 3)
    labels = [chance.choice(["Paper", "Method", "Dataset", "Task", None]) for _ in range(hops + 1)]
    steps = [
        (chance.choice(["->", "<-", "--"]), f"r{i}", tuple(sorted(chance.sample(types, chance.choice([0, 0, 1, 3])))))
        for i in range(hops)
    ]
    return labels, steps, chance.randint(2018, 2022)


def as_cypher(labels: list[str | None], steps: list[Hop]) -> str:
    parts = []
    for i, label in enumerate(labels):
        parts.append(f"(n{i}{':' + label if label else ''})")
        if i < len(steps):
            way, name, types = steps[i]
            inner = f"[{name}{':' + '|'.join(types) if types else ''}]"
            parts.append({"->": f"-{inner}->", "<-": f"<-{inner}-", "--": f"-{inner}-"}[way])
    columns = ", ".join(f"n{i}.key" for i in range(len(labels)))
    return f"MATCH {''.join(parts)} WHERE n0.year >= $year RETURN {columns}"


def walk(graph: Graph, labels: list[str | None], steps: list[Hop], year: int) -> Iterator[tuple[str, ...]]:
    """Yield the node keys of every match, by plain loops: no relationship twice in one match."""
    label = {n.key: n.label for n in graph.nodes}
    by_end: dict[str, list[tuple[int, Edge]]] = {}
    for i, e in enumerate(graph.edges):
        by_end.setdefault(e.source, []).append((i, e))
        if e.target != e.source:
            by_end.setdefault(e.target, []).append((i, e))

    def follow(keys: tuple[str, ...], used: frozenset[int]) -> Iterator[tuple[str, ...]]:
        step = len(keys) - 1
        if step == len(steps):
            yield keys
            return
        way, _, types = steps[step]
        for i, e in by_end.get(keys[-1], []):
            if i in used or (types and e.type not in types):
                continue
            outward, inward = e.source == keys[-1], e.target == keys[-1]
            ends = [e.target] if outward and way != "<-" else [e.source] if inward and way != "->" else []
            for end in ends:
                if labels[step + 1] in (None, label[end]):
                    yield from follow((*keys, end), used | {i})

    for n in graph.nodes:
        if labels[0] in (None, n.label) and int(str(n.properties["year"])) >= year:
            yield from follow((n.key,), frozenset())


def test_500_random_queries_agree_with_plain_loops(store: Store) -> None:
    graph = random_graph(42, nodes=30, edges=70)
    store.sync(graph)
    chance = random.Random(2024)  # noqa: S311
    found = 0
    for _ in range(500):
        labels, steps, year = random_chain(chance)
        expected = Counter(walk(graph, labels, steps, year))
        query = as_cypher(labels, steps)
        assert Counter(store.query(query, {"year": year}).rows) == expected, (query, year)
        found += sum(expected.values())
    assert found > 1_000
