"""The data of the page: plain lists and numbers, nodes by opaque integer ids, no markup anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kg.model import LABELS, RESULT_EDGES, Edge, Graph, Node
from kg.view.communities import Pair
from kg.view.importance import edge_weight
from kg.view.layout import Layout, lay_out
from kg.view.marks import locate, mentions, texts_of
from kg.view.names import paper_link, visible
from kg.view.network import network_data
from kg.view.options import Annotation, ViewOptions
from kg.view.results import result_rows
from kg.view.select import Selection, select

EVIDENCE_SHOWN = 5
"""Pieces of evidence that the page holds for an edge, the most confident; it says how many more there are."""

Json = dict[str, Any]


def page_data(graph: Graph, annotations: Mapping[str, Iterable[Annotation]], options: ViewOptions) -> Json:
    """Return everything that the page knows, as JSON values. Raises `ConfigError` for an unknown focus."""
    selection = select(graph, options)
    ids = {node.key: i for i, node in enumerate(selection.nodes)}
    papers = Papers(graph, ids, annotations)
    layout = lay_out(selection.importance, _pairs(selection.edges, ids))
    relations = [_relation(edge, ids, papers) for edge in selection.edges]
    results = [] if "Result" in options.types else result_rows(graph, ids, papers, options)
    degree = _degrees(graph.edges, ids)
    return {
        "title": visible(options.title or "Knowledge graph"),
        "types": list(LABELS),
        "totals": [[label, _count(selection, label), selection.totals.get(label, 0)] for label in LABELS],
        "notes": _notes(selection, options),
        "focus": None if selection.focus is None else ids.get(selection.focus),
        "groups": _groups(selection, layout),
        "network": network_data(selection, layout),
        "nodes": [
            _record(node, papers) | {"degree": degree[i], "group": layout.group[i]}
            for i, node in enumerate(selection.nodes)
        ],
        "papers": papers.records,
        "relations": relations,
        "results": results,
    }


class Papers:
    """The papers that the page names, each once: those that are drawn whole, the others by name and link."""

    def __init__(self, graph: Graph, ids: Mapping[str, int], annotations: Mapping[str, Iterable[Annotation]]) -> None:
        self.records: list[Json] = []
        self._nodes = {node.key: node for node in graph.nodes if node.label == "Paper"}
        self._ids = ids
        self._annotations = annotations
        self._index: dict[str, int] = {}
        self._texts = {key: texts_of(node) for key, node in self._nodes.items() if key in ids}

    def index(self, key: str) -> int:
        """Return the place of the paper with this key in `records`, where it is put when it is new."""
        if key not in self._index:
            self._index[key] = len(self.records)
            self.records.append(self._make(key))
        return self._index[key]

    def cite(self, key: str, evidence: str) -> list[Any]:
        """Return `[paper, text]`, or `[paper, [[field, start, end], …]]` where the page holds the paper's abstract."""
        places = locate(self._texts.get(key, {}), evidence)
        return [self.index(key), evidence if places is None else places]

    def _make(self, key: str) -> Json:
        node = self._nodes.get(key)
        if node is None:
            return {"name": key}
        record: Json = {"name": visible(str(node.properties.get("name", key))), "link": paper_link(node)}
        if key in self._ids:
            fields = ("title", "abstract", "year", "venue", "authors", "doi")
            record |= {name: node.properties[name] for name in fields if name in node.properties}
            marks = mentions(self._texts[key], self._annotations.get(key, ()), self._ids)
            record |= {"node": self._ids[key], "marks": marks}
        return {name: value for name, value in record.items() if value is not None}


