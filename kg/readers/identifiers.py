"""DOI, arXiv and OpenReview identifiers in their one normal form."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

_DOI = re.compile(r"(?:https?://(?:dx\.|www\.)?doi\.org/|doi:\s*)?(10\.\d{4,9}/\S+)", re.IGNORECASE)
_DOI_URL = re.compile(r"https?://(?:dx\.|www\.)?doi\.org/(10\.\d{4,9}/[^\s?#]+)", re.IGNORECASE)
_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(.+)")
_ARXIV_NUMBER = r"(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})(?:v\d+)?"
_ARXIV_ADDRESS = rf"https?://(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|html|e-print|format)/{_ARXIV_NUMBER}"
_ARXIV = re.compile(rf"(?:arxiv:\s*)?{_ARXIV_NUMBER}(?:\s*\[[\w.-]+\])?|{_ARXIV_ADDRESS}(?:\.pdf)?/?", re.IGNORECASE)
_ARXIV_URL = re.compile(_ARXIV_ADDRESS, re.IGNORECASE)
_OPENREVIEW = re.compile(r"[A-Za-z0-9_-]{4,40}")
_OPENREVIEW_URL = re.compile(r"https?://(?:www\.|api2?\.)?openreview\.net/\w+\?(?:[^#\s]*&)?id=([A-Za-z0-9_-]{4,40})")


class Identifiers(NamedTuple):
    """The identifiers of one record."""

    doi: str | None = None
    arxiv: str | None = None
    openreview: str | None = None


def normal_doi(value: str) -> str | None:
    """Return the DOI in lower case without its address, or None where `value` is none.

    >>> normal_doi("https://doi.org/10.5555/ABC.1")
    '10.5555/abc.1'
    """
    match = _DOI.fullmatch(unquote(value.strip()))
    return match[1].lower().rstrip(".,;") if match else None


def normal_arxiv(value: str) -> str | None:
    """Return the arXiv number without version and subject class, or None where `value` is none.

    >>> normal_arxiv("arXiv:2101.00001v2"), normal_arxiv("http://arxiv.org/abs/cs.LG/0501001")
    ('2101.00001', 'cs/0501001')
    """
    match = _ARXIV.fullmatch(value.strip())
    return _plain_number(match[1] or match[2]) if match else None


def normal_openreview(value: str) -> str | None:
    """Return the OpenReview forum id, or None where `value` is none.

    >>> normal_openreview("https://openreview.net/forum?id=aBc_123-xyz")
    'aBc_123-xyz'
    """
    match = _OPENREVIEW_URL.match(value.strip())
    if match:
        return match[1]
    return value.strip() if _OPENREVIEW.fullmatch(value.strip()) else None


def find_identifiers(*addresses: str) -> Identifiers:
    """Return the identifiers that stand in these URLs, the first of each kind."""
    doi = arxiv = openreview = None
    for address in addresses:
        if not doi and (match := _DOI_URL.search(address)):
            doi = normal_doi(match[1])
        if not arxiv and (match := _ARXIV_URL.search(address)):
            arxiv = _plain_number(match[1])
        if not openreview and (match := _OPENREVIEW_URL.search(address)):
            openreview = match[1]
    return split_arxiv_doi(Identifiers(doi, arxiv, openreview))


def split_arxiv_doi(found: Identifiers) -> Identifiers:
    """Return the identifiers with arXiv's own DOI taken as the arXiv number that it holds.

    A preprint keeps that DOI when the paper gets the publisher's one; kept as a DOI it would tell the two apart.
    """
    match = _ARXIV_DOI.fullmatch(found.doi or "")
    if not match:
        return found
    return found._replace(doi=None, arxiv=found.arxiv or normal_arxiv(match[1]))


def _plain_number(number: str) -> str:
    subject, slash, digits = number.lower().partition("/")
    return f"{subject.partition('.')[0]}/{digits}" if slash else number
