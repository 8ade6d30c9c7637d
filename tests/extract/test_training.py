"""`kg train` for real, on a tiny encoder and abstracts made here; goes on after an interruption.

What needs the extra `train` is marked slow: the quick tests run without it.
"""

import json
import random
from pathlib import Path
from typing import Any

import pytest

import kg
from kg.errors import ConfigError, InputError

METHODS = ("ForkNet", "SpoonNet", "KnifeNet", "PlateNet", "CupNet", "DishNet")
TASKS = ("image sorting", "text sorting", "graph sorting")


def abstract(number: int) -> dict[str, Any]:
    choose = random.Random(number)  # noqa: S311
    method, other, task = choose.choice(METHODS), choose.choice(METHODS) + "-2", choose.choice(TASKS)
    return {
        "doc_id": f"made:{number}",
        "title": f"{method} for {task}",
        "text": f"We propose {method} for {task}. It beats {other} by {number % 9 + 1}.5% accuracy on KitchenBench.",
        "entities": [
            {"id": "e1", "type": "Method", "name": method, "mentions": [method], "role": "proposed"},
            {"id": "e2", "type": "Task", "name": task, "mentions": [task], "role": "addressed"},
            {"id": "e3", "type": "Method", "name": other, "mentions": [other], "role": "compared"},
            {"id": "e4", "type": "Dataset", "name": "KitchenBench", "mentions": ["KitchenBench"], "role": "used"},
            {"id": "e5", "type": "Metric", "name": "accuracy", "mentions": ["accuracy"], "role": "used"},
        ],
        "relations": [
            {"head": "e1", "type": "ADDRESSES", "tail": "e2"},
            {"head": "e1", "type": "OUTPERFORMS", "tail": "e3"},
            {"head": "e1", "type": "EVALUATED_ON", "tail": "e4"},
        ],
        "results": [
            {
                "method": "e1", "baseline": "e3", "dataset": "e4", "task": "e2", "metric": "accuracy",
                "value": f"{number % 9 + 1}.5%", "kind": "improvement",
            }
        ],
    }  # fmt: skip


@pytest.fixture
def encoder(tmp_path: Path) -> str:
    """A BERT of one layer with random weights, as a folder."""
    torch = pytest.importorskip("torch", reason="training needs the extra kg-papers[train]")
    transformers = pytest.importorskip("transformers", reason="training needs the extra kg-papers[train]")
    pytest.importorskip("lightgbm", reason="training needs the extra kg-papers[train]")
    torch.manual_seed(0)
    torch.set_num_threads(1)  # so little work is faster alone, above all on a busy machine
    words = sorted({w.casefold() for i in range(200) for w in abstract(i)["text"].replace(".", " ").split()})
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", ".", "-", "%", *map(str, range(10)), *words]
    folder = tmp_path / "encoder"
    folder.mkdir()
    (folder / "vocab.txt").write_text("\n".join(dict.fromkeys(pieces)) + "\n", encoding="utf-8")
    transformers.BertTokenizerFast(str(folder / "vocab.txt")).save_pretrained(folder)
    config = transformers.BertConfig(
        vocab_size=len(pieces), hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=64
    )
    transformers.BertModel(config, add_pooling_layer=False).save_pretrained(folder)
    return str(folder)


@pytest.mark.slow
def test_a_model_is_trained_resumed_and_used(tmp_path: Path, encoder: str) -> None:
    from kg.extract.train import TrainingPlan, train_model

    data = tmp_path / "annotated.jsonl"
    data.write_text("".join(json.dumps(abstract(i)) + "\n" for i in range(130)), encoding="utf-8")
    output, work = tmp_path / "model", tmp_path / "work"
    plan = TrainingPlan(encoder, output, work, "tiny", epochs=2)
    first = train_model([data], plan)
    again = train_model([data], plan)
    assert again.manifest == first.manifest
    assert again.manifest.name == "tiny"
    found = kg.Extractor(str(output))(kg.Document(id="1", text=abstract(3)["text"]))
    assert found.doc_id == "1"
    assert set(again.manifest.figures) == {"entity F1", "relation F1", "result value F1"}


