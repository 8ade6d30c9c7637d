"""The user's rulings over a corpus: which spelling keys they force together and which they keep apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from kg.model import Ruling
from kg.resolve.cluster import Atom, Pair
from kg.resolve.names import Names
from kg.resolve.said import Said

SAYS_SAME = "you said that they are the same"
SAYS_DIFFERENT = "you said that they are different"


class Rulings:
    """Rulings by spelling key. A name that only papers' mentions hold means the names of the things that they mention.

    A ruling with a type is for names whose commonest type is that one. What one paper gives as one thing stays one.
    """

    def __init__(self, rulings: Iterable[Ruling], names: Names) -> None:
        self._rulings = sorted(set(rulings))
        self._names = names
        self._split = self._find_split()
        self._wanted = {names.key(name) for ruling in self._rulings for name in (ruling.a, ruling.b)}

    def _find_split(self) -> dict[str, str]:
        """Return name as written → key of its own, for names that are kept apart although they fold to one key."""
        out: dict[str, str] = {}
        for ruling in self._rulings:
            key = self._names.key(ruling.a)
            if ruling.verdict == "different" and key == self._names.key(ruling.b):
                out |= {name: f"{key} as {name}" for name in (ruling.a, ruling.b)}
        return out

    def split(self, said: Sequence[Said]) -> list[Said]:
        """Return `said` in which spellings that are to be kept apart have keys of their own."""
        if not self._split:
            return list(said)
        return [replace(one, key=self._split[one.name]) if one.name in self._split else one for one in said]

    def forbid(self, a: str, b: str, label: str) -> bool:
        """Return whether two spelling keys are kept apart for things of type `label`."""
        return any(
            ruling.verdict == "different"
            and ruling.type in (None, label)
            and {self._names.key(ruling.a), self._names.key(ruling.b)} == {a, b}
            for ruling in (self._rulings if a in self._wanted and b in self._wanted else ())
        )

    def pairs(self, said: Iterable[Said], atoms: Mapping[str, Atom]) -> tuple[list[Pair], list[Pair]]:
        """Return the pairs of atoms that are forced together and those that are kept apart."""
        if not self._rulings:
            return [], []
        meant = self._find_meant(said)
        same: list[Pair] = []
        apart: list[Pair] = []
        for ruling in self._rulings:
            kind = same if ruling.verdict == "same" else apart
            rule = SAYS_SAME if ruling.verdict == "same" else SAYS_DIFFERENT
            for a in self._atoms(ruling.a, ruling, atoms, meant):
                for b in self._atoms(ruling.b, ruling, atoms, meant):
                    if a != b:
                        left, right = sorted((a, b))
                        papers = tuple(sorted(atoms[a].papers | atoms[b].papers))
                        kind.append(Pair(1.0, left, right, rule, papers))
        return same, apart

    def _find_meant(self, said: Iterable[Said]) -> dict[str, set[str]]:
        """Return key of a ruled name → keys of the things that papers mention by it."""
        meant: dict[str, set[str]] = {}
        for one in said:
            for form in (one.entity.name, *one.entity.mentions):
                key = self._names.key(form)
                if key in self._wanted:
                    meant.setdefault(key, set()).add(one.key)
        return meant

    def _atoms(
        self, name: str, ruling: Ruling, atoms: Mapping[str, Atom], meant: Mapping[str, set[str]]
    ) -> Iterator[str]:
        key = self._split.get(name, self._names.key(name))
        for found in [key] if key in atoms else sorted(meant.get(key, ())):
            if found in atoms and ruling.type in (None, atoms[found].type):
                yield found
