"""Readers: files of many formats to documents.

A format is one module that makes a `Format` (`kg/readers/contract.py`): its suffixes, a sniffer and a `read`, which
for record-like formats only yields dictionaries to `kg.readers.records.to_documents`. It is listed in
`kg/readers/registry.py`.
"""

from kg.readers.contract import Format, OnProblem, Repaired, Settings
from kg.readers.records import COLUMNS, TEXT_LIMIT
from kg.readers.registry import FORMATS, read_documents

__all__ = ["COLUMNS", "FORMATS", "TEXT_LIMIT", "Format", "OnProblem", "Repaired", "Settings", "read_documents"]