@pytest.mark.slow
def test_training_goes_on_where_it_was_but_never_from_another_training(tmp_path: Path, encoder: str) -> None:
    import spacy
    from tokenizers import Tokenizer

    from kg.extract.train.data import make_examples
    from kg.extract.train.loop import Network, Settings, Trainer, load_encoder

    tokenizer = Tokenizer.from_file(f"{encoder}/tokenizer.json")
    records = [abstract(i) for i in range(48)]
    examples = make_examples(records, spacy.blank("en"), tokenizer, True, lambda _: True)
    settings = Settings(epochs=2)

    def trainer(run: str) -> Trainer:
        return Trainer(Network(load_encoder(encoder), settings.dropout), settings, tmp_path / "work", run)

    stopped = trainer("this one")
    stopped.run(examples, examples, total=3)
    resumed = trainer("this one")
    resumed.restore()
    assert resumed.step == 3
    resumed.run(examples, examples)
    assert resumed.step == 8
    with pytest.raises(ConfigError, match="of another training"):
        trainer("one with other abstracts").restore()
    (tmp_path / "work" / "checkpoint.pt").write_bytes(b"no checkpoint")
    with pytest.raises(ConfigError, match="damaged"):
        trainer("this one").restore()


@pytest.mark.slow
def test_an_encoder_of_another_build_is_told_before_training(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="training needs the extra kg-papers[train]")
    transformers = pytest.importorskip("transformers", reason="training needs the extra kg-papers[train]")
    pytest.importorskip("lightgbm", reason="training needs the extra kg-papers[train]")
    from kg.extract.train import TrainingPlan, train_model

    config = transformers.DistilBertConfig(vocab_size=40, dim=32, n_layers=1, n_heads=2, hidden_dim=64)
    transformers.DistilBertModel(config).save_pretrained(tmp_path / "distil")
    data = tmp_path / "annotated.jsonl"
    data.write_text("".join(json.dumps(abstract(i)) + "\n" for i in range(80)), encoding="utf-8")
    with pytest.raises(ConfigError, match="not built like BERT"):
        train_model([data], TrainingPlan(str(tmp_path / "distil"), tmp_path / "model", tmp_path / "work"))


@pytest.mark.slow
def test_what_training_never_saw_is_never_said() -> None:
    pytest.importorskip("lightgbm", reason="training needs the extra kg-papers[train]")
    import numpy as np

    from kg.extract.train.decide import Table, fit

    trees = fit(Table(np.zeros((0, 1)), np.zeros(0), np.zeros(0)))
    assert trees.probability(np.ones((2, 30))).tolist() == [0.0, 0.0]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"doc_id": 7}, r"doc_id"),
        ({"entities": [{"id": "e1", "type": "Gadget", "name": "x", "mentions": ["x"], "role": "used"}]}, "Gadget"),
        ({"relations": None}, r"relations"),
        ({"results": [{"value": "1%"}]}, "kind"),
    ],
)
def test_every_line_is_checked_before_anything_is_learned(tmp_path: Path, change: dict[str, Any], told: str) -> None:
    from kg.extract.train.data import read_annotations

    data = tmp_path / "annotated.jsonl"
    data.write_text(json.dumps(abstract(1)) + "\n\n" + json.dumps(abstract(2) | change) + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=rf"annotated\.jsonl:3: .*{told}"):
        list(read_annotations(data))


def test_bytes_that_are_no_utf8_are_told_by_line(tmp_path: Path) -> None:
    from kg.extract.train.data import read_annotations

    data = tmp_path / "annotated.jsonl"
    data.write_bytes(json.dumps(abstract(1)).encode() + b'\n{"doc_id": "\xff"}\n')
    with pytest.raises(InputError, match=r"annotated\.jsonl:2: "):
        list(read_annotations(data))


@pytest.mark.slow
def test_what_cannot_be_learned_from_is_told(tmp_path: Path, encoder: str) -> None:
    from kg.extract.train import TrainingPlan, train_model

    plan = TrainingPlan(encoder, tmp_path / "model", tmp_path / "work")
    few = tmp_path / "few.jsonl"
    few.write_text(json.dumps(abstract(1)) + "\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="too few"):
        train_model([few], plan)
    broken = tmp_path / "broken.jsonl"
    broken.write_text(json.dumps(abstract(1)) + "\n{oh\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"broken\.jsonl:2: "):
        train_model([broken], plan)
    with pytest.raises(InputError, match="cannot be read"):
        train_model([tmp_path / "nowhere.jsonl"], plan)
    assert not (tmp_path / "model").exists()
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "thesis.tex").write_text("", encoding="utf-8")
    with pytest.raises(ConfigError, match="holds no model"):
        train_model([few], plan)
