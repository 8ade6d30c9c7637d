"""Words, places, numbers and candidates: exact values on hand-made texts."""

import numpy as np
import spacy
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.abbreviations import find_abbreviations
from kg.extract.features import Mention, bucket, find_numbers, find_places, nearest, propose
from kg.extract.words import Words, read_source, words_of
from kg.model import Document

NLP = spacy.blank("en")


def read(text: str, title: str | None = None) -> Words:
    source = read_source(Document(id="1", title=title, text=text))
    return words_of(NLP.make_doc(source.joined), source.sentences(), source.text_start)


def test_words_know_their_sentence_and_the_title() -> None:
    words = read("We use BERT. It wins.", title="On BERT")
    assert [words.surface(i, i) for i in range(len(words))] == [
        "On",
        "BERT",
        "We",
        "use",
        "BERT",
        ".",
        "It",
        "wins",
        ".",
    ]
    assert words.sentence.tolist() == [0, 0, 1, 1, 1, 1, 2, 2, 2]
    assert words.title_words == 2


def test_places_are_whole_words() -> None:
    words = read("LLMs and an LLM and tieredLLM")
    assert find_places(words, "LLM") == [(3, 3)]
    assert find_places(words, "and an") == [(1, 2)]
    assert find_places(words, "") == []


def test_numbers_with_unit_and_range() -> None:
    text = "With GPT-4 it gains 1.4% over 12,500 steps, is 3x faster, 2-5 points better, three times cheaper; 54 hours."
    words = read(text)
    found = [words.text[a:b] for a, b in find_numbers(words)]
    assert found == ["1.4%", "12,500", "3x", "2-5 points", "three times", "54 hours"]


def test_one_spelling_and_a_definition_make_one_candidate() -> None:
    words = read("Graph neural networks (GNNs) beat trees. Every GNN learns.")
    likely = [
        Mention(0, 2, (0.9, 0.0, 0.0, 0.0)),
        Mention(10, 10, (0.5, 0.1, 0.0, 0.0)),
        Mention(7, 7, (0.0, 0.03, 0.0, 0.0)),
    ]
    (one,) = propose(words, likely, find_abbreviations(words.text))
    assert one.forms == {"Graph neural networks": [(0, 2)], "GNN": [(10, 10)], "GNNs": [(4, 4)]}
    assert one.score == 0.9
    assert one.type == 0


def test_brackets_are_whole_or_the_place_is_no_candidate() -> None:
    words = read("We join (spatio-)temporal nets (and more nets) here.")
    texts = [words.surface(i, i) for i in range(len(words))]
    first, last = texts.index("spatio-)temporal"), texts.index("nets")
    whole, open_ = Mention(first, last, (0.9, 0.0, 0.0, 0.0)), Mention(last, last + 3, (0.9, 0.0, 0.0, 0.0))
    assert [list(c.forms) for c in propose(words, [whole, open_], [])] == [["(spatio-)temporal nets"]]


def test_distances_are_signed_and_logarithmic() -> None:
    assert nearest([[(5, 6)]], [[(1, 1), (9, 9)], [(5, 5)]]).tolist() == [[-4, 0]]
    assert bucket(np.array([-1, 0, 1, 3, 1000])).tolist() == [1, 9, 10, 11, 17]


PLACES = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 6)).map(lambda p: (p[0], p[0] + p[1])), min_size=1)


@given(st.lists(PLACES, min_size=1, max_size=4), st.lists(PLACES, min_size=1, max_size=4))
def test_the_nearest_places_are_those_of_all_pairs(left: list[list[tuple[int, int]]], right: list) -> None:
    left, right = ([sorted(set(places)) for places in side] for side in (left, right))
    gaps = [[[b - a for a, _ in own for b, _ in other] for other in right] for own in left]
    assert nearest(left, right).tolist() == [[min(found, key=abs) for found in row] for row in gaps]


@given(st.text(max_size=300), st.text(max_size=60))
def test_any_text_reads_as_slices_of_the_original(text: str, title: str) -> None:
    document = Document(id="1", title=title, text=text)
    source = read_source(document)
    words = read(text, title)
    for first in range(0, len(words), 3):
        span = source.original(*words.chars(first, first))
        field = title if span.field == "title" else text
        assert field[span.start : span.end] == span.text
    for a, b in find_numbers(words):
        assert words.covering(a, b) is not None
