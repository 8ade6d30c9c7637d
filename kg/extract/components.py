"""The five spaCy components. Each reads the Doc and what earlier ones assigned, and could be swapped for another.

kg_tagger         assigns doc.tensor (word states), sentence starts and doc.spans["kg_mentions"] with probabilities
kg_abbreviations  assigns doc._.kg_definitions
kg_entities       requires both, assigns doc._.kg_entities
kg_relations      requires kg_entities, assigns doc._.kg_relations
kg_results        requires kg_entities, assigns doc._.kg_results

All that is assigned is numbers, text, lists and dictionaries, so that a Doc goes between processes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc, Span, SpanGroup

from kg.extract import decision
from kg.extract.abbreviations import Abbreviation, find_abbreviations
from kg.extract.artifacts import DEFAULT_MODEL, Artifacts
from kg.extract.features import Candidate, Floats, Mention, find_numbers, likely_mentions, propose
from kg.extract.heads import EntityStates, entity_states, relation_chances, result_chances
from kg.extract.naming import name_of
from kg.extract.pieces import windows
from kg.extract.values import result_slots
from kg.extract.words import Words, words_of
from kg.model import ENTITY_TYPES, RESULT_KINDS, ROLES
from kg.text import split_sentences

MENTIONS = "kg_mentions"

for _name, _default in {
    "kg_title_end": 0,
    "kg_definitions": None,
    "kg_entities": None,
    "kg_relations": None,
    "kg_results": None,
}.items():
    if not Doc.has_extension(_name):
        Doc.set_extension(_name, default=_default)


def sentences_of(parsed: Doc) -> list[tuple[int, int]]:
    """Return the character spans of the sentences; the title, when `doc._.kg_title_end` tells of one, is one."""
    shift = parsed._.kg_title_end
    if not shift:
        return split_sentences(parsed.text)
    title = (0, len(parsed.text[:shift].rstrip()))
    return [title, *((a + shift, b + shift) for a, b in split_sentences(parsed.text[shift:]))]


def doc_words(parsed: Doc) -> Words:
    """Return the words of a Doc: its tokens less the blank ones."""
    return words_of(parsed, sentences_of(parsed), parsed._.kg_title_end)


def word_states(parsed: Doc) -> Floats:
    """Return (W, word) the encoder's states that kg_tagger left in `doc.tensor`."""
    kept = [t.i for t in parsed if not t.is_space]
    return np.asarray(parsed.tensor[kept], dtype=np.float32)


def doc_entities(parsed: Doc) -> list[dict[str, Any]]:
    """Return what kg_entities assigned, as plain dictionaries."""
    return parsed._.kg_entities or []


def as_candidate(entity: dict[str, Any]) -> Candidate:
    """Return the candidate that an assigned entity was made from."""
    forms = {form: [(a, b) for a, b in places] for form, places in entity["forms"].items()}
    return Candidate(forms, ENTITY_TYPES.index(entity["type"]), entity["score"])


class Component:
    """What the components share: the model's files, loaded when first needed, and pickling by path."""

    def __init__(self, model: str) -> None:
        self.model = Artifacts(model)


