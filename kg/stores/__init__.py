"""Where a graph lives: in memory, in one file, in Neo4j, or as a directory of plain files."""

from kg.stores.completion import find_completions
from kg.stores.contract import Progress, Store
from kg.stores.directory import Contents, GraphDirectory, Manifest, StoredExtraction, text_hash
from kg.stores.embedded import EmbeddedStore
from kg.stores.memory import MemoryStore
from kg.stores.neo4j import Neo4jStore
from kg.stores.network import from_networkx, to_networkx

__all__ = [
    "Contents",
    "EmbeddedStore",
    "GraphDirectory",
    "Manifest",
    "MemoryStore",
    "Neo4jStore",
    "Progress",
    "Store",
    "StoredExtraction",
    "find_completions",
    "from_networkx",
    "text_hash",
    "to_networkx",
]
