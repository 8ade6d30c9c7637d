"""Load a graph and ask it 14 questions, side by side: python -m benchmarks.stores [PAPERS [ENGINE …]]

Our store, plain kuzu, grand-cypher and plain loops over NetworkX, each in a process of its own that starts from the
same graph directory. Kuzu and grand-cypher: `pip install kuzu grand-cypher` (what is missing is left out). A question
that takes longer than `SECONDS` is given up.
"""

from __future__ import annotations

import gc
import json
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks.questions import PARAMS, QUESTIONS, Network
from benchmarks.shape import make_graph
from kg.model import EDGE_ENDS, NODE_PROPERTIES
from kg.stores import Contents, GraphDirectory, to_networkx

SECONDS = 30
ROOT = Path(__file__).parents[1]
ENGINES = {"kg": "kg", "kuzu": "kuzu", "grand-cypher": "grandcypher", "networkx": "networkx"}
Ask = Callable[[int], list[list[Any]]]


def open_kg(directory: str) -> tuple[Ask, float]:
    """Our store: the database is made from the directory's files and kept beside them."""
    started = time.perf_counter()
    store = GraphDirectory(directory).open_store()
    store.query("RETURN 1")
    seconds = time.perf_counter() - started
    return lambda i: [list(row) for row in store.query(QUESTIONS[i].cypher, PARAMS).rows], seconds


def open_network(directory: str) -> tuple[Ask, float]:
    graph = GraphDirectory(directory).read_graph()
    started = time.perf_counter()
    network = Network(to_networkx(graph))
    return lambda i: QUESTIONS[i].by_hand(network), time.perf_counter() - started


def open_grand(directory: str) -> tuple[Ask, float]:
    """grand-cypher over NetworkX. It takes no parameters, and labels as a set in `__labels__`."""
    from grandcypher import GrandCypher

    graph = GraphDirectory(directory).read_graph()
    started = time.perf_counter()
    network = to_networkx(graph)
    for _, data in network.nodes(data=True):
        data["__labels__"] = {data["label"]}
    for *_, data in network.edges(keys=True, data=True):
        data["__labels__"] = {data["type"]}
    seconds = time.perf_counter() - started

    def ask(number: int) -> list[list[Any]]:
        text = QUESTIONS[number].cypher.replace("'", '"').replace("count(", "COUNT(")
        for name, value in PARAMS.items():
            text = text.replace(f"${name}", json.dumps(value))
        columns = GrandCypher(network).run(text)
        return [list(row) for row in zip(*columns.values(), strict=True)]

    return ask, seconds


def open_kuzu(directory: str) -> tuple[Ask, float]:
    """Kuzu with a table for each label and each type, filled from Arrow tables, its fastest way in."""
    import kuzu
    import pyarrow

    graph = GraphDirectory(directory).read_graph()
    label = {n.key: n.label for n in graph.nodes}
    kinds = {"string": "STRING", "integer": "INT64", "float": "DOUBLE", "strings": "STRING[]"}
    arrow = {"STRING": pyarrow.string(), "INT64": pyarrow.int64(), "DOUBLE": pyarrow.float64()}
    started = time.perf_counter()
    base = kuzu.Connection(kuzu.Database(f"{directory}/../kuzu-{time.time_ns()}"))
    base.set_query_timeout(SECONDS * 1000)

    def copy(table: str, rows: list[dict[str, Any]], types: dict[str, str], more: str = "") -> None:
        data = pyarrow.table(
            {c: pyarrow.array([r.get(c) for r in rows], arrow.get(k, pyarrow.list_(pyarrow.string())))
             for c, k in types.items()}
        )  # fmt: skip
        assert data is not None
        base.execute(f"COPY {table} FROM $data {more}", {"data": data})

    for name, properties in NODE_PROPERTIES.items():
        types = {c: kinds[k] for c, k in properties.items()}
        columns = ", ".join(f"{c} {k}" for c, k in types.items())
        base.execute(f"CREATE NODE TABLE {name}({columns}, PRIMARY KEY (key))")
        copy(name, [n.properties for n in graph.nodes if n.label == name], types)
    types = {"support": "INT64", "confidence": "DOUBLE", "evidence": "STRING[]", "evidence_papers": "STRING[]"}
    groups: dict[str, dict[tuple[str, str], list[dict[str, Any]]]] = {}
    for e in graph.edges:
        ends = (label[e.source], label[e.target])
        groups.setdefault(e.type, {}).setdefault(ends, []).append({"f": e.source, "t": e.target, **e.properties})
    columns = ", ".join(f"{c} {k}" for c, k in types.items())
    for type_, by_ends in groups.items():
        assert type_ in EDGE_ENDS
        pairs = ", ".join(f"FROM {a} TO {b}" for a, b in by_ends)
        base.execute(f"CREATE REL TABLE {type_}({pairs}, {columns})")
        for (a, b), rows in by_ends.items():
            more = f"(from='{a}', to='{b}')" if len(by_ends) > 1 else ""
            copy(type_, rows, {"f": "STRING", "t": "STRING", **types}, more)
    seconds = time.perf_counter() - started

    def ask(number: int) -> list[list[Any]]:
        text = QUESTIONS[number].cypher
        result = base.execute(text, {name: value for name, value in PARAMS.items() if f"${name}" in text})
        assert isinstance(result, kuzu.QueryResult)
        return [list(row) for row in result.get_all()]

    return ask, seconds


