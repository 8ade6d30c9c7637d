"""Training of the second stage on abstracts that the encoder has not seen, by cross-fitting."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from kg.extract import decision
from kg.extract.abbreviations import find_abbreviations
from kg.extract.artifacts import Artifacts, Thresholds
from kg.extract.features import Candidate, Floats, likely_mentions, propose
from kg.extract.heads import entity_states, relation_chances, result_chances
from kg.extract.train.data import RELATION_NAMES, Example, fold_of, make_example, result_targets
from kg.extract.train.targets import make_targets, match
from kg.extract.trees import Trees

log = logging.getLogger(__name__)
PARTS = 5
NEVER = -10.0
"""The log odds of what training never saw."""

Answered: TypeAlias = tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]
"""Feature rows (N, F) and their answers (N,)."""


@dataclass(frozen=True)
class Read:
    """One held-out abstract as the first stage reads it."""

    example: Example
    states: Floats
    candidates: list[Candidate]
    roles: decision.Rows


@dataclass(frozen=True)
class Table:
    """Feature rows with answers (0 or 1) and the part of the cross-fit each belongs to."""

    rows: np.ndarray[Any, Any]
    answers: np.ndarray[Any, Any]
    parts: np.ndarray[Any, Any]


def read_held_out(model: Artifacts, records: Sequence[dict[str, Any]], nlp: Any) -> list[Read]:
    """Run encoder, span and entity heads on `records`, each with and without its title."""
    tokenizer = model.tokenizer()
    out = []
    for record in records:
        for titled in (True, False):
            example = make_example(record, nlp, tokenizer, titled)
            w = example.window
            if not len(example.words):
                continue
            (states,) = model.run("encoder", {"ids": w.ids[None], "first": w.first, "last": w.last})
            (logits,) = model.run("spans", {"words": states})
            mentions = likely_mentions(decision.softmax(logits).astype(np.float32))
            candidates = propose(example.words, mentions, find_abbreviations(example.words.text))
            if candidates:
                roles = entity_states(model, example.words, states, candidates).roles
                out.append(Read(example, states, candidates, roles))
    return out


def part_of(doc_id: str) -> int:
    """Return the part of the cross-fit of an abstract, the same with and without its title."""
    return fold_of("part " + doc_id, PARTS)


def fit(table: Table, trees: int = 220) -> Trees:
    """Return boosted trees (LightGBM; Ke et al., 2017) fitted to `table`, the same for the same input.

    From no rows at all nothing is learned: the answer is then always no.
    """
    import lightgbm

    if not len(table.rows):
        return trees_from_dump({"tree_info": [{"tree_structure": {"leaf_value": NEVER}}]})

    settings = {
        "objective": "binary", "learning_rate": 0.04, "num_leaves": 15, "min_data_in_leaf": 40, "feature_fraction": 0.6,
        "bagging_fraction": 0.8, "bagging_freq": 1, "lambda_l2": 5.0, "verbosity": -1, "seed": 1, "deterministic": True,
        "force_row_wise": True, "num_threads": 1,
    }  # fmt: skip
    booster = lightgbm.train(settings, lightgbm.Dataset(table.rows, table.answers), trees)
    return trees_from_dump(booster.dump_model())


def trees_from_dump(dump: dict[str, Any]) -> Trees:
    """Return the trees of LightGBM's own JSON dump; missing values do not occur in our features."""
    flat = []
    for tree in dump["tree_info"]:
        nodes: list[list[float]] = []
        _flatten(tree["tree_structure"], nodes)
        flat.append(nodes)
    width = max(map(len, flat))
    table = np.zeros((len(flat), width, 5))
    table[:, :, 0] = -1
    for row, nodes in enumerate(flat):
        table[row, : len(nodes)] = nodes
    feature, left, right = (table[..., i].astype(np.int16) for i in (0, 2, 3))
    return Trees(feature, table[..., 1], left, right, table[..., 4], 0.0)


def _flatten(node: dict[str, Any], nodes: list[list[float]]) -> int:
    index = len(nodes)
    nodes.append([-1.0, 0.0, 0.0, 0.0, float(node.get("leaf_value", 0.0))])
    if "split_feature" in node:
        left = _flatten(node["left_child"], nodes)
        right = _flatten(node["right_child"], nodes)
        nodes[index] = [float(node["split_feature"]), float(node["threshold"]), float(left), float(right), 0.0]
    return index


def cross_fit(table: Table) -> np.ndarray[Any, Any]:
    """Return for each row the probability by trees that have not seen its part."""
    out = np.zeros(len(table.rows))
    for part in range(PARTS):
        held = table.parts == part
        if held.any() and (~held).any():
            out[held] = fit(Table(table.rows[~held], table.answers[~held], table.parts[~held])).probability(
                table.rows[held]
            )
    return out


