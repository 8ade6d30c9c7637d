"""The results of one paper: a node for each number and its edges, all with sentences that hold the value."""

from __future__ import annotations

from collections.abc import Iterator

from kg.model import RESULT_EDGES, Node, Result, Span, Value
from kg.resolve.keys import result_key
from kg.resolve.ledger import Statement
from kg.resolve.scribe import Scribe

_SLOTS: tuple[str, ...] = ("method", "baseline", "dataset", "task", "metric")


def write_results(scribe: Scribe) -> Iterator[Node]:
    """Enter the paper's results and yield their nodes; results with one key become one, the surest."""
    best: dict[str, tuple[Result, Node]] = {}
    paper = scribe.paper
    for result, metric in zip(paper.extraction.results, paper.metrics, strict=True):
        places = [span for span in scribe.sentences.find(result.value) if scribe.sentences.cover(span)]
        if not places:
            scribe.dropped["results whose value stands nowhere in the paper"] += 1
            continue
        ends = _find_ends(scribe, result, metric)
        evidence = _value_evidence(scribe, result, places, ends)
        key = result_key(scribe.key, result.value, [scribe.node(ends[s]) if s in ends else "" for s in _SLOTS])
        node = _make_node(key, result, scribe.sentences.join(evidence))
        old = best.get(key)
        if old is None or _rank(result, node) < _rank(*old):
            best[key] = (result, node)
        _write_edges(scribe, key, result.confidence, places, ends, evidence)
    yield from (node for _, node in best.values())


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


def _value_evidence(scribe: Scribe, result: Result, places: list[Span], ends: dict[str, str]) -> tuple[Span, ...]:
    if scribe.is_good(result.evidence, tuple(places)):
        return result.evidence
    values = scribe.sentences.covers(places)
    end = ends.get("method") or ends.get("metric") or ends.get("dataset")
    named = scribe.sentences.covers(scribe.entities[end].spans) if end else [()]
    return scribe.sentences.choose([values, named]) or scribe.sentences.choose([values])


def _write_edges(  # noqa: PLR0913, PLR0917
    scribe: Scribe,
    key: str,
    confidence: float,
    places: list[Span],
    ends: dict[str, str],
    evidence: tuple[Span, ...],
) -> None:
    whole = Statement(confidence, scribe.sentences.join(evidence))
    scribe.ledger.add((scribe.key, "REPORTS", key), scribe.key, whole)
    near = [span for span in places if any(e.field == span.field and e.start <= span.start < e.end for e in evidence)]
    for slot, entity in ends.items():
        spans = scribe.entities[entity].spans
        chosen = evidence
        if not scribe.is_good(evidence, tuple(places), spans):
            chosen = scribe.sentences.choose([scribe.sentences.covers(near), scribe.sentences.covers(spans)])
        if chosen:
            statement = Statement(confidence, scribe.sentences.join(chosen))
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
