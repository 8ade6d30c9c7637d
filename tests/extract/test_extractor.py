"""The shipped model on texts of our own: what must hold for any text, and the pipeline as spaCy users meet it."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st

import kg
from kg.errors import ConfigError, ModelError
from kg.extract.artifacts import Artifacts, model_folder
from kg.extract.extractor import Extractor
from kg.extract.pipeline import COMPONENTS, load_pipeline
from kg.model import SIGNATURES, Document, Extraction

TEXT = (
    "We propose ForkNet, a graph neural network (GNN) for molecule property prediction. ForkNet outperforms GIN "
    "by 2.3% accuracy on the QM9 dataset. Compared with other GNNs, training is 3x faster."
)
TITLE = "ForkNet: Forked Message Passing for Molecule Property Prediction"


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    return Extractor()


def check(document: Document, found: Extraction) -> None:
    """Assert what holds for every extraction: slices of the original, signatures, evidence with both ends."""
    original = {"title": document.title or "", "text": document.text}
    entities = {e.id: e for e in found.entities}
    assert len(entities) == len(found.entities)
    spans = [s for e in found.entities for s in e.spans]
    spans += [s for x in (*found.relations, *found.results) for s in x.evidence]
    for span in spans:
        assert original[span.field][span.start : span.end] == span.text
    for e in found.entities:
        assert e.name.strip() == e.name != ""
        assert set(e.mentions) == {s.text for s in e.spans}
        assert 0 <= e.confidence <= 1
    for r in found.relations:
        head, tail = entities[r.head], entities[r.tail]
        assert (head.type, tail.type) in SIGNATURES[r.type]
        assert r.head != r.tail
        assert 1 <= len(r.evidence) <= 3
        told = [(s.field, s.start, s.end) for s in r.evidence]
        for end in (head, tail):
            assert any(f == s.field and a <= s.start and s.end <= b for s in end.spans for f, a, b in told)
    for result in found.results:
        assert any(result.value in s.text for s in result.evidence)
        assert all(getattr(result, slot) in {None, *entities} for slot in ("method", "baseline", "dataset", "task"))


def test_an_abstract_is_understood(extractor: Extractor) -> None:
    found = extractor(Document(id="1", title=TITLE, text=TEXT))
    check(Document(id="1", title=TITLE, text=TEXT), found)
    by_name = {e.name: e for e in found.entities}
    assert by_name["ForkNet"].type == "Method"
    assert by_name["ForkNet"].role == "proposed"
    assert by_name["QM9"].type == "Dataset"
    assert set(by_name["graph neural network"].mentions) == {"graph neural network", "GNN", "GNNs"}
    assert by_name["molecule property prediction"].type == "Task"
    said = {(found_name(found, r.head), r.type, found_name(found, r.tail)) for r in found.relations}
    assert ("ForkNet", "ADDRESSES", "molecule property prediction") in said
    assert {r.value for r in found.results} == {"2.3%", "3x"}


def found_name(found: Extraction, key: str) -> str:
    return next(e.name for e in found.entities if e.id == key)


@pytest.mark.parametrize("text", ["", "   \n\t", "\u200b"])
def test_a_blank_abstract_gives_nothing(extractor: Extractor, text: str) -> None:
    assert extractor(Document(id="7", title="Graph neural networks", text=text)) == Extraction(doc_id="7")


@settings(max_examples=25, deadline=None)
@given(
    st.text(max_size=150),
    st.lists(
        st.sampled_from([*TEXT.split(), "$\\alpha$-VAE", "<b>GNNs</b>", "``", "*ForkNet*", "ﬁne", "𝒜", "\ud800"]),
        max_size=60,
    ),
)
def test_any_text_gives_slices_of_the_original(extractor: Extractor, odd: str, usual: list[str]) -> None:
    document = Document(id="1", title=odd[:40], text=odd + " " + " ".join(usual))
    check(document, extractor(document))


def test_long_texts_are_read_to_their_end(extractor: Extractor) -> None:
    text = (
        TEXT + " It is also told how it was made. " * 160 + "In the end we introduce SpoonNet, evaluated on ImageNet."
    )
    found = extractor(Document(id="1", text=text))
    check(Document(id="1", text=text), found)
    assert {"ForkNet", "ImageNet"} <= {e.name for e in found.entities}


def test_batches_and_processes_change_nothing(extractor: Extractor) -> None:
    documents = [Document(id=str(i), title=None if i % 3 else TITLE, text=TEXT[: 60 + 23 * i]) for i in range(10)]
    documents.append(Document(id="empty", text=""))
    once = [msgspec.json.encode(x) for x in extractor.extract(documents, batch_size=1)]
    assert [msgspec.json.encode(x) for x in extractor.extract(documents, batch_size=32)] == once
    assert [msgspec.json.encode(x) for x in extractor.extract(documents, batch_size=3, workers=2)] == once
    assert [msgspec.json.encode(x) for x in extractor.extract(reversed(documents))] == once[::-1]


def test_components_work_in_any_spacy_pipeline() -> None:
    nlp = spacy.blank("en")
    for name in COMPONENTS:
        nlp.add_pipe(name)
    (parsed,) = nlp.pipe([TEXT])
    assert "ForkNet" in {s.text for s in parsed.spans["kg_mentions"]}
    assert [s.text for s in parsed.sents][1].startswith("ForkNet outperforms")
    assert [[TEXT[a:b], TEXT[c:d]] for a, b, c, d in parsed._.kg_definitions] == [["graph neural network", "GNN"]]
    again = spacy.tokens.Doc(nlp.vocab).from_bytes(parsed.to_bytes())
    assert again._.kg_entities == parsed._.kg_entities


def test_spacys_own_processes_give_the_same() -> None:
    nlp = load_pipeline()
    texts = [TEXT, TEXT[:90], ""]
    alone = [doc._.kg_relations for doc in nlp.pipe(texts)]
    assert [doc._.kg_relations for doc in nlp.pipe(texts, n_process=2, batch_size=1)] == alone


def test_unknown_models_are_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"Unknown model 'acurate'\. Did you mean 'accurate'\?"):
        Extractor("acurate")
    with pytest.raises(ModelError, match=r"it has no model\.json"):
        Extractor(str(tmp_path))


def test_damaged_files_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    for file in model_folder("accurate").iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    (folder / "spans.onnx").write_bytes(b"not a graph")
    with pytest.raises(ModelError, match=r"spans\.onnx is not the file"):
        Extractor(str(folder))(Document(id="1", text=TEXT))
    (folder / "spans.onnx").unlink()
    with pytest.raises(ModelError, match=r"lacks spans\.onnx"):
        Extractor(str(folder))(Document(id="1", text=TEXT))


def test_numbers_below_one_are_refused(extractor: Extractor) -> None:
    with pytest.raises(ConfigError, match="1 or more"):
        list(extractor.extract([], batch_size=0))


def test_the_model_hash_is_stable() -> None:
    assert Artifacts("accurate").hash == Extractor().model_hash
    assert kg.Extractor().model_hash == Extractor().model_hash


def test_a_model_that_keeps_other_things_has_another_hash(tmp_path: Path) -> None:
    shipped = Artifacts("accurate")

    def hash_with(name: str, **changes: object) -> str:
        folder = tmp_path / name
        folder.mkdir()
        manifest = msgspec.structs.replace(shipped.manifest, **changes)
        (folder / "model.json").write_bytes(msgspec.json.encode(manifest))
        return Artifacts(folder).hash

    assert hash_with("same") == shipped.hash
    assert hash_with("other figures", figures={}) == shipped.hash
    thresholds = msgspec.structs.replace(shipped.manifest.thresholds, entity=0.99)
    assert hash_with("stricter", thresholds=thresholds) != shipped.hash


def test_a_script_without_a_guard_is_told_of_it(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import kg\n"
        'found = kg.Extractor().extract([kg.Document(id=str(n), text="We count.") for n in range(3)], '
        "batch_size=1, workers=2)\n"
        "list(found)\n",
        encoding="utf-8",
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("kg.errors.KgError: An extraction worker died.")
    assert '`if __name__ == "__main__":`' in done.stderr
