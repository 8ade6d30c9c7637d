"""How a long step tells its caller how far it is, without printing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol, TypeVar

T = TypeVar("T")


class Progress(Protocol):
    """What a caller gives to see progress; the command line draws bars from it."""

    def track(self, items: Iterable[T], label: str, total: int | None = None) -> Iterator[T]:
        """Yield `items` unchanged while counting them towards `total` under the name `label`."""
        ...

    def step(self, label: str) -> AbstractContextManager[None]:
        """Return a context in which one step of unknown length runs."""
        ...


class Silent:
    """Progress that nobody looks at."""

    def track(self, items: Iterable[T], label: str, total: int | None = None) -> Iterator[T]:
        """Yield `items`."""
        del label, total
        return iter(items)

    def step(self, label: str) -> AbstractContextManager[None]:
        """Return a context that does nothing."""
        del label
        return nullcontext()
