"""From what the papers say to one cluster for each thing, with the reason for every step.

1. An entity goes by its fullest name in its paper (`kg.resolve.said`).
2. The shipped list says what undisputed short names mean.
3. Names of one spelling key are one atom; atoms are joined by the rules of `kg.resolve.cluster`.
4. An abbreviation that its paper does not spell out takes the long form that most papers give it, here and in the
   shipped counts, unless that is ambiguous or the paper proposes something of that name (`kg.resolve.senses`).

The user's rulings go before all of these (`kg.resolve.rulings`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from msgspec import Struct
from msgspec.structs import replace

from kg.model import Ruling
from kg.resolve.abbreviations import World, read_world
from kg.resolve.cluster import Clusters, Pair, find_inflections, find_long_forms, make_atoms
from kg.resolve.names import Names
from kg.resolve.rulings import Rulings
from kg.resolve.said import Said, count_definitions
from kg.resolve.senses import Senses
from kg.resolve.synonyms import Synonym, index_synonyms, read_synonyms


class Naming(Struct, frozen=True):
    """`heads[i]` is the cluster of the i-th entity; `joined` and `refused` say why names went together or did not."""

    said: tuple[Said, ...]
    heads: tuple[str, ...]
    joined: tuple[Pair, ...]
    refused: tuple[Pair, ...]
    names_of: dict[str, str]


OWN_WORD = "spelled out in the paper itself"
"""The rule of a short and a long form that these papers give as one thing; elsewhere the short one may be another."""


class Known(Struct, frozen=True):
    """What is known before any paper is read: undisputed synonyms, counts of abbreviations, and the user's rulings."""

    synonyms: tuple[Synonym, ...] = ()
    world: Mapping[str, tuple[World, ...]] = {}
    rulings: tuple[Ruling, ...] = ()


def read_known(rulings: Sequence[Ruling] = ()) -> Known:
    """Return what ships with this package, and the user's rulings."""
    return Known(read_synonyms(), read_world(), tuple(rulings))


def resolve_names(said: Sequence[Said], known: Known, names: Names) -> Naming:
    """Return one cluster for each thing that `said` names."""
    rulings = Rulings(known.rulings, names)
    listed, synonyms = _apply_synonyms(rulings.split(said), known.synonyms, names, rulings)
    atoms = make_atoms(listed, names)
    clusters = Clusters(atoms)
    same, apart = rulings.pairs(listed, atoms)
    clusters.keep_apart(apart)
    clusters.force(same)
    definitions = count_definitions(listed)
    clusters.join_all([*find_inflections(atoms, names), *find_long_forms(atoms, definitions)])
    ruled = {key for pair in same for key in (pair.a, pair.b)}
    senses = Senses(listed, clusters, known.world, names)
    heads, expanded, doubtful = _expand_abbreviations(listed, clusters, senses, ruled)
    names_of = {key: spelling for one in reversed(listed) for key, spelling in one.shorts}
    names_of |= {names.key(synonym.long): synonym.long for synonym in known.synonyms}
    names_of |= {atom.key: atom.name for atom in make_atoms(rulings.split(said), names).values()}
    own = [
        Pair(0.98, short, long, OWN_WORD, tuple(sorted(papers)))
        for short, longs in definitions.items()
        for long, papers in longs.items()
    ]
    joined = sorted({*own, *synonyms, *clusters.joined, *expanded})
    refused = sorted({*clusters.refused, *doubtful})
    return Naming(tuple(listed), tuple(heads), tuple(joined), tuple(refused), names_of)


def _apply_synonyms(
    said: Sequence[Said], synonyms: Sequence[Synonym], names: Names, rulings: Rulings
) -> tuple[list[Said], list[Pair]]:
    index = index_synonyms(synonyms, names)
    out: list[Said] = []
    papers: dict[tuple[str, str], set[str]] = {}
    for one in said:
        match = next((s for s in index.get(one.key, ()) if not s.types or one.type in s.types), None)
        key = names.key(match.long) if match else ""
        if match is None or rulings.forbid(one.key, key, one.type):
            out.append(one)
            continue
        papers.setdefault((one.key, key), set()).add(one.paper)
        out.append(replace(one, key=key, name=match.long))
    return out, [Pair(0.99, a, b, "known synonym", tuple(sorted(p))) for (a, b), p in papers.items()]


def _expand_abbreviations(
    said: Sequence[Said], clusters: Clusters, senses: Senses, ruled: Set[str]
) -> tuple[list[str], list[Pair], list[Pair]]:
    """Return the cluster of each entity, abbreviations in their long form's, and the pairs joined and refused so.

    What the user has `ruled` to be the same as something is left where it is.
    """
    heads: list[str] = []
    joined: dict[tuple[str, str], Pair] = {}
    refused: dict[tuple[str, str], Pair] = {}
    for one in said:
        head = clusters.head(one.key)
        sense = None if one.key in ruled else senses.of(one)
        if sense is not None and sense.best not in (one.key, head):
            why = senses.refusal(one, sense)
            if sense.best in clusters.atoms:
                why = why or clusters.forbidden(one.key, sense.best)
                log = refused if why else joined
                log[one.key, sense.best] = Pair(sense.score, one.key, sense.best, sense.rule, sense.papers, why)
            head = head if why or sense.head is None else sense.head
        heads.append(head)
    return heads, list(joined.values()), list(refused.values())
