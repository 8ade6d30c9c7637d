"""Two papers whose extractions are written by hand, and the graph that follows from them."""

from __future__ import annotations

from msgspec import structs

from kg.model import Document, Entity, Extraction, Graph, Relation, Result, Source, Span
from kg.resolve import build_graph
from kg.resolve.papers import merge_documents
from kg.stores import Contents, StoredExtraction, text_hash

FIRST = "We present LarkNet, a compact network. LarkNet reaches 81.5% accuracy on ImageNet and beats ResNet-50."
SECOND = "β-Lark extends LarkNet to graphs. It is trained on ImageNet."

DOCUMENTS = (
    Document(id="one", title="LarkNet", text=FIRST, year=2023, sources=(Source("papers.jsonl", 1, "one"),)),
    Document(id="two", title="Larks on Graphs", text=SECOND, year=2024, sources=(Source("papers.jsonl", 2, "two"),)),
)


def spans(text: str, *words: str) -> tuple[Span, ...]:
    """Return the first place of each of `words` in `text`."""
    return tuple(Span("text", text.index(word), text.index(word) + len(word), word) for word in words)


def entity(id: str, type: str, name: str, role: str, text: str, confidence: float = 0.9) -> Entity:
    return Entity(
        id=id, type=type, name=name, mentions=(name,), role=role, confidence=confidence, spans=spans(text, name)
    )


EXTENDS = "β-Lark extends LarkNet to graphs."
BEST = FIRST[FIRST.index("LarkNet reaches") :]
EXTRACTIONS = {
    "LarkNet": Extraction(
        doc_id="one",
        entities=(
            entity("e1", "Method", "LarkNet", "proposed", FIRST),
            entity("e2", "Dataset", "ImageNet", "used", FIRST),
            entity("e3", "Method", "ResNet-50", "compared", FIRST, 0.6),
        ),
        relations=(
            Relation(head="e1", type="OUTPERFORMS", tail="e3", confidence=0.6, evidence=spans(FIRST, BEST)),
            Relation(head="e1", type="EVALUATED_ON", tail="e2", confidence=0.9, evidence=spans(FIRST, BEST)),
        ),
        results=(
            Result(
                value="81.5%",
                kind="absolute",
                metric="accuracy",
                method="e1",
                dataset="e2",
                number=81.5,
                unit="%",
                confidence=0.8,
                evidence=spans(FIRST, BEST),
            ),
        ),
    ),
    "Larks on Graphs": Extraction(
        doc_id="two",
        entities=(
            entity("e1", "Method", "β-Lark", "proposed", SECOND),
            entity("e2", "Method", "LarkNet", "used", SECOND),
            entity("e3", "Dataset", "ImageNet", "used", SECOND),
        ),
        relations=(
            Relation(
                head="e1",
                type="USES",
                tail="e2",
                confidence=0.7,
                evidence=spans(SECOND, EXTENDS),
            ),
        ),
    ),
}


def contents(min_confidence: float = 0.0) -> Contents:
    """Return the stored contents of the two papers."""
    papers = merge_documents(DOCUMENTS)
    found = {paper.id: structs.replace(EXTRACTIONS[str(paper.title)], doc_id=paper.id) for paper in papers}
    return Contents(
        graph=build_graph(papers, found, min_confidence=min_confidence).graph,
        documents=DOCUMENTS,
        extractions=tuple(StoredExtraction(found[paper.id], text_hash(paper), "by hand") for paper in papers),
        model="by hand",
        min_confidence=min_confidence,
    )


def whole_graph() -> Graph:
    """Return the graph of the two papers."""
    return contents().graph
