"""Text: cleaning with a map back to the original, folding of names, sentences."""

from kg.text.characters import sanitize
from kg.text.clean import clean
from kg.text.fold import fold
from kg.text.offsets import CleanText
from kg.text.sentences import split_sentences

__all__ = ["CleanText", "clean", "fold", "sanitize", "split_sentences"]
