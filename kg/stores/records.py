"""Nodes as the records that the embedded engine loads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kg.model import Node, Value
from kg.stores import dialect


def node_records(nodes: Iterable[Node]) -> dict[str, Any]:
    """Return the nodes as the engine's own spec, one list of records for each label and kinds of values.

    The engine stores a list of records as columns of one kind each, so records whose values differ in kind are apart.
    """
    names: dict[str, str] = {}
    by_label: dict[str, list[dict[str, Value]]] = {}
    for node in nodes:
        by_label.setdefault(node.label, []).append(_record(node.properties, names))
    return {
        "nodes": [
            {"type": label, "id_field": "key", "records": group}
            for label, records in sorted(by_label.items())
            for group in _by_kind(records)
        ]
    }


def _record(properties: Mapping[str, Value], names: dict[str, str]) -> dict[str, Value]:
    record = {}
    for name, value in properties.items():
        if name not in names:
            names[name] = dialect.encode(name)
        record[names[name]] = value
    return record


def _by_kind(records: list[dict[str, Value]]) -> Iterable[list[dict[str, Value]]]:
    kinds: dict[str, type] = {}
    mixed = set()
    for record in records:
        for name, value in record.items():
            if kinds.setdefault(name, type(value)) is not type(value):
                mixed.add(name)
    if not mixed:
        return [records]
    order = sorted(mixed)
    groups: dict[tuple[str, ...], list[dict[str, Value]]] = {}
    for record in records:
        kind = tuple(type(record[name]).__name__ if name in record else "" for name in order)
        groups.setdefault(kind, []).append(record)
    return groups.values()
