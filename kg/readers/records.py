"""Records to documents: which column is which field, and values of any type to the types of a `Document`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from types import MappingProxyType
from typing import Any

from kg.errors import ConfigError, InputError, unknown_choice
from kg.model import Document, Source
from kg.readers.contract import Repaired, Settings
from kg.readers.identifiers import (
    Identifiers,
    find_identifiers,
    normal_arxiv,
    normal_doi,
    normal_openreview,
    split_arxiv_doi,
)
from kg.text import sanitize

TEXT_LIMIT = 100_000
"""Characters of an abstract (or any other field) beyond which it is cut."""

COLUMNS: MappingProxyType[str, tuple[str, ...]] = MappingProxyType(
    {
        "id": ("doc_id", "id", "paper_id", "paperid", "record_id", "uid", "key"),
        "title": ("title", "paper_title", "article_title", "document_title"),
        "abstract": ("abstract", "text", "summary", "abstract_text", "abstract_note"),
        "year": ("year", "publication_year", "pub_year", "date", "publication_date", "published"),
        "venue": (
            "venue",
            "journal",
            "booktitle",
            "conference",
            "publication_title",
            "container_title",
            "source_title",
        ),
        "authors": ("authors", "author"),
        "doi": ("doi",),
        "arxiv": ("arxiv", "arxiv_id", "eprint"),
        "openreview": ("openreview", "openreview_id", "forum", "forum_id"),
        "url": ("url", "link", "pdf_url", "paper_url", "pdf"),
    }
)
"""Field → the names of its column, the preferred first; case, spaces and hyphens do not matter."""

_ABSENT = frozenset(("", "nan", "none", "null", "n/a", "na", "no abstract available", "[no abstract available]"))
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d|21\d\d)(?!\d)")
_PEEK = 100

Record = tuple[int | None, Mapping[str, Any]]
"""A record's 1-based line (None where unknown) and its values by column."""


def check_mapping(mapping: Mapping[str, str] | None) -> dict[str, str]:
    """Return the mapping with `text` read as `abstract`. Raises `ConfigError` for a field that does not exist."""
    checked = {}
    for field, column in (mapping or {}).items():
        name = "abstract" if field.strip().lower() == "text" else field.strip().lower()
        if name not in COLUMNS:
            raise ConfigError(unknown_choice("field", field, COLUMNS))
        checked[name] = column
    return checked


def known_columns(names: Iterable[str], mapping: Mapping[str, str]) -> set[str]:
    """Return the fields for which `names` hold a column."""
    columns = {normal_name(name) for name in names}
    return {
        field
        for field, aliases in COLUMNS.items()
        if columns.intersection(aliases) or (field in mapping and normal_name(mapping[field]) in columns)
    }


def normal_name(name: str) -> str:
    """Return a column's name in the form that is compared: `Publication Year` → `publication_year`."""
    return re.sub(r"[\s_-]+", "_", name.strip().lower())


def to_documents(records: Iterable[Record], path: str, stem: str, settings: Settings) -> Iterator[Document]:
    """Yield one document per record; what is none goes to `on_problem`.

    Raises `ConfigError` when a mapped column is in none of the first records.
    """
    stream = iter(records)
    first = list(islice(stream, _PEEK))
    _check_columns(first, path, settings.mapping)
    seen: set[str] = set()
    shared: list[str] = []
    for number, (line, record) in enumerate(chain(first, stream), 1):
        try:
            document = _to_document(record, settings, Source(path, line), f"{stem}:{number:03}")
        except InputError as error:
            settings.on_problem(error)
            continue
        if document.id in seen:
            shared.append(document.id)
        seen.add(document.id)
        yield document
    if shared:
        count = "One id is" if len(shared) == 1 else f"{len(shared)} ids are"
        settings.on_problem(Repaired(f"{count} given to more than one record, as {shared[0]!r}. All are read.", path))


def _check_columns(first: list[Record], path: str, mapping: Mapping[str, str]) -> None:
    seen = {name: None for _, record in first for name in record}
    normal = {normal_name(name) for name in seen}
    for field, column in mapping.items():
        if first and normal_name(column) not in normal:
            raise ConfigError(f"{path}: there is no column {column!r} for {field}. Columns: {', '.join(seen)}.")


