"""A model directory: where it is, what is in it, and its parts loaded on demand."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

import kg.text
from kg.errors import ConfigError, ModelError, unknown_choice
from kg.extract.naming import Lexicon
from kg.extract.trees import Trees

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

FORMAT = 1
SHIPPED = Path(__file__).parent / "models"
DEFAULT_MODEL = "accurate"
MANIFEST = "model.json"


class Thresholds(msgspec.Struct, frozen=True):
    """From which probability on something is kept."""

    entity: float = 0.5
    relation: tuple[float, ...] = (0.5,) * 10
    result: float = 0.5


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a model is made of; `files` holds the SHA-256 of each file."""

    format: int
    name: str
    version: str
    encoder: str
    thresholds: Thresholds
    relations: tuple[str, ...]
    files: dict[str, str]
    figures: dict[str, float] = {}


def model_folder(model: str | Path) -> Path:
    """Return the directory of a shipped model's name or of a path. Raises `ConfigError` when there is none."""
    shipped = sorted(p.name for p in SHIPPED.iterdir() if (p / MANIFEST).exists()) if SHIPPED.is_dir() else []
    if str(model) in shipped:
        return SHIPPED / str(model)
    path = Path(model)
    if path.is_dir():
        return path
    raise ConfigError(
        unknown_choice("model", str(model), [*shipped, "a directory that kg train wrote"])
        if shipped
        else f"No model at {model}."
    )


class Artifacts:
    """The files of one model directory, read when they are first asked for; picklable, since only the path is kept."""

    def __init__(self, model: str | Path) -> None:
        self.folder = model_folder(model)
        self.manifest = self._manifest()
        self._sessions: dict[str, InferenceSession] = {}

    def __getstate__(self) -> dict[str, Any]:
        return {"folder": self.folder, "manifest": self.manifest, "_sessions": {}}

    def _manifest(self) -> Manifest:
        try:
            manifest = msgspec.json.decode((self.folder / MANIFEST).read_bytes(), type=Manifest)
        except OSError as error:
            raise ModelError(
                f"{self.folder} is no model directory: it has no {MANIFEST}. Give one that kg train wrote."
            ) from error
        except msgspec.MsgspecError as error:
            raise ModelError(
                f"{self.folder / MANIFEST} is damaged ({error}). Train or install the model again."
            ) from error
        if manifest.format != FORMAT:
            raise ModelError(
                f"{self.folder} has model format {manifest.format}; this version of kg reads {FORMAT}. Train it again."
            )
        return manifest

    @cached_property
    def hash(self) -> str:
        """Sixteen hex digits that change with all that decides what a text gives: the model and the code around it."""
        own = msgspec.structs.replace(self.manifest, figures={})
        return hashlib.sha256(msgspec.json.encode(own, order="sorted") + _code_hash()).hexdigest()[:16]

    def read(self, name: str) -> bytes:
        """Return the bytes of a file of the model. Raises `ModelError` when it is missing or another one."""
        try:
            data = (self.folder / name).read_bytes()
        except OSError as error:
            raise ModelError(f"The model in {self.folder} lacks {name}. Train or install it again.") from error
        if hashlib.sha256(data).hexdigest() != self.manifest.files.get(name):
            raise ModelError(
                f"{self.folder / name} is not the file that the model was written with. Train or install it again."
            )
        return data

    def run(self, graph: str, inputs: Mapping[str, np.ndarray[Any, Any]]) -> Sequence[np.ndarray[Any, Any]]:
        """Return the outputs of one of the model's ONNX graphs, on one thread, so that the bytes never differ."""
        if graph not in self._sessions:
            import onnxruntime

            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = options.inter_op_num_threads = 1
            options.log_severity_level = 3
            self._sessions[graph] = onnxruntime.InferenceSession(
                self.read(f"{graph}.onnx"), options, providers=["CPUExecutionProvider"]
            )
        out: Sequence[np.ndarray[Any, Any]] = self._sessions[graph].run(None, dict(inputs))
        return out

    def tokenizer(self) -> Tokenizer:
        """Return the word-piece tokenizer, without padding or truncation."""
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_str(self.read("tokenizer.json").decode())
        tokenizer.no_padding()
        tokenizer.no_truncation()
        return tokenizer

    def trees(self, name: str) -> Trees:
        """Return the trees of a decision: "entity", "relation" or "result"."""
        from safetensors.numpy import load

        return Trees.from_arrays(load(self.read("decisions.safetensors")), name)

    def known(self) -> dict[str, tuple[float, float]]:
        """Return {"Type folded name": (log of annotations, share of its abstracts that annotate it)}."""
        return msgspec.json.decode(self.read("known.json"), type=dict[str, tuple[float, float]])

    def lexicon(self) -> Lexicon:
        """Return what the training abstracts taught about names."""
        return msgspec.json.decode(self.read("lexicon.json"), type=Lexicon)


def _code_hash() -> bytes:
    """Return the hash of the modules that extraction runs: its own, less those of training, and those of `kg.text`."""
    digest = hashlib.sha256()
    for folder in (Path(__file__).parent, Path(kg.text.__file__).parent):
        for path in sorted(folder.glob("*.py")):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.digest()


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write model.json with the hashes of the files that lie in `folder`."""
    files = {
        p.name: hashlib.sha256(p.read_bytes()).hexdigest()
        for p in sorted(folder.iterdir())
        if p.name != MANIFEST and p.suffix != ".md"
    }
    data = msgspec.json.encode(msgspec.structs.replace(manifest, files=files))
    (folder / MANIFEST).write_bytes(msgspec.json.format(data, indent=1) + b"\n")
