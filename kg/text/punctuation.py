"""TeX's quotes, dashes and ties, which people also type outside TeX."""

from __future__ import annotations

import re

from kg.text.offsets import Edit, Editor

_MARKS = re.compile(
    r"(?P<open>``|(?<![^\s(\[{])''(?=\w))|(?P<close>(?<=\S)''(?!'))"
    r"|(?P<single>(?<![`\w])`(?=[^`'’]{1,80}['’](?![\w'])))"
    r"|(?P<em>(?<![-!<])---(?![->]))|(?P<en>(?<![-!<])--(?![->]))"
    r"|(?P<tie>(?<=[A-Za-z.,;:)\]\"'”])~(?=[A-Za-z(\\$\[])|(?<=[A-Za-z][a-z.])~(?=\d)|(?<=\d)~(?=[A-Za-z]))"
)
_PRINTED = {"open": '"', "close": '"', "single": "'", "em": "—", "en": "–", "tie": " "}


def fix_punctuation(editor: Editor) -> None:
    """Write ``x'' as "x", `x' as 'x', -- and --- as dashes, and the tie ~ as a space."""
    text = editor.text
    if not ("`" in text or "--" in text or "~" in text or "''" in text):
        return
    edits: list[Edit] = []
    opened: tuple[int, int] | None = None
    for match in _MARKS.finditer(text):
        start, end = match.span()
        kind = match.lastgroup or ""
        if kind == "en" and not _is_dash(text, start):
            continue
        if kind == "open":
            opened = (start, end)
        elif kind == "close" and opened:
            editor.pair(opened, (start, end))
            opened = None
        edits.append((start, end, _PRINTED[kind]))
    editor.apply(edits)


def _is_dash(text: str, start: int) -> bool:
    """Whether `--` at `start` is a dash, neither a command line's option nor a decrement or a name such as C--."""
    before, after = text[start - 1 : start], text[start + 2 : start + 3]
    if (not before or before.isspace()) and after.isalpha():
        return False
    return not (before.isalnum() and not text[max(0, start - 2) : start - 1].isalnum() and not after.isalnum())
