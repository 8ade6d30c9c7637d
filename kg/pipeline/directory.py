"""`kg build`: input files into a graph directory, adding to what it holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from os import PathLike

from msgspec import Struct, structs

from kg.errors import GraphError, InputError
from kg.model import EDGE_ENDS, LABELS, Document, Graph
from kg.pipeline.build import BuildOptions, Built, add_documents, build_contents, no_contents
from kg.pipeline.journal import Journal
from kg.pipeline.progress import Progress, Silent
from kg.pipeline.read import read_some
from kg.readers import Repaired
from kg.stores.directory import Contents, GraphDirectory


class BuildSummary(Struct, frozen=True, kw_only=True):
    """What a build did: records `read`, those `added` (not known before) and `skipped`; abstracts `extracted` now
    and `reused` from before; what the graph holds; and what was `dropped` from it, by reason."""

    graph: str
    read: int
    added: int
    skipped: int
    papers: int
    extracted: int
    reused: int
    nodes: dict[str, int]
    edges: dict[str, int]
    merges: int
    dropped: dict[str, int]


def build_directory(
    paths: Sequence[str | PathLike[str]],
    directory: str | PathLike[str],
    options: BuildOptions,
    *,
    on_problem: Callable[[InputError], None],
    progress: Progress | None = None,
) -> BuildSummary:
    """Add the records in `paths` to the graph at `directory`, made when missing, and return what was done.

    Nothing is written unless all of it succeeds, except the journal of extractions that a later build goes on from.
    Raises `InputError` when there is no record at all, `ModelError`, and `GraphError` for a directory that is no graph.
    """
    from kg.extract import Extractor

    progress = progress or Silent()
    problems: list[InputError] = []

    def note(problem: InputError) -> None:
        if not isinstance(problem, Repaired):
            problems.append(problem)
        on_problem(problem)

    documents = read_some(paths, options.mapping, note, progress)
    with progress.step("loading the model"):
        extractor = Extractor(options.model)
    target = GraphDirectory(directory)
    with target.locked(), Journal(target.path) as journal:
        before, whole = _read_before(target, note)
        merged = add_documents(before, documents)
        resumed = structs.replace(merged, extractions=(*before.extractions, *journal.read()))
        built = build_contents(resumed, extractor, options, keep=journal.append, progress=progress)
        if built.contents != before or not whole:
            with progress.step("writing the graph"):
                target.save(built.contents)
        journal.clear()
    return _summarise(str(directory), documents, len(problems), before, built)


def _read_before(target: GraphDirectory, note: Callable[[InputError], None]) -> tuple[Contents, bool]:
    """Return what `target` holds and whether all of it is whole. Nodes, edges and extractions that are not are made
    again, since they follow from the records; without those or the manifest there is nothing to go on from."""
    if not target.exists():
        return no_contents(), True
    try:
        return target.read(), True
    except GraphError as error:
        try:
            before = _read_records(target)
        except GraphError as lost:
            raise GraphError(
                f"{lost} To start afresh, delete {target.path}, or name another directory, and give all inputs."
            ) from error
        note(Repaired(f"{error} That is done now.", str(target.path)))
        return before, False


def _read_records(target: GraphDirectory) -> Contents:
    manifest = target.read_manifest()
    try:
        extractions = tuple(target.read_extractions())
    except GraphError:
        extractions = ()
    return Contents(
        graph=Graph(),
        documents=tuple(target.read_documents()),
        extractions=extractions,
        model=manifest.model,
        min_confidence=manifest.min_confidence,
        rulings=manifest.rulings,
    )


def _summarise(
    directory: str, documents: Sequence[Document], skipped: int, before: Contents, built: Built
) -> BuildSummary:
    graph = built.contents.graph
    labels, types = Counter(node.label for node in graph.nodes), Counter(edge.type for edge in graph.edges)
    return BuildSummary(
        graph=directory,
        read=len(documents),
        added=len(built.contents.documents) - len(before.documents),
        skipped=skipped,
        papers=labels["Paper"],
        extracted=built.extracted,
        reused=built.reused,
        nodes={label: labels[label] for label in LABELS},
        edges={kind: types[kind] for kind in EDGE_ENDS if types[kind]},
        merges=len(built.resolution.merges),
        dropped=built.resolution.dropped,
    )
