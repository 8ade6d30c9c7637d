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
_YEAR = r"(?:19|20)\d\d(?:\s*年)?"
_HEADING = re.compile(
    rf"#*\s*(?:(?P<venue>{_VENUE})[\s,:-]+(?P<year>{_YEAR})|(?P<first>{_YEAR})\s+(?P<after>{_VENUE}))"
    rf"(?P<list>[\s,:-]*(?:{_LISTS}))?\s*:?",
    re.IGNORECASE,
)
_FILLERS = re.compile(
    rf"\b(?:{_LISTS}|proceedings|papers?|abstracts?|list|of|the|accepted|all|main|conference|track)\b|论文列表|论文|摘要|年",
    re.IGNORECASE,
)
_ANY_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_OTHER_FORMAT = re.compile(r"\s*(?:<\?xml|<!doctype|<html|<[a-z]+[^>]*xmlns|@\w+\s*[{(]|TY {1,2}- )", re.IGNORECASE)


def read_list(content: Content, settings: Settings) -> Iterator[Document]:
    """Yield one document per block of lines. A title is not guessed: the whole block is the abstract."""
    yield from to_documents(_records(content), content.path, content.stem, settings._replace(mapping={}))


def find_title(block: str) -> tuple[str, int | None] | None:
    """Return the (venue, year) of the first block of a file where it names the list in any other way, else None.

    Such a block is one short line without an end mark that holds, beside a year and words such as "accepted papers",
    only a name of one to three capitalised words.

    >>> find_title("Proceedings of NeurIPS 2023"), find_title("ICML papers"), find_title("We count.")
    (('NeurIPS', 2023), ('ICML', None), None)
    """
    line = block.strip().lstrip("# ")
    if len(line) > 80 or "\n" in line or line.endswith((".", "!", "?")):
        return None
    year = _ANY_YEAR.search(line)
    names = re.sub(r"[^\w&'+-]+", " ", _FILLERS.sub(" ", _ANY_YEAR.sub(" ", line))).split()
    listed = _FILLERS.search(line) is not None
    if not (year or listed) or not 1 <= len(names) <= 3 or not all(name[0].isupper() for name in names):
        return None
    return " ".join(names), int(year[0]) if year else None


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
    return venue, int((match["year"] or match["first"])[:4])


def _records(content: Content) -> Iterator[Record]:
    heading: dict[str, str | int | None] = {}
    for first, (line, block) in enumerate(_blocks(content)):
        start, _, rest = block.partition("\n")
        found = find_heading(start) or (None if first or rest else find_title(start))
        if found:
            heading = {"venue": found[0], "year": found[1]}
        text = rest if found else block
        if text.strip():
            yield line + bool(found), {"abstract": text.strip(), **heading}


def _blocks(content: Content) -> Iterator[tuple[int, str]]:
    """Yield (1-based line, text) of each run of lines that are not blank."""
    block: list[str] = []
    begin = 1
    for number, line in content.lines():
        if line.strip():
            begin = begin if block else number
            block.append(line)
        elif block:
            yield begin, "".join(block)
            block = []
    if block:
        yield begin, "".join(block)


def _sniff(head: str) -> bool:
    """Whether the text can be prose: the last resort of the registry."""
    return not _OTHER_FORMAT.match(head)


PLAIN = Format("plain text", (".txt", ".text", ".md", ""), _sniff, read_list)