class Tagger(Component):
    """Mentions with type and probability, from one encoder pass (long texts in overlapping windows)."""

    def __init__(self, model: str) -> None:
        super().__init__(model)
        self.tokenizer = self.model.tokenizer()

    def __call__(self, parsed: Doc) -> Doc:
        words = doc_words(parsed)
        self._mark_sentences(parsed, words)
        states = self._encode([words.surface(i, i) for i in range(len(words))])
        kept = [t.i for t in parsed if not t.is_space]
        tensor: Floats = np.zeros((len(parsed), states.shape[1]), dtype=np.float32)
        tensor[kept] = states
        parsed.tensor = tensor  # type: ignore[assignment]
        found: list[Mention] = []
        if len(words):
            logits = self.model.run("spans", {"words": states})[0]
            found = likely_mentions(decision.softmax(logits).astype(np.float32))
        spans = [Span(parsed, kept[m.first], kept[m.last] + 1, label=_best_type(m)) for m in found]
        attrs = {"types": [list(m.types) for m in found]}
        parsed.spans[MENTIONS] = SpanGroup(parsed, name=MENTIONS, spans=spans, attrs=attrs)
        return parsed

    def _encode(self, words: list[str]) -> Floats:
        parts = []
        for w in windows(self.tokenizer, words):
            (states,) = self.model.run("encoder", {"ids": w.ids[None], "first": w.first, "last": w.last})
            parts.append(states[w.keep_from - w.start : w.keep_to - w.start])
        return np.concatenate(parts)

    @staticmethod
    def _mark_sentences(parsed: Doc, words: Words) -> None:
        kept = [t for t in parsed if not t.is_space]
        for index, token in enumerate(kept):
            token.is_sent_start = index == 0 or bool(words.sentence[index] != words.sentence[index - 1])


def _best_type(mention: Mention) -> str:
    return ENTITY_TYPES[max(range(len(ENTITY_TYPES)), key=lambda t: mention.types[t])]


def doc_mentions(parsed: Doc) -> list[Mention]:
    """Return the mentions that kg_tagger assigned, by word."""
    if MENTIONS not in parsed.spans:
        return []
    group = parsed.spans[MENTIONS]
    index = {t.i: i for i, t in enumerate(t for t in parsed if not t.is_space)}
    types = group.attrs.get("types", [])
    return [Mention(index[s.start], index[s.end - 1], tuple(p)) for s, p in zip(group, types, strict=True)]


class Abbreviations:
    """Definitions of short forms, as character offsets."""

    def __call__(self, parsed: Doc) -> Doc:
        parsed._.kg_definitions = [[*pair.long, *pair.short] for pair in find_abbreviations(parsed.text)]
        return parsed


class Entities(Component):
    """Mentions → the entities of this abstract, with canonical name, role and confidence."""

    def __init__(self, model: str) -> None:
        super().__init__(model)
        self.trees, self.known, self.lexicon = self.model.trees("entity"), self.model.known(), self.model.lexicon()

    def __call__(self, parsed: Doc) -> Doc:
        words, states = doc_words(parsed), word_states(parsed)
        definitions = [Abbreviation((a, b), (c, d)) for a, b, c, d in parsed._.kg_definitions or []]
        candidates = propose(words, doc_mentions(parsed), definitions)
        parsed._.kg_entities = []
        if candidates:
            roles = entity_states(self.model, words, states, candidates).roles
            chance = self.trees.probability(decision.entity_rows(words, candidates, roles, self.known))
            kept = decision.keep_entities(candidates, chance, self.model.manifest.thresholds.entity)
            parsed._.kg_entities = self._describe(words, states, [candidates[i] for i in kept], chance[kept])
        return parsed

    def _describe(
        self, words: Words, states: Floats, kept: list[Candidate], chance: decision.Rows
    ) -> list[dict[str, Any]]:
        if not kept:
            return []
        roles = entity_states(self.model, words, states, kept).roles
        return [
            {
                "id": f"e{number}",
                "type": ENTITY_TYPES[c.type],
                "name": name_of(c, words, self.lexicon),
                "forms": {
                    form: [list(place) for place in c.forms[form]] for form in sorted(c.forms, key=c.forms.__getitem__)
                },
                "role": ROLES[int(roles[number - 1, 1:].argmax())],
                "score": c.score,
                "confidence": float(chance[number - 1]),
            }
            for number, c in enumerate(kept, 1)
        ]


