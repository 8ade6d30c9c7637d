"""Where names stand, and the fewest sentences that hold them."""

from __future__ import annotations

import pytest

from kg.model import Document, Entity, Span
from kg.resolve.sentences import Sentences

PAPER = Document(
    id="p", title=" Foo and bar ", text="Foo is old. Bar is new. Foo and Bar. Nothing here.\n\nQux at last."
)


def test_the_title_is_the_first_sentence() -> None:
    sentences = Sentences(PAPER)
    assert [sentences.span(i).text for i in range(6)] == [
        "Foo and bar", "Foo is old.", "Bar is new.", "Foo and Bar.", "Nothing here.", "Qux at last.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("ends", "expected"),
    [
        (["Foo", "Bar"], "Foo and Bar."),
        (["old", "new"], "Foo is old. Bar is new."),
        (["old", "Qux"], "Foo is old. … Qux at last."),
        (["old", "new", "Nothing"], "Foo is old. Bar is new. … Nothing here."),
        (["old", "new", "Nothing", "Qux"], ""),
        (["Foo", "absent"], ""),
        ([], ""),
    ],
)
def test_choose_takes_the_fewest_and_nearest(ends: list[str], expected: str) -> None:
    sentences = Sentences(PAPER)
    covers = [sentences.covers(sentences.find(words)) for words in ends]
    assert sentences.join(sentences.choose(covers)) == expected


def test_find_takes_whole_words_and_exact_case_first() -> None:
    sentences = Sentences(Document(id="p", text="GPT-3 is not GPT-3.5; food is not Foo, foo."))
    assert [s.start for s in sentences.find("GPT-3")] == [0]
    assert [s.text for s in sentences.find("foo")] == ["foo"]
    assert [s.text for s in sentences.find("FOO")] == ["Foo", "foo"]
    assert sentences.find(" ") == []


def test_spans_that_are_no_slices_are_not_believed() -> None:
    sentences = Sentences(PAPER)
    wrong = (
        Span("text", 0, 3, "Bar"),
        Span("text", -3, 3, "Foo"),
        Span("text", 90, 99, ""),
        Span("title", 1, 4, "Foo"),
    )
    entity = Entity(id="e", type="Method", name="Foo", mentions=("Foo",), role="used", spans=wrong)
    assert sentences.locate(entity) == (Span("title", 1, 4, "Foo"),)


def test_a_mention_across_a_border_takes_both_sentences() -> None:
    sentences = Sentences(PAPER)
    span = Span("text", 7, 15, "old. Bar")
    assert sentences.is_slice(span)
    assert sentences.cover(span) == (1, 2)
