"""JSON and JSON lines: told by content, strict in types, calm with hostile input."""

import json

import pytest

from kg.errors import ConfigError, InputError
from kg.readers import Repaired
from tests.readers.conftest import Read

THREE = [{"id": "a", "title": "A", "abstract": "x"}, {"id": "b", "abstract": None}, {"id": "c", "text": "l\nm"}]
TEXTS = [("a", "x"), ("b", ""), ("c", "l\nm")]


@pytest.mark.parametrize("name", ["x.json", "x.jsonl", "x.txt", "x"])
@pytest.mark.parametrize(
    "content",
    [
        json.dumps(THREE),
        json.dumps(THREE, indent=2),
        "\n".join(map(json.dumps, THREE)),
        "\n\n".join(json.dumps(one, indent=1) for one in THREE),
        json.dumps({"count": 3, "papers": THREE}),
        json.dumps({"meta": {}, "found": [{"title": "t", **one} for one in THREE]}),
        json.dumps({one["id"]: {"title": "t", **one} for one in THREE}),
        "\ufeff" + "\r\n".join(map(json.dumps, THREE)) + "\r\n",
    ],
    ids=["array", "pretty", "lines", "in a row", "wrapped", "any name", "by id", "bom"],
)
def test_the_content_counts_not_the_suffix(read: Read, name: str, content: str) -> None:
    documents, problems = read(name, content)
    assert [(d.id, d.text) for d in documents] == TEXTS
    assert problems == []


def test_one_record(read: Read) -> None:
    documents, _ = read(
        "x.json", json.dumps({"title": "T", "abstract": "x", "tags": [{"title": "no paper"}]}, indent=1)
    )
    assert [(d.id, d.title) for d in documents] == [("x:001", "T")]


def test_bad_lines_are_told_and_the_rest_goes_through(read: Read) -> None:
    lines = [
        '{"id": "a", "abstract": "x"}',
        "",
        '{"id": "cut',
        '"text"',
        "[1]",
        "7",
        "null",
        '{"id": "z", "year": NaN}',
        "{}",
    ]
    documents, problems = read("x.jsonl", "\n".join(lines))
    assert [(d.id, d.text, d.year) for d in documents] == [("a", "x", None), ("z", "", None)]
    assert [problem.line for problem in problems] == [3, 4, 5, 6, 7, 9]
    assert "x.jsonl:3: This is no valid JSON: Unterminated string starting at column " in str(problems[0])
    assert "This is a list, where an object belongs" in str(problems[2])


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        ("", ""),
        (" \n\t", " \n\t"),
        (float("nan"), ""),
        ("NaN", ""),
        ("none", ""),
        ("N/A", ""),
        (["One.", "Two."], "One. Two."),
        (7, "7"),
    ],
)
def test_odd_abstracts(read: Read, value: object, text: str) -> None:
    documents, problems = read("x.jsonl", json.dumps({"id": "a", "abstract": value}))
    assert [(d.text.strip(), problems) for d in documents] == [(text.strip(), [])]


@pytest.mark.parametrize("value", [True, {"a": 1}, [1, 2], [["x"]]])
def test_wrong_types_are_told(read: Read, value: object) -> None:
    documents, problems = read("x.jsonl", json.dumps({"id": "a", "abstract": value}) + '\n{"id": "b", "abstract": "x"}')
    assert [d.id for d in documents] == ["b"]
    assert "The field abstract holds" in str(problems[0])


def test_ids_are_text(read: Read) -> None:
    ids = ["urn:p:1", "o'b:2", "007", 7, "7", 7.0, "a/b c#d?e=f&g", "{{ x }}", 10**30, -0.5]
    documents, problems = read("x.jsonl", "\n".join(json.dumps({"id": i, "title": f"t{n}"}) for n, i in enumerate(ids)))
    assert [d.id for d in documents] == [
        "urn:p:1",
        "o'b:2",
        "007",
        "7",
        "7",
        "7",
        "a/b c#d?e=f&g",
        "{{ x }}",
        str(10**30),
        "-0.5",
    ]
    assert len(problems) == 1
    assert "2 ids are given to more than one record, as '7'" in str(problems[0])
    assert isinstance(problems[0], Repaired)


