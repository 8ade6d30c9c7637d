"""The prompt of `kg query GRAPH`: queries one after the other, with history and completion."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from kg.cli.terminal import one_line, write_error
from kg.errors import KgError

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.history import History

PROMPT = "kg> "
GREETING = "Cypher, one query after the other. Tab completes, Alt-Enter starts a new line, Ctrl-D or :quit leaves."
_LEAVE = (":quit", ":exit", "quit", "exit")


def run_prompt(answer: Callable[[str], str], complete: Callable[[str], list[str]]) -> None:
    """Ask for queries until the user leaves, and write the `answer` to each on stdout, or its error on stderr."""
    session = _session(complete)
    write_error(GREETING)
    while True:
        try:
            query = session.prompt(PROMPT).strip().removesuffix(";").strip()
            if query.lower() in _LEAVE:
                return
            if query:
                sys.stdout.write(answer(query))
                sys.stdout.flush()
        except KgError as error:
            write_error(f"error: {one_line(str(error))}")
        except KeyboardInterrupt:
            continue
        except EOFError:
            return


def _session(complete: Callable[[str], list[str]]) -> PromptSession[str]:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

    keys = KeyBindings()

    @keys.add("escape", "enter")
    def new_line(event: KeyPressEvent) -> None:
        event.current_buffer.newline()

    return PromptSession(
        history=_history(), completer=_completer(complete), key_bindings=keys, complete_while_typing=False
    )


def _completer(complete: Callable[[str], list[str]]) -> Completer:
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    class Names(Completer):
        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
            before = document.text_before_cursor
            word = re.search(r"\w*\Z", before)
            start = 0 if word is None else -len(word.group())
            return (Completion(found, start_position=start) for found in complete(before))

    return Names()


def _history() -> History:
    """Return the history of earlier sessions, in $XDG_STATE_HOME/kg/history; of this one where that cannot be kept."""
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    base = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    path = Path(base) / "kg" / "history"
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with path.open("ab"):
            pass
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(path))
