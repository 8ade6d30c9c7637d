"""Annotated abstracts as training examples."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import numpy.typing as npt

from kg.errors import InputError
from kg.extract.features import MAX_WIDTH, Candidate, find_numbers, find_places
from kg.extract.pieces import Window, windows
from kg.extract.words import Words, read_source, words_of
from kg.model import ENTITY_TYPES, RESULT_KINDS, ROLES, SIGNATURES, Document, Entity, Relation, Result
from kg.text import clean, fold

if TYPE_CHECKING:
    from spacy.language import Language
    from tokenizers import Tokenizer

RELATION_NAMES = tuple(SIGNATURES)
SLOT_NAMES = ("method", "baseline", "dataset", "task", "metric")


@dataclass(frozen=True)
class GoldEntity:
    """An annotated entity whose mentions were found in the text."""

    id: str
    candidate: Candidate
    role: int
    folds: frozenset[str]


@dataclass(frozen=True)
class Example:
    """One abstract ready for training; `values` are the numbers as (first word, last word) and their spelling."""

    doc_id: str
    words: Words
    window: Window
    entities: tuple[GoldEntity, ...]
    relations: tuple[tuple[str, int, str], ...]
    results: tuple[dict[str, Any], ...]
    numbers: tuple[tuple[int, int], ...]
    values: tuple[str, ...]
    span_labels: npt.NDArray[np.int64]


def fold_of(doc_id: str, count: int = 10) -> int:
    """Return which of `count` equal parts an abstract belongs to: by hash, so that it never changes."""
    return int.from_bytes(hashlib.sha256(doc_id.encode()).digest()[:4], "big") % count


class Annotated(msgspec.Struct, frozen=True):
    """What a line of annotations must hold; ids of entities and the like are checked where they are used."""

    doc_id: str
    text: str
    entities: tuple[Entity, ...]
    relations: tuple[Relation, ...]
    results: tuple[Result, ...]
    title: str | None = None


def read_annotations(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the annotated abstracts of a JSON lines file. Raises `InputError` with the line of a broken one."""
    try:
        with path.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield _read_annotation(line, path, number)
    except OSError as error:
        raise InputError(
            f"cannot be read ({error.strerror}). Give a JSON lines file of annotated abstracts.", path
        ) from error


def _read_annotation(line: bytes, path: Path, number: int) -> dict[str, Any]:
    try:
        record: dict[str, Any] = msgspec.json.decode(line)
        msgspec.convert(record, Annotated)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise InputError(
            f"no annotated abstract ({error}). It needs doc_id, text, entities, relations and results.", path, number
        ) from error
    return record


def make_examples(
    records: Iterable[dict[str, Any]],
    nlp: Language,
    tokenizer: Tokenizer,
    with_title: bool,
    keep: Callable[[str], bool],
) -> list[Example]:
    """Return the examples whose `doc_id` passes `keep`; texts longer than one window are cut to it."""
    return [make_example(r, nlp, tokenizer, with_title) for r in records if keep(str(r["doc_id"]))]


def make_example(record: dict[str, Any], nlp: Language, tokenizer: Tokenizer, with_title: bool) -> Example:
    """Return the example of one annotated abstract."""
    title = record.get("title") if with_title else None
    source = read_source(Document(id=str(record["doc_id"]), title=title, text=record["text"]))
    words = words_of(nlp.make_doc(source.joined), source.sentences(), source.text_start)
    texts = [words.surface(i, i) for i in range(len(words))]
    window = windows(tokenizer, texts)[0]
    if len(window.first) < len(words):
        cut = len(window.first)
        words = Words(
            words.text[: int(words.spans[cut - 1, 1])], words.spans[:cut], words.sentence[:cut], words.title_words
        )
    entities = tuple(e for e in (_entity(raw, words) for raw in record["entities"]) if e is not None)
    known = {e.id for e in entities}
    relations = tuple(
        (r["head"], RELATION_NAMES.index(r["type"]), r["tail"])
        for r in record["relations"]
        if r["head"] in known and r["tail"] in known
    )
    spans = find_numbers(words)
    numbers = tuple(p for p in (words.covering(a, b) for a, b in spans) if p is not None)
    values = tuple(words.text[a:b] for a, b in spans)
    labels = _span_labels(words, entities)
    return Example(
        record["doc_id"], words, window, entities, relations, tuple(record["results"]), numbers, values, labels
    )


def _entity(raw: dict[str, Any], words: Words) -> GoldEntity | None:
    forms = {}
    for mention in [*raw["mentions"], raw["name"]]:
        form = clean(mention).text
        places = find_places(words, form)
        if places:
            forms[form] = places
    if not forms:
        return None
    folds = frozenset(fold(x) for x in [raw["name"], *raw["mentions"]]) - {""}
    candidate = Candidate(forms, ENTITY_TYPES.index(raw["type"]), 1.0)
    return GoldEntity(raw["id"], candidate, ROLES.index(raw["role"]), folds)


def _span_labels(words: Words, entities: Sequence[GoldEntity]) -> npt.NDArray[np.int64]:
    """Return (W, MAX_WIDTH): 0 for no mention, 1 + type.

    A place inside of a longer mention counts only for an entity that stands nowhere else.
    """
    labels = np.zeros((len(words), MAX_WIDTH), dtype=np.int64)
    every = {place for entity in entities for place in entity.candidate.places}
    for entity in entities:
        places = entity.candidate.places
        free = [p for p in places if not any(q != p and q[0] <= p[0] and p[1] <= q[1] for q in every)]
        for first, last in free or places:
            if not labels[first, last - first]:
                labels[first, last - first] = entity.candidate.type + 1
    return labels


def result_targets(example: Example) -> dict[int, dict[str, Any]]:
    """Return which number (by index) each annotated result stands at; a value given twice takes its places in order."""
    free: dict[str, list[int]] = {}
    for index, value in enumerate(example.values):
        free.setdefault(fold(value), []).append(index)
    out: dict[int, dict[str, Any]] = {}
    for result in example.results:
        found = free.get(fold(clean(result["value"]).text))
        if found:
            out[found.pop(0)] = result
    return out


KINDS = ("none", *RESULT_KINDS)
