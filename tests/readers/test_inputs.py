"""Inputs as a whole: directories, compression, standard input, and what cannot be read."""

import gzip
import io
import json
import os
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import InputError
from kg.readers import read_documents
from kg.readers.identifiers import find_identifiers, normal_arxiv, normal_doi, normal_openreview
from tests.readers.conftest import Read

CASES = Path(__file__).parents[2].parent / "shared" / "cases" / "files"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "The file is empty."),
        (b" \n\t\r\n", "The file is empty."),
        (b"\xef\xbb\xbf", "The file is empty."),
        (b"%PDF-1.7 \n", "This is a PDF, not text."),
        (b"PK\x03\x04rest", "This is a ZIP archive"),
        (bytes(range(256)) * 4, "This is a binary file, not text."),
        (b"\x1f\x8b\x08\x00broken", "The compressed file is damaged"),
        (gzip.compress(b"One abstract." * 100)[:-12], "The compressed file is damaged"),
        (gzip.compress(gzip.compress(b"x")), "compressed twice"),
        (gzip.compress(b""), "The file is empty."),
        (b"<?xml version='1.0'?><a/>", "The format of this file is not known"),
        (b"@article{a, title = {b}}", "The format of this file is not known"),
    ],
)
def test_unreadable_files(read: Read, content: bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read("x.txt", content)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert (caught.value.path or "").endswith("x.txt")


def test_missing_files_are_found_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file or directory"):
        read_documents([tmp_path / "none.txt"], on_problem=pytest.fail)
    with pytest.raises(InputError, match="No input"):
        read_documents([], on_problem=pytest.fail)


def test_a_directory_is_read_in_order(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / ".hidden").mkdir()
    (tmp_path / "b" / "two.jsonl.gz").write_bytes(gzip.compress(b'{"id": "two", "abstract": "x"}\n'))
    (tmp_path / "a.txt").write_text("One.\n\nMore.", encoding="utf-8")
    (tmp_path / ".hidden" / "no.txt").write_text("no", encoding="utf-8")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    (tmp_path / "c.csv").write_bytes(b"\x00\x01\x02")
    problems: list[InputError] = []
    documents = list(read_documents(str(tmp_path), on_problem=problems.append))
    assert [d.id for d in documents] == ["a:001", "a:002", "two"]
    assert [Path(p.path or "").name for p in problems] == ["c.csv"]


def test_a_directory_without_a_readable_file(tmp_path: Path) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    with pytest.raises(InputError, match="The directory holds no readable file"):
        list(read_documents(tmp_path, on_problem=pytest.fail))


@pytest.mark.parametrize(
    ("data", "ids"),
    [
        (b"One.\n\nTwo.\n", ["stdin:001", "stdin:002"]),
        (b'{"id": "a", "text": "x"}\n', ["a"]),
        (b"id,title\n1,A\n", ["1"]),
        (gzip.compress(b'[{"id": "z", "text": "x"}]'), ["z"]),
    ],
)
def test_standard_input_is_told_by_content(monkeypatch: pytest.MonkeyPatch, data: bytes, ids: list[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert [d.id for d in read_documents("-", on_problem=pytest.fail)] == ids


def test_a_decompression_bomb_is_refused(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kg.readers.content._BOMB_SIZE", 1 << 20)
    with pytest.raises(InputError, match="200-fold"):
        read("x.txt.gz", gzip.compress(b"a" * (1 << 23)))


def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(b'{"id": "a", "text": "x"}\n',))
    writer.start()
    documents = list(read_documents(pipe, on_problem=pytest.fail))
    writer.join()
    assert [d.id for d in documents] == ["a"]


def test_a_link_that_leads_nowhere_and_a_closed_file(tmp_path: Path) -> None:
    (tmp_path / "x.txt").symlink_to(tmp_path / "nowhere")
    with pytest.raises(InputError, match="no such file"):
        read_documents(tmp_path / "x.txt", on_problem=pytest.fail)


@given(st.binary(max_size=200))
def test_any_bytes_give_documents_or_an_input_error(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.txt"
    path.write_bytes(data)
    try:
        for document in read_documents(path, on_problem=lambda _: None):
            assert document.text.encode().decode() == document.text
    except InputError:
        pass


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
        lambda x: (
            st.lists(x)
            | st.dictionaries(
                st.sampled_from(["id", "title", "abstract", "year", "authors", "doi", "url", "papers", "x"]), x
            )
        ),
        max_leaves=12,
    )
)
def test_any_json_gives_documents_or_an_input_error(tmp_path_factory: pytest.TempPathFactory, value: object) -> None:
    path = tmp_path_factory.getbasetemp() / "any.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    try:
        for document in read_documents(path, on_problem=lambda _: None):
            assert isinstance(document.id, str)
            assert isinstance(document.text, str)
    except InputError:
        pass


@pytest.mark.parametrize(
    ("value", "normal"),
    [
        ("10.5555/ABC.1", "10.5555/abc.1"),
        ("doi: 10.5555/abc", "10.5555/abc"),
        ("http://dx.doi.org/10.1000/a%2Fb", "10.1000/a/b"),
        ("11.5555/abc", None),
        ("", None),
    ],
)
def test_doi(value: str, normal: str | None) -> None:
    assert normal_doi(value) == normal


@pytest.mark.parametrize(
    ("value", "normal"),
    [
        ("2101.00001", "2101.00001"),
        ("arXiv:2101.00001v12", "2101.00001"),
        ("2101.00001v2 [cs.LG]", "2101.00001"),
        ("https://arxiv.org/pdf/2101.00001v1.pdf", "2101.00001"),
        ("cs.LG/0501001v2", "cs/0501001"),
        ("math/0501001", "math/0501001"),
        ("hello", None),
    ],
)
def test_arxiv(value: str, normal: str | None) -> None:
    assert normal_arxiv(value) == normal


def test_addresses() -> None:
    found = find_identifiers(
        "https://openreview.net/pdf?id=Ab_12-x",
        "see https://doi.org/10.5555/X?y=1",
        "http://arxiv.org/abs/cs/0501001v2",
    )
    assert found == ("10.5555/x", "cs/0501001", "Ab_12-x")
    assert find_identifiers("https://doi.org/10.48550/arXiv.2101.00001") == (None, "2101.00001", None)
    assert normal_openreview("not an id") is None


def test_identifiers_stand_in_the_url_or_the_id(read: Read) -> None:
    records = [
        {"id": "http://arxiv.org/abs/2101.00001v1", "title": "A"},
        {"id": "b", "url": "https://openreview.net/forum?id=abcdEF", "title": "B"},
    ]
    documents, _ = read("x.json", json.dumps(records))
    assert [(d.arxiv, d.openreview) for d in documents] == [("2101.00001", None), (None, "abcdEF")]


EXPECTED = {
    "array_named_jsonl.jsonl": (["j1", "j2", "j3"], 0),
    "jsonl_named_json.json": (["j1", "j2", "j3"], 0),
    "json_wrapped.json": (["j1"], 0),
    "jsonl_dirty.jsonl": (["j1", "j3", "j4"], 2),
    "csv_embedded.csv": (["p1", "p2", "p3", "p4"], 2),
    "csv_badquote.csv": (["1", "2"], 0),
    "csv_openquote.csv": (["1", "2", "3", "4"], 1),
    "csv_semicolon_cp1252.csv": (["q1"], 0),
    "csv_utf16_tab.csv": (["csv_utf16_tab:001"], 0),
    "csv_utf8sig.csv": (["csv_utf8sig:001"], 0),
    "plain_cp1252.txt": (["plain_cp1252:001"], 0),
    "hostile_ids.jsonl": (["urn:p:1", "o'brien:2", "007", "7", "7", "a/b c#d?e=f&g", "{{ template }}"], 1),
}


without_cases = pytest.mark.skipif(not CASES.exists(), reason="the collected faults are not beside this checkout")


@without_cases
def test_encodings_of_neighbouring_tools() -> None:
    names = ("csv_semicolon_cp1252.csv", "csv_utf16_tab.csv", "csv_utf8sig.csv", "plain_cp1252.txt")
    first = [next(iter(read_documents(CASES / name, on_problem=pytest.fail))) for name in names]
    assert [d.title for d in first] == ["Le œuvre – naïve", "Wide bytes", "BOM first column", None]
    assert "« NaiveNet » coûte 5€, “smart”" in first[0].text
    assert "— “DashNet” —" in first[3].text


@without_cases
@pytest.mark.parametrize("name", EXPECTED)
def test_faults_of_neighbouring_tools(name: str) -> None:
    problems: list[InputError] = []
    documents = list(read_documents(CASES / name, on_problem=problems.append))
    assert ([d.id for d in documents], len(problems)) == EXPECTED[name]
    assert not any("\ufffd" in d.text for d in documents)
