"""The public names of `kg`, and that importing them is quick."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import kg

ROOT = Path(__file__).parents[1]
NAMES = [
    "ConfigError",
    "Document",
    "Edge",
    "Entity",
    "Extraction",
    "Extractor",
    "Graph",
    "GraphError",
    "InputError",
    "KgError",
    "KnowledgeGraph",
    "LoadOptions",
    "MissingDependency",
    "ModelError",
    "Node",
    "QueryError",
    "QueryTimeout",
    "Relation",
    "Result",
    "Rows",
    "Source",
    "Span",
    "StoreError",
    "StoreUnavailable",
    "ViewOptions",
    "__version__",
    "build",
    "open",
    "read",
]


def test_the_public_names_are_these() -> None:
    assert sorted(kg.__all__) == NAMES == dir(kg)


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_there_and_documented(name: str) -> None:
    value = getattr(kg, name)
    assert name == "__version__" or value.__doc__


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'biuld'"):
        kg.biuld  # noqa: B018


def test_every_error_is_a_kg_error() -> None:
    assert all(issubclass(getattr(kg, name), kg.KgError) for name in NAMES if "Error" in name)
    assert issubclass(kg.MissingDependency, kg.KgError)
    assert issubclass(kg.StoreUnavailable, kg.StoreError)
    assert issubclass(kg.QueryTimeout, kg.QueryError)


def test_a_type_checker_sees_what_runs() -> None:
    """The lazy names and the imports that only type checkers read must be the same."""
    source = (ROOT / "kg" / "__init__.py").read_text(encoding="utf-8")
    typed = {line.rpartition(" as ")[2].strip() for line in source.splitlines() if line.startswith("    from kg.")}
    assert typed == set(NAMES) - {"__version__"}


def test_errors_and_values_load_no_heavy_package() -> None:
    heavy = ("spacy", "onnxruntime", "neo4j", "kglite", "networkx", "pyvis", "torch", "pandas")
    program = f"import kg, sys; kg.KgError, kg.Document; print([m for m in {heavy!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "[]\n"
