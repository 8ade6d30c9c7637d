"""The document-level heads over one text, as the components call them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kg.extract.artifacts import Artifacts
from kg.extract.decision import Rows, sigmoid, softmax
from kg.extract.features import Candidate, Floats, HeadInputs, head_inputs
from kg.extract.words import Words
from kg.model import ENTITY_TYPES, SIGNATURES

ENTITY_ARRAYS = ("starts", "ends", "mask", "types", "title", "places", "score")


@dataclass(frozen=True)
class EntityStates:
    """What the entity head says of E candidates: `states` (E, D), `attention` (E, W), `roles` (E, 1 + roles)."""

    inputs: HeadInputs
    states: Floats
    attention: Floats
    roles: Rows


def entity_states(
    model: Artifacts,
    words: Words,
    states: Floats,
    candidates: Sequence[Candidate],
    numbers: Sequence[tuple[int, int]] = (),
) -> EntityStates:
    """Run the entity head; `states` (W, word) are the encoder's. There must be a candidate."""
    inputs = head_inputs(words, candidates, numbers or [(0, 0)])
    arrays: dict[str, np.ndarray[Any, Any]] = {name: getattr(inputs, name) for name in ENTITY_ARRAYS}
    own, attention, roles = model.run("entities", {"words": states, **arrays})
    return EntityStates(inputs, own, attention, softmax(roles))


def relation_chances(model: Artifacts, states: Floats, entities: EntityStates, candidates: Sequence[Candidate]) -> Rows:
    """Return (E, E, R) the chance of each relation, 0 where the signatures forbid it."""
    arrays: dict[str, np.ndarray[Any, Any]] = {"attention": entities.attention, "distance": entities.inputs.distance}
    (logits,) = model.run("relations", {"words": states, "states": entities.states, **arrays})
    return np.where(possible_relations([c.type for c in candidates]), sigmoid(logits), 0.0)


def result_chances(model: Artifacts, states: Floats, entities: EntityStates) -> tuple[Rows, Rows]:
    """Return (N, 1 + kinds) and (N, slots, 1 + E), the first of each for "none"."""
    arrays = {"numbers": entities.inputs.numbers, "number_distance": entities.inputs.number_distance}
    kinds, slots = model.run("results", {"words": states, "states": entities.states, **arrays})
    return softmax(kinds), softmax(slots)


def possible_relations(types: Sequence[int]) -> np.ndarray[tuple[int, int, int], np.dtype[np.bool_]]:
    """Return (E, E, R): which relation the signatures allow from each candidate to each other."""
    table = np.array([[[(h, t) in pairs for pairs in SIGNATURES.values()] for t in ENTITY_TYPES] for h in ENTITY_TYPES])
    index = np.array(types)
    allowed: np.ndarray[tuple[int, int, int], np.dtype[np.bool_]] = table[index[:, None], index[None, :]].copy()
    allowed[np.arange(len(index)), np.arange(len(index))] = False
    return allowed
