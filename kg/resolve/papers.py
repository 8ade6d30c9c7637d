"""Papers: which records are one paper, under which key, with which fields."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from kg.model import Document, Source
from kg.text import clean

MIN_WORDS = 20
"""Words from which on an abstract alone says which paper it is."""

_KEY_LIMIT = 512
_WORD = re.compile(r"[^\W_]+|[+#]+")
_IDEOGRAPHS = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def merge_documents(documents: Iterable[Document]) -> list[Document]:
    """Return one document per paper, sorted by key; the order of the records does not matter.

    Records are one paper when they share a DOI, an arXiv or an OpenReview id, or normalised title and year, or, where
    a title is missing on one side or equal on both, a normalised abstract of at least `MIN_WORDS` words; or when they
    are the same record with the same id. Records whose DOIs differ are never one: a record without a DOI that would
    join two of them goes to the smaller DOI. Of each field the longest value is kept (of years the first), of `ids`
    and `sources` all. Takes time that grows almost linearly with the number of records.
    """
    normalizer = _Normalizer()
    papers = list(documents)
    count = -1
    while len(papers) != count:
        count = len(papers)
        papers = [_merge(group) for group in _group(papers, normalizer)]
    return _with_keys(papers, normalizer)


class _Normalizer:
    """Normal forms of titles and abstracts, each computed once."""

    def __init__(self) -> None:
        self._seen: dict[str, tuple[str, int]] = {}

    def digest(self, text: str | None) -> tuple[str, int]:
        """Return (12 hex digits of the hash of the normal form, its number of words); ("", 0) for blank text."""
        if not text or not text.strip():
            return "", 0
        found = self._seen.get(text)
        if found is None:
            plain = unicodedata.normalize("NFKC", clean(text).text).casefold()
            words = _WORD.findall(plain)
            normal = " ".join(words) or text.strip()
            count = len(words) + len(_IDEOGRAPHS.findall(normal))
            found = self._seen[text] = (short_hash(normal), count)
        return found


def short_hash(text: str) -> str:
    """Return 12 hex digits of the SHA-256 of `text`."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


class _Forest:
    """Union-find over records, in which two sets with different DOIs never join."""

    def __init__(self, papers: Sequence[Document]) -> None:
        self._parent = list(range(len(papers)))
        self._doi = [paper.doi for paper in papers]

    def find(self, i: int) -> int:
        """Return the root of the set that holds `i`."""
        root = i
        while self._parent[root] != root:
            root = self._parent[root]
        while self._parent[i] != root:
            self._parent[i], i = root, self._parent[i]
        return root

    def join(self, members: Iterable[int]) -> None:
        """Join the sets of all members but for different DOIs: sets without one go to that with the smallest."""
        roots = sorted({self.find(i) for i in members}, key=lambda i: (self._doi[i] is None, self._doi[i] or "", i))
        target = roots[0]
        for root in roots[1:]:
            if self._doi[root] in (None, self._doi[target]):
                self._parent[root] = target


def _group(papers: list[Document], normalizer: _Normalizer) -> Iterator[list[Document]]:
    """Yield the records of each paper."""
    papers = sorted(papers, key=_fingerprint)
    forest = _Forest(papers)
    for find_key in _rules(normalizer):
        same: dict[str, list[int]] = defaultdict(list)
        for i, paper in enumerate(papers):
            if key := find_key(paper):
                same[key].append(i)
        for _, members in sorted(same.items()):
            if len(members) > 1:
                forest.join(members)
    _join_abstracts(papers, forest, normalizer)
    groups: dict[int, list[Document]] = defaultdict(list)
    for i, paper in enumerate(papers):
        groups[forest.find(i)].append(paper)
    yield from groups.values()


def _rules(normalizer: _Normalizer) -> tuple[Callable[[Document], str | None], ...]:
    """Return, the surest first, the functions whose equal values say that two records are one paper."""

    def title_and_year(paper: Document) -> str | None:
        title, _ = normalizer.digest(paper.title)
        return f"{title} {paper.year or ''}" if title else None

    def same_record(paper: Document) -> str | None:
        own = sorted({source.id for source in paper.sources if source.id is not None})
        if len(own) != 1:
            return None
        return "\x1f".join((own[0], paper.title or "", paper.text, str(paper.year)))

    return (lambda p: p.doi, lambda p: p.arxiv, lambda p: p.openreview, title_and_year, same_record)


