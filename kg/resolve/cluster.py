"""Clusters: which names are one thing, by named rules with scores, vetoes and no chains.

Every rule proposes pairs inside a block (names that share a key), so the cost grows with the names, never with
their square. The surest pairs are joined first; a pair is refused when any name of the one cluster is kept apart
from any name of the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher

from msgspec import Struct

from kg.resolve.names import Names, same_but_ending, similarity, versions
from kg.resolve.said import Said
from kg.resolve.vocabulary import OPPOSED

BLOCK_LIMIT = 40
"""Most names of one abbreviation that are compared pairwise, those of most papers first."""

CHECK_LIMIT = 12
"""Most names of a cluster (those of most papers) against which a new one is checked."""


class Atom(Struct):
    """All entities of one spelling key: the papers that name it, by type, and its commonest spelling."""

    key: str
    name: str
    papers: frozenset[str]
    type: str
    words: tuple[str, ...]


class Pair(Struct, frozen=True, order=True):
    """A proposal that two spelling keys are one thing. `veto` says why it was refused, empty when it was not."""

    score: float
    a: str
    b: str
    rule: str
    papers: tuple[str, ...] = ()
    veto: str = ""


def make_atoms(said: Iterable[Said], names: Names) -> dict[str, Atom]:
    """Return the atoms of all names, by spelling key."""
    spelled: dict[str, dict[str, int]] = {}
    papers: dict[str, dict[str, set[str]]] = {}
    for one in said:
        counts = spelled.setdefault(one.key, {})
        counts[one.name] = counts.get(one.name, 0) + 1
        papers.setdefault(one.key, {}).setdefault(one.type, set()).add(one.paper)
    atoms: dict[str, Atom] = {}
    for key in sorted(spelled):
        name = min(spelled[key], key=lambda n: (-spelled[key][n], n))
        by_type = papers[key]
        label = min(by_type, key=lambda t: (-len(by_type[t]), t))
        atoms[key] = Atom(key, name, frozenset().union(*by_type.values()), label, names.words(name))
    return atoms


def find_inflections(atoms: Mapping[str, Atom], names: Names) -> Iterator[Pair]:
    """Yield pairs of one type that differ in inflection or in a last word that says only the type."""
    blocks: dict[tuple[str, str], list[Atom]] = {}
    for atom in atoms.values():
        blocks.setdefault((atom.type, names.soft_key(atom.name, atom.type)), []).append(atom)
    for block in blocks.values():
        head, *rest = sorted(block, key=_weight)
        for atom in rest:
            a, b = sorted((head.key, atom.key))
            yield Pair(_closeness(head, atom), a, b, "inflection or type word", tuple(sorted(atom.papers)))


def _closeness(a: Atom, b: Atom) -> float:
    """Return the score of two inflections: more the fewer letters of the words that only one of them has differ."""
    left, right = ("".join(word for word in x.words if word not in y.words) for x, y in ((a, b), (b, a)))
    if not left or not right:
        return 0.95
    return round(0.75 + 0.2 * SequenceMatcher(None, left, right, autojunk=False).ratio(), 3)


def find_long_forms(atoms: Mapping[str, Atom], definitions: Mapping[str, Mapping[str, set[str]]]) -> Iterator[Pair]:
    """Yield pairs of long forms that share an abbreviation and most of their words."""
    for short, longs in definitions.items():
        block = sorted((atoms[key] for key in longs if key in atoms), key=_weight)[:BLOCK_LIMIT]
        for place, a in enumerate(block):
            for b in block[place + 1 :]:
                score = similarity(a.words, b.words)
                if a.type == b.type and alike(a.words, b.words):
                    papers = longs[a.key] | longs[b.key]
                    rule = f"long forms of one abbreviation ({short})"
                    left, right = sorted((a.key, b.key))
                    yield Pair(round(0.5 + 0.45 * score, 3), left, right, rule, tuple(sorted(papers)))


def alike(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    """Return whether two long forms of one abbreviation are spellings of one."""
    return similarity(a, b) >= 0.5 and same_but_ending(a, b)


def _weight(atom: Atom) -> tuple[int, str]:
    return (-len(atom.papers), atom.key)


def veto(a: Atom, b: Atom) -> str:
    """Return why two names can't be one thing, or an empty text."""
    if versions(a.words) != versions(b.words):
        return "another version, size or number"
    left, right = set(a.words) - set(b.words), set(b.words) - set(a.words)
    for group in OPPOSED:
        if left & group and right & group:
            return f"opposed words: {min(left & group)} and {min(right & group)}"
    for one, other in ((left, right), (right, left)):
        if any(prefix + word in other for word in one for prefix in ("un", "non", "in", "dis")):
            return "one name negates the other"
    both = a.papers & b.papers
    if len(both) * 10 >= min(len(a.papers), len(b.papers)) and both:
        return f"named as two things in {len(both)} of their papers"
    return ""


