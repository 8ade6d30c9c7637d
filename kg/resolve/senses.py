"""What an abbreviation that its paper does not spell out stands for, by the evidence of other papers.

Two sources vote: the papers of this corpus that spell it out, and the shipped counts of many abstracts
(`kg.resolve.abbreviations`), which together weigh no more than a few papers. One long form must clearly prevail, else
the abbreviation stays apart. Measured on papers that spell out an abbreviation, with that hidden: what a single other
paper says is right in a sixth of the cases where nothing else speaks for it, nearly all of them newly coined names,
and in nine of ten where the two papers have another name in common.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from kg.resolve.abbreviations import World, short_key
from kg.resolve.cluster import Clusters, alike
from kg.resolve.names import Names, is_short
from kg.resolve.said import Said

PREVAILS = 0.75
"""Share of all votes that the best long form needs."""

ALONE = 0.9
"""Share of the shipped counts that it needs where no paper of the corpus spells the abbreviation out."""

WORLD_WEIGHT = 3
"""Most papers that the shipped counts of one abbreviation weigh."""

WITNESSES = 0.05
"""Papers that spell an abbreviation out, as a share of those that use it bare, below which they decide nothing."""

FEW_PAPERS = 200
"""Papers of a corpus up to which one paper is believed alone: two things of one rare abbreviation hardly meet in it."""

_KIN: dict[str, str] = {"Method": "Task", "Task": "Method"}


class Sense(Struct, frozen=True):
    """What a bare abbreviation of one type was taken for: `head` is None where it stays apart, `why` says why.

    `since` is the year of the first paper that spells it out, where all of those propose it; `spellings` are theirs.
    `lone` is the only paper that speaks for it where that paper coins it, else empty: what a paper only uses is known
    beyond it, what it coins may be called like another thing.
    """

    head: str | None
    score: float
    best: str
    rule: str
    papers: tuple[str, ...] = ()
    why: str = ""
    since: int | None = None
    spellings: frozenset[str] = frozenset()
    lone: str = ""


class _Votes(Struct):
    """The votes for one long form: papers of the corpus, and the weight of the shipped counts."""

    words: tuple[str, ...]
    said: list[Said]
    world: float = 0.0

    @property
    def papers(self) -> set[str]:
        return {one.paper for one in self.said}

    @property
    def weight(self) -> float:
        return len(self.papers) + self.world


class Senses:
    """The senses of all abbreviations of a corpus, each found once when asked for."""

    def __init__(
        self, said: Sequence[Said], clusters: Clusters, world: Mapping[str, Sequence[World]], names: Names
    ) -> None:
        self._clusters, self._world, self._names = clusters, world, names
        self._by_key: dict[tuple[str, str], list[Said]] = {}
        self._by_spelling: dict[tuple[str, str], list[Said]] = {}
        self._bare: dict[tuple[str, str], set[str]] = {}
        self._named: dict[str, set[str]] = {}
        self._found: dict[tuple[str, str], Sense | None] = {}
        for one in said:
            self._bare.setdefault((one.key, one.type), set()).add(one.paper)
            self._named.setdefault(one.paper, set()).add(one.key)
            for key, spelling in one.shorts:
                self._by_key.setdefault((key, one.type), []).append(one)
                if not short_key(spelling).isupper():
                    self._by_spelling.setdefault((short_key(spelling), one.type), []).append(one)

    def refusal(self, one: Said, sense: Sense) -> str:
        """Return why this entity is not what the others mean by the abbreviation, or an empty text."""
        if sense.head is None:
            return sense.why
        short = short_key(one.name)
        if short not in ({s.upper() for s in sense.spellings} if short.isupper() else sense.spellings):
            return "spelled otherwise than the abbreviation"
        if one.entity.role == "proposed":
            return "proposed by its paper under this name"
        if sense.since is not None and one.year is not None and one.year < sense.since - 1:
            return f"used in {one.year}, before it was coined in {sense.since}"
        if sense.lone and not self._share(one, sense):
            return "coined by one paper, which has no other name in common with this one"
        return ""

    def _share(self, one: Said, sense: Sense) -> bool:
        """Return whether the paper of `one` and the only other paper have another, not too common name in common."""
        if len(self._named) <= FEW_PAPERS or not short_key(one.name).isupper():
            return True
        limit = len(self._named) // 40
        both = self._named[one.paper] & self._named[sense.lone] - {one.key, sense.best}
        return any(len(self._clusters.atoms[key].papers) < limit for key in both)

    def of(self, one: Said) -> Sense | None:
        """Return what `one` means as an abbreviation, or None where nothing is known of it."""
        place = (short_key(one.name), one.type)
        if place not in self._found:
            self._found[place] = self._find(one)
        return self._found[place]

    def _find(self, one: Said) -> Sense | None:
        short = short_key(one.name)
        said: list[Said] = []
        for label in (one.type, _KIN.get(one.type, "")):
            said = said or self._by_spelling.get((short, label)) or self._by_key.get((one.key, label)) or []
        world = self._world.get(short, ()) if is_short(one.name) else ()
        votes = self._count(said, world, one.type)
        return self._choose(votes, one, short) if votes else None

    def _total(self, votes: Mapping[str, _Votes], short: str) -> float:
        """Return the weight of all votes, with those of the shipped counts that are for rare long forms."""
        world = self._world.get(short, ())
        rare = max(0, world[0].spelled_out - sum(known.papers for known in world)) if world else 0
        return sum(v.weight for v in votes.values()) + (rare * _weigh(world) if rare else 0.0)

    def _count(self, said: Iterable[Said], world: Sequence[World], label: str) -> dict[str, _Votes]:
        """Return the votes by the cluster of the long form, or its key where no paper names it."""
        votes: dict[str, _Votes] = {}
        for one in said:
            head = self._clusters.head(one.key)
            votes.setdefault(head, _Votes(self._clusters.atoms[head].words, [])).said.append(one)
        if world:
            weight = _weigh(world)
            for known in world:
                head = self._place(known, label, votes)
                if head:
                    votes.setdefault(head, _Votes(self._names.words(known.long), [])).world += known.papers * weight
        return votes

    def _place(self, known: World, label: str, votes: Mapping[str, _Votes]) -> str:
        """Return which of `votes` a shipped long form is for, or a new one; empty where it is of another type."""
        key = self._names.key(known.long)
        atom = self._clusters.atoms.get(key)
        if atom is not None and atom.type not in (label, _KIN.get(label)):
            return ""
        head = key if atom is None else self._clusters.head(key)
        if head in votes:
            return head
        words = self._names.words(known.long)
        return next((other for other in sorted(votes) if alike(words, votes[other].words)), head)

    def _choose(self, votes: Mapping[str, _Votes], one: Said, short: str) -> Sense:
        """Return the long form that prevails, or none where they disagree or are too few."""
        best = min(votes, key=lambda head: (-votes[head].weight, head))
        own, total = votes[best], self._total(votes, short)
        papers, score = tuple(sorted(own.papers)), round(own.weight / (total + 0.25), 3)
        rule = "abbreviation as most papers spell it out" if papers else "abbreviation as most papers elsewhere use it"
        why = self._doubt(own, best, total, one)
        if why:
            return Sense(None, score, best, rule, papers, why)
        coined = bool(own.said) and all(witness.entity.role == "proposed" for witness in own.said)
        years = [witness.year for witness in own.said if witness.year is not None]
        spellings = {short_key(spelling) for witness in own.said for _, spelling in witness.shorts}
        return Sense(
            best, score, best, rule, papers,
            since=min(years) if coined and years else None,
            spellings=frozenset(spellings | {short} if own.world else spellings),
            lone=papers[0] if coined and len(papers) == 1 and not own.world else "",
        )  # fmt: skip

    def _doubt(self, own: _Votes, best: str, total: float, one: Said) -> str:
        """Return why the best long form decides nothing, or an empty text."""
        count, bare = len(own.papers), len(self._bare.get((one.key, one.type), ()))
        if own.weight < (PREVAILS if count else ALONE) * total:
            return f"ambiguous: the commonest long form has {own.weight / total:.0%} of the evidence"
        if best not in self._clusters.atoms:
            return "no paper here names what most papers elsewhere mean by it"
        if not own.world and count < WITNESSES * bare:
            return f"spelled out by only {count} papers and used bare by {bare}"
        return ""


def _weigh(world: Sequence[World]) -> float:
    """Return what one paper of the shipped counts of an abbreviation weighs."""
    return min(1.0, WORLD_WEIGHT / world[0].spelled_out)
