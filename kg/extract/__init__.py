"""Extraction: abstracts → entities, relations and results with evidence."""

from kg.extract.extractor import Extractor

__all__ = ["Extractor"]
