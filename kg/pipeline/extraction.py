"""`kg extract`: what each input record says, without a graph."""

from __future__ import annotations

from collections.abc import Iterator

from kg.model import Extraction
from kg.pipeline.build import BuildOptions
from kg.pipeline.read import OnProblem, Paths, find_some


def extract_records(paths: Paths, options: BuildOptions, *, on_problem: OnProblem) -> Iterator[Extraction]:
    """Return one extraction per input record, in input order, with the record's own id as `doc_id`.

    Raises `InputError` when there is no record, `ModelError` for a model that cannot be loaded.
    """
    from kg.extract import Extractor

    documents = find_some(paths, options.mapping, on_problem)
    extractor = Extractor(options.model)
    return extractor.extract(documents, batch_size=options.batch_size, workers=options.workers)
