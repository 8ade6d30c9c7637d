"""Names as people type and read them: comparing them loosely, and links that are safe to follow."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import quote, urlsplit

from kg.model import Node

_GAPS = re.compile(r"[\s\-‐-―_]+")
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")


def plain(name: str) -> str:
    """Return `name` as the search compares it: case, accents, hyphens and spaces make no difference.

    >>> plain("Pre-trained  Gödel Net")
    'pre trained godel net'
    """
    letters = unicodedata.normalize("NFKD", name).casefold()
    return _GAPS.sub(" ", "".join(c for c in letters if not unicodedata.combining(c))).strip()


def visible(name: str) -> str:
    """Return `name` on one line, without control characters and marks that change the reading direction.

    >>> visible("two\\nlines")
    'two lines'
    """
    return " ".join(_UNSEEN.sub(" ", name).split())


def paper_link(paper: Node) -> str | None:
    """Return the http or https address of a paper, from its DOI, its URL or its key; None where there is none."""
    doi = paper.properties.get("doi")
    if isinstance(doi, str) and doi.startswith("10."):
        return "https://doi.org/" + quote(doi, safe="/:;()", errors="replace")
    url = paper.properties.get("url")
    if isinstance(url, str) and _is_web(url):
        return url
    for kind, address in (("arxiv", "https://arxiv.org/abs/"), ("openreview", "https://openreview.net/forum?id=")):
        prefix = f"paper:{kind}:"
        if paper.key.startswith(prefix):
            return address + quote(paper.key[len(prefix) :], safe="/", errors="replace")
    return None


def _is_web(url: str) -> bool:
    if _UNSEEN.search(url) or any(c.isspace() for c in url):
        return False
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc)
