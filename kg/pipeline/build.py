"""From documents to stored contents: merge, extract what is new, resolve."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from kg.model import Document, Graph, Ruling
from kg.pipeline.corpus import Corpus
from kg.pipeline.progress import Progress, Silent
from kg.pipeline.rulings import add_rulings
from kg.resolve import Resolution, build_graph
from kg.resolve.papers import merge_documents
from kg.stores.directory import Contents, StoredExtraction, text_hash

if TYPE_CHECKING:
    from kg.extract import Extractor

Keep = Callable[[StoredExtraction], None]
"""Called with every new extraction as it comes, so that a build that is stopped can go on."""


class BuildOptions(Struct, frozen=True, kw_only=True):
    """How to build. `min_confidence` None means that of the existing graph, or 0.

    `mapping` names the columns of fields, {field: column}; `batch_size` is in abstracts, `workers` in processes.
    `rulings` are the user's on names; they are added to those that the graph keeps from earlier builds.
    """

    mapping: Mapping[str, str] | None = None
    model: str = "accurate"
    batch_size: int = 32
    workers: int = 1
    min_confidence: float | None = None
    rulings: tuple[Ruling, ...] = ()


class Built(Struct, frozen=True):
    """Stored contents, how their graph was resolved, and how many texts were read by the model or known before."""

    contents: Contents
    resolution: Resolution
    extracted: int
    reused: int


def build_contents(
    before: Contents, extractor: Extractor, options: BuildOptions, *, keep: Keep | None = None,
    progress: Progress | None = None,
) -> Built:  # fmt: skip
    """Return the graph of the documents in `before`, whose extractions are used again where model and text agree."""
    progress = progress or Silent()
    rulings = add_rulings(before.rulings, options.rulings)
    papers = merge_documents(before.documents)
    known = {stored.text: stored for stored in before.extractions if stored.model == extractor.model_hash}
    wanted = {text_hash(paper): paper for paper in papers}
    missing = [paper for text, paper in wanted.items() if text not in known]
    for stored in progress.track(_extract(missing, extractor, options), "extracting", len(missing)):
        known[stored.text] = stored
        if keep is not None:
            keep(stored)
    contents = structs.replace(
        before,
        extractions=tuple(known[text] for text in wanted),
        model=extractor.model_hash,
        min_confidence=before.min_confidence if options.min_confidence is None else options.min_confidence,
        rulings=rulings,
    )
    with progress.step("resolving names"):
        corpus = Corpus(lambda: contents)
        resolution = build_graph(
            papers, corpus.extractions, min_confidence=contents.min_confidence, rulings=contents.rulings
        )
    done = structs.replace(contents, graph=resolution.graph)
    return Built(done, resolution, len(missing), len(wanted) - len(missing))


def _extract(papers: Sequence[Document], extractor: Extractor, options: BuildOptions) -> Iterator[StoredExtraction]:
    found = extractor.extract(papers, batch_size=options.batch_size, workers=options.workers) if papers else ()
    for paper, extraction in zip(papers, found, strict=True):
        yield StoredExtraction(extraction, text_hash(paper), extractor.model_hash)


def no_contents(documents: Iterable[Document] = ()) -> Contents:
    """Return contents that hold `documents` and nothing made from them yet."""
    return Contents(graph=Graph(), documents=tuple(documents))


def add_documents(contents: Contents, documents: Iterable[Document]) -> Contents:
    """Return `contents` with those of `documents` that it does not hold yet, in their order."""
    import msgspec

    encode = msgspec.json.Encoder().encode
    all_documents = {encode(document): document for document in (*contents.documents, *documents)}
    return structs.replace(contents, documents=tuple(all_documents.values()))
