"""Tables: delimiters, quotes, odd rows."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import InputError
from kg.readers import Repaired
from kg.readers.tables import find_delimiter, split_rows
from tests.readers.conftest import Read


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("name", ["x.csv", "x.tsv", "x.txt", "x"])
def test_the_delimiter_is_found(read: Read, name: str, delimiter: str) -> None:
    rows = [["ID", "Title", "Abstract"], ["1", "A; b, c", "Some | text\twith; all, of them"], ["2", "D", ""]]
    stream = io.StringIO()
    csv.writer(stream, delimiter=delimiter).writerows(rows)
    documents, problems = read(name, stream.getvalue())
    assert [(d.id, d.title, d.text) for d in documents] == [
        ("1", "A; b, c", "Some | text\twith; all, of them"),
        ("2", "D", ""),
    ]
    assert problems == []


def test_line_breaks_and_quotes_inside_cells(read: Read) -> None:
    documents, problems = read(
        "x.csv", 'id,title,abstract,year\np1,"A, b","One.\nTwo ""q"", c.\n\nFour.",2020\np2,No text,,2021\n'
    )
    assert [(d.id, d.title, d.text, d.year, d.sources[0].line) for d in documents] == [
        ("p1", "A, b", 'One.\nTwo "q", c.\n\nFour.', 2020, 2),
        ("p2", "No text", "", 2021, 6),
    ]
    assert problems == []


def test_short_and_long_rows_are_kept_and_told(read: Read) -> None:
    documents, problems = read(
        "x.csv", "id,title,abstract,year\np1,Short\np2,Long,Text,2022,more,\np3,Fine,Text,2023,,\n\n"
    )
    assert [(d.id, d.text, d.year) for d in documents] == [("p1", "", None), ("p2", "Text", 2022), ("p3", "Text", 2023)]
    assert [str(p).partition("x.csv:")[2] for p in problems] == [
        "2: The row has 2 cells where the heading has 4; the missing ones are empty.",
        "3: The row has 6 cells where the heading has 4; left out: 'more'.",
    ]
    assert all(isinstance(p, Repaired) for p in problems)


def test_bare_commas_in_the_last_column_stay(read: Read) -> None:
    documents, _ = read("x.csv", "id,abstract\n1,One, two, three.\n2,Four\n")
    assert [d.text for d in documents] == ["One, two, three.", "Four"]


def test_stray_quotes_stay(read: Read) -> None:
    documents, problems = read(
        "x.csv", 'n;title;abstract;year\n1;"Fast" tools;A "bare" quote: x;2022\n2;"He said "so" to us";y;2023\n'
    )
    assert [(d.title, d.text, d.year) for d in documents] == [
        ('"Fast" tools', 'A "bare" quote: x', 2022),
        ('He said "so" to us', "y", 2023),
    ]
    assert problems == []


@pytest.mark.parametrize(
    "tail",
    [
        "3,Next,Three.\n4,Last,Four.\n",
        '3,"Next","Three."\n4,Last,Four.\n',
        '3,Next,""\n4,Last,Four.\n',
        '3,Next,Three.\n4,Last,Four.\n5,More,Five.\n6,Also,"Six."\n',
    ],
)
def test_a_lone_quote_swallows_nothing(read: Read, tail: str) -> None:
    documents, problems = read("x.csv", 'id,title,abstract\n1,Good,One.\n2,Open,"Two begins.\n' + tail)
    assert [d.id for d in documents] == [str(n) for n in range(1, 3 + tail.count("\n"))]
    assert documents[1].text == '"Two begins.'
    assert str(problems[0]).endswith("x.csv:3: A quote is never closed; it is taken as text.")


def test_one_column(read: Read) -> None:
    documents, _ = read("x.csv", 'abstract\n"One, two."\nThree, four; five.\n')
    assert [d.text for d in documents] == ["One, two.", "Three, four; five."]


def test_a_declared_delimiter(read: Read) -> None:
    documents, _ = read("x.csv", "sep=;\r\ntitle;abstract\r\nA;x\r\n")
    assert [(d.title, d.text) for d in documents] == [("A", "x")]


def test_unknown_columns_are_listed(read: Read) -> None:
    with pytest.raises(
        InputError, match=r"No column is known as a title or an abstract. Columns: Nr, Kurzfassung\. Name one"
    ):
        read("x.csv", "Nr,Kurzfassung\n1,x\n")
    (document,), _ = read("x.csv", "Nr,Kurzfassung\n1,x\n", abstract="kurzfassung", id="Nr")
    assert (document.id, document.text) == ("1", "x")


def test_a_double_heading_takes_the_first_that_is_filled(read: Read) -> None:
    documents, _ = read("x.csv", "title,abstract,abstract\nA,,x\nB,y,z\n")
    assert [d.text for d in documents] == ["x", "y"]


def test_a_huge_cell_is_cut_and_told(read: Read) -> None:
    documents, problems = read("x.csv", 'id,abstract\na,x\nb,"' + "word " * 250_000 + '"\nc,y\n')
    assert [(d.id, len(d.text)) for d in documents] == [("a", 1), ("b", 100_000), ("c", 1)]
    assert len(problems) == 1


@pytest.mark.parametrize(
    ("content", "title"),
    [
        ("Title,Abstract\nBOM,x\n".encode("utf-8-sig"), "BOM"),
        ("Title\tAbstract\r\nWeite “Zeichen”\tx\r\n".encode("utf-16"), "Weite “Zeichen”"),
        ("Title\tAbstract\nohne Marke\tx\n".encode("utf-16-le"), "ohne Marke"),
        ("Title\tAbstract\nohne Marke\tx\n".encode("utf-16-be"), "ohne Marke"),
        ("Title\tAbstract\nBreit\tx\n".encode("utf-32"), "Breit"),
        ("Title;Abstract\nL’été – 5€\tx;y\n".encode("cp1252"), "L’été – 5€\tx"),
        (("Title;Abstract\n" + "é" * 50 + ";y\n").encode() + b"\xff;z\n", "é" * 50),
    ],
)
def test_encodings(read: Read, content: bytes, title: str) -> None:
    documents, _ = read("x.csv", content)
    assert documents[0].title == title


@given(
    st.lists(st.lists(st.text(alphabet='ab ,;"\n\té', max_size=8), min_size=2, max_size=4), min_size=1, max_size=6),
    st.sampled_from([",", ";", "\t", "|"]),
)
def test_what_the_standard_writer_writes_is_read_back(rows: list[list[str]], delimiter: str) -> None:
    stream = io.StringIO()
    csv.writer(stream, delimiter=delimiter, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(rows)
    read_back = [row.cells for row in split_rows(stream.getvalue(), delimiter)]
    swallowing = any(cell.count("\n") > 2 for row in rows for cell in row)
    assert swallowing or read_back == [row for row in rows if any(cell.strip() for cell in row)]


@given(st.text(alphabet='a,;"\n\r\t ', max_size=60))
def test_no_character_outside_quotes_and_marks_is_lost(text: str) -> None:
    cells = [cell for row in split_rows(text, ",") for cell in row.cells]
    assert sum(cell.count("a") for cell in cells) == text.count("a")


def test_delimiter_of_a_heading() -> None:
    assert find_delimiter("title;abstract\na, b;c, d\n", {}) == ";"
