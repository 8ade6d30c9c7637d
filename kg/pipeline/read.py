"""Reading input that must hold something."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from os import PathLike

from kg.errors import InputError
from kg.model import Document
from kg.pipeline.progress import Progress
from kg.readers import read_documents

Paths = Sequence[str | PathLike[str]]
OnProblem = Callable[[InputError], None]


def find_some(paths: Paths, mapping: Mapping[str, str] | None, on_problem: OnProblem) -> Iterator[Document]:
    """Return the records in `paths`, one by one, with `on_problem` called for each that is skipped or repaired.

    Raises `InputError` when an input cannot be read or holds not one record. A single problem that is the whole
    reason for that is not handed to `on_problem` too, so that it is told once.
    """
    held: list[InputError] = []
    started = False

    def note(problem: InputError) -> None:
        if started:
            on_problem(problem)
        else:
            held.append(problem)

    documents = iter(read_documents(paths, mapping=mapping, on_problem=note))
    try:
        first = next(documents, None)
    except InputError:
        for problem in held if len(held) > 1 else ():
            on_problem(problem)
        raise
    started = True
    for problem in held:
        on_problem(problem)
    if first is None:
        listed = ", ".join(str(path) for path in paths)
        raise InputError(f"No abstract in {listed}. Give text with abstracts divided by blank lines, JSONL or CSV.")
    return chain([first], documents)


def read_some(
    paths: Paths, mapping: Mapping[str, str] | None, on_problem: OnProblem, progress: Progress
) -> list[Document]:
    """Return all records in `paths`, as `find_some` does."""
    return list(progress.track(find_some(paths, mapping, on_problem), "reading"))
