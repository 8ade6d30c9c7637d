"""Kill a load at 50 random points, load again, and compare with an undisturbed load: python -m benchmarks.crashes

For the embedded store, and for a Neo4j server that is started for it (or KG_TEST_NEO4J_URI). Prints one line for each.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.shape import make_graph
from kg.model import Graph
from kg.stores import EmbeddedStore, Neo4jStore, Store
from tests.neo4j.server import Address, Server

POINTS = 50
PAPERS = 150
ROOT = Path(__file__).parents[1]


def graphs() -> tuple[Graph, Graph]:
    """Return the graph that is there before, and the one that the killed process loads."""
    return make_graph(PAPERS, seed=1), make_graph(PAPERS, seed=2)


def open_store(kind: str, place: str) -> Store:
    if kind == "embedded":
        return EmbeddedStore(place)
    return Neo4jStore(place, os.environ["KG_CRASH_USER"], os.environ["KG_CRASH_PASSWORD"], batch_size=50)


def load(kind: str, place: str) -> None:
    """What the process that is killed does; `kg query --write` and `kg load --sync` do the same."""
    new = graphs()[1]
    with open_store(kind, place) as store:
        print("ready", flush=True)
        store.sync(new)
        print("done", flush=True)


def kill_during_load(kind: str, place: str, delay: float) -> bool:
    """Start a load, kill it `delay` seconds after it began, and return whether it was still at work."""
    command = [sys.executable, "-m", "benchmarks.crashes", kind, place]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        time.sleep(delay)
        process.kill()
        return b"done" not in process.stdout.read()


def run(kind: str, place: Callable[[int], str]) -> None:
    old, new = graphs()
    with open_store(kind, place(0)) as store:
        for graph in (old, new, old):  # the first load is slower than all others
            store.sync(graph)
        started = time.perf_counter()
        store.sync(new)
        seconds = time.perf_counter() - started
    chance = random.Random(7)  # noqa: S311
    killed = equal = mixed = 0
    for point in range(POINTS):
        with open_store(kind, place(point)) as store:
            store.sync(old)
        killed += kill_during_load(kind, place(point), chance.uniform(0, seconds))
        with open_store(kind, place(point)) as store:
            mixed += store.graph() not in (old, new)
            store.sync(new)
            equal += store.graph() == new
    print(f"{kind}: {len(new.nodes)} nodes, {len(new.edges)} edges; {POINTS} loads killed within {seconds:.2f} s, "
          f"{killed} of them before they were done, {mixed} left a part of the new graph; loaded again, {equal} of "
          f"{POINTS} equal an undisturbed load")  # fmt: skip


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        run("embedded", lambda point: f"{folder}/{point}.kgl")
        if uri := os.environ.get("KG_TEST_NEO4J_URI"):
            address = Address(uri, os.environ["KG_TEST_NEO4J_USER"], os.environ["KG_TEST_NEO4J_PASSWORD"])
            run_neo4j(address)
            return
        server = Server(Path(folder) / "neo4j", "only-for-the-benchmark")
        try:
            run_neo4j(server.address)
        finally:
            server.stop()


def run_neo4j(address: Address) -> None:
    os.environ |= {"KG_CRASH_USER": address.user, "KG_CRASH_PASSWORD": address.password}
    run("neo4j", lambda point: address.uri)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        load(*sys.argv[1:3])
    else:
        main()
