"""What a view shows: the options, and the places where a paper's text names a node."""

from __future__ import annotations

from msgspec import Struct

from kg.errors import ConfigError, unknown_choice
from kg.model import LABELS
from kg.model.extraction import Field

MOST_NODES = 10_000
"""More than this no browser draws smoothly (31 frames a second were measured at 10,000)."""


class Annotation(Struct, frozen=True, order=True):
    """A mention: characters `start` to `end` of the paper's original `field` name the node with key `node`."""

    field: Field
    start: int
    end: int
    node: str


class ViewOptions(Struct, frozen=True, kw_only=True):
    """Which part of a graph a view shows. Raises `ConfigError` for a value that is not valid.

    `max_nodes` caps the nodes that are drawn, the most important first. `focus` (a key, name or alias) shows
    what lies within `depth` edges of it; `keys` (of a query's rows) shows exactly these nodes; `types` (labels) and
    `years` (first and last, both included) keep only such nodes; `min_support` asks for so many papers of
    each thing and each relation between things; `min_confidence` is that of an edge or result, 0 to 1.
    """

    max_nodes: int = 600
    focus: str | None = None
    depth: int = 1
    types: tuple[str, ...] = ()
    years: tuple[int, int] | None = None
    min_support: int = 1
    min_confidence: float = 0.0
    keys: tuple[str, ...] | None = None
    title: str | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.max_nodes <= MOST_NODES:
            raise ConfigError(f"A view of {self.max_nodes} nodes is not possible. Choose from 1 to {MOST_NODES:,}.")
        if self.depth < 0:
            raise ConfigError(f"A depth of {self.depth} is not possible. Choose 0 (the focus alone) or more.")
        if self.min_support < 1:
            raise ConfigError(f"A minimum support of {self.min_support} is not possible. Choose 1 or more papers.")
        if not 0.0 <= self.min_confidence <= 1.0:
            raise ConfigError(f"A minimum confidence of {self.min_confidence} is not possible. Choose from 0 to 1.")
        if self.years is not None and self.years[0] > self.years[1]:
            raise ConfigError(
                f"The years {self.years[0]} to {self.years[1]} run backwards. Give the earlier one first."
            )
        for label in self.types:
            if label not in LABELS:
                raise ConfigError(unknown_choice("node type", label, LABELS))
