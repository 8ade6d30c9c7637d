"""Windows over long texts."""

from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers

from kg.extract.pieces import windows

VOCABULARY = {"[CLS]": 0, "[SEP]": 1, "[UNK]": 2, "a": 3, "##b": 4, "c": 5}


def tokenizer() -> Tokenizer:
    made = Tokenizer(models.WordPiece(VOCABULARY, unk_token="[UNK]", max_input_chars_per_word=1000))
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return made


def test_one_window_holds_a_short_text() -> None:
    (one,) = windows(tokenizer(), ["ab", "c", "zzz"])
    assert one.ids.tolist() == [0, 3, 4, 5, 2, 1]
    assert (one.first.tolist(), one.last.tolist()) == ([1, 3, 4], [2, 3, 4])
    assert (one.keep_from, one.keep_to) == (0, 3)


def test_no_words_give_one_empty_window() -> None:
    (one,) = windows(tokenizer(), [])
    assert one.ids.tolist() == [0, 1]


@given(st.lists(st.sampled_from(["a", "ab", "abbbbb", "c", "zz", "\u200b", "́"]), max_size=120), st.integers(3, 40))
def test_windows_share_out_all_words_once(words: list[str], limit: int) -> None:
    found = windows(tokenizer(), words, limit)
    kept = [i for w in found for i in range(w.keep_from, w.keep_to)]
    assert kept == list(range(len(words)))
    for w in found:
        assert w.start <= w.keep_from <= w.keep_to <= w.start + len(w.first)
        assert len(w.first) == 0 or (w.first.min() >= 0 and w.last.max() < len(w.ids))
        assert len(w.ids) <= limit + 2 or len(w.first) == 1
