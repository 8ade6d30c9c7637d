"""A process that is killed while it loads leaves the old graph or the new one, and the next load makes it right."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kg.stores import EmbeddedStore
from tests.stores.graphs import random_graph

ROOT = Path(__file__).parents[2]
PROGRAM = """
import sys
from kg.stores import EmbeddedStore
from tests.stores.graphs import random_graph
graphs = [random_graph(seed, 300, 1500) for seed in (2, 1)]
with EmbeddedStore(sys.argv[1]) as store:
    print("ready", flush=True)
    while True:
        for graph in graphs:
            store.sync(graph)
"""


@pytest.mark.parametrize("seed", range(4))
def test_a_killed_load_leaves_one_graph_or_the_other(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "graph.kgl"
    old, new = random_graph(1, 300, 1500), random_graph(2, 300, 1500)
    with EmbeddedStore(path) as store:
        store.sync(old)
    process = subprocess.Popen([sys.executable, "-c", PROGRAM, str(path)], cwd=ROOT, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    time.sleep(random.Random(seed).uniform(0, 0.3))  # noqa: S311
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    with EmbeddedStore(path) as store:
        assert store.graph() in (old, new)
        store.sync(new)
        assert store.graph() == new
    with EmbeddedStore(path) as store:
        assert store.graph() == new
