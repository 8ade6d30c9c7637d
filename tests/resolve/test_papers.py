"""Which records are one paper, under which key: exact cases, any order, merging twice."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.model import Document, Source
from kg.resolve.papers import merge_documents

LONG = (
    "We study how toy networks count small red blocks on a table and find that they count badly "
    "when blocks overlap a lot."
)
OTHER = LONG.replace("red", "blue")


def _document(name: str, **fields: object) -> Document:
    return Document(id=name, ids=(name,), sources=(Source(f"{name}.txt", 1, name),), **fields)  # type: ignore[arg-type]


def _ids(*documents: Document) -> list[tuple[str, ...]]:
    return sorted(paper.ids for paper in merge_documents(documents))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"doi": "10.1/a", "title": "A"}, {"doi": "10.1/a", "title": "B"}),
        ({"arxiv": "2101.00001", "title": "A"}, {"arxiv": "2101.00001", "title": "B", "doi": "10.1/a"}),
        ({"openreview": "abcd", "title": "A"}, {"openreview": "abcd", "text": LONG}),
        ({"title": "Toy  Nets!", "year": 2020}, {"title": "<i>toy</i> nets", "year": 2020}),
        ({"title": "Toy"}, {"title": "toy"}),
        ({"text": LONG}, {"text": LONG.upper().replace(" ", "\n")}),
        ({"text": LONG, "title": "A", "year": 2020}, {"text": LONG}),
        ({"text": LONG, "title": "A", "year": 2020}, {"text": LONG, "title": "A.", "year": 2021}),
    ],
)
def test_one_paper(first: dict[str, object], second: dict[str, object]) -> None:
    assert len(merge_documents([_document("1", **first), _document("2", **second)])) == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"doi": "10.1/a", "title": "A", "year": 2020}, {"doi": "10.1/b", "title": "A", "year": 2020}),
        ({"doi": "10.1/a", "arxiv": "2101.00001"}, {"doi": "10.1/b", "arxiv": "2101.00001"}),
        ({"doi": "10.1/a", "text": LONG}, {"doi": "10.1/b", "text": LONG}),
        ({"title": "A", "year": 2020}, {"title": "A", "year": 2021}),
        ({"title": "A", "year": 2020}, {"title": "A"}),
        ({"title": "A C parser"}, {"title": "A C++ parser"}),
        ({"title": "A", "text": LONG}, {"title": "B", "text": LONG}),
        (
            {"text": "Ten words are too few to tell two papers apart."},
            {"text": "Ten words are too few to tell two papers apart."},
        ),
        ({"text": LONG}, {"text": OTHER}),
        ({}, {}),
    ],
)
def test_two_papers(first: dict[str, object], second: dict[str, object]) -> None:
    papers = merge_documents([_document("1", **first), _document("2", **second)])
    assert len({paper.id for paper in papers}) == 2


def test_no_chain_joins_two_dois() -> None:
    one = _document("1", doi="10.1/a", title="T", year=2020)
    two = _document("2", doi="10.1/b", title="T", year=2020)
    between = _document("3", title="T", year=2020, text=LONG)
    far = _document("4", doi="10.1/b", text=LONG)
    assert _ids(one, two, between) == [("1", "3"), ("2",)]
    assert _ids(far, between, two, one) == [("1", "3"), ("2", "4")]


def test_a_chain_without_a_contradiction_joins() -> None:
    chain = [
        _document("1", doi="10.1/a", arxiv="2101.00001"),
        _document("2", arxiv="2101.00001", title="T", year=2020),
        _document("3", title="T", year=2020, text=LONG),
        _document("4", text=LONG),
    ]
    (paper,) = merge_documents(chain)
    assert paper.ids == ("1", "2", "2101.00001", "3", "4")


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"doi": "10.1/a", "arxiv": "2101.00001", "openreview": "abcd", "title": "T"}, "paper:doi:10.1/a"),
        ({"arxiv": "cs/0501001", "openreview": "abcd"}, "paper:arxiv:cs/0501001"),
        ({"openreview": "aB-d", "title": "T"}, "paper:openreview:aB-d"),
        ({"title": "The Toy-Nets", "year": 2020, "text": LONG}, f"paper:{_hash(_hash('the toy nets') + ' 2020')}"),
        ({"text": "Two  words."}, f"paper:{_hash('two words')}"),
        ({}, f"paper:{_hash('id 1')}"),
        ({"title": "???", "text": " "}, f"paper:{_hash(_hash('???') + ' 0')}"),
    ],
)
def test_keys(fields: dict[str, object], key: str) -> None:
    (paper,) = merge_documents([_document("1", **fields)])
    assert paper.id == key


def test_the_key_is_the_first_that_any_record_gives() -> None:
    (paper,) = merge_documents([_document("1", title="T", arxiv="2101.00001"), _document("2", title="T", doi="10.1/a")])
    assert paper.id == "paper:doi:10.1/a"


def test_an_endless_identifier_gives_a_short_key() -> None:
    (paper,) = merge_documents([_document("1", doi="10.1/" + "é" * 600)])
    assert len(paper.id.encode()) < 512


def test_equal_keys_of_different_papers_become_different() -> None:
    same = [_document("1", text="Short."), _document("2", text="short")]
    keys = [paper.id for paper in merge_documents(same)]
    assert all(key.startswith(f"paper:{_hash('short')}-") for key in keys)
    assert keys == [paper.id for paper in merge_documents(same[::-1])]
    assert len(set(keys)) == 2


def test_one_record_read_twice_is_one() -> None:
    twice = [Document(id="a", text="Short.", ids=("a",), sources=(Source("x.jsonl", line, "a"),)) for line in (1, 2)]
    (paper,) = merge_documents(twice)
    assert paper.sources == (Source("x.jsonl", 1, "a"), Source("x.jsonl", 2, "a"))
    made = [Document(id="x:001", ids=("x:001",), sources=(Source(path, 1),)) for path in ("a/x.json", "b/x.json")]
    assert len({p.id for p in merge_documents(made)}) == 2


def test_merged_fields() -> None:
    (paper,) = merge_documents(
        [
            _document(
                "b",
                doi="10.1/a",
                title="Toy",
                text="Longer text",
                year=2021,
                venue="ICML",
                authors=("A",),
                url="https://long.example.org",
            ),
            _document(
                "a",
                doi="10.1/a",
                title="Toy nets",
                text="Text",
                year=2020,
                authors=("B", "C"),
                url="https://x.org",
                arxiv="2101.00002",
            ),
            _document("c", doi="10.1/a", title=" ", arxiv="2101.00001", openreview="abcd"),
        ]
    )
    assert paper == Document(
        id="paper:doi:10.1/a",
        title="Toy nets",
        text="Longer text",
        year=2020,
        venue="ICML",
        authors=("B", "C"),
        doi="10.1/a",
        arxiv="2101.00001",
        openreview="abcd",
        url="https://x.org",
        ids=("2101.00001", "2101.00002", "a", "abcd", "b", "c"),
        sources=(Source("a.txt", 1, "a"), Source("b.txt", 1, "b"), Source("c.txt", 1, "c")),
    )


RECORDS = st.lists(
    st.builds(
        dict,
        doi=st.sampled_from([None, None, "10.1/a", "10.1/b"]),
        arxiv=st.sampled_from([None, None, "2101.00001", "2101.00002"]),
        openreview=st.sampled_from([None, None, None, "abcd"]),
        title=st.sampled_from([None, "", "A", "a", "B", "C"]),
        text=st.sampled_from(["", "Short.", LONG, LONG + " ", OTHER]),
        year=st.sampled_from([None, 2020, 2021]),
        id=st.sampled_from("123456789"),
    ),
    max_size=9,
)


@given(RECORDS, st.randoms())
def test_any_order_gives_the_same_papers_and_merging_twice_changes_nothing(
    records: list[dict[str, str]], random: object
) -> None:
    documents = [_document(record.pop("id"), **record) for record in records]
    papers = merge_documents(documents)
    shuffled = list(documents)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert merge_documents(shuffled) == papers
    assert merge_documents(papers) == papers
    assert [p.id for p in papers] == sorted({p.id for p in papers})
    assert {i for p in papers for i in p.ids} >= {d.id for d in documents}
    for doi in {d.doi for d in documents if d.doi}:
        assert sum(p.doi == doi for p in papers) == 1


@given(
    st.lists(
        st.builds(
            Document, id=st.text(), title=st.none() | st.text(), text=st.text(), doi=st.none() | st.text(min_size=1)
        ),
        max_size=6,
    )
)
def test_any_documents_can_be_merged(documents: list[Document]) -> None:
    papers = merge_documents(documents)
    assert merge_documents(reversed(documents)) == papers
    assert all(len(p.id.encode("utf-8", "replace")) <= 512 for p in papers)


def test_many_records_take_little_more_than_linear_time() -> None:
    documents = [
        _document(str(i), title=f"Title {i % 5000}", year=2000 + i % 7, text=f"{LONG} {i % 3000}")
        for i in range(20_000)
    ]
    papers = merge_documents(documents)
    assert sum(len(p.ids) for p in papers) == 20_000