def _record(node: Node, papers: Papers) -> Json:
    properties = node.properties
    name = visible(str(properties.get("name") or properties.get("value") or node.key)) or node.key
    record: Json = {"key": node.key, "type": LABELS.index(node.label), "name": name}
    aliases = properties.get("aliases")
    if isinstance(aliases, list):
        record["aliases"] = [alias for alias in map(visible, aliases) if alias and alias != name]
    if node.label == "Paper":
        record["paper"] = papers.index(node.key)
        year = properties.get("year")
        record["years"] = [year, year] if isinstance(year, int) else None
    elif node.label != "Result":
        first, last = properties.get("first_year"), properties.get("last_year")
        record["papers"] = properties.get("papers")
        record["years"] = [first, last] if isinstance(first, int) and isinstance(last, int) else None
    return {name: value for name, value in record.items() if value not in (None, [])}


def _relation(edge: Edge, ids: Mapping[str, int], papers: Papers) -> list[Any]:
    """Return `[source, type, target, support, confidence, evidence]`, evidence as `Papers.cite` gives it."""
    texts, keys = edge.properties.get("evidence", []), edge.properties.get("evidence_papers", [])
    cited = list(zip(texts, keys, strict=False)) if isinstance(texts, list) and isinstance(keys, list) else []
    evidence = [papers.cite(key, text) for text, key in cited[:EVIDENCE_SHOWN]]
    support, confidence = edge.properties.get("support", 1), edge.properties.get("confidence", 1.0)
    return [ids[edge.source], edge.type, ids[edge.target], support, confidence, evidence]


def _pairs(edges: Iterable[Edge], ids: Mapping[str, int]) -> list[Pair]:
    weight: dict[tuple[int, int], float] = {}
    for edge in edges:
        a, b = sorted((ids[edge.source], ids[edge.target]))
        weight[a, b] = weight.get((a, b), 0.0) + edge_weight(edge)
    return [Pair(a, b, round(total, 6)) for (a, b), total in sorted(weight.items())]


def _degrees(edges: Iterable[Edge], ids: Mapping[str, int]) -> list[int]:
    """Return how many edges each drawn node has in the whole graph, those to results left out."""
    degree = [0] * len(ids)
    internal = {"REPORTS", *(edge for edge, _ in RESULT_EDGES.values())}
    for edge in edges:
        if edge.type not in internal:
            for key in (edge.source, edge.target):
                if key in ids:
                    degree[ids[key]] += 1
    return degree


def _groups(selection: Selection, layout: Layout) -> list[list[Any]]:
    """Return `[x, y, radius, size, id]` of each community, `id` being its most important thing."""
    members: list[list[int]] = [[] for _ in layout.discs]
    for i, number in enumerate(layout.group):
        members[number].append(i)
    heads = [min(nodes, key=lambda i: (selection.nodes[i].label == "Paper", i)) for nodes in members]
    return [[*disc, len(nodes), head] for disc, nodes, head in zip(layout.discs, members, heads, strict=True)]


def _count(selection: Selection, label: str) -> int:
    return sum(1 for node in selection.nodes if node.label == label)


def _notes(selection: Selection, options: ViewOptions) -> list[str]:
    """Return, in sentences, what the page leaves out and why."""
    drawable = {k: n for k, n in selection.totals.items() if k != "Result" or "Result" in options.types}
    total, shown = sum(drawable.values()), len(selection.nodes)
    notes = []
    if shown < total:
        notes.append(f"{shown:,} of {total:,} nodes are shown, the most important ones of this choice.")
    if selection.unlinked:
        notes.append(f"{selection.unlinked:,} nodes that nothing links to are left out.")
    if options.types:
        notes.append(f"Only these types: {', '.join(options.types)}.")
    if options.years:
        notes.append(f"Only the years {options.years[0]} to {options.years[1]}.")
    if options.min_support > 1:
        notes.append(f"Only what at least {options.min_support} papers say.")
    if options.min_confidence > 0:
        notes.append(f"Only what is at least {options.min_confidence:.0%} certain.")
    if options.keys is not None:
        notes.append("Only what the query returned.")
    if options.focus is not None:
        notes.append(f"Only what lies within {options.depth} steps of the focus.")
    return notes
