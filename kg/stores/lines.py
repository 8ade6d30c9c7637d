"""JSON lines: values to bytes and the places of whole lines in bytes, in parts that memory holds easily."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

_LINES = 2000
_PART = 4_000_000


def encode_lines(items: Iterable[Any]) -> Iterator[bytes]:
    """Yield the items as JSON lines with sorted keys, in parts."""
    encoder = msgspec.json.Encoder(order="sorted")
    batch: list[Any] = []
    for item in items:
        batch.append(item)
        if len(batch) == _LINES:
            yield encoder.encode_lines(batch)
            batch = []
    if batch:
        yield encoder.encode_lines(batch)


def find_parts(content: bytes) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of parts of whole lines, each of about `_PART` bytes."""
    start = 0
    while start < len(content):
        end = content.find(b"\n", min(start + _PART, len(content)) - 1) + 1 or len(content)
        yield start, end
        start = end