def _to_document(record: Mapping[str, Any], settings: Settings, place: Source, made_id: str) -> Document:
    values = _Values(record, settings.mapping, place)
    if not values.fields:
        columns = ", ".join(map(str, list(record)[:20])) or "none"
        raise InputError(
            f"The record has no known field (its fields: {columns}). Name them with a mapping, as abstract=COLUMN.",
            place.path,
            place.line,
        )
    own_id = values.text("id")
    doc_id = own_id or made_id
    text = values.text("abstract") or ""
    if len(text) > TEXT_LIMIT:
        settings.on_problem(
            Repaired(
                f"The abstract of {doc_id!r} has {len(text):,} characters; cut at {TEXT_LIMIT:,}.",
                place.path,
                place.line,
            )
        )
        text = text[:TEXT_LIMIT]
    url = values.text("url")
    found = _identifiers(values, url, own_id)
    return Document(
        id=doc_id,
        title=values.text("title"),
        text=text,
        year=values.year(),
        venue=values.text("venue"),
        authors=values.authors(),
        doi=found.doi,
        arxiv=found.arxiv,
        openreview=found.openreview,
        url=url,
        ids=(doc_id,),
        sources=(Source(place.path, place.line, own_id),),
    )


def _identifiers(values: _Values, url: str | None, own_id: str | None) -> Identifiers:
    doi, arxiv, openreview = (values.text(field) or "" for field in ("doi", "arxiv", "openreview"))
    given = split_arxiv_doi(Identifiers(normal_doi(doi), normal_arxiv(arxiv), normal_openreview(openreview)))
    addresses = [value for value in (doi, arxiv, openreview, url, own_id) if value]
    found = find_identifiers(*addresses)
    return Identifiers(given.doi or found.doi, given.arxiv or found.arxiv, given.openreview or found.openreview)


class _Values:
    """The values of one record by field, converted to the types of a document."""

    def __init__(self, record: Mapping[str, Any], mapping: Mapping[str, str], place: Source) -> None:
        by_name: dict[str, Any] = {}
        for name, value in record.items():
            if _is_absent(by_name.get(key := normal_name(str(name)))):
                by_name[key] = value
        self.place = place
        self.fields: dict[str, Any] = {}
        for field, aliases in COLUMNS.items():
            names = (normal_name(mapping[field]),) if field in mapping else aliases
            present = [by_name[name] for name in names if name in by_name]
            if present:
                self.fields[field] = next((value for value in present if not _is_absent(value)), None)

    def text(self, field: str) -> str | None:
        """Return the field as text, None where absent. Raises `InputError` for an object, a list of them or a bool."""
        value = self.fields.get(field)
        if isinstance(value, list | tuple) and all(isinstance(part, str) for part in value):
            value = value[0] if field == "url" and value else " ".join(value)
        if _is_absent(value):
            return None
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise InputError(
                f"The field {field} holds {_kind(value)} where text belongs. Give text.",
                self.place.path,
                self.place.line,
            )
        text = sanitize(str(value))
        return text if field == "abstract" else text.strip()[:TEXT_LIMIT] or None

    def year(self) -> int | None:
        """Return the year that stands in the field, as a number or in a date."""
        value = self.fields.get("year")
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            return None
        match = _YEAR.search(str(value)[:100])
        return int(match[1]) if match else None

    def authors(self) -> tuple[str, ...]:
        """Return the names, from a list of names, of objects with a name, or from one text."""
        value = self.fields.get("authors")
        if isinstance(value, str):
            return tuple(_split_authors(sanitize(value[:TEXT_LIMIT])))
        if not isinstance(value, list | tuple):
            return ()
        names = (part.get("name") if isinstance(part, Mapping) else part for part in value)
        return tuple(sanitize(name).strip() for name in names if isinstance(name, str) and name.strip())


def _is_absent(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) < 30 and value.strip().lower() in _ABSENT
    return value is None or value in ([], {}, ()) or (isinstance(value, float) and not math.isfinite(value))


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "true or false"
    return "an object" if isinstance(value, Mapping) else "a list"


def _split_authors(text: str) -> list[str]:
    """Split at semicolons, else at "and" (BibTeX), else at commas when each part is a full name."""
    for pattern in (r";", r"\s+and\s+|\s*&\s*"):
        parts = [part.strip(" ,") for part in re.split(pattern, text)]
        if len(parts) > 1:
            return [part for part in parts if part]
    parts = [part.strip() for part in text.split(",")]
    if len(parts) > 1 and all(" " in part for part in parts if part):
        return [part for part in parts if part]
    return [text.strip()] if text.strip() else []
