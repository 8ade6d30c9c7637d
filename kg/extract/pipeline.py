"""The spaCy pipeline and the way from its Doc to an Extraction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kg.extract.artifacts import DEFAULT_MODEL, model_folder
from kg.extract.evidence import evidence_spans, fewest_sentences, sentences_of
from kg.extract.values import SLOTS, parse_value
from kg.extract.words import Source, Words, read_source
from kg.model import Document, Entity, Extraction, Relation, Result, Span

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

COMPONENTS = ("kg_tagger", "kg_abbreviations", "kg_entities", "kg_relations", "kg_results")


def load_pipeline(model: str = DEFAULT_MODEL) -> Language:
    """Return `spacy.blank("en")` with the five components over `model`, a shipped model's name or a directory.

    Raises `ConfigError` for a model that is not there, `ModelError` for one that cannot be read.
    """
    import spacy

    from kg.extract import components  # noqa: F401 - registers the factories

    folder = str(model_folder(model))
    nlp = spacy.blank("en")
    nlp.max_length = 10**9
    for name in COMPONENTS:
        nlp.add_pipe(name, config={} if name == "kg_abbreviations" else {"model": folder})
    return nlp


def extract_document(nlp: Language, document: Document) -> Extraction:
    """Return what the title and abstract of `document` say; nothing for a blank abstract."""
    source = read_source(document)
    if not source.text.text.strip():
        return Extraction(doc_id=document.id)
    parsed = nlp.make_doc(source.joined)
    parsed._.kg_title_end = source.text_start
    for _, component in nlp.pipeline:
        parsed = component(parsed)
    return to_extraction(parsed, source)


def to_extraction(parsed: Doc, source: Source) -> Extraction:
    """Return the Extraction of a processed Doc whose text is `source.joined`."""
    from kg.extract.components import doc_words
    from kg.extract.components import sentences_of as doc_sentences

    words, sentences = doc_words(parsed), doc_sentences(parsed)
    raw = parsed._.kg_entities or []
    entities = tuple(_entity(e, words, source) for e in raw)
    where = {e["id"]: sentences_of(words, [p for places in e["forms"].values() for p in places]) for e in raw}

    def evidence(needs: Sequence[Sequence[int]]) -> tuple[Span, ...]:
        return evidence_spans(source, sentences, fewest_sentences(needs))

    relations = tuple(
        Relation(
            head=r["head"],
            type=r["type"],
            tail=r["tail"],
            confidence=r["confidence"],
            evidence=evidence([where[r["head"]], where[r["tail"]]]),
        )
        for r in parsed._.kg_relations or []
    )
    results = []
    for r in parsed._.kg_results or []:
        place = words.covering(r["start"], r["end"]) or (0, 0)
        ends = [where[r[s]] for s in SLOTS[:4] if r[s]]
        results.append(_result(r, source, _result_evidence(evidence, int(words.sentence[place[0]]), ends)))
    return Extraction(doc_id=source.document.id, entities=entities, relations=relations, results=tuple(results))


def _result_evidence(evidence: Any, home: int, ends: Sequence[Sequence[int]]) -> tuple[Span, ...]:
    """The sentence of the value, and up to two more that name its method and baseline where that one does not."""
    missing = [e for e in ends if e and home not in e][:2]
    found: tuple[Span, ...] = evidence([[home], *missing])
    return found


def _entity(raw: dict[str, Any], words: Words, source: Source) -> Entity:
    spans = {source.original(*words.chars(a, b)) for places in raw["forms"].values() for a, b in places}
    ordered = tuple(sorted(spans, key=lambda s: (s.field != "title", s.start, s.end)))
    mentions = tuple(dict.fromkeys(s.text for s in ordered))
    return Entity(
        id=raw["id"],
        type=raw["type"],
        name=raw["name"],
        mentions=mentions,
        role=raw["role"],
        confidence=raw["confidence"],
        spans=ordered,
    )


def _result(raw: dict[str, Any], source: Source, evidence: tuple[Span, ...]) -> Result:
    value = source.original(raw["start"], raw["end"]).text
    number, unit = parse_value(source.joined[raw["start"] : raw["end"]])
    return Result(
        value=value,
        kind=raw["kind"],
        metric=raw["metric"],
        method=raw["method"],
        baseline=raw["baseline"],
        dataset=raw["dataset"],
        task=raw["task"],
        number=number,
        unit=unit,
        confidence=raw["confidence"],
        evidence=evidence,
    )