OPEN = {"kg": open_kg, "kuzu": open_kuzu, "grand-cypher": open_grand, "networkx": open_network}


def give_up(*_: object) -> None:
    raise TimeoutError


def measure(engine: str, directory: str) -> dict[str, Any]:
    """Load, ask every question three times, and return the load's seconds, the best times, the rows and the memory."""
    cpu = time.process_time()
    ask, load = OPEN[engine](directory)
    cpu = time.process_time() - cpu
    gc.freeze()
    signal.signal(signal.SIGALRM, give_up)
    answers = []
    for number in range(len(QUESTIONS)):
        rows, best = None, float("inf")
        try:
            for _ in range(3):
                signal.alarm(SECONDS)
                started = time.perf_counter()
                rows = ask(number)
                best = min(best, time.perf_counter() - started)
            answers.append({"rows": rows, "seconds": best})
        except BaseException as error:
            answers.append({"error": "slow" if isinstance(error, TimeoutError) or "nterrupted" in str(error) else "no"})
        finally:
            signal.alarm(0)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    return {"load": load, "cpu": cpu, "answers": answers, "memory": memory}


def cell(answer: dict[str, Any], right: Any) -> str:
    if "error" in answer:
        return f"> {SECONDS} s" if answer["error"] == "slow" else "not run"
    return f"{answer['seconds']:.4f}" + ("" if answer["rows"] == right else " WRONG")


def main() -> None:
    papers = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as folder:
        directory = f"{folder}/graph"
        graph = make_graph(papers)
        GraphDirectory(directory).save(Contents(graph=graph))
        print(f"{papers} papers, {len(graph.nodes)} nodes, {len(graph.edges)} edges; seconds, best of three")
        del graph
        wanted = sys.argv[2:] or ENGINES
        found = {name: child(name, directory) for name in ENGINES if name in wanted and find_spec(ENGINES[name])}
        again = child("kg", directory)
    names = list(found)
    print("| | " + " | ".join(names) + " |\n|---|" + "---|" * len(names))
    print("| load | " + " | ".join(f"{found[n]['load']:.1f}" for n in names) + " |")
    right = [answer.get("rows") for answer in found["networkx"]["answers"]]
    for i, question in enumerate(QUESTIONS):
        print(f"| {question.name} | " + " | ".join(cell(found[n]["answers"][i], right[i]) for n in names) + " |")
    print("| memory, GiB at most | " + " | ".join(f"{found[n]['memory']:.2f}" for n in names) + " |")
    print(f"kg: loading took {found.get('kg', again)['cpu']:.1f} s of CPU; opened again: {again['load']:.1f} s, "
          f"{again['cpu']:.1f} s of CPU, {again['memory']:.2f} GiB")  # fmt: skip


def child(engine: str, directory: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.stores", "--child", engine, directory]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{engine} failed: {done.stderr[-2000:]}")
    return json.loads(done.stdout.splitlines()[-1])  # type: ignore[no-any-return]


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        print(json.dumps(measure(sys.argv[2], sys.argv[3])))
    else:
        main()
