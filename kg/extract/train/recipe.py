"""`kg train`: from annotated abstracts to a model directory."""

from __future__ import annotations

import hashlib
import logging
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import msgspec

from kg.errors import ConfigError, MissingDependency
from kg.extract.artifacts import FORMAT, MANIFEST, Artifacts, Manifest, Thresholds, write_manifest
from kg.extract.naming import Lexicon
from kg.extract.train.data import RELATION_NAMES, fold_of, make_examples, read_annotations
from kg.extract.train.lexicon import known_names, learned_names, lower_words

log = logging.getLogger(__name__)
HELD_OUT = 0
"""The tenth of the abstracts, by hash of doc_id, that the encoder does not see: the second stage learns on it."""


@dataclass(frozen=True)
class TrainingPlan:
    """What to train and where: `encoder` is a folder or a hub's name, `work` holds the checkpoints."""

    encoder: str
    output: Path
    work: Path
    name: str = "custom"
    epochs: int = 3
    seed: int = 1


def train_model(data: Sequence[Path], plan: TrainingPlan) -> Artifacts:
    """Train on the annotated abstracts of `data` and write the model directory; goes on from `work` when interrupted.

    Raises `InputError` for a broken line, `ConfigError` when there are too few abstracts, for an output that holds
    other things and for a `work` that holds another training, and `MissingDependency` without the extra `train`.
    """
    _refuse_foreign(plan.output)
    try:
        import lightgbm  # noqa: F401
        import spacy
        import torch
        import transformers  # noqa: F401
    except ImportError as error:
        raise MissingDependency(error.name or "torch", "train") from error
    from kg.extract.train.loop import Network, Settings, Trainer, load_encoder

    records = [r for path in data for r in read_annotations(path)]
    settings = Settings(epochs=plan.epochs, seed=plan.seed)
    held = [r for r in records if fold_of(str(r["doc_id"])) == HELD_OUT]
    if len(held) < 5:
        raise ConfigError(f"{len(records)} annotated abstracts are too few: a model needs some hundred, at least 60.")
    nlp = spacy.blank("en")
    torch.set_flush_denormal(True)
    torch.manual_seed(settings.seed)
    network = Network(_encoder(plan.encoder, load_encoder), settings.dropout)
    tokenizer = _tokenizer(plan.encoder, plan.work)

    def seen(doc_id: str) -> bool:
        return fold_of(doc_id) != HELD_OUT

    titled, untitled = (make_examples(records, nlp, tokenizer, with_title, seen) for with_title in (True, False))
    trainer = Trainer(network, settings, plan.work, _run_hash(records, plan.encoder, asdict(settings)))
    trainer.restore()
    trainer.run(titled, untitled)
    return write_model(network, plan, records, nlp)


def _run_hash(records: Sequence[dict[str, Any]], encoder: str, settings: dict[str, Any]) -> str:
    """Return hex digits that change with all that decides what is learned."""
    return hashlib.sha256(msgspec.json.encode([records, encoder, settings])).hexdigest()


def _encoder(name: str, load: Any) -> Any:
    try:
        encoder = load(name)
    except (OSError, ValueError) as error:
        raise ConfigError(
            f"No encoder {name!r}: give a folder or a hub's name that transformers can load ({error})."
        ) from error
    if not (hasattr(encoder, "embeddings") and hasattr(getattr(encoder, "encoder", None), "layer")):
        raise ConfigError(f"The encoder {name!r} is not built like BERT. Give one that is, such as MiniLM or RoBERTa.")
    return encoder


def _tokenizer(encoder: str, work: Path) -> Any:
    """Return the encoder's fast tokenizer, a copy of its file kept in `work`."""
    from tokenizers import Tokenizer
    from transformers import AutoTokenizer

    work.mkdir(parents=True, exist_ok=True)
    AutoTokenizer.from_pretrained(encoder).backend_tokenizer.save(str(work / "tokenizer.json"))
    tokenizer = Tokenizer.from_file(str(work / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def write_model(network: Any, plan: TrainingPlan, records: Sequence[dict[str, Any]], nlp: Any) -> Artifacts:
    """Export `network`, train the second stage on the held-out tenth and write the model directory."""
    from safetensors.numpy import save

    from kg.extract.train.decide import fit_decisions, read_held_out
    from kg.extract.train.export import write_graphs

    seen = [r for r in records if fold_of(str(r["doc_id"])) != HELD_OUT]
    held = [r for r in records if fold_of(str(r["doc_id"])) == HELD_OUT]
    plan.output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=plan.output.parent, prefix=".kg-model-") as temporary:
        folder = Path(temporary) / "model"
        folder.mkdir()
        write_graphs(network, folder)
        shutil.copyfile(plan.work / "tokenizer.json", folder / "tokenizer.json")
        known = known_names(seen)
        (folder / "known.json").write_bytes(msgspec.json.encode(known))
        lexicon = Lexicon(learned_names(seen), lower_words(seen))
        (folder / "lexicon.json").write_bytes(msgspec.json.encode(lexicon, order="sorted"))
        manifest = Manifest(
            format=FORMAT, name=plan.name, version="1", encoder=Path(plan.encoder).name, thresholds=Thresholds(),
            relations=RELATION_NAMES, files={},
        )  # fmt: skip
        write_manifest(folder, manifest)
        half = Artifacts(folder)
        found = fit_decisions(half, read_held_out(half, held, nlp), known)
        arrays = {
            k: v for name in ("entity", "relation", "result") for k, v in getattr(found, name).arrays(name).items()
        }
        (folder / "decisions.safetensors").write_bytes(save(arrays))
        write_manifest(folder, msgspec.structs.replace(manifest, thresholds=found.thresholds, figures=found.figures))
        _replace(folder, plan.output)
    return Artifacts(plan.output)


def _refuse_foreign(target: Path) -> None:
    if target.exists() and not target.is_dir():
        raise ConfigError(f"{target} is a file. Give a directory for the model.")
    if target.is_dir() and any(target.iterdir()) and not (target / MANIFEST).exists():
        raise ConfigError(f"{target} is not empty and holds no model. Give another directory.")


def _replace(folder: Path, target: Path) -> None:
    """Put `folder` where `target` is; what stood there goes only when it was a model."""
    _refuse_foreign(target)
    if target.exists():
        shutil.rmtree(target)
    folder.rename(target)