class Relations(Component):
    """Pairs of entities → typed relations with confidence, by the signatures."""

    def __init__(self, model: str) -> None:
        super().__init__(model)
        self.trees = self.model.trees("relation")

    def __call__(self, parsed: Doc) -> Doc:
        entities = doc_entities(parsed)
        parsed._.kg_relations = self._relate(parsed, entities) if len(entities) > 1 else []
        return parsed

    def _relate(self, parsed: Doc, entities: list[dict[str, Any]]) -> list[dict[str, Any]]:
        candidates = [as_candidate(e) for e in entities]
        states = word_states(parsed)
        own = entity_states(self.model, doc_words(parsed), states, candidates)
        chance = relation_chances(self.model, states, own, candidates)
        certain = np.array([e["confidence"] for e in entities])
        triples, rows = decision.relation_rows(candidates, chance, own.roles, certain, own.inputs.distance)
        manifest = self.model.manifest
        found = decision.keep_relations(triples, self.trees.probability(rows), manifest.thresholds.relation)
        return [
            {"head": entities[h]["id"], "type": manifest.relations[r], "tail": entities[t]["id"], "confidence": chance}
            for h, t, r, chance in found
        ]


class Results(Component):
    """Numbers → results: value, kind, and which method, baseline, dataset, task and metric they belong to."""

    def __init__(self, model: str) -> None:
        super().__init__(model)
        self.trees = self.model.trees("result")

    def __call__(self, parsed: Doc) -> Doc:
        words, entities = doc_words(parsed), doc_entities(parsed)
        spans = find_numbers(words)
        places = [words.covering(a, b) or (0, 0) for a, b in spans]
        parsed._.kg_results = self._read(parsed, words, spans, places) if entities and spans else []
        return parsed

    def _read(
        self, parsed: Doc, words: Words, spans: list[tuple[int, int]], places: list[tuple[int, int]]
    ) -> list[dict[str, Any]]:
        entities, states = doc_entities(parsed), word_states(parsed)
        candidates = [as_candidate(e) for e in entities]
        own: EntityStates = entity_states(self.model, words, states, candidates, places)
        kinds, slots = result_chances(self.model, states, own)
        out = []
        for n, (start, end) in enumerate(spans):
            row = decision.number_rows(kinds[n], slots[n], words.text[start:end])
            chance = float(self.trees.probability(row)[0])
            if chance >= self.model.manifest.thresholds.result:
                kind = RESULT_KINDS[int(kinds[n, 1:].argmax())]
                filled = result_slots(words, candidates, slots[n], places[n], kind)
                filled = {k: entities[v]["id"] if isinstance(v, int) else v for k, v in filled.items()}
                out.append({"start": start, "end": end, "kind": kind, "confidence": chance, **filled})
        return out


@Language.factory(
    "kg_tagger", default_config={"model": DEFAULT_MODEL}, assigns=["doc.tensor", "doc.spans", "token.is_sent_start"]
)
def make_tagger(nlp: Language, name: str, model: str) -> Tagger:
    """Return the kg_tagger component."""
    return Tagger(model)


@Language.factory("kg_abbreviations", assigns=["doc._.kg_definitions"])
def make_abbreviations(nlp: Language, name: str) -> Abbreviations:
    """Return the kg_abbreviations component."""
    return Abbreviations()


@Language.factory(
    "kg_entities",
    default_config={"model": DEFAULT_MODEL},
    requires=["doc.spans", "doc.tensor"],
    assigns=["doc._.kg_entities"],
)
def make_entities(nlp: Language, name: str, model: str) -> Entities:
    """Return the kg_entities component."""
    return Entities(model)


@Language.factory(
    "kg_relations",
    default_config={"model": DEFAULT_MODEL},
    requires=["doc._.kg_entities"],
    assigns=["doc._.kg_relations"],
)
def make_relations(nlp: Language, name: str, model: str) -> Relations:
    """Return the kg_relations component."""
    return Relations(model)


@Language.factory(
    "kg_results", default_config={"model": DEFAULT_MODEL}, requires=["doc._.kg_entities"], assigns=["doc._.kg_results"]
)
def make_results(nlp: Language, name: str, model: str) -> Results:
    """Return the kg_results component."""
    return Results(model)
