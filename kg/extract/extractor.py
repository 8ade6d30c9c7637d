"""Extraction over many documents, in order, on one process or several."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cached_property, lru_cache
from itertools import islice
from multiprocessing import get_context
from typing import TYPE_CHECKING

from kg.errors import ConfigError, KgError
from kg.extract.artifacts import DEFAULT_MODEL, Artifacts
from kg.model import Document, Extraction

if TYPE_CHECKING:
    from spacy.language import Language

_AHEAD = 3
"""Batches in flight for each worker: enough to keep it busy, few enough to keep memory small."""


class Extractor:
    """Reads abstracts with a trained model: `accurate`, or the path of one that `kg train` wrote.

    The same document gives the same extraction in any batch and on any number of workers.
    Raises `ConfigError` for an unknown model and `ModelError` for a damaged one.
    """

    def __init__(self, model: str = DEFAULT_MODEL) -> None:
        self._artifacts = Artifacts(model)
        self._model = str(self._artifacts.folder)

    @property
    def model_hash(self) -> str:
        """Sixteen hex digits that change with the model: extractions of different models do not mix."""
        return self._artifacts.hash

    @cached_property
    def nlp(self) -> Language:
        """The spaCy pipeline, loaded when first used."""
        from kg.extract.pipeline import load_pipeline

        return load_pipeline(self._model)

    def __call__(self, document: Document) -> Extraction:
        """Return the extraction of one document."""
        from kg.extract.pipeline import extract_document

        return extract_document(self.nlp, document)

    def extract(self, documents: Iterable[Document], *, batch_size: int = 32, workers: int = 1) -> Iterator[Extraction]:
        """Yield the extraction of each document, in their order.

        `batch_size` documents go to a worker at a time. Raises `ConfigError` when a number is below 1.
        """
        if batch_size < 1 or workers < 1:
            raise ConfigError(f"batch_size and workers must be 1 or more, not {batch_size} and {workers}.")
        batches = _batched(documents, batch_size)
        first = list(islice(batches, 2))
        if workers == 1 or len(first) < 2:
            for batch in _chain(first, batches):
                yield from map(self, batch)
            return
        yield from self._in_parallel(_chain(first, batches), workers)

    def _in_parallel(self, batches: Iterator[list[Document]], workers: int) -> Iterator[Extraction]:
        pool = ProcessPoolExecutor(workers, get_context("spawn"))
        waiting: deque[Future[list[Extraction]]] = deque()
        try:
            for batch in batches:
                waiting.append(pool.submit(_extract_batch, self._model, batch))
                if len(waiting) >= workers * _AHEAD:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        except BrokenProcessPool as error:
            raise KgError(
                "An extraction worker died. For want of memory: use fewer workers. In a script of yours: put what it "
                'does under `if __name__ == "__main__":`, since every worker imports the script.'
            ) from error
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _batched(documents: Iterable[Document], size: int) -> Iterator[list[Document]]:
    iterator = iter(documents)
    while batch := list(islice(iterator, size)):
        yield batch


def _chain(first: list[list[Document]], rest: Iterator[list[Document]]) -> Iterator[list[Document]]:
    yield from first
    yield from rest


@lru_cache(maxsize=1)
def _own_extractor(model: str) -> Extractor:
    """Return this worker's extractor, loaded once."""
    return Extractor(model)


def _extract_batch(model: str, batch: list[Document]) -> list[Extraction]:
    return [_own_extractor(model)(document) for document in batch]
