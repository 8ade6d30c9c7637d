"""What only a Neo4j server can get wrong: connections, other people's data, plans, concurrency, interrupted loads."""

from __future__ import annotations

import gc
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.errors import ConfigError, KgError, StoreError, StoreUnavailable
from kg.model import Edge, Graph
from kg.stores import Neo4jStore
from kg.stores.batches import MAX_CHARACTERS, find_batches
from kg.stores.cypher import merge_edges, merge_nodes, quote
from tests.neo4j.server import Address
from tests.stores.graphs import edge, later_papers, node, papers, random_graph

ROOT = Path(__file__).parents[2]


def refused(open_store: Callable[[], Neo4jStore]) -> str:
    """Return the message of a refused connection, which comes soon, in one line, and leaves nothing open."""
    started = time.monotonic()
    with warnings.catch_warnings():
        warnings.simplefilter("error", ResourceWarning)
        with pytest.raises(StoreUnavailable) as caught:
            open_store()
        message = str(caught.value)
        caught = None  # type: ignore[assignment]
        gc.collect()
    assert time.monotonic() - started < 15
    assert "\n" not in message
    return message


@pytest.mark.parametrize("scheme", ["bolt", "neo4j"])
def test_no_server(scheme: str) -> None:
    assert "No Neo4j server answers at 127.0.0.1:1." in refused(
        lambda: Neo4jStore(f"{scheme}://127.0.0.1:1", password="x")
    )


def test_another_server_at_that_port() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

        def answer() -> None:
            with server.accept()[0] as connection:
                connection.recv(100)
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        message = refused(lambda: Neo4jStore(f"bolt://127.0.0.1:{port}", password="x"))
        thread.join(5)
    assert f"No Neo4j server answers at 127.0.0.1:{port}" in message


@pytest.mark.parametrize(
    "uri", ["localhost:7687", "http://localhost:7687", "bolt://", "", "bolt://h:99999", "bolt://[x"]
)
def test_addresses_that_are_none(uri: str) -> None:
    assert "the URI needs bolt:// or neo4j://" in refused(lambda: Neo4jStore(uri, password="x"))


def test_a_password_has_no_place_in_the_address_and_must_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NEO4J_PASSWORD", raising=False)
    with pytest.raises(ConfigError, match="NEO4J_PASSWORD") as caught:
        Neo4jStore("bolt://neo4j:hunter22@localhost:7687")
    assert "hunter22" not in str(caught.value)
    with pytest.raises(ConfigError, match="Set NEO4J_PASSWORD"):
        Neo4jStore("bolt://localhost:7687")
    with pytest.raises(ConfigError, match="batch size"):
        Neo4jStore("bolt://localhost:7687", password="x", batch_size=0)


