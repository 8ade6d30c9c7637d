"""Folding and sanitising."""

import json
from pathlib import Path
from runpy import run_path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.text import fold, sanitize

GOLD = Path(__file__).parents[2].parent / "shared" / "gold"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The Graph-Neural Networks", "graph neural network"),
        (r"$\beta$-VAE", "β-VAE"),
        (r"\beta-VAE", "beta VAEs"),
        ("GPT\u20114", "GPT–4"),
        ("na\u0131\u0308ve Bayes", "Naïve Bayes"),
        ("K-Means", "k means"),
        (r"\textsc{Mnist}", "MNIST"),
        ("µ-law", "μ-law"),
        ("ﬁne-tuning", "Fine tuning"),
        (r"$\ell_2$ loss", "ℓ2 loss"),
        ("FHDe$^2$Net", "FHDe2Net"),
    ],
)
def test_spellings_of_one_name(one: str, other: str) -> None:
    assert fold(one) == fold(other)


def test_different_names_stay_apart() -> None:
    names = [
        "C",
        "C++",
        "C#",
        "A",
        "A*",
        "k-means",
        "k-means++",
        "GPT-3",
        "GPT-4",
        "CIFAR-10",
        "CIFAR-100",
        "VAE",
        "β-VAE",
        "n-gram",
        r"$\infty$-gram",
    ]
    assert len({fold(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    ("name", "folded"),
    [("A*", "astar"), ("analysis", "analysis"), ("loss", "loss"), ("Networks", "network"), ("", ""), ("—", "")],
)
def test_exact(name: str, folded: str) -> None:
    assert fold(name) == folded


@pytest.mark.skipif(not GOLD.exists(), reason="the annotated abstracts are not beside this checkout")
def test_agrees_with_the_scorer_but_for_markup_and_greek() -> None:
    norm = run_path(str(GOLD / "score.py"))["norm"]
    names = {
        e["name"]
        for line in (GOLD / "dev.jsonl").read_text(encoding="utf-8").splitlines()
        for e in json.loads(line)["entities"]
    }
    plain = [name for name in sorted(names) if not set(name) & set("\\$*_`∞{}^")]
    greek = ("alpha", "beta", "gamma", "delta", "epsilon", "theta", "lambda", "sigma", "omega", "kappa")
    differing = [n for n in plain if fold(n) != norm(n) and not any(letter in n.lower() for letter in greek)]
    assert len(plain) > 1000
    assert differing == []


@given(st.text())
def test_folding_never_fails(name: str) -> None:
    assert fold(name) == fold(name).strip()


@pytest.mark.parametrize(
    ("dirty", "safe"),
    [
        ("a\x00b", "ab"),
        ("a\x0bb\x0cc", "a b c"),
        ("\ud83d x", "\ufffd x"),
        ("tab\tline\r\n", "tab\tline\r\n"),
        ("é😀", "é😀"),
        ("\uffff", "\ufffd"),
    ],
)
def test_sanitize(dirty: str, safe: str) -> None:
    assert sanitize(dirty) == safe


@given(st.text(alphabet=st.characters(codec=None)))
def test_sanitized_text_can_be_written(text: str) -> None:
    safe = sanitize(text)
    assert sanitize(safe) == safe
    assert safe.encode("utf-8").decode("utf-8") == safe
