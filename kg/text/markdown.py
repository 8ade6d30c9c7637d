"""Markdown in running text, where it can mean nothing else: A* and k-means++ are names."""

from __future__ import annotations

import re

from kg.text.offsets import Edit, Editor

_BEFORE = r"(?<![^\s(\[{“‘\"'—–/-])"
_AFTER = r"(?![\w*+])"
_INNER = r"(?=[\w$\\\"“'(])"
_MARKUP = re.compile(
    rf"{_BEFORE}\*\*{_INNER}(?P<bold>[^*\n]{{0,300}}?[^\s*])\*\*{_AFTER}"
    rf"|{_BEFORE}\*{_INNER}(?P<italic>[^*\n]{{0,200}}?[^\s*])\*{_AFTER}"
    rf"|(?<![\w*])\*(?P<letter>[A-Za-z]{{1,4}})\*(?=[A-Za-z])"
    r"|(?<!\*)\*\*(?P<letters>[A-Za-z]{1,12})\*\*(?!\*)"
    rf"|{_BEFORE}_(?=[A-Za-z])(?P<under>[^_\n]{{0,100}}?[A-Za-z0-9.!?)])_(?![\w])"
    r"|(?<![`\w])`(?=[^\s`'])(?P<code>[^`\n]{0,100}?[^\s`])`(?![`\w])"
    r"|(?<!!)\[(?P<link>[^\[\]\n]{1,120})\]\(https?://[^()\s]{1,300}\)"
)


def fix_markdown(editor: Editor) -> None:
    """Remove emphasis, code marks and the addresses of links."""
    text = editor.text
    if not ("*" in text or "`" in text or "_" in text or "](http" in text):
        return
    edits: list[Edit] = []
    for match in _MARKUP.finditer(text):
        inner = match.lastgroup or ""
        opening, closing = (match.start(), match.start(inner)), (match.end(inner), match.end())
        edits += [(*opening, ""), (*closing, "")]
        editor.pair(opening, closing)
    editor.apply(edits)
