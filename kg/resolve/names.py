"""Names compared: spelling keys, abbreviations, and what keeps two names apart."""

from __future__ import annotations

import re
import unicodedata

from kg.resolve.vocabulary import (
    BRITISH,
    ENDINGS,
    GENERIC,
    GREEK,
    INFIX_PLUS,
    LETTERS,
    NAMED,
    NOUNS,
    PLURALS,
    UNLIKE,
    WHOLE,
)
from kg.text import fold

MOST_EXTRA = 2
"""Most words that one long form of an abbreviation may have more than another, at its end."""

_LINKS = frozenset({"in", "for", "with", "on", "of", "from"})
_POSSESSIVE = re.compile(r"(?<=\w)['’]s\b")


class Names:
    """Spelling keys of names, each computed once."""

    def __init__(self) -> None:
        self._words: dict[str, tuple[str, ...]] = {}
        self._keys: dict[str, str] = {}
        self._folded: dict[str, str] = {}

    def words(self, name: str) -> tuple[str, ...]:
        """Return the folded words of `name`: accents, British spelling and irregular plurals folded too."""
        found = self._words.get(name)
        if found is None:
            text = _POSSESSIVE.sub("", INFIX_PLUS.sub("", name))
            star = ("*",) if re.match(r"[^*]*[^\W\d]\*$", name) else ()
            found = self._words[name] = (*map(self._fold_word, fold(text).split()), *star)
        return found

    def _fold_word(self, word: str) -> str:
        found = self._folded.get(word)
        if found is None:
            found = self._folded[word] = fold_word(word)
        return found

    def key(self, name: str) -> str:
        """Return the spelling key: equal for spellings of one name that differ in hyphens and spaces too.

        >>> names = Names()
        >>> names.key("GPT-4") == names.key("gpt4"), names.key("CIFAR-10") == names.key("CIFAR-100")
        (True, False)
        """
        found = self._keys.get(name)
        if found is None:
            found = self._keys[name] = compact(self.words(name)) or name.strip().casefold()
        return found

    def soft_key(self, name: str, label: str) -> str:
        """Return a key that is equal for inflections and for trailing words that say only the type."""
        words = [w for w in self.words(name) if w not in ("and", "based")]
        generic = GENERIC.get(label, frozenset())
        while len(words) > 2 and tuple(words) not in WHOLE and words[-1] in generic:
            words.pop()
        based = "based" in self.words(name)  # what is based on a thing is not that thing
        if len(words) == 2 and not based and _adds_nothing(name.split(maxsplit=1)[0], words[-1], label):
            words.pop()
        proper = is_proper(name) and len(name.split()) == 1
        return compact(tuple(words if proper else map(stem, words)))


def _adds_nothing(first: str, last: str, label: str) -> bool:
    """Return whether `last` says only the type after the proper name `first`."""
    typed = last in GENERIC.get(label, ()) or last in NAMED.get(label, ())
    capital = first[:1].isupper() and (last == "optimizer" or label == "Dataset")
    return typed and (is_proper(first) or capital)


def fold_word(word: str) -> str:
    """Return a folded word without accents, British spelling and irregular plurals."""
    if word in GREEK:
        return GREEK[word]
    text = unicodedata.normalize("NFKD", word)
    text = "".join(c for c in text if not unicodedata.combining(c)).translate(LETTERS)
    text = re.sub(r"(?<=[a-z]{3})s(?=\d)", "", text)  # Kinetics400 is Kinetics-400
    for pattern, to in PLURALS + BRITISH:
        text = pattern.sub(to, text)
    return text


def compact(words: tuple[str, ...]) -> str:
    """Return the words as one, with a space only where two digits would meet."""
    out = ""
    for word in words:
        out += f" {word}" if out and out[-1].isdigit() and word[0].isdigit() else word
    return out


def stem(word: str) -> str:
    """Return `word` without its inflection; at least four letters stay, five before the ending of a noun.

    >>> stem("computational"), stem("computing"), stem("robustness"), stem("hardness")
    ('comput', 'comput', 'robust', 'hardness')
    """
    if not word.isalpha() or word in UNLIKE or word.endswith("ted"):  # "distributed" is not "distribution"
        return word
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4 + (ending in NOUNS):
            return word[: -len(ending)]
    return word