def test_doc_id_comes_before_id(read: Read) -> None:
    documents, _ = read(
        "x.jsonl", '{"id": "a", "doc_id": "b", "text": "x", "entities": [{"id": "e1"}], "relations": []}'
    )
    assert [(d.id, d.text) for d in documents] == [("b", "x")]


def test_all_fields(read: Read) -> None:
    record = {
        "Paper ID": 12,
        "TITLE": " A title\n of two lines ",
        "Summary": "x",
        "Publication Date": "2021-03-04",
        "BookTitle": "ACL",
        "author": "Doe, J. and Roe, R.",
        "DOI": "https://doi.org/10.5555/ABC.1",
        "eprint": "arXiv:2101.00001v3",
        "forum": "aBcDe12_-x",
        "Link": ["https://x.org", "https://y.org"],
    }
    (document,), _ = read("x.json", json.dumps(record))
    assert document.title == "A title\n of two lines"
    assert (document.id, document.text, document.year, document.venue) == ("12", "x", 2021, "ACL")
    assert (document.doi, document.arxiv, document.openreview) == ("10.5555/abc.1", "2101.00001", "aBcDe12_-x")
    assert (document.url, document.authors, document.ids) == ("https://x.org", ("Doe, J.", "Roe, R."), ("12",))


def test_mapping(read: Read) -> None:
    content = '{"Zusammenfassung": "x", "Titel": "T", "abstract": "no"}'
    (document,), _ = read("x.jsonl", content, abstract="Zusammenfassung", title="titel")
    assert (document.title, document.text) == ("T", "x")
    with pytest.raises(
        ConfigError, match=r"there is no column 'Kurz' for abstract. Columns: Zusammenfassung, Titel, abstract\."
    ):
        read("x.jsonl", content, text="Kurz")
    with pytest.raises(ConfigError, match=r"Unknown field 'abstrct'. Did you mean 'abstract'\?"):
        read("x.jsonl", content, abstrct="Kurz")


@pytest.mark.parametrize(
    "line",
    [
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"id": ' + "9" * 100_000 + ', "abstract": "x"}',
        '{"id": "a", "abstract": "\\ud800 x", "year": 1e999}',
    ],
    ids=["arrays", "objects", "digits", "surrogate"],
)
def test_hostile_json_does_not_crash(read: Read, line: str) -> None:
    documents, problems = read("x.jsonl", '{"id": "good", "abstract": "y"}\n' + line)
    assert documents[0].id == "good"
    assert len(documents) + len(problems) == 2
    assert all(d.text.encode() for d in documents if d.text)


def test_a_damaged_array_gives_what_stands_before_the_damage(read: Read) -> None:
    documents, problems = read(
        "x.json", '[\n{"id": "a", "title": "A"},\n{"id": "b", "title" "B"},\n{"id": "c", "title": "C"}]'
    )
    assert [d.id for d in documents] == ["a"]
    assert (problems[0].line, "What follows it is not read" in str(problems[0])) == (3, True)


@pytest.mark.parametrize("content", ["[]", "{}", '{"papers": []}', "[1, 2]", '{"x": 1}', "{broken", "[{]"])
def test_json_without_a_record_is_an_error(read: Read, content: str) -> None:
    with pytest.raises(InputError, match="holds no record that can be read"):
        read("x.json", content)


def test_a_very_long_text_is_cut_and_told(read: Read) -> None:
    documents, problems = read(
        "x.jsonl",
        "\n".join(json.dumps({"id": i, "abstract": t}) for i, t in (("a", "x"), ("b", "word " * 250_000), ("c", "y"))),
    )
    assert [len(d.text) for d in documents] == [1, 100_000, 1]
    assert "The abstract of 'b' has 1,250,000 characters; cut at 100,000." in str(problems[0])