class Clusters:
    """A union of atoms in which no weak link chains two clusters that hold names kept apart."""

    def __init__(self, atoms: Mapping[str, Atom]) -> None:
        self.atoms = atoms
        self.joined: list[Pair] = []
        self.refused: list[Pair] = []
        self._head = {key: key for key in atoms}
        self._apart: dict[str, dict[str, str]] = {}
        self._members: dict[str, list[str]] = {key: [key] for key in atoms}

    def head(self, key: str) -> str:
        """Return the key that stands for the cluster of `key`."""
        return self._head[key]

    def members(self, key: str) -> list[str]:
        """Return the keys in the cluster of `key`, those of most papers first."""
        return self._members[self._head[key]]

    def force(self, pairs: Iterable[Pair]) -> None:
        """Join pairs whatever the names say, except those that are kept apart by force."""
        for pair in sorted(set(pairs)):
            if self._head[pair.a] != self._head[pair.b]:
                reason = self.forbidden(pair.a, pair.b)
                self._refuse(pair, reason) if reason else self._merge(pair)

    def keep_apart(self, pairs: Iterable[Pair]) -> None:
        """Never join the clusters of these pairs; the rule of each says why."""
        for pair in pairs:
            self._apart.setdefault(pair.a, {})[pair.b] = pair.rule
            self._apart.setdefault(pair.b, {})[pair.a] = pair.rule

    def forbidden(self, a: str, b: str) -> str:
        """Return why the clusters of two keys are kept apart by force, or an empty text."""
        others = set(self.members(b)) if self._apart else set()
        for member in self.members(a) if others else ():
            for other, rule in self._apart.get(member, {}).items():
                if other in others:
                    return rule
        return ""

    def join_all(self, pairs: Iterable[Pair]) -> None:
        """Join the pairs, the surest first; the order in which they come does not matter."""
        for pair in sorted(set(pairs), key=lambda p: (-p.score, p.a, p.b, p.rule)):
            self._join(pair)

    def _join(self, pair: Pair) -> None:
        a, b = self._head[pair.a], self._head[pair.b]
        if a == b:
            return
        reason = self.forbidden(a, b) or self._reason(a, b)
        self._refuse(pair, reason) if reason else self._merge(pair)

    def _refuse(self, pair: Pair, reason: str) -> None:
        self.refused.append(Pair(pair.score, pair.a, pair.b, pair.rule, pair.papers, reason))

    def _merge(self, pair: Pair) -> None:
        a, b = self._head[pair.a], self._head[pair.b]
        members = sorted(self._members[a] + self._members[b], key=lambda key: _weight(self.atoms[key]))
        head = members[0]
        self._members.pop(a)
        self._members.pop(b)
        self._members[head] = members
        self._head.update(dict.fromkeys(members, head))
        self.joined.append(pair)

    def _reason(self, a: str, b: str) -> str:
        for left in self._members[a][:CHECK_LIMIT]:
            for right in self._members[b][:CHECK_LIMIT]:
                reason = veto(self.atoms[left], self.atoms[right])
                if reason:
                    return reason
        return ""
