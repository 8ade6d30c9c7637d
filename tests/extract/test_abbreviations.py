"""Definitions of short forms: exact pairs, and asides that are none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.abbreviations import find_abbreviations, is_short_form, match_long_form


def pairs(text: str) -> list[tuple[str, str]]:
    return [(text[slice(*p.long)], text[slice(*p.short)]) for p in find_abbreviations(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We use stochastic gradient descent (SGD).", [("stochastic gradient descent", "SGD")]),
        ("Large language models (LLMs) write.", [("Large language models", "LLMs")]),
        ("An LSTM (long short-term memory) reads.", [("long short-term memory", "LSTM")]),
        ("The area under the curve (AUC) grows.", [("area under the curve", "AUC")]),
        ("Mean average precision (mAP) is told.", [("Mean average precision", "mAP")]),
        (
            "Reinforcement learning from human feedback (RLHF) tunes it.",
            [("Reinforcement learning from human feedback", "RLHF")],
        ),
        ("A Gaussian process [GP] with noise.", [("Gaussian process", "GP")]),
        ("x" * 90 + "GNN (graph neural network)", []),
        ("Named entity recognition (NER; see below) is solved.", [("Named entity recognition", "NER")]),
        ("graph neural networks (GNNs (Li et al., 2020)) pass messages", [("graph neural networks", "GNNs")]),
        (
            "Visual question answering (VQA) and object detection (OD).",
            [("Visual question answering", "VQA"), ("object detection", "OD")],
        ),
        ("State-space models (SSMs) scan.", [("State-space models", "SSMs")]),
        ("We call it differentiable tree routing (DTR).", [("differentiable tree routing", "DTR")]),
    ],
)
def test_definitions(text: str, expected: list[tuple[str, str]]) -> None:
    assert pairs(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Small ones (i.e., those of us) win.",
        "Others (e.g., BERT) lose.",
        "More follows (see Sec. 3) here.",
        "As told before (Marsh et al., 2004) it holds.",
        "The effect holds (p < 0.01) for all (n=30).",
        "in most labs (and halls)",
        "It was found (2019) early.",
        "We write GNN here.",
        "a bracket that never ends (SGD",
        "",
    ],
)
def test_asides_are_no_definitions(text: str) -> None:
    assert pairs(text) == []


def test_short_forms() -> None:
    assert [is_short_form(x) for x in ("GAN", "β-VAE", "k-NN", "A", "Overview", "see Fig. 1", "Transformers")] == [
        True, True, True, False, False, False, False,
    ]  # fmt: skip


def test_the_first_letter_must_begin_a_word() -> None:
    assert match_long_form("AB", "grab") is None


@given(st.text(max_size=200))
def test_any_text_gives_slices_of_it(text: str) -> None:
    for pair in find_abbreviations(text):
        assert 0 <= pair.long[0] < pair.long[1] <= len(text)
        assert 0 <= pair.short[0] < pair.short[1] <= len(text)
        assert pair.long[1] <= pair.short[0] or pair.short[1] <= pair.long[0]
