"""The results of one paper: a node for each number and its edges, all with sentences that hold the value."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from kg.model import RESULT_EDGES, Node, Result, Span, Value
from kg.resolve.keys import result_key
from kg.resolve.ledger import Statement
from kg.resolve.scribe import Scribe
from kg.resolve.sentences import holds

_SLOTS: tuple[str, ...] = ("method", "baseline", "dataset", "task", "metric")


class Placed(Struct, frozen=True):
    """One result in its paper: where its value stands, the entities at its ends by slot, and its evidence."""

    result: Result
    places: tuple[Span, ...]
    ends: dict[str, str]
    evidence: tuple[Span, ...]


def write_results(scribe: Scribe) -> Iterator[Node]:
    """Enter the paper's results and yield their nodes; results with one key become one, the surest."""
    best: dict[str, tuple[Result, Node]] = {}
    for placed in _place_results(scribe):
        result = placed.result
        ends = [scribe.node(placed.ends[slot]) if slot in placed.ends else "" for slot in _SLOTS]
        key = result_key(scribe.key, result.value, ends)
        node = _make_node(key, result, scribe.sentences.join(placed.evidence))
        old = best.get(key)
        if old is None or _rank(result, node) < _rank(*old):
            best[key] = (result, node)
        _write_edges(scribe, key, placed)
    yield from (node for _, node in best.values())


def _place_results(scribe: Scribe) -> Iterator[Placed]:
    paper = scribe.paper
    for result, metric in zip(paper.extraction.results, paper.metrics, strict=True):
        places = tuple(span for span in scribe.sentences.find(result.value) if scribe.sentences.cover(span))
        if places:
            ends = _find_ends(scribe, result, metric)
            yield Placed(result, places, ends, _value_evidence(scribe, result, places, ends))
        else:
            scribe.dropped["results whose value stands nowhere in the paper"] += 1


def _find_ends(scribe: Scribe, result: Result, metric: str | None) -> dict[str, str]:
    """Return slot → entity id for the ends whose final label fits the slot."""
    given = {slot: metric if slot == "metric" else getattr(result, slot) for slot in _SLOTS}
    ends: dict[str, str] = {}
    for slot, entity in given.items():
        if entity is None:
            continue
        if scribe.label(entity) == RESULT_EDGES[slot][1]:
            ends[slot] = entity
        else:
            scribe.dropped["result ends of another type than extracted"] += 1
    return ends


def _value_evidence(scribe: Scribe, result: Result, places: tuple[Span, ...], ends: dict[str, str]) -> tuple[Span, ...]:
    if scribe.is_good(result.evidence, places):
        return result.evidence
    values = scribe.sentences.covers(places)
    end = ends.get("method") or ends.get("metric") or ends.get("dataset")
    named = scribe.sentences.covers(scribe.entities[end].spans) if end else [()]
    return scribe.sentences.choose([values, named]) or scribe.sentences.choose([values])


def _write_edges(scribe: Scribe, key: str, placed: Placed) -> None:
    sentences, confidence, evidence = scribe.sentences, placed.result.confidence, placed.evidence
    scribe.ledger.add((scribe.key, "REPORTS", key), scribe.key, Statement(confidence, sentences.join(evidence)))
    near = sentences.covers(p for p in placed.places if holds(evidence, p))
    near = near or sentences.covers(placed.places)
    for slot, entity in placed.ends.items():
        spans = scribe.entities[entity].spans
        chosen = evidence
        if not scribe.is_good(evidence, placed.places, spans):
            chosen = sentences.choose([near, sentences.covers(spans)])
        if chosen:
            statement = Statement(confidence, sentences.join(chosen))
            scribe.ledger.add((key, RESULT_EDGES[slot][0], scribe.node(entity)), scribe.key, statement)
        else:
            scribe.dropped["result edges without evidence"] += 1


def _rank(result: Result, node: Node) -> tuple[float, str, str, str]:
    return (-result.confidence, result.kind, result.metric or "", str(node.properties["evidence"]))


def _make_node(key: str, result: Result, evidence: str) -> Node:
    properties: dict[str, Value] = {"key": key, "value": result.value, "kind": result.kind}
    properties |= {"evidence": evidence, "confidence": result.confidence}
    if result.number is not None:
        properties["number"] = result.number
    if result.unit:
        properties["unit"] = result.unit
    if result.metric:
        properties["metric_text"] = result.metric
    return Node(key, "Result", properties)
