"""From a text's candidates and its annotation to what the heads should answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kg.extract.features import Candidate, Ints
from kg.extract.heads import possible_relations
from kg.extract.train.data import KINDS, RELATION_NAMES, SLOT_NAMES, Example, result_targets
from kg.model import ENTITY_TYPES, SYMMETRIC
from kg.text import fold

IGNORE = -100


@dataclass(frozen=True)
class Targets:
    """Answers for E candidates and N numbers: `roles` (E,) with 0 for no entity, `relations` (E, E, R) of 0, 1 or -1
    (not a possible pair), `kinds` (N,), `slots` (N, S) with 0 for none and IGNORE where unknown."""

    roles: Ints
    relations: np.ndarray
    kinds: Ints
    slots: Ints


def match(candidates: Sequence[Candidate], example: Example) -> dict[int, int]:
    """Return {candidate: gold entity} by type and shared folded forms, those that share most first, one to one."""
    folds = [{fold(f) for f in c.forms} for c in candidates]
    pairs = [
        (-len(shared), g, c)
        for c, candidate in enumerate(candidates)
        for g, entity in enumerate(example.entities)
        if candidate.type == entity.candidate.type and (shared := folds[c] & entity.folds)
    ]
    used: set[int] = set()
    out: dict[int, int] = {}
    for _, g, c in sorted(pairs):
        if c not in out and g not in used:
            out[c] = g
            used.add(g)
    return out


def make_targets(candidates: Sequence[Candidate], example: Example) -> Targets:
    """Return the answers for these candidates of `example`."""
    matched = match(candidates, example)
    roles = np.zeros(len(candidates), dtype=np.int64)
    position = {}
    for c, g in matched.items():
        roles[c] = 1 + example.entities[g].role
        position[example.entities[g].id] = c
    relations = np.where(possible_relations([c.type for c in candidates]), 0, -1).astype(np.int8)
    for head, relation, tail in example.relations:
        if head in position and tail in position:
            pairs = [(position[head], position[tail])]
            if RELATION_NAMES[relation] in SYMMETRIC:
                pairs.append(pairs[0][::-1])
            for h, t in pairs:
                if relations[h, t, relation] == 0:
                    relations[h, t, relation] = 1
    kinds, slots = _result_answers(candidates, example, position)
    return Targets(roles, relations, kinds, slots)


def _result_answers(candidates: Sequence[Candidate], example: Example, position: dict[str, int]) -> tuple[Ints, Ints]:
    kinds = np.zeros(max(len(example.numbers), 1), dtype=np.int64)
    slots = np.full((len(kinds), len(SLOT_NAMES)), IGNORE, dtype=np.int64)
    metrics = {fold(f): c for c, x in enumerate(candidates) if ENTITY_TYPES[x.type] == "Metric" for f in x.forms}
    for number, result in result_targets(example).items():
        kinds[number] = KINDS.index(result["kind"])
        for column, name in enumerate(SLOT_NAMES):
            value = result.get(name)
            if value is None:
                slots[number, column] = 0
            elif name == "metric":
                slots[number, column] = metrics[fold(value)] + 1 if fold(value) in metrics else IGNORE
            else:
                slots[number, column] = position[value] + 1 if value in position else IGNORE
    return kinds, slots
