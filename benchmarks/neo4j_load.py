"""Load 10,000 nodes and 20,000 edges into a Neo4j server: python -m benchmarks.neo4j_load

Ours against the fastest loop written by hand for just this graph, and against a MERGE for every row. The server is
started for it (or the one of KG_TEST_NEO4J_URI, **which is emptied**) and warmed up by loads that are not counted.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kg.model import Edge, Graph, Node
from kg.stores import Neo4jStore
from tests.neo4j.server import Address, Server

WARM, ROUNDS = 3, 5
NAIVE_PART = 20
"""The naive loop loads one in so many rows: its time for each row grows with the graph, so this favours it."""


def make(papers: int = 5000, methods: int = 5000, edges: int = 20_000) -> Graph:
    nodes = [Node(f"paper:{i}", "Paper", {"key": f"paper:{i}", "name": f"P {i}", "year": 2020}) for i in range(papers)]
    nodes += [Node(f"method:{i}", "Method", {"key": f"method:{i}", "name": f"M {i}"}) for i in range(methods)]
    pairs = {(i % papers, (i * 7919 + i // papers) % methods) for i in range(edges)}
    joined = [Edge(f"paper:{a}", "USES", f"method:{b}", {"support": 1, "confidence": 0.5}) for a, b in pairs]
    return Graph.of(nodes, joined)


def batched(rows: list[Any], size: int) -> list[list[Any]]:
    return [rows[start : start + size] for start in range(0, len(rows), size)]


def by_hand(driver: Any, graph: Graph) -> None:
    """The fastest loop for this graph: big batches, CREATE, no check of what is there, no second run possible."""
    for label in ("Paper", "Method"):
        driver.execute_query(f"CREATE CONSTRAINT IF NOT EXISTS FOR (n:{label}) REQUIRE n.key IS UNIQUE")
    driver.execute_query("CALL db.awaitIndexes(300)")
    with driver.session() as session:
        for label in ("Paper", "Method"):
            for rows in batched([n.properties for n in graph.nodes if n.label == label], 5000):
                query = f"UNWIND $rows AS row CREATE (n:{label}) SET n = row"
                session.execute_write(lambda t, q=query, r=rows: t.run(q, rows=r).consume())
        edges = [{"a": e.source, "b": e.target, "p": e.properties} for e in graph.edges]
        query = (
            "UNWIND $rows AS row MATCH (a:Paper {key: row.a}) MATCH (b:Method {key: row.b}) "
            "CREATE (a)-[r:USES]->(b) SET r = row.p"
        )
        for part in batched(edges, 5000):
            session.execute_write(lambda t, r=part: t.run(query, rows=r).consume())


def naive(driver: Any, graph: Graph) -> None:
    with driver.session() as session:
        for n in graph.nodes:
            session.run(f"MERGE (n:{n.label} {{key: $key}}) SET n += $p", key=n.key, p=n.properties).consume()
        for e in graph.edges:
            query = "MATCH (a {key: $a}) MATCH (b {key: $b}) MERGE (a)-[r:USES]->(b) SET r += $p"
            session.run(query, a=e.source, b=e.target, p=e.properties).consume()


def measure(work: Callable[[], None], empty: Callable[[], None], rounds: int) -> float:
    seconds = []
    for _ in range(rounds):
        empty()
        started = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - started)
    return statistics.median(seconds)


def report(address: Address) -> None:
    import neo4j

    graph, small = make(), make(5000 // NAIVE_PART, 5000 // NAIVE_PART, 20_000 // NAIVE_PART)
    with (
        neo4j.GraphDatabase.driver(address.uri, auth=address[1:]) as driver,
        Neo4jStore(address.uri, address.user, address.password) as store,
    ):

        def empty() -> None:
            for constraint in driver.execute_query("SHOW CONSTRAINTS YIELD name").records:
                driver.execute_query(f"DROP CONSTRAINT `{constraint['name']}`")
            driver.execute_query("DROP INDEX kg_names IF EXISTS")
            with driver.session() as session:
                session.run("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS").consume()

        ours, hand = (lambda: store.sync(graph)), (lambda: by_hand(driver, graph))
        for work in (ours, hand) * WARM:
            measure(work, empty, 1)
        ours_seconds = measure(ours, empty, ROUNDS)
        hand_seconds = measure(hand, empty, ROUNDS)
        measure(ours, empty, 1)
        again = measure(ours, lambda: None, ROUNDS)
        naive_seconds = measure(lambda: naive(driver, small), empty, 1)
        empty()
    rows = len(graph.nodes) + len(graph.edges)
    naive_rate = (len(small.nodes) + len(small.edges)) / naive_seconds
    print(f"Neo4j, {len(graph.nodes)} nodes and {len(graph.edges)} edges, median of {ROUNDS} loads after {WARM}:")
    print(f"ours {ours_seconds:.2f} s, the same again {again:.2f} s; fastest loop by hand {hand_seconds:.2f} s "
          f"(ratio {ours_seconds / hand_seconds:.2f})")  # fmt: skip
    print(f"rows a second: ours {rows / ours_seconds:.0f}, by hand {rows / hand_seconds:.0f}, one MERGE for each row "
          f"{naive_rate:.0f} (on {len(small.nodes)} nodes and {len(small.edges)} edges)")  # fmt: skip


def main() -> None:
    if uri := os.environ.get("KG_TEST_NEO4J_URI"):
        report(Address(uri, os.environ["KG_TEST_NEO4J_USER"], os.environ["KG_TEST_NEO4J_PASSWORD"]))
        return
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "neo4j", "only-for-the-benchmark")
        try:
            report(server.address)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
