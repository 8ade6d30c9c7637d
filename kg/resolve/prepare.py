"""One paper made ready: what is sure enough, where it stands in the original, and a metric for each result."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from kg.model import Document, Entity, Extraction, Result, Span
from kg.resolve.names import Names
from kg.resolve.sentences import Sentences


class Prepared(Struct, frozen=True):
    """A paper, its sentences and its extraction: every entity has at least one true span.

    `metrics[i]` is the id of the entity that the metric words of `extraction.results[i]` name, or None.
    """

    document: Document
    sentences: Sentences
    extraction: Extraction
    metrics: tuple[str | None, ...]
    own: frozenset[str]

    def spans(self, entity_id: str | None) -> tuple[Span, ...]:
        """Return the places of an entity in the original."""
        return next((e.spans for e in self.extraction.entities if e.id == entity_id), ())


def prepare(
    document: Document, extraction: Extraction | None, min_confidence: float, names: Names, dropped: Counter[str]
) -> Prepared:
    """Return `document` and its extraction without what is unsure or stands nowhere; count what is left out."""
    sentences = Sentences(document)
    said = extraction or Extraction(doc_id=document.id)
    entities = _keep_entities(said, sentences, min_confidence, dropped)
    own = {entity.id for entity in entities}
    relations = []
    for relation in said.relations:
        if relation.confidence < min_confidence:
            dropped["relations below the confidence asked for"] += 1
        elif relation.head not in own or relation.tail not in own:
            dropped["relations without an end"] += 1
        else:
            relations.append(relation)
    results = [_without(result, own) for result in said.results if result.confidence >= min_confidence]
    dropped["results below the confidence asked for"] += len(said.results) - len(results)
    metrics: list[str | None] = []
    for result in results:
        metric = _find_metric(result, entities, sentences, names)
        if metric is not None and metric.id not in {entity.id for entity in entities}:
            entities.append(metric)
        dropped["metric words that stand nowhere in the paper"] += bool(result.metric) and metric is None
        metrics.append(metric.id if metric else None)
    kept = replace(said, entities=tuple(entities), relations=tuple(relations), results=tuple(results))
    return Prepared(document, sentences, kept, tuple(metrics), frozenset(own))


def _keep_entities(
    said: Extraction, sentences: Sentences, min_confidence: float, dropped: Counter[str]
) -> list[Entity]:
    out: list[Entity] = []
    for entity in said.entities:
        spans = tuple(span for span in sentences.locate(entity) if sentences.cover(span))
        if entity.confidence < min_confidence:
            dropped["entities below the confidence asked for"] += 1
        elif not spans:
            dropped["entities that stand nowhere in the paper"] += 1
        else:
            out.append(replace(entity, spans=spans))
    return out


def _without(result: Result, own: set[str]) -> Result:
    """Return `result` with only the ends that are kept."""
    ends = {slot: getattr(result, slot) for slot in ("method", "baseline", "dataset", "task")}
    return replace(result, **{slot: end if end in own else None for slot, end in ends.items()})


def _find_metric(result: Result, entities: list[Entity], sentences: Sentences, names: Names) -> Entity | None:
    """Return the metric entity that the result's metric words name: one of the paper's, or one made from them."""
    words = (result.metric or "").strip()
    if not words:
        return None
    key = names.key(words)
    for entity in entities:
        if entity.type == "Metric" and any(names.key(form) == key for form in (entity.name, *entity.mentions)):
            return entity
    found = [span for span in sentences.find(words) if sentences.cover(span)]
    if not found:
        return None
    near = [
        span for span in found if any(e.field == span.field and e.start <= span.start < e.end for e in result.evidence)
    ]
    return Entity(
        id=f"metric words: {key}",
        type="Metric",
        name=words,
        mentions=tuple(sorted({span.text for span in near or found})),
        role="used",
        confidence=result.confidence,
        spans=tuple(near or found),
    )
