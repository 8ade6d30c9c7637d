"""The training loop: resumable, deterministic for a seed and a number of threads."""

from __future__ import annotations

import json
import logging
import os
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from pickle import UnpicklingError
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from kg.errors import ConfigError
from kg.extract.abbreviations import find_abbreviations
from kg.extract.features import Candidate, HeadInputs, head_inputs, likely_mentions, propose
from kg.extract.train.data import Example
from kg.extract.train.network import EntityInputs, Heads, Sizes, SpanHead
from kg.extract.train.targets import IGNORE, Targets, make_targets

if TYPE_CHECKING:
    from transformers import PreTrainedModel

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Settings:
    """How to train. Rates are per step of Adam; `title_dropped` is the share of abstracts read without their title.

    The embeddings and the lowest `frozen_layers` of the encoder stay as they are.
    """

    epochs: int = 3
    batch: int = 12
    encoder_rate: float = 8e-5
    head_rate: float = 6e-4
    warmup: float = 0.06
    title_dropped: float = 0.34
    dropout: float = 0.1
    frozen_layers: int = 2
    seed: int = 1
    save_every: int = 200


class Network(nn.Module):
    """Encoder and heads; `encode` runs a padded batch, the heads run text by text."""

    def __init__(self, encoder: PreTrainedModel, dropout: float) -> None:
        super().__init__()
        self.encoder = encoder
        sizes = Sizes(word=encoder.config.hidden_size)
        self.spans, self.heads = SpanHead(sizes), Heads(sizes)
        self.dropout = nn.Dropout(dropout)

    def encode(self, examples: Sequence[Example]) -> list[Tensor]:
        """Return the word states (W, word) of each example."""
        width = max(len(e.window.ids) for e in examples)
        ids = torch.zeros(len(examples), width, dtype=torch.long)
        mask = torch.zeros(len(examples), width, dtype=torch.long)
        for row, example in enumerate(examples):
            ids[row, : len(example.window.ids)] = torch.from_numpy(example.window.ids)
            mask[row, : len(example.window.ids)] = 1
        states = self.encoder(input_ids=ids, attention_mask=mask).last_hidden_state
        return [
            self.dropout((states[row][e.window.first] + states[row][e.window.last]) * 0.5)
            for row, e in enumerate(examples)
        ]


def entity_inputs(inputs: HeadInputs) -> EntityInputs:
    """Return the arrays of the entity head as tensors."""
    names = EntityInputs._fields
    return EntityInputs(*(torch.from_numpy(getattr(inputs, name)) for name in names))


