"""Made-up papers whose names are distributed as in annotated ones: how many, how long, how often new or abbreviated."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from kg.model import Entity, Extraction
from kg.resolve.names import abbreviates, is_short

DISCOUNT = 0.92
"""Of the Pitman-Yor process that draws names; distinct names grow as names to this power, as measured on gold."""

CONCENTRATION = 300.0


class NameMaker:
    """Draws entities one by one: an old name as often as it was drawn before, else a new one of the gold's words."""

    def __init__(self, gold: Mapping[str, Extraction], seed: int = 0) -> None:
        self._chance = random.Random(seed)  # noqa: S311
        entities = [entity for extraction in gold.values() for entity in extraction.entities]
        self._sizes = [len(extraction.entities) for extraction in gold.values()]
        self._words = [word for entity in entities for word in entity.name.split()]
        self._models = [(entity.type, entity.role, len(entity.name.split())) for entity in entities]
        self._abbreviated = sum(map(_is_abbreviated, entities)) / len(entities)
        self._drawn: list[int] = []
        self._names: list[tuple[str, str, str]] = []

    def papers(self, count: int) -> Iterator[Extraction]:
        """Yield the extractions of `count` papers."""
        for number in range(count):
            key = f"paper:{number:07}"
            size = self._chance.choice(self._sizes)
            yield Extraction(doc_id=key, entities=tuple(self._entity(place) for place in range(size)))

    def _entity(self, place: int) -> Entity:
        label, role, length = self._chance.choice(self._models)
        total, distinct = len(self._drawn), len(self._names)
        if self._chance.random() * (total + CONCENTRATION) < CONCENTRATION + DISCOUNT * distinct:
            self._names.append(self._new(label, length))
            self._drawn.append(distinct)
        else:
            self._drawn.append(self._chance.choice(self._drawn))
        label, name, short = self._names[self._drawn[-1]]
        mentions = (name,)
        if short:
            mentions = self._chance.choice([(name, short), (name,), (short,)])
        return Entity(id=f"e{place}", type=label, name=mentions[0], mentions=mentions, role=role)

    def _new(self, label: str, length: int) -> tuple[str, str, str]:
        words = [self._chance.choice(self._words) for _ in range(length)]
        if length < 3 or self._chance.random() > 3 * self._abbreviated:
            return label, " ".join(words), ""
        return label, " ".join(words), "".join(word[0] for word in words).upper()


def _is_abbreviated(entity: Entity) -> bool:
    shorts = [form for form in entity.mentions if is_short(form)]
    return any(abbreviates(short, form) for short in shorts for form in entity.mentions)
