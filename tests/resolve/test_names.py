"""Comparing names: keys, abbreviations, versions."""

from __future__ import annotations

import pytest

from kg.resolve.names import Names, abbreviates, is_short, same_but_ending, stem, versions


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("SGD", "stochastic gradient descent"),
        ("LLMs", "large language models"),
        ("mAP", "mean average precision"),
        ("HMM", "hidden Markov model"),
        ("STaR", "Self-Taught Reasoner"),
        ("NYUv2", "NYU Depth v2"),
    ],
)
def test_abbreviates(short: str, long: str) -> None:
    assert abbreviates(short, long)


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("SGD", "gradient descent"),
        ("CNN", "recurrent network"),
        ("COCO", "COCO test split"),
        ("SAM", "our very new Sharpness-Aware Minimization"),
        ("GD", "ground"),
        ("A", "a thing"),
    ],
)
def test_does_not_abbreviate(short: str, long: str) -> None:
    assert not abbreviates(short, long)


@pytest.mark.parametrize("name", ["SGD", "LLMs", "mAP", "GPT-4", "NeRF"])
def test_short(name: str) -> None:
    assert is_short(name)


@pytest.mark.parametrize("name", ["ImageNet", "Adam", "gradient descent", "a", "", "word2vec"])
def test_not_short(name: str) -> None:
    assert not is_short(name)


@pytest.mark.parametrize(
    ("a", "b", "equal"),
    [
        ("pre-training", "pretraining", True),
        ("modelling", "modeling", True),
        ("optimisation", "optimization", True),
        ("Fréchet distance", "Frechet distance", True),
        ("beta-VAE", r"$\beta$-VAE", True),
        ("policies", "policy", True),
        ("indices", "index", True),
        ("Nesterov's momentum", "Nesterov momentum", True),
        ("Kinetics-400", "Kinetics400", True),
        ("CIFAR-10", "CIFAR-100", False),
        ("A*", "A", False),
        ("DPO*", "DPO", False),
        ("C++", "C", False),
        ("Foo 1 1", "Foo 11", False),
    ],
)
def test_spelling_keys(a: str, b: str, equal: bool) -> None:
    names = Names()
    assert (names.key(a) == names.key(b)) is equal


def test_versions_are_numbers_signs_and_lone_letters() -> None:
    assert versions(("llama", "2", "13b")) == ("2", "13b")
    assert versions(("k", "means++")) == ("k", "++")
    assert versions(("β", "vae")) == ("β",)
    assert versions(("graph", "network")) == ()


def test_stem_leaves_a_stem() -> None:
    assert stem("computational") == stem("computing") == "comput"
    assert stem("distributed") != stem("distribution")
    assert stem("ing") == "ing"


def test_long_forms_differ_only_at_the_end() -> None:
    words = Names().words
    assert same_but_ending(words("multi-object tracking"), words("multiple object tracking"))
    assert same_but_ending(words("chain of thought"), words("chain-of-thought prompting"))
    assert not same_but_ending(words("fully connected network"), words("fully convolutional network"))
    assert not same_but_ending(words("graph network"), words("graph network for image retrieval"))
