"""Cleaning: the text that people read, with a map back to the text that was written."""

from __future__ import annotations

import re

from kg.text.characters import fix_characters, fix_spaces
from kg.text.latex import fix_latex
from kg.text.markdown import fix_markdown
from kg.text.offsets import CleanText, Editor
from kg.text.punctuation import fix_punctuation
from kg.text.tags import fix_html

_MARKUP = re.compile(r"[^\x20-\x7e]|  |[<>&\\$`*_{~]|--|''|\]\(")


def clean(text: str) -> CleanText:
    """Return `text` without markup: HTML and JATS, LaTeX, Markdown, ligatures, invisible characters, odd spaces.

    Case never changes, what is no markup stays (`x<y`, `A*`, `k-means++`), and every cleaned character knows the
    slice of the original that it stands for. Never raises, whatever the text.

    >>> clean("We use \\\\emph{$\\\\beta$-VAE}  &amp; A*.").text
    'We use β-VAE & A*.'
    """
    if not _MARKUP.search(text):
        stripped = text.strip()
        return CleanText(stripped, len(text), shift=len(text) - len(text.lstrip()) if stripped else 0)
    editor = Editor(text)
    fix_html(editor)
    fix_markdown(editor)
    fix_punctuation(editor)
    fix_latex(editor)
    fix_characters(editor)
    fix_spaces(editor)
    return editor.finish()
