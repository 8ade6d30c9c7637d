"""`kg query`: rows out, in every format, and one line for every mistake."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

PROPOSED = "MATCH (p:Paper)-[:PROPOSES]->(m:Method) RETURN p.name AS paper, m.name AS method ORDER BY paper"


def test_json_is_a_list_of_objects_keyed_by_column(kg: Run, graph: Path) -> None:
    done = kg("query", graph, PROPOSED, "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == [
        {"paper": "LarkNet", "method": "LarkNet"},
        {"paper": "Larks on Graphs", "method": "β-Lark"},
    ]


def test_no_rows_are_an_empty_list(kg_here: Run, graph: Path) -> None:
    assert kg_here("query", graph, "MATCH (t:Task) RETURN t.name", "-f", "json").stdout == "[]\n"


def test_csv_has_a_header_and_json_for_lists(kg_here: Run, graph: Path) -> None:
    done = kg_here(
        "query", graph, "MATCH (p:Paper) RETURN p.name AS n, p.year AS y, p.ids AS i ORDER BY y", "-f", "csv"
    )
    assert list(csv.reader(done.stdout.splitlines())) == [
        ["n", "y", "i"],
        ["LarkNet", "2023", '["one"]'],
        ["Larks on Graphs", "2024", '["two"]'],
    ]


def test_table_keeps_one_row_on_one_line_in_a_pipe(kg: Run, graph: Path) -> None:
    done = kg("query", graph, "MATCH (p:Paper) RETURN p.abstract AS text ORDER BY p.year")
    lines = done.stdout.splitlines()
    assert lines[0] == "text"
    assert lines[2].startswith("We present LarkNet")
    assert lines[2].endswith("beats ResNet-50.")
    assert lines[-1] == "2 rows"


@pytest.mark.parametrize(
    ("parameter", "condition", "count"),
    [("y:=2024", "p.year = $y", 1), ("y=2024", "p.year = $y", 0), ("l:=[2023, 2024]", "p.year IN $l", 2)],
)
def test_parameters_are_text_or_json(kg_here: Run, graph: Path, parameter: str, condition: str, count: int) -> None:
    query = f"MATCH (p:Paper) WHERE {condition} RETURN count(*) AS n"
    assert json.loads(kg_here("query", graph, query, "--param", parameter, "-f", "json").stdout) == [{"n": count}]


def test_the_query_may_come_from_stdin(kg: Run, graph: Path) -> None:
    assert kg("query", graph, "-", "-f", "csv", input="RETURN 1 AS one").stdout == "one\n1\n"


def test_a_limit_cuts_and_says_so(kg_here: Run, graph: Path) -> None:
    done = kg_here("query", graph, "MATCH (n) RETURN n.key", "--limit", 2)
    assert done.stdout.splitlines()[-1] == "2 rows (more were cut by the limit)"


def test_unknown_labels_are_warned_of_on_stderr(kg_here: Run, graph: Path) -> None:
    done = kg_here("query", graph, "MATCH (m:Methods) RETURN m", "-f", "json")
    assert (done.returncode, done.stdout) == (0, "[]\n")
    assert done.stderr.startswith("warning: ")
    assert done.stderr.count("\n") == 1
    assert "Methods" in done.stderr


def test_min_confidence_leaves_out_what_is_less_sure(kg_here: Run, graph: Path) -> None:
    query = "MATCH (:Method)-[r:OUTPERFORMS]->(m:Method) RETURN m.name AS worse"
    assert json.loads(kg_here("query", graph, query, "-f", "json").stdout) == [{"worse": "ResNet-50"}]
    assert json.loads(kg_here("query", graph, query, "-f", "json", "--min-confidence", 0.7).stdout) == []


def test_a_change_needs_write(kg: Run, graph: Path) -> None:
    change = "MATCH (p:Paper {name: 'LarkNet'}) SET p.venue = 'A Workshop'"
    refused = kg("query", graph, change)
    assert refused.returncode == 2
    assert "--write" in refused.stderr
    assert kg("query", graph, change, "--write").returncode == 0
    seen = kg("query", graph, "MATCH (p:Paper) WHERE p.venue = 'A Workshop' RETURN p.name AS n", "-f", "csv")
    assert seen.stdout == "n\nLarkNet\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("MATCH (n RETURN n",), "line 1"),
        (("RETURN $x",), "--param x"),
        (("RETURN 1", "--param", "x"), "NAME=TEXT or NAME:=JSON"),
        (("RETURN 1", "--param", "x:=tru"), "is not JSON"),
        (("RETURN 1", "--param", "x:=NaN"), "is not JSON"),
        (("RETURN 1", "--param", "x=1", "--param", "x=2"), "given twice"),
        (("RETURN 1", "--format", "jsn"), "Did you mean 'json'?"),
        (("RETURN 1", "--limit", "-1"), "--limit"),
        (("RETURN 1", "--min-confidence", "2"), "--min-confidence"),
        (("RETURN 1", "--nonsense"), "--nonsense"),
        ((), "CYPHER"),
    ],
)
def test_mistakes_are_one_line_and_exit_code_2(
    kg_here: Run, graph: Path, arguments: tuple[str, ...], said: str
) -> None:
    done = kg_here("query", graph, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    assert said in done.stderr


def test_no_graph_is_one_line(kg_here: Run, tmp_path: Path) -> None:
    done = kg_here("query", tmp_path / "nowhere", "RETURN 1")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "kg build" in done.stderr


def test_names_from_a_file_cannot_drive_the_terminal(kg: Run, graph: Path) -> None:
    done = kg("query", graph, "RETURN $t AS t", "--param", "t=a\x1b[31mb\nc")
    assert done.stdout.splitlines()[2] == "a\N{REPLACEMENT CHARACTER}[31mb c"


@pytest.mark.parametrize("env", [{"LC_ALL": "C"}, {"LC_ALL": "POSIX"}, {"PYTHONIOENCODING": "ascii"}])
def test_output_is_utf_8_in_every_locale(kg: Run, graph: Path, env: dict[str, str]) -> None:
    done = kg("query", graph, "MATCH (m:Method) WHERE m.name = $n RETURN m.name AS n", "-p", "n=β-Lark", "-f", "csv")
    assert (done.stdout, done.stderr) == ("n\nβ-Lark\n", "")
    done = kg("query", graph, "MATCH (m:Method) WHERE m.name STARTS WITH 'β' RETURN m.name AS n", "-f", "csv", env=env)
    assert done.stdout == "n\nβ-Lark\n"
