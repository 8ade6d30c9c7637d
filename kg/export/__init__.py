"""Exports: one module for each format, and readers for graphs that other tools wrote."""

from kg.export.export import export_graph
from kg.export.formats import ResolvedExtractions
from kg.export.read import read_graph
from kg.export.registry import FORMATS

__all__ = ["FORMATS", "ResolvedExtractions", "export_graph", "read_graph"]
