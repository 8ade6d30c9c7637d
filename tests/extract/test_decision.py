"""Trees, thresholds, names, values and evidence: exact answers on hand-made input."""

import numpy as np
import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.decision import find_overlaps, keep_entities, keep_relations, sigmoid, softmax
from kg.extract.evidence import fewest_sentences
from kg.extract.features import Candidate
from kg.extract.naming import Lexicon, name_of, singular
from kg.extract.trees import Trees
from kg.extract.values import parse_value
from kg.extract.words import Words, read_source, words_of
from kg.model import ENTITY_TYPES, Document

NLP = spacy.blank("en")
LEXICON = Lexicon(
    {"Method llm": "large language model"}, frozenset({"graph", "neural", "networks", "contrastive", "losses", "tree"})
)


def read(text: str, title: str | None = None) -> Words:
    source = read_source(Document(id="1", title=title, text=text))
    return words_of(NLP.make_doc(source.joined), source.sentences(), source.text_start)


def candidate(*places: tuple[int, int], form: str = "x", kind: str = "Method") -> Candidate:
    return Candidate({form: list(places)}, ENTITY_TYPES.index(kind), 1.0)


def stump() -> Trees:
    """One tree of two leaves on feature 1, and one that is a leaf alone."""
    return Trees(
        feature=np.array([[1, -1, -1], [-1, -1, -1]], dtype=np.int16),
        threshold=np.array([[0.5, 0, 0], [0, 0, 0]]),
        left=np.array([[1, 0, 0], [0, 0, 0]], dtype=np.int16),
        right=np.array([[2, 0, 0], [0, 0, 0]], dtype=np.int16),
        value=np.array([[0.0, -2.0, 2.0], [0.5, 0, 0]]),
        base=0.0,
    )


def test_trees_answer_by_their_leaves() -> None:
    rows = np.array([[9.0, 0.5], [9.0, 0.6]])
    expected = [round(1 / (1 + np.exp(1.5)), 3), round(1 / (1 + np.exp(-2.5)), 3)]
    assert stump().probability(rows).tolist() == expected
    assert stump().probability(np.zeros((0, 2))).tolist() == []


def test_trees_read_back_from_their_arrays() -> None:
    from safetensors.numpy import load, save

    again = Trees.from_arrays(load(save(stump().arrays("entity"))), "entity")
    rows = np.array([[0.0, 0.1], [0.0, 0.9]])
    assert again.probability(rows).tolist() == stump().probability(rows).tolist()


PLACES = st.lists(
    st.tuples(st.integers(0, 20), st.integers(0, 5)).map(lambda p: (p[0], p[0] + p[1])), min_size=1, max_size=8
)


@given(st.lists(st.tuples(PLACES, st.sampled_from([0.1, 0.5, 0.9])), min_size=1, max_size=5))
def test_overlaps_are_those_of_all_pairs_of_places(found: list[tuple[list[tuple[int, int]], float]]) -> None:
    candidates = [Candidate({"x": places}, 0, score) for places, score in found]
    expected = []
    for one in candidates:
        best = {"around": 0.0, "inside": 0.0, "crossing": 0.0}
        free = 0
        for first, last in one.places:
            others = [(a, b, other.score) for other in candidates if other is not one for a, b in other.places]
            touching = [(a, b, score) for a, b, score in others if a <= last and first <= b]
            free += not any(a <= first and last <= b and score > one.score for a, b, score in touching)
            for a, b, score in touching:
                kind = "around" if a <= first and last <= b else "inside" if first <= a and b <= last else "crossing"
                best[kind] = max(best[kind], score)
        expected.append([*best.values(), free / len(one.places)])
    assert find_overlaps(candidates) == expected


def test_what_only_stands_inside_a_better_one_is_left_out() -> None:
    outer, inner, free = candidate((0, 3)), candidate((1, 2)), candidate((1, 2), (8, 8))
    assert keep_entities([outer, inner], np.array([0.9, 0.8]), 0.5) == [0]
    assert keep_entities([outer, free], np.array([0.9, 0.8]), 0.5) == [0, 1]
    assert keep_entities([outer, free], np.array([0.9, 0.4]), 0.5) == [0]


def test_of_two_directions_the_likelier_stands() -> None:
    triples = [(0, 1, 4), (1, 0, 4), (0, 1, 2)]
    kept = keep_relations(triples, np.array([0.4, 0.6, 0.2]), (0.3,) * 10)
    assert kept == [(1, 0, 4, 0.6)]


def test_softmax_and_sigmoid_are_rounded() -> None:
    assert softmax(np.array([[0.0, 0.0, 0.0]], dtype=np.float32)).tolist() == [[0.333, 0.333, 0.333]]
    assert sigmoid(np.array([0.0, 2.0], dtype=np.float32)).tolist() == [0.5, 0.881]


@pytest.mark.parametrize(
    ("text", "form", "places", "expected"),
    [
        (
            "We train Graph Neural Networks and more graph neural networks.",
            "Graph Neural Networks",
            [(2, 4)],
            "graph neural network",
        ),
        ("On ImageNet it wins.", "ImageNet", [(1, 1)], "ImageNet"),
        ("We use Bayesian optimization here.", "Bayesian optimization", [(2, 3)], "Bayesian optimization"),
        ("It runs Graph Neural Networks on it.", "Graph Neural Networks", [(2, 4)], "graph neural network"),
        ("It beats Neural Cleanse on it.", "Neural Cleanse", [(2, 3)], "Neural Cleanse"),
        ("It beats N-BEATS on it.", "N-BEATS", [(2, 4)], "N-BEATS"),
        ("It runs Tree on it.", "Tree", [(2, 2)], "Tree"),
        ("Tree runs.", "Tree", [(0, 0)], "tree"),
        ("Contrastive losses help.", "Contrastive losses", [(0, 1)], "contrastive loss"),
        ("We run k-means on it.", "k-means", [(2, 4)], "k-means"),
    ],
)
def test_names(text: str, form: str, places: list[tuple[int, int]], expected: str) -> None:
    assert name_of(Candidate({form: places}, 0, 1.0), read(text), LEXICON) == expected


def test_singular_keeps_names() -> None:
    many = "policies losses hypotheses bias physics LMs k-means indices"
    one = "policy loss hypothesis bias physics LM k-means index"
    assert [singular(word) for word in many.split()] == one.split()


def test_learned_names_explain_lone_short_forms() -> None:
    words = read("An LLM writes.")
    assert name_of(Candidate({"LLM": [(1, 1)]}, 0, 1.0), words, LEXICON) == "large language model"


def test_values() -> None:
    assert parse_value("+0.5 dB") == (0.5, "dB")
    assert parse_value("order of magnitude") == (None, "orders of magnitude")
    assert parse_value("one-order-of-magnitude") == (1.0, "orders of magnitude")
    assert parse_value("multiple orders of magnitude") == (None, "orders of magnitude")
    assert parse_value("") == (None, None)


def test_the_fewest_and_nearest_sentences() -> None:
    assert fewest_sentences([[0, 5], [4, 9], [5]]) == (4, 5)
    assert fewest_sentences([]) == ()
    assert fewest_sentences([[2], []]) == (2,)
