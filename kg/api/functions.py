"""Reading, building and opening."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.api.graph import KnowledgeGraph
from kg.errors import ConfigError, InputError
from kg.model import Document
from kg.pipeline.build import BuildOptions, add_documents, build_contents, no_contents
from kg.pipeline.progress import Silent
from kg.pipeline.read import read_some
from kg.stores.directory import Contents
from kg.text import sanitize

if TYPE_CHECKING:
    from kg.extract import Extractor

StrPath = str | PathLike[str]
OnProblem = Callable[[InputError], None]


def read(
    path: StrPath | Sequence[StrPath],
    *,
    mapping: Mapping[str, str] | None = None,
    on_problem: OnProblem | None = None,
) -> list[Document]:
    """Return the records of a file, a directory or several of them, in order.

    `mapping` says which column holds a field, such as {"text": "Summary"}. `on_problem` is called with every record
    that is skipped; without it each is a Python warning. Raises `InputError` when there is no record at all.
    """
    paths = [path] if isinstance(path, str | PathLike) else list(path)
    return read_some(paths, mapping, on_problem or _warn, Silent())


def _warn(problem: InputError | str) -> None:
    warnings.warn(str(problem), stacklevel=2)


def build(
    documents: Iterable[Document],
    *,
    model: str | PathLike[str] | Extractor = "accurate",
    min_confidence: float = 0.0,
    batch_size: int = 32,
    workers: int = 1,
) -> KnowledgeGraph:
    """Return the graph of `documents`, in memory: one paper for all records of it, one node for each thing.

    `model` is "accurate", a model's directory or an `Extractor`; what it is less sure of than
    `min_confidence` (0 to 1) is left out. Raises `ConfigError` for what are no documents, `ModelError` for a bad model.
    """
    _check_confidence(min_confidence)
    found = _check(documents)
    extractor = _open_extractor(model)
    options = BuildOptions(batch_size=batch_size, workers=workers, min_confidence=min_confidence)
    built = build_contents(add_documents(no_contents(), found), extractor, options)
    return KnowledgeGraph.of(built.contents)


def _check_confidence(value: float) -> None:
    if not 0.0 <= value <= 1.0:
        raise ConfigError(f"min_confidence is {value}. Choose from 0 to 1.")


def _check(documents: Iterable[Document]) -> list[Document]:
    if isinstance(documents, str | PathLike):
        raise ConfigError(f"build takes documents, not a path. Write: kg.build(kg.read({str(documents)!r}))")
    return [_check_document(item) for item in documents]


def _check_document(item: Document) -> Document:
    """Return `item` without what no file holds. Raises `ConfigError` for what is no document or has a wrong value."""
    import msgspec

    if not isinstance(item, Document):
        raise ConfigError(
            f"build takes kg.Document values, not {type(item).__name__}. "
            'Read a file with kg.read(path), or write: kg.Document(id="1", text="…")'
        )
    try:
        return msgspec.convert(_sanitize_all(msgspec.to_builtins(item)), Document)
    except (msgspec.ValidationError, TypeError) as error:
        raise ConfigError(f"The document {item.id!r} is not valid: {error}. Correct this value.") from error


def _sanitize_all(value: Any) -> Any:
    if isinstance(value, str):
        return sanitize(value)
    if isinstance(value, dict):
        return {name: _sanitize_all(part) for name, part in value.items()}
    return [_sanitize_all(part) for part in value] if isinstance(value, list | tuple) else value


def _open_extractor(model: str | PathLike[str] | Extractor) -> Extractor:
    from kg.extract import Extractor

    return model if isinstance(model, Extractor) else Extractor(str(model))


def open_graph(
    path: StrPath, *, min_confidence: float | None = None, on_problem: Callable[[str], None] | None = None
) -> KnowledgeGraph:
    """Open the graph directory `path`, or a node-link JSON or GraphML file, which may be another program's.

    What is less sure than `min_confidence` (0 to 1) is left out of a directory's graph. `on_problem` gets one line for
    each kind of thing in a file that had to be changed or left out; without it each is a Python warning.
    Raises `GraphError` where there is no graph, or one that is damaged or of a newer format; `ConfigError` for a
    limit that is none.
    """
    if min_confidence is not None:
        _check_confidence(min_confidence)
    if not Path(path).is_file():
        return KnowledgeGraph.at(path, min_confidence)
    if min_confidence:
        raise ConfigError(f"min_confidence needs a graph directory, and {path} is a file. Leave it out.")
    from kg.export import read_graph

    return KnowledgeGraph.of(Contents(graph=read_graph(path, on_problem=on_problem or _warn)))
