"""What reaches the terminal: UTF-8 streams, single safe lines, and progress on stderr."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING, Any, TypeVar

from kg.errors import InputError

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

T = TypeVar("T")
_PATIENCE = 1.0
"""Seconds that a step may take before a progress bar appears."""


def prepare_streams() -> None:
    """Make stdout and stderr UTF-8 whatever the locale says; what cannot be encoded is escaped, never an error."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")


def silence_stdout() -> None:
    """Point stdout nowhere, so that the interpreter does not complain about a closed pipe when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def one_line(text: str) -> str:
    """Return `text` as one line without control characters, which could drive the terminal.

    >>> one_line("a\\n  b\\x1b[31m")
    'a b\\\\x1b[31m'
    """
    line = " ".join(text.split())
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in line)


def fail(message: str, code: int) -> int:
    """Write one error line on stderr and return `code`."""
    write_error(f"error: {one_line(message)}")
    return code


def warn(message: str) -> None:
    """Write one warning line on stderr."""
    write_error(f"warning: {one_line(message)}")


def write_error(line: str) -> None:
    """Write `line` on stderr; a closed stderr is nobody's fault."""
    try:
        sys.stderr.write(line + "\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        return


class Reporter:
    """Progress and skipped records of one command, on stderr: bars only on a terminal and never with `quiet`."""

    def __init__(self, quiet: bool = False) -> None:
        self._shown = not quiet and sys.stderr.isatty()
        self._bar: Bar | None = None

    def problem(self, error: InputError) -> None:
        """Report one record that was skipped, or kept after a repair."""
        from kg.readers import Repaired

        line = f"{'note' if isinstance(error, Repaired) else 'skipped'}: {one_line(str(error))}"
        if self._bar is None:
            write_error(line)
        else:
            self._bar.console.print(line, markup=False, highlight=False, soft_wrap=True)

    def track(self, items: Iterable[T], label: str, total: int | None = None) -> Iterator[T]:
        """Yield `items`, with a bar named `label` once they take longer than a second."""
        if not self._shown:
            yield from items
            return
        started = time.monotonic()
        done = 0
        task: Any = None
        try:
            for item in items:
                yield item
                done += 1
                if self._bar is None and time.monotonic() - started > _PATIENCE:
                    self._bar = self._start()
                    task = self._bar.add_task(label, total=total)
                if task is not None and self._bar is not None:
                    self._bar.update(task, completed=done)
        finally:
            if task is not None and self._bar is not None:
                self._bar.stop()
                self._bar = None

    @contextmanager
    def step(self, label: str) -> Iterator[None]:
        """Show a moving sign named `label` while a step of unknown length runs, once it takes longer than a second."""
        if not self._shown:
            yield
            return
        timer = Timer(_PATIENCE, self._show, (label,))
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            if self._bar is not None:
                self._bar.stop()
                self._bar = None

    def _show(self, label: str) -> None:
        self._bar = self._start()
        self._bar.add_task(label, total=None)

    @contextmanager
    def count(self, label: str) -> Iterator[Callable[[int, int], None] | None]:
        """Give a function that is called with (done, total); None when nothing is shown."""
        if not self._shown:
            yield None
            return
        bar = self._bar = self._start()
        task = bar.add_task(label, total=None)
        try:
            yield lambda done, total: bar.update(task, completed=done, total=total)
        finally:
            bar.stop()
            self._bar = None

    @staticmethod
    def _start() -> Bar:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        bar = Progress(*columns, console=Console(stderr=True), transient=True)
        bar.start()
        return bar
