"""Documents: what the readers yield and the extractor reads."""

from __future__ import annotations

from msgspec import Struct


class Source(Struct, frozen=True, order=True):
    """Where a record was read: file, 1-based line of its first character, and its id there."""

    path: str
    line: int | None = None
    id: str | None = None


class Document(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One input record, or one paper merged from several records.

    `title` and `text` (the abstract) are the originals, never cleaned; `None` or blank means absent.
    `doi`, `arxiv` and `openreview` are normalised identifiers without their URL prefix. In a record `id` is
    its own id (or one made from file and line); in a merged paper it is the paper's key, and `ids` are those
    of its records.
    """

    id: str
    title: str | None = None
    text: str = ""
    year: int | None = None
    venue: str | None = None
    authors: tuple[str, ...] = ()
    doi: str | None = None
    arxiv: str | None = None
    openreview: str | None = None
    url: str | None = None
    ids: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
