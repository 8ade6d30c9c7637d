"""What the Neo4j driver returns, as plain values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from kg.model import LABELS
from kg.stores.values import HIDDEN, iso_duration, plain_scalar


def visible(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return the properties without our bookkeeping."""
    return {name: value for name, value in sorted(properties.items()) if not name.startswith(HIDDEN)}


def pick_label(labels: Iterable[str]) -> str:
    """Return the label of a node that a load wrote: one of ours where a user has added others."""
    found = sorted(labels)
    ours = [label for label in found if label in LABELS]
    return (ours or found or [""])[0]


def plain_rows(
    rows: Sequence[Sequence[Any]], read_keys: Callable[[list[str]], Mapping[str, str]]
) -> tuple[tuple[Any, ...], ...]:
    """Return the driver's rows as `kg.model.Rows` holds them.

    The driver gives the ends of a relationship by their ids only; `read_keys` turns those into node keys.
    """
    from neo4j.graph import Relationship

    keys: dict[str, str] = {}
    missing: dict[str, None] = {}
    for value in _leaves(rows):
        if isinstance(value, Relationship):
            missing.update((end.element_id, None) for end in value.nodes if end is not None)
    if missing:
        keys.update(read_keys(list(missing)))
    return tuple(tuple(_plain(value, keys) for value in row) for row in rows)


def _leaves(value: Any) -> Iterable[Any]:
    from neo4j.graph import Path

    if isinstance(value, list | tuple) and not hasattr(value, "iso_format") and not hasattr(value, "srid"):
        for item in value:
            yield from _leaves(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _leaves(item)
    elif isinstance(value, Path):
        yield from value.relationships
    else:
        yield value


def _plain(value: Any, keys: Mapping[str, str]) -> Any:  # noqa: PLR0911 - one line for each kind of value
    from neo4j import graph, spatial, time

    if isinstance(value, graph.Node):
        return {"label": pick_label(value.labels), "key": value.get("key"), "properties": _plain(visible(value), keys)}
    if isinstance(value, graph.Relationship):
        source, target = (None if end is None else keys.get(end.element_id) for end in value.nodes)
        return {"type": value.type, "source": source, "target": target, "properties": _plain(visible(value), keys)}
    if isinstance(value, graph.Path):
        return {"nodes": _plain(list(value.nodes), keys), "edges": _plain(list(value.relationships), keys)}
    if isinstance(value, time.Duration):
        return iso_duration(value.months, value.days, value.seconds, value.nanoseconds)
    if isinstance(value, time.Date | time.Time | time.DateTime):
        return value.to_native().isoformat()
    if isinstance(value, spatial.Point):
        return {"srid": value.srid, "coordinates": [float(v) for v in value]}
    if isinstance(value, list | tuple):
        return [_plain(v, keys) for v in value]
    if isinstance(value, dict):
        return {name: _plain(v, keys) for name, v in value.items() if not name.startswith(HIDDEN)}
    return plain_scalar(value)
