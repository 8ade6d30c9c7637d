"""The annotated abstracts as extractions: every place where a mention stands is a span."""

from __future__ import annotations

import json
import re
from itertools import islice
from pathlib import Path
from typing import Any

from kg.model import Document, Entity, Extraction, Relation, Result, Span

SHARED = Path(__file__).resolve().parents[3] / "shared"


def read_gold(path: Path, limit: int | None = None) -> tuple[list[Document], dict[str, Extraction]]:
    """Return papers and their extractions; `limit` cuts after so many."""
    papers, extractions = [], {}
    with path.open(encoding="utf-8") as lines:
        for line in islice(filter(str.strip, lines), limit):
            raw = json.loads(line)
            key = f"paper:{raw['doc_id']}"
            year = re.search(r"\d{4}(?=:)", raw["doc_id"])
            paper = Document(id=key, title=raw.get("title"), text=raw["text"], year=int(year[0]) if year else None)
            papers.append(paper)
            extractions[key] = to_extraction(paper, raw)
    return papers, extractions


def to_extraction(paper: Document, raw: dict[str, Any]) -> Extraction:
    """Return the annotation `raw` of `paper` as an extraction without evidence."""
    entities = tuple(
        Entity(
            id=e["id"],
            type=e["type"],
            name=e["name"],
            mentions=tuple(e["mentions"]),
            role=e["role"],
            spans=tuple(find_spans(paper, e["mentions"])),
        )
        for e in raw["entities"]
    )
    relations = tuple(Relation(head=r["head"], type=r["type"], tail=r["tail"]) for r in raw.get("relations", []))
    results = tuple(Result(**{k: v for k, v in r.items() if k in Result.__struct_fields__}) for r in raw["results"])
    return Extraction(doc_id=paper.id, entities=entities, relations=relations, results=results)


def find_spans(paper: Document, mentions: list[str]) -> list[Span]:
    """Return every place where one of `mentions` stands as a whole word in the title or the text."""
    spans = []
    for field, original in (("title", paper.title or ""), ("text", paper.text)):
        for mention in mentions:
            for match in re.finditer(rf"(?<!\w){re.escape(mention)}(?!\w)", original):
                spans.append(Span(field, match.start(), match.end(), mention))
    return spans
