"""From what the papers say to one cluster for each thing, with the reason for every step.

1. An entity goes by its fullest name in its paper (`kg.resolve.said`).
2. The shipped list says what undisputed short names mean.
3. Names of one spelling key are one atom; atoms are joined by the rules of `kg.resolve.cluster`.
4. An abbreviation that its paper does not spell out takes the long form that most papers give it, unless that is
   ambiguous or the paper proposes something of that name.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from kg.resolve.cluster import Clusters, Pair, find_inflections, find_long_forms, make_atoms
from kg.resolve.names import Names
from kg.resolve.said import Said, count_definitions
from kg.resolve.synonyms import Synonym, index_synonyms

MAJORITY = 2 / 3
"""Share of the papers that spell an abbreviation out which must agree on its long form."""

WITNESSES = 0.05
"""Papers that spell an abbreviation out, as a share of those that use it bare, below which they decide nothing."""

_KIN: dict[str, str] = {"Method": "Task", "Task": "Method"}


class Naming(Struct, frozen=True):
    """`heads[i]` is the cluster of the i-th entity; `joined` and `refused` say why names went together or did not."""

    said: tuple[Said, ...]
    heads: tuple[str, ...]
    joined: tuple[Pair, ...]
    refused: tuple[Pair, ...]
    names_of: dict[str, str]


def resolve_names(said: Sequence[Said], synonyms: Sequence[Synonym], names: Names) -> Naming:
    """Return one cluster for each thing that `said` names."""
    listed, known = _apply_synonyms(said, synonyms, names)
    atoms = make_atoms(listed, names)
    definitions = count_definitions(listed)
    clusters = Clusters(atoms)
    clusters.join_all([*find_inflections(atoms, names), *find_long_forms(atoms, definitions)])
    heads, expanded, doubtful = _expand_abbreviations(listed, clusters)
    names_of = {names.key(synonym.long): synonym.long for synonym in synonyms}
    names_of |= {atom.key: atom.name for atom in make_atoms(said, names).values()}
    joined = sorted({*known, *clusters.joined, *expanded})
    refused = sorted({*clusters.refused, *doubtful})
    return Naming(tuple(listed), tuple(heads), tuple(joined), tuple(refused), names_of)


def _apply_synonyms(said: Sequence[Said], synonyms: Sequence[Synonym], names: Names) -> tuple[list[Said], list[Pair]]:
    index = index_synonyms(synonyms, names)
    out: list[Said] = []
    papers: dict[tuple[str, str], set[str]] = {}
    for one in said:
        match = next((s for s in index.get(one.key, ()) if not s.types or one.type in s.types), None)
        if match is None:
            out.append(one)
            continue
        key = names.key(match.long)
        papers.setdefault((one.key, key), set()).add(one.paper)
        out.append(replace(one, key=key, name=match.long))
    return out, [Pair(0.99, a, b, "known synonym", tuple(sorted(p))) for (a, b), p in papers.items()]


class Sense(Struct, frozen=True):
    """What a bare abbreviation of one type was taken for: `head` is None where it stays apart, `why` says why.

    `since` is the year of the first paper that spells it out, where all of those propose it; `spellings` are theirs.
    """

    head: str | None
    score: float
    best: str
    papers: tuple[str, ...]
    why: str = ""
    since: int | None = None
    spellings: frozenset[str] = frozenset()

    def refusal(self, one: Said) -> str:
        """Return why this entity is not what the others mean by the abbreviation, or an empty text."""
        if self.head is None:
            return self.why
        if not one.name.isupper() and one.name.removesuffix("s") not in self.spellings:
            return "spelled otherwise than the abbreviation"
        if one.entity.role == "proposed":
            return "proposed by its paper under this name"
        if self.since is not None and one.year is not None and one.year < self.since - 1:
            return f"used in {one.year}, before it was coined in {self.since}"
        return ""


Senses = dict[tuple[str, str], Sense]


def _expand_abbreviations(said: Sequence[Said], clusters: Clusters) -> tuple[list[str], list[Pair], list[Pair]]:
    by_key = _senses(said, clusters, exact=False)
    by_spelling = _senses(said, clusters, exact=True)
    heads: list[str] = []
    joined: dict[tuple[str, str], Pair] = {}
    refused: dict[tuple[str, str], Pair] = {}
    for one in said:
        head = clusters.head(one.key)
        sense = by_spelling.get((one.name, one.type)) or by_key.get((one.key, one.type))
        if sense is not None and sense.best not in (one.key, head):
            why = sense.refusal(one)
            log = refused if why else joined
            log[one.key, sense.best] = _pair(one.key, sense, why)
            head = head if why or sense.head is None else sense.head
        heads.append(head)
    return heads, list(joined.values()), list(refused.values())


def _senses(said: Sequence[Said], clusters: Clusters, exact: bool) -> Senses:
    """Return what each abbreviation of each type means, by spelling key, or by mixed-case spelling when `exact`."""
    witnesses: dict[tuple[str, str], dict[str, list[Said]]] = {}
    bare: dict[tuple[str, str], set[str]] = {}
    for one in said:
        for key, spelling in one.shorts:
            if not exact or not spelling.isupper():
                short = spelling if exact else key
                witnesses.setdefault((short, one.type), {}).setdefault(clusters.head(one.key), []).append(one)
        bare.setdefault((one.name if exact else one.key, one.type), set()).add(one.paper)
    out: Senses = {}
    for (short, label), papers in bare.items():
        found = witnesses.get((short, label)) or witnesses.get((short, _KIN.get(label, "")))
        if found:
            out[short, label] = _choose_sense(found, len(papers))
    return out


def _pair(key: str, sense: Sense, why: str) -> Pair:
    return Pair(sense.score, key, sense.best, "abbreviation as most papers spell it out", sense.papers, why)


def _choose_sense(found: dict[str, list[Said]], bare: int) -> Sense:
    """Return the cluster that most of the defining papers mean, or none where they disagree or are too few."""
    papers = {head: {one.paper for one in group} for head, group in found.items()}
    best = min(papers, key=lambda head: (-len(papers[head]), head))
    count, total = len(papers[best]), sum(map(len, papers.values()))
    score = round(count / (total + 0.25), 3)
    listed = tuple(sorted(papers[best]))
    if count < MAJORITY * total:
        why = f"ambiguous: {len(found)} long forms, the commonest in {count} of {total} papers"
        return Sense(None, score, best, listed, why)
    if count < WITNESSES * bare:
        why = f"spelled out by only {count} papers and used bare by {bare}"
        return Sense(None, score, best, listed, why)
    coined = all(one.entity.role == "proposed" for one in found[best])
    years = [one.year for one in found[best] if one.year is not None]
    spellings = {spelling.removesuffix("s") for one in found[best] for _, spelling in one.shorts}
    since = min(years) if coined and years else None
    return Sense(best, score, best, listed, "", since, frozenset(spellings))
