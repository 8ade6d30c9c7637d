"""`kg view`, `export`, `stats`, `explain` and `load` on a graph made by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kg.export import FORMATS
from kg.stores import Neo4jStore
from tests.cli.conftest import Run
from tests.cli.hand_made import whole_graph
from tests.neo4j.server import Address


def test_view_writes_one_page(kg: Run, graph: Path, tmp_path: Path) -> None:
    done = kg("view", graph, "-o", "v.html", "--focus", "LarkNet", "--years", "2023-2024", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "Wrote v.html. Open it in a browser.\n", "")
    assert "β-Lark" in (tmp_path / "v.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "option", [("--focus", "NoSuchNet"), ("--years", "now"), ("--type", "Methods"), ("--max-nodes", "0")]
)
def test_a_bad_view_option_is_one_line_and_no_file(
    kg_here: Run, graph: Path, tmp_path: Path, option: tuple[str, str]
) -> None:
    done = kg_here("view", graph, "-o", tmp_path / "v.html", *option)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "v.html").exists()


def test_what_was_written_is_told_as_json(kg_here: Run, graph: Path, tmp_path: Path) -> None:
    page, table = tmp_path / "v.html", tmp_path / "out.json"
    assert json.loads(kg_here("view", graph, "-o", page, "--json").stdout) == {"path": str(page)}
    done = kg_here("export", graph, "-f", "json", "-o", table, "--json")
    assert json.loads(done.stdout) == {"path": str(table), "format": "json"}


@pytest.mark.parametrize("format", [*FORMATS])
def test_every_format_is_written(kg_here: Run, graph: Path, tmp_path: Path, format: str) -> None:
    done = kg_here("export", graph, "--format", format, "-o", tmp_path / "out")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "out").exists()


def test_the_help_names_every_format(kg_here: Run) -> None:
    said = kg_here("export", "--help").stdout
    assert all(said.count(name) >= 2 for name in FORMATS)


def test_extractions_carry_the_node_of_every_entity(kg_here: Run, graph: Path, tmp_path: Path) -> None:
    kg_here("export", graph, "--format", "extractions", "-o", tmp_path / "out.jsonl", "--quiet")
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    keys = {node.key for node in whole_graph().nodes}
    nodes = [entity["node"] for line in lines for entity in line["entities"]]
    assert len(nodes) == 6
    assert set(nodes) <= keys
    assert len(set(nodes)) == 4


def test_an_unknown_format_names_the_valid_ones(kg_here: Run, graph: Path, tmp_path: Path) -> None:
    done = kg_here("export", graph, "--format", "graphlm", "-o", tmp_path / "out")
    assert done.returncode == 2
    assert "Did you mean 'graphml'?" in done.stderr


def test_stats_count_nodes_and_edges(kg_here: Run, graph: Path) -> None:
    numbers = json.loads(kg_here("stats", graph, "--json").stdout)
    assert {k: numbers["nodes"][k] for k in ("Paper", "Method", "Dataset", "Result")} == {
        "Paper": 2,
        "Method": 3,
        "Dataset": 1,
        "Result": 1,
    }
    assert numbers["years"] == [2023, 2024]
    assert numbers["top"]["Dataset"] == [["ImageNet", 2]]
    assert sum(numbers["edges"].values()) == len(whole_graph().edges)
    assert "ImageNet" in kg_here("stats", graph).stdout


def test_explain_takes_any_name_or_key(kg_here: Run, graph: Path) -> None:
    by_name = json.loads(kg_here("explain", graph, "larknet", "--json").stdout)
    assert [(one["label"], one["name"], one["papers"]) for one in by_name] == [("Method", "LarkNet", 2)]
    assert json.loads(kg_here("explain", graph, by_name[0]["key"], "--json").stdout) == by_name
    assert kg_here("explain", graph, "LarkNet").stdout.startswith(
        f"LarkNet: Method in 2 papers ({by_name[0]['key']})\n"
    )


def test_explain_leaves_out_what_is_less_sure(kg_here: Run, graph: Path) -> None:
    assert kg_here("explain", graph, "LarkNet", "--min-confidence", 0).returncode == 0
    done = kg_here("explain", graph, "LarkNet", "--min-confidence", 1)
    assert (done.returncode, done.stdout) == (2, "")
    assert kg_here("merges", graph, "--min-confidence", 1).stdout == "0 merges\n"


def test_explain_names_the_nearest_when_there_is_none(kg_here: Run, graph: Path) -> None:
    done = kg_here("explain", graph, "ImageNets2")
    assert done.returncode == 2
    assert "ImageNet" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "env", "said"),
    [
        (("--uri", "bolt://127.0.0.1:1"), {}, "NEO4J_PASSWORD"),
        (("--uri", "bolt://127.0.0.1:1"), {"NEO4J_PASSWORD": "s3cret"}, "127.0.0.1:1"),
        (("--uri", "neo4j://127.0.0.1:1"), {"NEO4J_PASSWORD": "s3cret"}, "127.0.0.1:1"),
        (("--uri", "ftp://host"), {"NEO4J_PASSWORD": "s3cret"}, "bolt://"),
        (("--uri", "bolt://neo4j:s3cret@127.0.0.1:1"), {"NEO4J_PASSWORD": "s3cret"}, "NEO4J_PASSWORD"),
        (("--uri", "bolt://127.0.0.1:1", "--wipe"), {"NEO4J_PASSWORD": "s3cret"}, "--yes"),
        ((), {"NEO4J_PASSWORD": "s3cret"}, "--uri"),
    ],
)
def test_a_load_that_cannot_begin_is_one_line_without_the_password(
    kg_here: Run, graph: Path, arguments: tuple[str, ...], env: dict[str, str], said: str
) -> None:
    done = kg_here("load", graph, *arguments, env=env)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    assert said in done.stderr
    assert "s3cret" not in done.stderr


@pytest.mark.neo4j
def test_load_twice_is_load_once(kg: Run, graph: Path, neo4j_server: Address) -> None:
    expected = whole_graph()
    counts = {"nodes": len(expected.nodes), "edges": len(expected.edges)}
    env = {"NEO4J_PASSWORD": neo4j_server.password}
    arguments = ("load", graph, "--uri", neo4j_server.uri, "--user", neo4j_server.user)
    first = kg(*arguments, "--wipe", "--yes", "--json", env=env)
    assert (first.returncode, first.stderr) == (0, "")
    assert json.loads(first.stdout) == counts
    assert kg(*arguments, "--sync", "--quiet", env=env).stdout == ""
    with Neo4jStore(neo4j_server.uri, neo4j_server.user, neo4j_server.password) as store:
        assert {"nodes": len(store.nodes()), "edges": len(store.edges())} == counts
        store.wipe()