def _join_abstracts(papers: Sequence[Document], forest: _Forest, normalizer: _Normalizer) -> None:
    """Join the records with one abstract: those with one title, and those without a title to the first title."""
    same: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for i, paper in enumerate(papers):
        abstract, words = normalizer.digest(paper.text)
        if words >= MIN_WORDS:
            same[abstract][normalizer.digest(paper.title)[0]].append(i)
    for _, by_title in sorted(same.items()):
        for _, members in sorted(by_title.items()):
            forest.join(members)
        if "" in by_title:
            forest.join(i for members in by_title.values() for i in members)


def _fingerprint(paper: Document) -> bytes:
    return hashlib.sha256(msgspec.json.encode(paper)).digest()


def _merge(group: Sequence[Document]) -> Document:
    """Return the one document of these records, whatever their order."""
    arxiv = sorted({paper.arxiv for paper in group if paper.arxiv})
    openreview = sorted({paper.openreview for paper in group if paper.openreview})
    ids = {name for paper in group for name in (paper.ids or (paper.id,))}
    return Document(
        id=min(ids),
        title=_longest(paper.title for paper in group),
        text=_longest(paper.text for paper in group) or "",
        year=min((paper.year for paper in group if paper.year is not None), default=None),
        venue=_longest(paper.venue for paper in group),
        authors=min((paper.authors for paper in group), key=lambda names: (-len(names), names)),
        doi=next((paper.doi for paper in group if paper.doi), None),
        arxiv=arxiv[0] if arxiv else None,
        openreview=openreview[0] if openreview else None,
        url=min((paper.url for paper in group if paper.url), key=lambda url: (len(url), url), default=None),
        ids=tuple(sorted(ids.union(arxiv, openreview))),
        sources=tuple(sorted({source for paper in group for source in paper.sources}, key=_source_order)),
    )


def _source_order(source: Source) -> tuple[str, int, str]:
    return source.path, source.line or 0, source.id or ""


def _longest(values: Iterable[str | None]) -> str | None:
    return min(
        (value for value in values if value and value.strip()), key=lambda value: (-len(value), value), default=None
    )


def _with_keys(papers: Iterable[Document], normalizer: _Normalizer) -> list[Document]:
    """Give each paper its key; papers that share one although they differ get the hash of what they hold added."""
    by_key: dict[str, list[Document]] = defaultdict(list)
    for paper in papers:
        by_key[_key(paper, normalizer)].append(paper)
    keyed = []
    for key, same in by_key.items():
        if len(same) == 1:
            keyed.append(msgspec.structs.replace(same[0], id=key))
            continue
        taken: dict[str, int] = defaultdict(int)
        for paper in sorted(same, key=_content):
            own = f"{key}-{short_hash(_content(paper))}"
            taken[own] += 1
            keyed.append(msgspec.structs.replace(paper, id=own if taken[own] == 1 else f"{own}-{taken[own]}"))
    return sorted(keyed, key=lambda paper: paper.id)


def _content(paper: Document) -> str:
    return msgspec.json.encode(msgspec.structs.replace(paper, id="")).decode()


def _key(paper: Document, normalizer: _Normalizer) -> str:
    """Return the key that the paper's identifiers, else its title and year, else its text, else its id give."""
    for kind, value in (("doi", paper.doi), ("arxiv", paper.arxiv), ("openreview", paper.openreview)):
        if value:
            key = f"paper:{kind}:{value}"
            return key if len(key.encode("utf-8", "replace")) <= _KEY_LIMIT else f"paper:{kind}:{short_hash(value)}"
    title, _ = normalizer.digest(paper.title)
    if title:
        return f"paper:{short_hash(f'{title} {paper.year or 0}')}"
    text, _ = normalizer.digest(paper.text)
    return f"paper:{text or short_hash('id ' + min(paper.ids))}"
