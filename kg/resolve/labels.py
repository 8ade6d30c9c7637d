"""What a cluster becomes: its label or labels, its display name, and the counts behind them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kg.model import ENTITY_TYPES, EntityType
from kg.resolve.keys import digest, thing_key
from kg.resolve.names import Names, abbreviates, is_short
from kg.resolve.said import Said

SHARE = 0.8
"""Share of a name's papers that must give it one type for it to be one node."""

FAR_MORE = 5
"""How many times more papers must use the short form than the long one for it to be the display name."""


def choose_labels(said: Iterable[Said]) -> dict[EntityType, EntityType]:
    """Return type given by a paper → final label: one where at least 80 % of the papers give it, else each its own."""
    types: dict[str, set[EntityType]] = {}
    for one in said:
        types.setdefault(one.paper, set()).add(one.type)
    weight = {label: sum(label in given for given in types.values()) for label in ENTITY_TYPES}
    order = sorted((t for t in ENTITY_TYPES if weight[t]), key=lambda label: -weight[label])
    if weight[order[0]] >= SHARE * len(types):
        return dict.fromkeys(order, order[0])
    return {label: label for label in order}


def count_aliases(said: Iterable[Said]) -> dict[str, int]:
    """Return every surface form → in how many papers it names the thing."""
    papers: dict[str, set[str]] = {}
    for one in said:
        for form in {one.entity.name, *one.entity.mentions}:
            if form.strip():
                papers.setdefault(form, set()).add(one.paper)
    return {form: len(found) for form, found in sorted(papers.items())}


def choose_name(said: Sequence[Said], names: Names) -> str:
    """Return the display name: the long form that most papers use, unless the short is far more common.

    Of one form's spellings, the one that most papers choose as the name.
    """
    chosen: dict[str, set[str]] = {}
    spelled: dict[str, dict[str, set[str]]] = {}
    used: dict[str, set[str]] = {}
    for one in said:
        forms = {one.entity.name, *one.entity.mentions}
        own = {one.name, one.entity.name} & forms - {""}
        for form in own:
            chosen.setdefault(names.key(form), set()).add(one.paper)
            spelled.setdefault(names.key(form), {}).setdefault(form, set()).add(one.paper)
        for form in forms:
            used.setdefault(names.key(form), set()).add(one.paper)
    key = _choose_form(chosen, used, spelled)
    return min(spelled[key], key=lambda form: (-len(spelled[key][form]), *_plainness(form)))


def _choose_form(
    chosen: Mapping[str, set[str]], used: Mapping[str, set[str]], spelled: Mapping[str, Mapping[str, set[str]]]
) -> str:
    def rank(key: str) -> tuple[int, int, str]:
        return (-len(chosen[key]), len(key), key)

    shorts = [form for key in chosen for form in spelled[key] if is_short(form)]
    longs = [k for k in chosen if any(abbreviates(short, form) for short in shorts for form in spelled[k])]
    if not longs:
        return min(chosen, key=rank)
    long = min(longs, key=rank)
    others = [key for key in chosen if key not in longs]
    short = min(others, key=lambda key: (-len(used[key]), key), default=long)
    return short if len(used[short]) >= FAR_MORE * len(used[long]) else long


def _plainness(form: str) -> tuple[int, int, str]:
    """Rank spellings that equally many papers choose: phrases with few capitals, single words with many."""
    capitals = sum(c.isupper() for c in form)
    return (capitals if len(form.split()) > 1 else -capitals, len(form), form)


def assign_keys(clusters: Mapping[str, tuple[str, Iterable[EntityType], int]]) -> dict[tuple[str, EntityType], str]:
    """Return (cluster, label) → node key. `clusters` holds the display name, labels and number of papers of each.

    Where two things of one label have the same slug, the one of fewer papers ends in a hash of its cluster.
    """
    order = sorted(clusters, key=lambda head: (-clusters[head][2], head))
    out: dict[tuple[str, EntityType], str] = {}
    taken: set[str] = set()
    for head in order:
        name, labels, _ = clusters[head]
        for label in labels:
            key = thing_key(label, name)
            key = f"{key}-{digest(head)}" if key in taken else key
            taken.add(key)
            out[head, label] = key
    return out
