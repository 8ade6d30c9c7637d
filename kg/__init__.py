"""A typed knowledge graph of methods, datasets and tasks from paper abstracts.

    documents = kg.read("papers.csv")
    graph = kg.build(documents)
    rows = graph.query("MATCH (p:Paper)-[:PROPOSES]->(m:Method) RETURN p.name, m.name")
    graph.view("graph.html")
    graph.save("graph")

Every name is loaded when it is first used, so `import kg` is quick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kg.api.functions import build as build
    from kg.api.functions import open_graph as open
    from kg.api.functions import read as read
    from kg.api.graph import KnowledgeGraph as KnowledgeGraph
    from kg.api.graph import LoadOptions as LoadOptions
    from kg.errors import ConfigError as ConfigError
    from kg.errors import GraphError as GraphError
    from kg.errors import InputError as InputError
    from kg.errors import KgError as KgError
    from kg.errors import MissingDependency as MissingDependency
    from kg.errors import ModelError as ModelError
    from kg.errors import QueryError as QueryError
    from kg.errors import QueryTimeout as QueryTimeout
    from kg.errors import StoreError as StoreError
    from kg.errors import StoreUnavailable as StoreUnavailable
    from kg.extract import Extractor as Extractor
    from kg.model import Document as Document
    from kg.model import Edge as Edge
    from kg.model import Entity as Entity
    from kg.model import Extraction as Extraction
    from kg.model import Graph as Graph
    from kg.model import Node as Node
    from kg.model import Relation as Relation
    from kg.model import Result as Result
    from kg.model import Rows as Rows
    from kg.model import Source as Source
    from kg.model import Span as Span
    from kg.view import ViewOptions as ViewOptions

__version__ = "0.1.0"

_HOMES: dict[str, tuple[str, ...]] = {
    "kg.api.functions": ("build", "read"),
    "kg.api.graph": ("KnowledgeGraph", "LoadOptions"),
    "kg.errors": (
        "ConfigError",
        "GraphError",
        "InputError",
        "KgError",
        "MissingDependency",
        "ModelError",
        "QueryError",
        "QueryTimeout",
        "StoreError",
        "StoreUnavailable",
    ),
    "kg.extract": ("Extractor",),
    "kg.model": (
        "Document",
        "Edge",
        "Entity",
        "Extraction",
        "Graph",
        "Node",
        "Relation",
        "Result",
        "Rows",
        "Source",
        "Span",
    ),
    "kg.view": ("ViewOptions",),
}
"""Module → the public names that live in it."""

__all__ = [  # noqa: PLE0604 - the names are those of the table above
    "__version__",
    "open",
    *(name for names in _HOMES.values() for name in names),
]


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used."""
    from importlib import import_module

    if name == "open":
        return import_module("kg.api.functions").open_graph
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module 'kg' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
