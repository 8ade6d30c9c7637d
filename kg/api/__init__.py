"""The Python interface: what `import kg` offers, and what the command line is made of."""

from kg.api.functions import build, open_graph, read
from kg.api.graph import KnowledgeGraph, LoadOptions
from kg.pipeline.build import BuildOptions
from kg.pipeline.diff import GraphDiff
from kg.pipeline.directory import BuildSummary, build_directory
from kg.pipeline.extraction import extract_records
from kg.pipeline.rulings import read_rulings
from kg.pipeline.stats import Stats

__all__ = [
    "BuildOptions",
    "BuildSummary",
    "GraphDiff",
    "KnowledgeGraph",
    "LoadOptions",
    "Stats",
    "build",
    "build_directory",
    "extract_records",
    "open_graph",
    "read",
    "read_rulings",
]