def best_threshold(count: Callable[[float], tuple[int, int]], gold: int) -> tuple[float, float]:
    """Return the threshold of best F1 and that F1; `count(threshold)` gives (right, kept)."""
    tries = []
    for threshold in np.arange(0.1, 0.8, 0.02):
        right, kept = count(float(threshold))
        tries.append((2 * right / max(kept + gold, 1), round(float(threshold), 2)))
    best = max(tries)
    return best[1], best[0]


@dataclass(frozen=True)
class Decisions:
    """The trained second stage, and what cross-fitting measured."""

    entity: Trees
    relation: Trees
    result: Trees
    thresholds: Thresholds
    figures: dict[str, float]


def fit_decisions(model: Artifacts, read: Sequence[Read], known: decision.Known) -> Decisions:
    """Train the three decisions one after the other, each on cross-fitted answers of the one before."""
    entities, chances, threshold, entity_f1 = _fit_entities(read, known)
    kept = [decision.keep_entities(r.candidates, c, threshold) for r, c in zip(read, chances, strict=True)]
    pairs = _stack([(_relation_table(model, r, k, c), r) for r, k, c in zip(read, kept, chances, strict=True) if k])
    numbers = _stack([(_number_table(model, r, k), r) for r, k in zip(read, kept, strict=True) if k])
    relation_threshold, relation_f1 = _row_threshold(pairs, sum(len(r.example.relations) for r in read))
    result_threshold, value_f1 = _row_threshold(numbers, sum(len(r.example.results) for r in read))
    figures = {"entity F1": entity_f1, "relation F1": relation_f1, "result value F1": value_f1}
    figures = {k: round(v, 4) for k, v in figures.items()}
    log.info("cross-fitted on %d readings: %s", len(read), figures)
    thresholds = Thresholds(threshold, (relation_threshold,) * len(RELATION_NAMES), result_threshold)
    return Decisions(fit(entities), fit(pairs), fit(numbers), thresholds, figures)


def _row_threshold(table: Table, gold: int) -> tuple[float, float]:
    chances = cross_fit(table)

    def count(threshold: float) -> tuple[int, int]:
        kept = chances >= threshold
        return int(table.answers[kept].sum()), int(kept.sum())

    return best_threshold(count, gold)


def _fit_entities(read: Sequence[Read], known: decision.Known) -> tuple[Table, list[decision.Rows], float, float]:
    rows = [decision.entity_rows(r.example.words, r.candidates, r.roles, known) for r in read]
    matched = [match(r.candidates, r.example) for r in read]
    answers = [np.array([float(i in m) for i in range(len(r.candidates))]) for r, m in zip(read, matched, strict=True)]
    parts = [np.full(len(r.candidates), part_of(r.example.doc_id)) for r in read]
    table = Table(np.concatenate(rows), np.concatenate(answers), np.concatenate(parts))
    flat = cross_fit(table)
    cuts = np.cumsum([len(r.candidates) for r in read])[:-1]
    chances = np.split(flat, cuts)
    gold = sum(len(r.example.entities) for r in read)

    def count(threshold: float) -> tuple[int, int]:
        kept = [decision.keep_entities(r.candidates, c, threshold) for r, c in zip(read, chances, strict=True)]
        return sum(sum(i in m for i in k) for k, m in zip(kept, matched, strict=True)), sum(map(len, kept))

    threshold, f1 = best_threshold(count, gold)
    return table, chances, threshold, f1


def _stack(tables: Sequence[tuple[Answered, Read]]) -> Table:
    kept = [(rows, answers, read) for (rows, answers), read in tables if len(rows)]
    if not kept:
        return Table(np.zeros((0, 1)), np.zeros(0), np.zeros(0, dtype=np.int64))
    parts = np.concatenate([np.full(len(rows), part_of(read.example.doc_id)) for rows, _, read in kept])
    return Table(np.concatenate([k[0] for k in kept]), np.concatenate([k[1] for k in kept]), parts)


def _relation_table(model: Artifacts, read: Read, kept: Sequence[int], chance: decision.Rows) -> Answered:
    candidates = [read.candidates[i] for i in kept]
    own = entity_states(model, read.example.words, read.states, candidates)
    found = relation_chances(model, read.states, own, candidates)
    triples, rows = decision.relation_rows(candidates, found, own.roles, chance[list(kept)], own.inputs.distance)
    answers = make_targets(candidates, read.example).relations
    return rows, np.array([float(answers[t] == 1) for t in triples])


def _number_table(model: Artifacts, read: Read, kept: Sequence[int]) -> Answered:
    if not read.example.numbers:
        return np.zeros((0, 0)), np.zeros(0)
    candidates = [read.candidates[i] for i in kept]
    own = entity_states(model, read.example.words, read.states, candidates, read.example.numbers)
    kinds, slots = result_chances(model, read.states, own)
    rows = [decision.number_rows(k, s, v)[0] for k, s, v in zip(kinds, slots, read.example.values, strict=True)]
    targets = result_targets(read.example)
    return np.array(rows), np.array([float(i in targets) for i in range(len(rows))])