def is_proper(name: str) -> bool:
    """Return whether `name` is written like a proper name: a capital after its first letter, or a digit.

    >>> is_proper("BERT"), is_proper("ImageNet"), is_proper("Gaussian"), is_proper("CIFAR-10")
    (True, True, False, True)
    """
    return any(c.isupper() for c in name[1:]) or any(c.isdigit() for c in name)


def is_short(name: str) -> bool:
    """Return whether `name` can be an abbreviation: one short word, half of its letters capital."""
    bare = name.strip()
    if len(bare) > 40 or len(bare.split()) > 1:
        return False
    bare = bare[:-1] if bare.endswith("s") and len(bare) > 2 else bare
    letters = [c for c in bare if c.isalpha()]
    if not 2 <= len(letters) <= 12:
        return False
    capitals = sum(c.isupper() for c in letters)
    return capitals >= 2 and 2 * capitals >= len(letters)


def abbreviates(short: str, long: str) -> bool:
    """Return whether `long` can be what `short` stands for (letters in order, the first beginning a word).

    The test of Schwartz & Hearst (2003), read from the right, on a whole phrase; one word before the match is allowed
    (PASCAL VOC).

    >>> abbreviates("SGD", "stochastic gradient descent"), abbreviates("SGD", "gradient descent")
    (True, False)
    """
    letters = [c for c in short.casefold() if c.isalnum()]
    if len(letters) > 2 and letters[-1] == "s" and short.rstrip().endswith("s"):
        letters.pop()
    text = long.casefold()
    if (
        len(letters) < 2
        or _stands_in(short.casefold(), text)
        or len(text) <= len(short) + 2
        or not re.search(r"\w[\s\-–/]+\w", text)
    ):
        return False
    at = len(text)
    for place in range(len(letters) - 1, -1, -1):
        at -= 1
        while at >= 0 and not (text[at] == letters[place] and (place or _begins_word(text, at))):
            at -= 1
        if at < 0:
            return False
    return not re.search(r"\w[\s\-–/]+\w", text[:at])


def _stands_in(word: str, text: str) -> bool:
    """Return whether `word` stands in `text` as a whole."""
    at = text.find(word)
    while at >= 0:
        if not text[:at][-1:].isalnum() and not text[at + len(word) :][:1].isalnum():
            return True
        at = text.find(word, at + 1)
    return False


def _begins_word(text: str, at: int) -> bool:
    return at == 0 or not text[at - 1].isalnum()


def versions(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return what tells versions and sizes apart, in order: numbers, lone letters, `+`, `#` and Greek letters.

    >>> versions(("llama", "2", "13b")), versions(("k", "means++"))
    (('2', '13b'), ('k', '++'))
    """
    out: list[str] = []
    for word in words:
        out += re.findall(r"\d+(?:[a-z](?![a-z]))?|[+#]+|[α-ω]|(?<![a-z])[a-z](?![a-z])|^(?:i{2,3}|iv|vi{0,3})$", word)
    return tuple(out)


def same_but_ending(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    """Return whether two long forms differ only in inflection, in like beginnings or in words at the end.

    >>> same_but_ending(("multi", "object", "tracking"), ("multiple", "object", "tracking"))
    True
    >>> same_but_ending(("language", "model"), ("large", "language", "model"))
    False
    """
    shared = min(len(a), len(b))
    extra = (*a[shared:], *b[shared:])
    if len(extra) > MOST_EXTRA or _LINKS.intersection(extra):
        return False
    return all(_begin_alike(stem(left), stem(right)) for left, right in zip(a, b, strict=False))


def _begin_alike(one: str, other: str) -> bool:
    common = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return one == other or (one.isalpha() and other.isalpha() and common >= max(4, 0.75 * min(len(one), len(other))))


def similarity(a: tuple[str, ...], b: tuple[str, ...]) -> float:
    """Return the share of stems that two names have in common, 0 to 1 (Dice)."""
    left, right = set(map(stem, a)), set(map(stem, b))
    return 2 * len(left & right) / (len(left) + len(right)) if left or right else 1.0
