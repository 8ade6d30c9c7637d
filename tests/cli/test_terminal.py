"""Progress on stderr: nothing for what is quick, nothing where nobody looks."""

from __future__ import annotations

import io
import sys
import time

import pytest

from kg.cli import terminal
from kg.cli.terminal import Reporter


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def look(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """Return what stands for stderr from now on; pytest puts its own there after the fixtures."""
    found = Screen()
    monkeypatch.setattr(sys, "stderr", found)
    monkeypatch.setattr(terminal, "_PATIENCE", 0.2)
    monkeypatch.setenv("TERM", "xterm")
    return found


def test_a_quick_step_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = look(monkeypatch)
    with Reporter().step("drawing"):
        pass
    assert list(Reporter().track([1, 2], "reading")) == [1, 2]
    assert screen.getvalue() == ""


def test_a_long_step_is_shown_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = look(monkeypatch)
    with Reporter().step("drawing"):
        time.sleep(0.8)
    assert "drawing" in screen.getvalue()


def test_an_error_ends_a_step_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = look(monkeypatch)
    with pytest.raises(ValueError, match="no"), Reporter().step("drawing"):
        raise ValueError("no")
    time.sleep(0.4)
    assert screen.getvalue() == ""


def test_quiet_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = look(monkeypatch)
    with Reporter(quiet=True).step("drawing"):
        time.sleep(0.4)
    assert screen.getvalue() == ""