def run_heads(network: Network, words: Tensor, inputs: HeadInputs) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return the logits for roles, relations, kinds and slots."""
    arrays = (torch.from_numpy(a) for a in (inputs.distance, inputs.numbers, inputs.number_distance))
    out: tuple[Tensor, Tensor, Tensor, Tensor] = network.heads(words, entity_inputs(inputs), *arrays)
    return out


def span_loss(logits: Tensor, labels: np.ndarray) -> Tensor:
    """Return the cross entropy summed over all spans that end inside of the text."""
    count, width = labels.shape
    valid = torch.arange(count).unsqueeze(1) + torch.arange(width).unsqueeze(0) < count
    return functional.cross_entropy(logits[valid], torch.from_numpy(labels)[valid], reduction="sum")


def head_loss(outputs: tuple[Tensor, Tensor, Tensor, Tensor], targets: Targets, has_numbers: bool) -> dict[str, Tensor]:
    """Return the loss of each head for one text."""
    roles, relations, kinds, slots = outputs
    losses = {"role": functional.cross_entropy(roles, torch.from_numpy(targets.roles), reduction="sum")}
    answers = torch.from_numpy(targets.relations).float()
    known = answers >= 0
    if known.any():
        losses["relation"] = functional.binary_cross_entropy_with_logits(
            relations[known], answers[known], reduction="sum"
        )
    if has_numbers:
        losses["kind"] = functional.cross_entropy(kinds, torch.from_numpy(targets.kinds), reduction="sum")
        answer = torch.from_numpy(targets.slots)
        if (answer != IGNORE).any():
            losses["slot"] = functional.cross_entropy(
                slots.flatten(0, 1), answer.flatten(), ignore_index=IGNORE, reduction="sum"
            )
    return losses


def training_candidates(example: Example, probabilities: np.ndarray | None, choose: random.Random) -> list[Candidate]:
    """Return the annotated entities with what was proposed beside them, or, half of the time, the proposals alone."""
    gold = [e.candidate for e in example.entities]
    if probabilities is None:
        return gold
    proposed = propose(example.words, likely_mentions(probabilities), find_abbreviations(example.words.text))
    if choose.random() < 0.6 and proposed:
        return proposed
    taken = {p for c in gold for p in c.places}
    scored = []
    for c in gold:
        likely = [1.0 - probabilities[a, b - a, 0] for a, b in c.places]
        scored.append(Candidate(c.forms, c.type, float(max(likely))))
    extra = [c for c in proposed if not taken & set(c.places)]
    return scored + extra[:16]


class Trainer:
    """Runs the steps, keeps a checkpoint in `folder` and goes on from it.

    `run` stands for all that a training is made of; only a checkpoint of the same one is gone on from.
    """

    def __init__(self, network: Network, settings: Settings, folder: Path, run: str) -> None:
        self.network, self.settings, self.folder, self._run = network, settings, folder, run
        whole: Any = network.encoder
        frozen = [whole.embeddings, *whole.encoder.layer[: settings.frozen_layers]]
        for parameter in (p for module in frozen for p in module.parameters()):
            parameter.requires_grad = False
        encoder = [p for p in network.encoder.parameters() if p.requires_grad]
        heads = [*network.spans.parameters(), *network.heads.parameters()]
        groups = [{"params": encoder, "lr": settings.encoder_rate}, {"params": heads, "lr": settings.head_rate}]
        self.optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
        self.step = 0

    def restore(self) -> None:
        """Go on from the checkpoint, when there is one. Raises `ConfigError` for that of another training."""
        path = self.folder / "checkpoint.pt"
        if not path.exists():
            return
        try:
            state = torch.load(path, weights_only=True)
        except (RuntimeError, UnpicklingError, EOFError, OSError) as error:
            raise ConfigError(f"{path} is damaged. Delete it to start anew, or work in another folder.") from error
        if state.get("run") != self._run:
            raise ConfigError(
                f"{path} is of another training: of other abstracts, another encoder or other settings. "
                "Delete it to start anew, or work in another folder."
            )
        self.network.load_state_dict(state["network"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.step = state["step"]
        log.info("going on from step %d", self.step)

    def save(self) -> None:
        """Write the checkpoint, whole or not at all."""
        self.folder.mkdir(parents=True, exist_ok=True)
        state = {
            "run": self._run,
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "step": self.step,
        }
        torch.save(state, self.folder / "checkpoint.tmp")
        os.replace(self.folder / "checkpoint.tmp", self.folder / "checkpoint.pt")

    def run(self, titled: Sequence[Example], untitled: Sequence[Example], total: int | None = None) -> None:
        """Train on both readings of each abstract until the last epoch is done (or step `total`)."""
        per_epoch = -(-len(titled) // self.settings.batch)
        last = per_epoch * self.settings.epochs
        begun, first = time.monotonic(), self.step
        tally: dict[str, float] = {}
        for number, batch in enumerate(self._batches(titled, untitled)):
            if number < self.step:
                continue
            if total is not None and self.step >= total:
                break
            self._set_rate(last)
            for name, value in self._train(batch).items():
                tally[name] = 0.98 * tally.get(name, value) + 0.02 * value
            self.step += 1
            if self.step % 50 == 0:
                pace = (self.step - first) * self.settings.batch / (time.monotonic() - begun)
                told = json.dumps({k: round(v, 3) for k, v in tally.items()})
                log.info("step %d/%d  %.1f abstracts/s  %s", self.step, last, pace, told)
            if self.step % self.settings.save_every == 0 or self.step % per_epoch == 0:
                self.save()
        self.save()

    def _batches(self, titled: Sequence[Example], untitled: Sequence[Example]) -> Iterator[list[Example]]:
        for epoch in range(self.settings.epochs):
            choose = random.Random(self.settings.seed * 1000 + epoch)  # noqa: S311
            order = [
                (u if choose.random() < self.settings.title_dropped else t)
                for t, u in zip(titled, untitled, strict=True)
            ]
            choose.shuffle(order)
            size = self.settings.batch
            chunks = []
            for begin in range(0, len(order), size * 20):
                near = sorted(order[begin : begin + size * 20], key=lambda e: len(e.window.ids))
                chunks += [near[i : i + size] for i in range(0, len(near), size)]
            choose.shuffle(chunks)
            yield from chunks

    def _set_rate(self, last: int) -> None:
        done = self.step / last
        scale = min(done / self.settings.warmup, max(0.02, (1 - done) / (1 - self.settings.warmup)))
        for group, rate in zip(
            self.optimizer.param_groups, (self.settings.encoder_rate, self.settings.head_rate), strict=True
        ):
            group["lr"] = rate * max(scale, 0.01)

    def _train(self, batch: Sequence[Example]) -> dict[str, float]:
        self.network.train()
        torch.manual_seed(self.settings.seed * 1_000_003 + self.step)
        choose = random.Random(self.settings.seed * 7919 + self.step)  # noqa: S311
        states = self.network.encode(batch)
        sums: dict[str, Tensor] = {}
        for example, words in zip(batch, states, strict=True):
            for name, value in self._losses(example, words, choose).items():
                sums[name] = sums[name] + value if name in sums else value
        weight: dict[str, float] = {"span": 0.1, "role": 0.1, "relation": 0.1, "kind": 0.3, "slot": 0.1}
        loss = sum((weight[name] * value for name, value in sums.items()), torch.zeros(())) / len(batch)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.network.parameters(), 2.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        return {name: float(value.detach()) / len(batch) for name, value in sums.items()}

    def _losses(self, example: Example, words: Tensor, choose: random.Random) -> dict[str, Tensor]:
        logits = self.network.spans(words)
        losses = {"span": span_loss(logits, example.span_labels)}
        with torch.no_grad():
            probabilities = torch.softmax(logits, -1).numpy() if self.step >= 150 else None
        candidates = training_candidates(example, probabilities, choose)
        if candidates:
            inputs = head_inputs(example.words, candidates, example.numbers or [(0, 0)])
            outputs = run_heads(self.network, words, inputs)
            losses.update(head_loss(outputs, make_targets(candidates, example), bool(example.numbers)))
        return losses


def load_encoder(name: str) -> PreTrainedModel:
    """Return the encoder in a folder or with a hub's name, without dropout of its own: three epochs need none."""
    from transformers import AutoConfig, AutoModel

    config: Any = AutoConfig.from_pretrained(name)
    config.hidden_dropout_prob = config.attention_probs_dropout_prob = 0.0
    model: PreTrainedModel = AutoModel.from_pretrained(name, config=config)
    return model
