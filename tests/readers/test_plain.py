"""Plain text lists."""

from pathlib import Path

import pytest

from kg.readers import read_documents
from kg.readers.plain import find_heading, find_title
from kg.resolve.papers import merge_documents
from tests.readers.conftest import Read

SEEDS = Path(__file__).parents[2].parent / "shared" / "seeds"


def test_abstracts_are_divided_by_blank_lines(read: Read) -> None:
    documents, problems = read("list.txt", "ICLR 2023 Papers\n\nOne is\r\n short. \n \t\nTwo.\n\n\n\nThree.")
    assert problems == []
    assert [(d.id, d.text, d.venue, d.year, d.title) for d in documents] == [
        ("list:001", "One is\r\n short.", "ICLR", 2023, None),
        ("list:002", "Two.", "ICLR", 2023, None),
        ("list:003", "Three.", "ICLR", 2023, None),
    ]
    assert [d.sources[0].line for d in documents] == [3, 6, 10]


def test_a_heading_may_be_missing_or_come_again(read: Read) -> None:
    documents, _ = read("a.txt", "First.\n\nNeurIPS 2022 论文列表\nSecond.\n\n2021 CVPR Papers\n\nThird.")
    assert [(d.text, d.venue, d.year) for d in documents] == [
        ("First.", None, None),
        ("Second.", "NeurIPS", 2022),
        ("Third.", "CVPR", 2021),
    ]


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("ICML 2024 Papers", ("ICML", 2024)),
        ("ICML 2024 论文列表", ("ICML", 2024)),
        ("# ACL 2020 accepted papers:", ("ACL", 2020)),
        ("ECCV 2018", ("ECCV", 2018)),
        ("2019 EMNLP Proceedings", ("EMNLP", 2019)),
        ("In 2024 papers were long.", None),
        ("We use ImageNet 2012", None),
        ("ICML Papers", None),
        ("", None),
    ],
)
def test_headings(line: str, heading: tuple[str, int] | None) -> None:
    assert find_heading(line) == heading


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("Proceedings of NeurIPS 2023", ("NeurIPS", 2023)),
        ("NeurIPS 2023", ("NeurIPS", 2023)),
        ("ICML papers", ("ICML", None)),
        ("2024年 ICML 论文", ("ICML", 2024)),
        ("Deep nets in 2020", None),
        ("We count blocks", None),
        ("Papers", None),
    ],
)
def test_a_first_block_that_names_the_list(line: str, title: tuple[str, int | None] | None) -> None:
    assert find_title(line) == title


def test_only_the_first_block_may_name_the_list_freely(read: Read) -> None:
    documents, _ = read("a.txt", "NeurIPS 2023\n\nOne.\n\nNeurIPS 2022\n\nTwo.")
    assert [(d.text, d.venue, d.year) for d in documents] == [
        ("One.", "NeurIPS", 2023),
        ("NeurIPS 2022", "NeurIPS", 2023),
        ("Two.", "NeurIPS", 2023),
    ]


def test_a_list_on_one_line_without_any_suffix(read: Read) -> None:
    documents, _ = read("notes", "Only one abstract, in one line")
    assert [(d.id, d.text) for d in documents] == [("notes:001", "Only one abstract, in one line")]


def test_prose_that_looks_like_json_or_a_table_is_prose(read: Read) -> None:
    for text in (
        "[Background] We title, and abstract.",
        "{curly} text",
        "We study the title, the abstract and ids.",
        "@home we sleep",
    ):
        documents, _ = read("x.txt", text)
        assert [d.text for d in documents] == [text]


@pytest.mark.skipif(not SEEDS.exists(), reason="the seed lists are not beside this checkout")
def test_seeds() -> None:
    documents = list(read_documents(sorted(SEEDS.glob("*.txt")), on_problem=pytest.fail))
    assert len(documents) == 57
    assert {(d.venue, d.year) for d in documents} == {("ICML", 2024), ("ICLR", 2024)}
    papers = merge_documents(documents)
    assert len(papers) == 54
    assert sorted(len(p.ids) for p in papers)[-4:] == [1, 2, 2, 2]
    assert merge_documents(reversed(documents)) == papers
