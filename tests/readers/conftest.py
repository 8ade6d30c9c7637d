"""Shared by the tests of the readers: write a file, read it, keep the problems."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kg.errors import InputError
from kg.model import Document
from kg.readers import read_documents

Read = Callable[..., tuple[list[Document], list[InputError]]]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Return a function that writes `content` to a file called `name` and reads it: (documents, problems)."""

    def write_and_read(name: str, content: str | bytes, **mapping: str) -> tuple[list[Document], list[InputError]]:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        problems: list[InputError] = []
        documents = list(read_documents(path, mapping=mapping or None, on_problem=problems.append))
        return documents, problems

    return write_and_read
