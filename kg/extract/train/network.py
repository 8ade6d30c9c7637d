"""The joint network: one encoder pass, then heads for mentions, entities, relations and results.

Span scores follow the additive span classifier of Zhong & Chen (PURE, 2021), entity pairs are pooled with
localised context as in ATLOP (Zhou et al., 2021) from attention that is learned here, and the number of a
result points at its entities (Vinyals et al., 2015). Only training needs torch: `export` writes the same
modules as ONNX graphs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from kg.extract.features import BUCKETS, MAX_WIDTH
from kg.model import ENTITY_TYPES, RESULT_KINDS, ROLES

RELATIONS = 10
SLOTS = 5


@dataclass(frozen=True)
class Sizes:
    """Widths of the heads: `word` is the encoder's, `span` and `entity` are ours."""

    word: int
    span: int = 256
    entity: int = 256
    heads: int = 4


class SpanHead(nn.Module):
    """Word states (W, word) → logits (W, MAX_WIDTH, 1 + types) of the spans that start at each word."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.start = nn.Linear(sizes.word, sizes.span)
        self.end = nn.Linear(sizes.word, sizes.span, bias=False)
        self.inside = nn.Linear(sizes.word, sizes.span, bias=False)
        self.width = nn.Embedding(MAX_WIDTH, sizes.span)
        self.out = nn.Linear(sizes.span, 1 + len(ENTITY_TYPES))

    def forward(self, words: Tensor) -> Tensor:
        padded = functional.pad(words, (0, 0, 0, MAX_WIDTH - 1))
        start, end = self.start(words), self.end(padded)
        total = functional.pad(torch.cumsum(self.inside(padded), 0), (0, 0, 1, 0))
        count = words.shape[0]
        logits = []
        for k in range(MAX_WIDTH):
            mean = (total[k + 1 : k + 1 + count] - total[:count]) / (k + 1)
            hidden = start + end[k : k + count] + mean + self.width.weight[k]
            logits.append(self.out(functional.gelu(hidden)))
        return torch.stack(logits, 1)


class EntityInputs(NamedTuple):
    """Candidate entities of one text: occurrence word indices (E, O), their mask, and small features (E, ·)."""

    starts: Tensor
    ends: Tensor
    mask: Tensor
    types: Tensor
    title: Tensor
    places: Tensor
    score: Tensor


class EntityHead(nn.Module):
    """Word states and candidate entities → entity states (E, entity), attention (E, W), roles (E, 1 + roles)."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        d = sizes.entity
        self.mention = nn.Linear(2 * sizes.word, d)
        self.words = nn.Linear(sizes.word, d)
        self.kind_of = nn.Embedding(len(ENTITY_TYPES), d)
        self.title = nn.Embedding(2, d)
        self.count = nn.Embedding(8, d)
        self.score = nn.Linear(1, d)
        self.norm = nn.LayerNorm(d)
        self.query, self.key, self.value = nn.Linear(d, d), nn.Linear(d, d), nn.Linear(d, d)
        self.merge = nn.Linear(2 * d, d)
        self.norm_words = nn.LayerNorm(d)
        self.self_q, self.self_k, self.self_v = nn.Linear(d, d), nn.Linear(d, d), nn.Linear(d, d)
        self.self_o = nn.Linear(d, d)
        self.norm_self = nn.LayerNorm(d)
        self.ff1, self.ff2 = nn.Linear(d, 2 * d), nn.Linear(2 * d, d)
        self.norm_ff = nn.LayerNorm(d)
        self.role = nn.Linear(d, 1 + len(ROLES))
        self.heads = sizes.heads

    def _split(self, x: Tensor) -> Tensor:
        return x.reshape(x.shape[0], self.heads, -1).transpose(0, 1)

    def forward(self, words: Tensor, inputs: EntityInputs) -> tuple[Tensor, Tensor, Tensor]:
        mention = self.mention(torch.cat([words[inputs.starts], words[inputs.ends]], -1))
        mention = mention + (inputs.mask.unsqueeze(-1) - 1.0) * 1e4
        pooled = torch.logsumexp(mention, 1)
        state = pooled + self.kind_of(inputs.types) + self.title(inputs.title) + self.count(inputs.places)
        state = self.norm(state + self.score(inputs.score.unsqueeze(-1)))
        tokens = self.words(words)
        scale = (state.shape[-1] // self.heads) ** -0.5
        weights = self._split(self.query(state)) @ self._split(self.key(tokens)).transpose(1, 2) * scale
        weights = torch.softmax(weights, -1)
        seen = (weights @ self._split(self.value(tokens))).transpose(0, 1).reshape(state.shape[0], -1)
        state = self.norm_words(state + self.merge(torch.cat([state, seen], -1)))
        own = torch.softmax(
            self._split(self.self_q(state)) @ self._split(self.self_k(state)).transpose(1, 2) * scale, -1
        )
        mixed = (own @ self._split(self.self_v(state))).transpose(0, 1).reshape(state.shape[0], -1)
        state = self.norm_self(state + self.self_o(mixed))
        state = self.norm_ff(state + self.ff2(functional.gelu(self.ff1(state))))
        return state, weights.mean(0), self.role(state)


class RelationHead(nn.Module):
    """Entity states → logits (E, E, relations) of each ordered pair."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        d = sizes.entity
        self.head, self.tail = nn.Linear(d, d), nn.Linear(d, d)
        self.context = nn.Linear(sizes.word, d)
        self.head_context, self.tail_context = nn.Linear(d, d, bias=False), nn.Linear(d, d, bias=False)
        self.pair_head, self.pair_tail = nn.Linear(d, d, bias=False), nn.Linear(d, d, bias=False)
        self.pair_context, self.product = nn.Linear(d, d, bias=False), nn.Linear(d, d)
        self.distance = nn.Embedding(BUCKETS, d)
        self.out = nn.Linear(d, RELATIONS)

    def forward(self, words: Tensor, states: Tensor, attention: Tensor, distance: Tensor) -> Tensor:
        both = attention.unsqueeze(1) * attention.unsqueeze(0)
        both = both / (both.sum(-1, keepdim=True) + 1e-6)
        context = self.context(both @ words)
        head = torch.tanh(self.head(states).unsqueeze(1) + self.head_context(context))
        tail = torch.tanh(self.tail(states).unsqueeze(0) + self.tail_context(context))
        hidden = self.pair_head(states).unsqueeze(1) + self.pair_tail(states).unsqueeze(0) + self.pair_context(context)
        hidden = hidden + self.product(head * tail) + self.distance(distance)
        logits: Tensor = self.out(functional.gelu(hidden))
        return logits


class ResultHead(nn.Module):
    """Numbers (word index ranges) → kinds (N, 1 + kinds) and slot logits (N, slots, 1 + E), the first for 'none'."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        d = sizes.entity
        self.number = nn.Linear(2 * sizes.word, d)
        self.kind_hidden = nn.Linear(d, d)
        self.kind = nn.Linear(d, 1 + len(RESULT_KINDS))
        self.from_number, self.from_entity = nn.Linear(d, SLOTS * d), nn.Linear(d, SLOTS * d, bias=False)
        self.distance = nn.Embedding(BUCKETS, SLOTS * d)
        self.none = nn.Linear(d, SLOTS)
        self.point = nn.Parameter(torch.zeros(SLOTS, d))
        nn.init.normal_(self.point, std=0.05)

    def forward(self, words: Tensor, states: Tensor, numbers: Tensor, distance: Tensor) -> tuple[Tensor, Tensor]:
        number = functional.gelu(self.number(torch.cat([words[numbers[:, 0]], words[numbers[:, 1]]], -1)))
        kind = self.kind(functional.gelu(self.kind_hidden(number)))
        hidden = self.from_number(number).unsqueeze(1) + self.from_entity(states).unsqueeze(0) + self.distance(distance)
        hidden = functional.gelu(hidden.reshape(number.shape[0], states.shape[0], SLOTS, -1))
        scores = (hidden * self.point).sum(-1).transpose(1, 2)
        return kind, torch.cat([self.none(number).unsqueeze(-1), scores], -1)


class Heads(nn.Module):
    """The three document-level heads as one module, so that they export as one graph."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.entity, self.relation, self.result = EntityHead(sizes), RelationHead(sizes), ResultHead(sizes)

    def forward(
        self, words: Tensor, inputs: EntityInputs, distance: Tensor, numbers: Tensor, number_distance: Tensor
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        states, attention, roles = self.entity(words, inputs)
        relations = self.relation(words, states, attention, distance)
        kinds, slots = self.result(words, states, numbers, number_distance)
        return roles, relations, kinds, slots


class WordEncoder(nn.Module):
    """Word-piece ids (1, P) → word states (W, word): the mean of each word's first and last piece."""

    def __init__(self, encoder: nn.Module) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(self, ids: Tensor, first: Tensor, last: Tensor) -> Tensor:
        states = self.encoder(input_ids=ids, attention_mask=torch.ones_like(ids)).last_hidden_state[0]
        means: Tensor = (states[first] + states[last]) * 0.5
        return means
