"""Clusters: the surest first, no chains, the same in any order."""

from __future__ import annotations

from itertools import permutations

from kg.resolve.cluster import Atom, Clusters, Pair, veto
from kg.resolve.names import Names


def atom(name: str, *papers: str, label: str = "Method") -> Atom:
    names = Names()
    return Atom(names.key(name), name, frozenset(papers), label, names.words(name))


def test_a_weak_link_does_not_chain_what_a_paper_keeps_apart() -> None:
    one, two, three = atom("foo", "p1", "p2"), atom("bar", "p3"), atom("baz", "p1")
    atoms = {a.key: a for a in (one, two, three)}
    pairs = [Pair(0.9, "bar", "foo", "rule"), Pair(0.8, "bar", "baz", "rule")]
    for order in permutations(pairs):
        clusters = Clusters(atoms)
        clusters.join_all(order)
        assert clusters.head("bar") == clusters.head("foo") == "foo"
        assert clusters.head("baz") == "baz"
        assert clusters.joined == [pairs[0]]
        assert [p.veto for p in clusters.refused] == ["named as two things in 1 of their papers"]


def test_the_name_of_most_papers_heads_a_cluster() -> None:
    atoms = {a.key: a for a in (atom("bar", "p1"), atom("foo", "p2", "p3"))}
    clusters = Clusters(atoms)
    clusters.join_all([Pair(0.9, "bar", "foo", "rule")])
    assert clusters.head("bar") == "foo"
    assert clusters.members("bar") == ["foo", "bar"]


def test_vetoes() -> None:
    assert veto(atom("Foo 2", "p"), atom("Foo 3", "q")) == "another version, size or number"
    assert veto(atom("local search", "p"), atom("global search", "q")) == "opposed words: local and global"
    assert veto(atom("convex cost", "p"), atom("nonconvex cost", "q")) == "opposed words: convex and nonconvex"
    assert veto(atom("biased walk", "p"), atom("unbiased walk", "q")) == "one name negates the other"
    assert veto(atom("foo", "p", "q"), atom("bar", "q")) == "named as two things in 1 of their papers"
    assert veto(atom("foo walk", "p"), atom("foo walks model", "q")) == ""
