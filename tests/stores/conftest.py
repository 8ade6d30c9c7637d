"""The stores under test: one fixture, three parameters."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kg.stores import EmbeddedStore, MemoryStore, Neo4jStore, Store
from tests.neo4j.server import Address

KINDS = ["memory", "embedded", pytest.param("neo4j", marks=pytest.mark.neo4j)]


def connect(address: Address) -> Neo4jStore:
    return Neo4jStore(address.uri, address.user, address.password)


@pytest.fixture(scope="session")
def neo4j_session(neo4j_server: Address) -> Iterator[Neo4jStore]:
    with connect(neo4j_server) as store:
        yield store


@pytest.fixture
def neo4j_store(neo4j_session: Neo4jStore) -> Neo4jStore:
    """An empty database."""
    neo4j_session.query("MATCH (n) DETACH DELETE n", write=True)
    return neo4j_session


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store of each kind."""
    if request.param == "neo4j":
        yield request.getfixturevalue("neo4j_store")
    else:
        with MemoryStore() if request.param == "memory" else EmbeddedStore(tmp_path / "graph.kgl") as made:
            yield made
