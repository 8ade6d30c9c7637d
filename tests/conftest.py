"""Fixtures that several test folders share."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.neo4j.server import Address, Server, Unavailable

SHARED = Path(__file__).parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with the project's test material, beside the checkout. Skips where it is not there."""
    if not SHARED.is_dir():
        pytest.skip("the test material (../shared) is not on this machine")
    return SHARED


@pytest.fixture(scope="session")
def neo4j_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Address]:
    """A real Neo4j server: the one of KG_TEST_NEO4J_URI, else one started for this run. Fails, not skips, in CI."""
    uri = os.environ.get("KG_TEST_NEO4J_URI")
    if uri:
        user = os.environ.get("KG_TEST_NEO4J_USER", "neo4j")
        yield Address(uri, user, os.environ.get("KG_TEST_NEO4J_PASSWORD", ""))
        return
    try:
        server = Server(tmp_path_factory.mktemp("neo4j"), secrets.token_hex(12))
    except Unavailable as error:
        if os.environ.get("CI", "").lower() in ("1", "true"):
            pytest.fail(f"no Neo4j server for the tests: {error}")
        pytest.skip(f"no Neo4j server for the tests: {error}")
    try:
        yield server.address
    finally:
        server.stop()
