"""Mentions and evidence as places in the texts that the page holds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kg.model import Node
from kg.view import Annotation
from kg.view.marks import Text, locate, mentions, texts_of
from kg.view.names import paper_link, visible


def paper(**properties: object) -> Node:
    return Node("paper:x", "Paper", properties)  # type: ignore[arg-type]


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])), st.integers(0, 30))
def test_units_count_as_javascript_does(text: str, position: int) -> None:
    position = min(position, len(text))
    assert Text(text).unit(position) == len(text[:position].encode("utf-16-le")) // 2


def test_mentions_are_sorted_without_overlap_and_without_nonsense() -> None:
    texts = texts_of(paper(title="Deep nets", abstract="We use deep residual nets."))
    given = [
        Annotation(*mention)  # type: ignore[arg-type]
        for mention in [
            ("text", 7, 25, "method:a"), ("text", 7, 11, "method:b"), ("title", 0, 9, "method:a"),
            ("text", 0, 99, "method:a"), ("text", 3, 2, "method:a"), ("text", 0, 2, "method:gone"),
        ]
    ]  # fmt: skip
    assert mentions(texts, given, {"method:a": 4, "method:b": 5}) == [["title", 0, 9, 4], ["text", 7, 25, 4]]


def test_evidence_becomes_places_only_where_all_of_it_is_found() -> None:
    texts = texts_of(paper(title="On moss", abstract="First one. Second one. Third … dots."))
    assert locate(texts, "Second one.") == [["text", 11, 22]]
    assert locate(texts, "On moss … First one.") == [["title", 0, 7], ["text", 0, 10]]
    assert locate(texts, "Third … dots.") == [["text", 23, 36]]
    assert locate(texts, "First one. … Fourth.") is None
    assert locate({}, "First one.") is None
    assert locate(texts, "") is None


def test_links_are_the_webs_own_or_none() -> None:
    assert paper_link(paper(doi="10.1/a b<c")) == "https://doi.org/10.1/a%20b%3Cc"
    assert paper_link(paper(url="https://example.org/p?x=1")) == "https://example.org/p?x=1"
    for url in (
        "javascript:alert(1)",
        "data:text/html,x",
        "https:///x",
        "http://a b",
        "file:///etc",
        "HTTPS://[x",
        "//x.org",
    ):
        assert paper_link(paper(url=url)) is None
    assert paper_link(Node("paper:arxiv:2101.00001", "Paper", {})) == "https://arxiv.org/abs/2101.00001"
    assert paper_link(Node("paper:openreview:a&b", "Paper", {})) == "https://openreview.net/forum?id=a%26b"


def test_names_are_one_line_without_unseen_marks() -> None:
    assert visible("a\u202eb\x00c\n d\u2028e") == "a b c d e"