@pytest.mark.neo4j
def test_wrong_password_and_unknown_database(neo4j_server: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    uri, user, password = neo4j_server
    message = refused(lambda: Neo4jStore(uri, user, "not-the-password"))
    assert "Wrong user or password for 'neo4j'" in message
    assert "not-the-password" not in message
    message = refused(lambda: Neo4jStore(uri, user, password, "nosuch"))
    assert "Database 'nosuch' not found" in message
    assert "(found: neo4j)" in message
    monkeypatch.setenv("NEO4J_DATABASE", "other")
    assert "'other' not found" in refused(lambda: Neo4jStore(uri, user, password))
    monkeypatch.setenv("NEO4J_DATABASE", "neo4j")
    monkeypatch.setenv("NEO4J_PASSWORD", password)
    with Neo4jStore(uri, user) as store:
        assert store.query("RETURN 1 AS x").rows == ((1,),)
    with pytest.raises(StoreError, match="closed"):
        store.query("RETURN 1 AS x")


@pytest.mark.neo4j
def test_other_data_is_left_alone(neo4j_store: Neo4jStore) -> None:
    neo4j_store.sync(papers())
    neo4j_store.query(
        "MATCH (p:Paper {key: 'paper:1'}), (m:Method {key: 'method:gammanet'}) "
        "CREATE (:Paper {title: 'mine'})-[:USES {by: 'me'}]->(m), (p)-[:USES {by: 'me'}]->(m), (:Person {key: 'p'})",
        write=True,
    )
    own = "MATCH (n)-[r:USES {by: 'me'}]->(m) RETURN n.title, m.key ORDER BY n.title"
    before = neo4j_store.query(own).rows
    assert len(before) == 2
    for graph in (papers(), later_papers(), papers()):
        neo4j_store.sync(graph)
        assert neo4j_store.graph() == graph
        assert neo4j_store.query(own).rows == before
        assert neo4j_store.query("MATCH (n:Person) RETURN count(n)").rows == ((1,),)
    neo4j_store.wipe()
    assert neo4j_store.graph() == Graph()
    assert neo4j_store.query("MATCH (n) RETURN count(n)").rows == ((2,),)


@pytest.mark.neo4j
def test_a_node_that_no_load_wrote_is_not_taken_over(neo4j_store: Neo4jStore) -> None:
    neo4j_store.query("CREATE (:Paper {key: 'paper:1', title: 'mine'})", write=True)
    with pytest.raises(StoreError, match=r"Paper with the key 'paper:1' that no load wrote"):
        neo4j_store.sync(papers())
    assert neo4j_store.query("MATCH (n) RETURN n.key, n.title").rows == (("paper:1", "mine"),)


@pytest.mark.neo4j
def test_bookkeeping_is_never_seen(neo4j_store: Neo4jStore) -> None:
    neo4j_store.sync(papers())
    rows = neo4j_store.query(
        "MATCH (n)-[r]->() RETURN n, r, properties(n), keys(r), labels(n), n {.*} AS m, size(keys(r))"
    )
    assert "_kg" not in repr(rows)
    assert {row[6] for row in rows.rows} == {1, 2, 4}


@pytest.mark.neo4j
def test_writes_seek_in_the_unique_index(neo4j_store: Neo4jStore, neo4j_server: Address) -> None:
    import neo4j

    neo4j_store.sync(papers())

    def operators(plan: dict[str, object]) -> set[str]:
        children = plan.get("children", [])
        return {str(plan["operatorType"]).split("@")[0]}.union(*(operators(c) for c in children))  # type: ignore[attr-defined]

    with neo4j.GraphDatabase.driver(neo4j_server.uri, auth=neo4j_server[1:]) as driver:
        for statement in (merge_nodes("Paper"), merge_edges("USES", "Paper", "Method")):
            plan = driver.execute_query("EXPLAIN " + statement, rows=[]).summary.plan
            found = operators(plan)  # type: ignore[arg-type]
            assert any("NodeUniqueIndexSeek" in name for name in found), found
            assert not any("Scan" in name for name in found), found
        indexes = driver.execute_query("SHOW INDEXES YIELD name, type, state WHERE name = 'kg_names' RETURN *").records
        assert [(r["type"], r["state"]) for r in indexes] == [("FULLTEXT", "ONLINE")]
    rows = neo4j_store.query(
        "CALL db.index.fulltext.queryNodes('kg_names', 'leafbench') YIELD node RETURN node.key AS key"
    ).rows
    assert rows == (("dataset:leafbench",),)


@pytest.mark.neo4j
def test_four_writers_at_once_lose_nothing(neo4j_store: Neo4jStore, neo4j_server: Address) -> None:
    methods = [node(f"method:{i}", "Method", name=f"M{i}") for i in range(5)]

    def part(writer: int) -> Graph:
        own = [node(f"paper:{writer}-{i}", "Paper") for i in range(60)]
        edges = [edge(p.key, "USES", m.key, support=1) for p in own for m in methods]
        return Graph.of([*own, *methods], edges)

    errors: list[BaseException] = []

    def write(writer: int) -> None:
        try:
            with Neo4jStore(neo4j_server.uri, neo4j_server.user, neo4j_server.password, batch_size=50) as store:
                store.write(part(writer))
        except KgError as error:
            errors.append(error)

    neo4j_store.sync(part(0))
    threads = [threading.Thread(target=write, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert neo4j_store.query("MATCH (:Paper)-[r:USES]->(:Method) RETURN count(r)").rows == ((1200,),)


@pytest.mark.neo4j
def test_an_interrupted_load_goes_on(neo4j_store: Neo4jStore, neo4j_server: Address) -> None:
    old, new = random_graph(1, 150, 400), random_graph(2, 150, 400)
    neo4j_store.sync(old)
    program = (
        "import sys\nfrom kg.stores import Neo4jStore\nfrom tests.stores.graphs import random_graph\n"
        "def tell(done, total):\n    print(done, flush=True)\n"
        "with Neo4jStore(sys.argv[1], sys.argv[2], batch_size=20) as store:\n"
        "    store.sync(random_graph(2, 150, 400), on_progress=tell)\n"
    )
    for after in (2, 12):
        process = subprocess.Popen(
            [sys.executable, "-c", program, neo4j_server.uri, neo4j_server.user],
            cwd=ROOT,
            env={**os.environ, "NEO4J_PASSWORD": neo4j_server.password},
            stdout=subprocess.PIPE,
        )
        assert process.stdout is not None
        for _ in range(after):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
    neo4j_store.sync(new)
    assert neo4j_store.graph() == new


def test_batches_are_bounded_by_rows_and_characters_and_sorted() -> None:
    long = "x" * (MAX_CHARACTERS // 3)
    nodes = [node(f"paper:{i}", "Paper", abstract=long) for i in range(7)]
    nodes += [node(f"method:{i}", "Method") for i in range(25)]
    graph = Graph.of(nodes, [Edge("paper:0", "USES", f"method:{i}", {}) for i in range(25)])
    labels = {n.key: n.label for n in graph.nodes}
    sizes = [(b.what.split()[0], len(b.rows)) for b in find_batches(graph, labels, "m", 10)]
    papers_, edges = [("Paper", 2)] * 3, [("USES", 10), ("USES", 10), ("USES", 5)]
    assert sizes == [("Method", 10), ("Method", 10), ("Method", 5), *papers_, ("Paper", 1), *edges]
    keys = [row["key"] for b in find_batches(graph, labels, "m", 1000) for row in b.rows if "key" in row]
    assert keys == sorted(keys)


def test_names_cannot_leave_their_quotes() -> None:
    assert quote("a`b") == "`a``b`"
    assert quote("\\u0060") == "`\\u005Cu0060`"
    assert quote("") == "``"
