"""Sentences: hard ones, and properties that hold for any text."""

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.text import split_sentences

HARD = [
    ["We train on MNIST.", "It works."],
    ["Models (e.g. BERT) help.", "Others, i.e. RNNs, do not."],
    ["As shown in Fig. 2 and Sec. 3.1, it wins.", "See Eq. 4."],
    ["Lee et al. propose ToyNet.", "We follow Lee et al."],
    ["This was shown by Lee et al.", "The proof is short."],
    ["It reaches 3.5 points vs. 2.1 before.", "With v1.2.3 it fails."],
    ["J. Smith and A. B. Jones wrote it.", "They agree."],
    ["We recover vitamin C.", "However, D is lost."],
    ["Is it so?", "Yes!", "No."],
    ['He calls it "fast."', "We agree."],
    ["We test (see the appendix. It is long.) all models.", "Done."],
    ["(All code is free.)", "Use it."],
    ["We use approx. 500 images, cf. Table 1.", "More follow."],
    ["Results are good... but slow.", "Truly… They are."],
    ["1. We define it.", "2. We solve it."],
    ["The set is large, hard, etc. and noisy.", "Next."],
    ["It covers vision, speech, etc.", "Training takes days."],
    ["Data come from the U.S. Census.", "They are open."],
    ["We study the U.S.", "This is new."],
    ["Dr. Doe and Prof. Roe agree.", "So do we."],
    ["Tested on Yahoo! and Jeopardy! data.", "Fine."],
    ["We read the Yahoo! Front Page logs.", "It beats Yahoo!", "We win."],
    ["Code: https://x.org/a.b/c.", "iNet is new.", "Bye."],
    ["The method handles noise.We show it on speech."],
    ["We use k-means++.", "A* is slower.", "C# too."],
    ["我们提出模型。", "它很快！", "真的？"],
    ["It ends without a stop"],
    ["β-VAE is old.", "β-TCVAE is new."],
    ["See No. 5 and p. 7.", "No.", "Yes."],
    ["Gains are 5 %.", "[1] shows more."],
]


def _joined(sentences: list[str]) -> str:
    return "".join(s if s[-1] in "。！？" else s + " " for s in sentences)


@pytest.mark.parametrize("sentences", HARD, ids=lambda s: s[0][:24])
def test_hard_sentences(sentences: list[str]) -> None:
    text = _joined(sentences)
    found = [text[a:b] for a, b in split_sentences(text)]
    if sentences[0].startswith("The method handles"):
        assert found == ["The method handles noise.", "We show it on speech."]
    elif sentences[0].startswith("Results are good"):
        assert found == ["Results are good... but slow.", "Truly…", "They are."]
    else:
        assert found == sentences


def test_blank_lines_end_a_sentence() -> None:
    text = "A heading\n\nThe text goes\non here. And on\n \t\n  there"
    assert [text[a:b] for a, b in split_sentences(text)] == ["A heading", "The text goes\non here.", "And on", "there"]


def test_nothing_gives_no_sentence() -> None:
    assert split_sentences("") == split_sentences(" \n\n ") == []


@given(st.one_of(st.text(), st.text(alphabet="aB. ?!()\n\"'…0é。", max_size=60)))
def test_sentences_cover_the_text(text: str) -> None:
    spans = split_sentences(text)
    assert all(a < b and text[a:b] == text[a:b].strip() for a, b in spans)
    assert all(b <= c for (_, b), (c, _) in pairwise(spans))
    covered = {i for a, b in spans for i in range(a, b)}
    assert all(char.isspace() for i, char in enumerate(text) if i not in covered)


@pytest.mark.parametrize("piece", [". ", "(. ", "A. ", "!", "\n\n", "a.We ", ".\n \n"])
def test_hostile_text_takes_linear_time(piece: str) -> None:
    begin = time.process_time()
    split_sentences(piece * (100_000 // len(piece)))
    assert time.process_time() - begin < 5
