"""The graph: from papers and their extractions, whatever their order, to nodes, edges and the reasons for both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from kg.model import Document, Edge, Extraction, Graph, Node, Ruling
from kg.resolve.ledger import Ledger
from kg.resolve.names import Names
from kg.resolve.naming import OWN_WORD, Naming, read_known, resolve_names
from kg.resolve.paper_nodes import make_paper
from kg.resolve.prepare import prepare
from kg.resolve.results import write_results
from kg.resolve.said import read_said
from kg.resolve.scribe import Scribe
from kg.resolve.things import Things, make_things


class Merge(Struct, frozen=True, order=True):
    """Two names that one rule proposed as one thing, with its score (0 to 1) and the papers behind it.

    `nodes` are the keys of the nodes that hold the names; `veto` says why they were kept apart, empty when they
    were joined.
    """

    score: float
    a: str
    b: str
    rule: str
    papers: tuple[str, ...] = ()
    veto: str = ""
    nodes: tuple[str, ...] = ()


class Resolution(Struct, frozen=True):
    """A graph and how it came about.

    `node_of` maps (paper key, entity id) to a node key; `merges` and `refused` are the joined and the rejected pairs of
    names, the least certain first; `aliases` maps a node key to its surface forms, each with its number of papers;
    `dropped` counts what could not stand in the graph, by reason.
    """

    graph: Graph
    node_of: dict[tuple[str, str], str]
    merges: tuple[Merge, ...]
    refused: tuple[Merge, ...]
    aliases: dict[str, dict[str, int]]
    dropped: dict[str, int]


def build_graph(
    papers: Sequence[Document],
    extractions: Mapping[str, Extraction],
    *,
    min_confidence: float = 0.0,
    rulings: Sequence[Ruling] = (),
) -> Resolution:
    """Return the graph of `papers`, whose `id` is their key; `extractions` are theirs, by that key.

    Entities, relations and results below `min_confidence` are left out with all that hangs on them. A paper without
    an extraction is a node all the same. The user's `rulings` on names always win. The order of `papers`, of their
    extractions and of the rulings does not matter.
    """
    names, dropped = Names(), Counter[str]()
    ready = [
        prepare(paper, extractions.get(paper.id), min_confidence, names, dropped)
        for paper in sorted({paper.id: paper for paper in papers}.values(), key=lambda p: p.id)
    ]
    years = {paper.document.id: paper.document.year for paper in ready}
    said = read_said({paper.document.id: paper.extraction for paper in ready}, names, years)
    naming = resolve_names(said, read_known(rulings), names)
    things = make_things(naming, years, names)
    ledger = Ledger()
    nodes: list[Node] = list(things.nodes.values())
    for paper in ready:
        scribe = Scribe(paper, things, ledger, dropped)
        scribe.write_mentions()
        scribe.write_relations()
        nodes += [make_paper(paper, things), *write_results(scribe)]
    edges = list(ledger.edges())
    edges += _same_names(things, edges, years.keys())
    own = {(paper.document.id, entity) for paper in ready for entity in paper.own}
    return Resolution(
        graph=Graph.of(nodes, edges),
        node_of={place: key for place, key in things.node_of.items() if place in own},
        merges=_merges(naming, things, refused=False),
        refused=_merges(naming, things, refused=True),
        aliases=things.aliases,
        dropped={reason: count for reason, count in sorted(dropped.items()) if count},
    )


def _same_names(things: Things, edges: list[Edge], papers: Collection[str]) -> list[Edge]:
    """Return the SAME_NAME edges, each with the surest sentence of a paper for either end."""
    wanted = {key for pair in things.same_name for key in pair}
    best: dict[str, tuple[float, str, str]] = {}
    for edge in edges:
        if edge.target in wanted and edge.source in papers:
            statement = (-float(str(edge.properties["confidence"])), edge.source, _first(edge))
            best[edge.target] = min(statement, best.get(edge.target, statement))
    out: list[Edge] = []
    for a, b in things.same_name:
        ends = [best[a], best[b]]
        sources = [paper for _, paper, _ in ends]
        out.append(
            Edge(
                a,
                "SAME_NAME",
                b,
                {
                    "support": len(set(sources)),
                    "confidence": min(-confidence for confidence, _, _ in ends),
                    "evidence": [text for _, _, text in ends],
                    "evidence_papers": list(sources),
                },
            )
        )
    return out


def _first(edge: Edge) -> str:
    evidence = edge.properties["evidence"]
    return evidence[0] if isinstance(evidence, list) else str(evidence)


def _merges(naming: Naming, things: Things, refused: bool) -> tuple[Merge, ...]:
    """Return the pairs of one kind with the names as written and the nodes that hold them."""
    nodes_of: dict[str, list[str]] = {}
    head_of = {one.key: head for one, head in zip(naming.said, naming.heads, strict=True)}
    for node, head in things.cluster_of.items():
        nodes_of.setdefault(head, []).append(node)
    out = []
    for pair in naming.refused if refused else naming.joined:
        keys = (pair.b,) if pair.rule == OWN_WORD else (pair.a, pair.b)
        heads = {head_of.get(key, key) for key in keys}
        nodes = sorted({node for head in heads for node in nodes_of.get(head, ())})
        a, b = (naming.names_of.get(key, key) for key in (pair.a, pair.b))
        out.append(Merge(pair.score, a, b, pair.rule, pair.papers, pair.veto, tuple(nodes)))
    return tuple(sorted(out))
