"""Plain text: a list of abstracts divided by blank lines, with an optional heading that names the list."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.model import Document
from kg.readers.content import Content
from kg.readers.contract import Format, Settings
from kg.readers.records import Record, to_documents

_LISTS = (
    r"(?:(?:accepted|selected|all)\s+)?(?:papers?|abstracts?|proceedings|paper list|publications)"
    r"|论文列表|论文摘要|论文|摘要"
)
_VENUE = r"[A-Z][^\n.!?]{0,60}?"
_YEAR = r"(?:19|20)\d\d"
_HEADING = re.compile(
    rf"#*\s*(?:(?P<venue>{_VENUE})[\s,:-]+(?P<year>{_YEAR})|(?P<first>{_YEAR})\s+(?P<after>{_VENUE}))"
    rf"(?P<list>[\s,:-]*(?:{_LISTS}))?\s*:?",
    re.IGNORECASE,
)
_OTHER_FORMAT = re.compile(r"\s*(?:<\?xml|<!doctype|<html|<[a-z]+[^>]*xmlns|@\w+\s*[{(]|TY {1,2}- )", re.IGNORECASE)


def read_list(content: Content, settings: Settings) -> Iterator[Document]:
    """Yield one document per block of lines. A title is not guessed: the whole block is the abstract."""
    yield from to_documents(_records(content), content.path, content.stem, settings._replace(mapping={}))


def find_heading(line: str) -> tuple[str, int] | None:
    """Return the (venue, year) of a line that names a list, None for any other line.

    >>> find_heading("ICML 2024 Papers"), find_heading("In 2024 papers were long.")
    (('ICML', 2024), None)
    """
    match = _HEADING.fullmatch(line.strip())
    if match is None:
        return None
    venue = (match["venue"] or match["after"]).strip(" ,:-")
    if not match["list"] and not (venue.isupper() and " " not in venue):
        return None
    return venue, int(match["year"] or match["first"])


def _records(content: Content) -> Iterator[Record]:
    heading: dict[str, str | int] = {}
    block: list[str] = []
    begin = 1
    for number, line in content.lines():
        if block and not line.strip():
            yield begin, {"abstract": "".join(block).strip(), **heading}
            block = []
        elif not block and (found := find_heading(line)):
            heading = {"venue": found[0], "year": found[1]}
        elif line.strip():
            begin = number if not block else begin
            block.append(line)
    if block:
        yield begin, {"abstract": "".join(block).strip(), **heading}


def _sniff(head: str) -> bool:
    """Whether the text can be prose: the last resort of the registry."""
    return not _OTHER_FORMAT.match(head)


PLAIN = Format("plain text", (".txt", ".text", ".md", ""), _sniff, read_list)
