"""Reading Cypher text: tokens, columns, parameters and the edits for the engines."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import QueryError
from kg.stores.analysis import Analysis, schema_of
from kg.stores.dialect import apply_edits, decode, encode, engine_edits, original_offset
from kg.stores.tokens import find_offset, find_position, find_tokens
from kg.stores.values import iso_duration


def test_tokens() -> None:
    query = "MATCH (n:`A``b` {x: $p})-[*1..3]->() /* ( */ WHERE n.y =~ 'it\\'s' // end\nRETURN 1.5e3"
    assert [t.text for t in find_tokens(query)] == [
        *(
            "MATCH",
            "(",
            "n",
            ":",
            "`A``b`",
            "{",
            "x",
            ":",
            "$p",
            "}",
            ")",
            "-",
            "[",
            "*",
            "1",
            "..",
            "3",
            "]",
            "-",
            ">",
        ),
        *("(", ")", "WHERE", "n", ".", "y", "=~", "'it\\'s'", "RETURN", "1.5e3"),
    ]
    assert [t.name for t in find_tokens("`A``b` $`p q` $r s")] == ["A`b", "p q", "r", "s"]


@pytest.mark.parametrize(
    ("query", "engine"),
    [
        ("MATCH (p {title: 'x'}) RETURN p.title", "MATCH (p {`title_`: 'x'}) RETURN p.`title_`"),
        ("RETURN {id: 1, a: {type: 2}}", "RETURN {`id_`: 1, a: {`type_`: 2}}"),
        ("MATCH (n) RETURN n['name'], ['name']", "MATCH (n) RETURN n['name_'], ['name']"),
        ("MATCH (title:Paper) RETURN title", "MATCH (title:Paper) RETURN title"),
        ("MATCH (n) CALL { WITH n MATCH (id:Type), (n) RETURN id } RETURN n.end", None),
        ("RETURN date.truncate('year', date()).year", "RETURN date.truncate('year', date()).year"),
        ("CALL db.index.label() YIELD name", "CALL db.index.label() YIELD name"),
        ("MATCH ()-[r:A*]->() RETURN 2 * 3", "MATCH ()-[r:A*1..1000000]->() RETURN 2 * 3"),
        ("MATCH ()-[*2..]->() RETURN 1", "MATCH ()-[*2..1000000]->() RETURN 1"),
        ("MATCH ()-[*..2]-()-[*3]-()-[*0..1]-() RETURN 1", "MATCH ()-[*..2]-()-[*3]-()-[*0..1]-() RETURN 1"),
        ("MATCH (n) RETURN n.order, n.`a.title`", "MATCH (n) RETURN n.`order`, n.`a.title`"),
    ],
)
def test_edits_for_the_engine(query: str, engine: str | None) -> None:
    text = apply_edits(query, engine_edits(Analysis(query)))
    assert text == engine if engine is not None else text.endswith("RETURN id } RETURN n.`end_`")


@pytest.mark.parametrize(
    ("query", "columns"),
    [
        ("MATCH (n) RETURN DISTINCT n.a AS `x y`, count(*) ORDER BY n.a, 1 LIMIT 3", ["x y", "count(*)"]),
        ("RETURN [1, 2], {a: 1, b: 2}, f(1, 2)", ["[1, 2]", "{a: 1, b: 2}", "f(1, 2)"]),
        ("RETURN n.limit, n . order LIMIT 1", ["n.limit", "n . order"]),
        ("RETURN `a``b`, CASE WHEN x THEN 1 ELSE 2 END AS c;", ["a`b", "c"]),
        ("CALL { RETURN 1 AS inner } RETURN inner, 2 AS outer", ["inner", "outer"]),
        ("RETURN 1 AS a UNION RETURN 2 AS a", ["a"]),
        ("MATCH (n) RETURN n {.a, b: 1}, COUNT { (n)--() }, EXISTS {(n)}", ["n", "COUNT { (n)--() }", "EXISTS {(n)}"]),
        ("MATCH (n) RETURN *", None),
        ("CREATE (n)", None),
        ("RETURN", None),
    ],
)
def test_columns(query: str, columns: list[str] | None) -> None:
    assert Analysis(query).columns() == columns


@given(st.text(max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    analysis = Analysis(text)
    analysis.columns()
    analysis.find_unknown(schema_of((), (), ()))
    apply_edits(text, engine_edits(analysis))
    assert "".join(t.text for t in analysis.tokens) in "".join(text) or len(analysis.tokens) > 1


fragments = [
    "MATCH ",
    "(n",
    ":Paper",
    " {title",
    ": ",
    "'x'",
    "}",
    ")",
    "-[",
    "*",
    "]->",
    " RETURN ",
    "n.",
    "id",
    ", ",
    "keys(n)",
]


@given(st.lists(st.sampled_from(fragments), max_size=25).map("".join))
def test_edits_never_overlap_and_positions_come_back(query: str) -> None:
    edits = sorted(engine_edits(Analysis(query)))
    assert all(a.end <= b.start for a, b in pairwise(edits))
    text = apply_edits(query, edits)
    for offset in range(len(text) + 1):
        assert 0 <= original_offset(edits, offset) <= len(query)
    assert original_offset(edits, len(text)) == len(query)


@given(st.text(max_size=30))
def test_names_come_back(name: str) -> None:
    assert decode(encode(name)) == name


@given(st.text(st.sampled_from("ab\n"), max_size=20), st.integers(0, 20))
def test_positions(text: str, offset: int) -> None:
    offset = min(offset, len(text))
    assert find_offset(text, find_position(text, offset)) == offset


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ((0, 0, 0), "PT0S"),
        ((13, 0, 0), "P1Y1M"),
        ((0, 2, 3_723), "P2DT1H2M3S"),
        ((0, 0, 1, 500_000_000), "PT1.5S"),
    ],
)
def test_durations(parts: tuple[int, ...], text: str) -> None:
    assert iso_duration(*parts) == text


def test_queries_come_one_at_a_time() -> None:
    for single in ("RETURN 1;", "RETURN 1 ;; // ; x", "RETURN ';' AS `;`"):
        Analysis(single).check({})
    with pytest.raises(QueryError, match=r"A second query begins at line 2, column 1\. Give one at a time\."):
        Analysis("MATCH (n) RETURN n;\nRETURN 2").check({})
