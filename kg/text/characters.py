"""Characters: controls, invisible ones, ligatures, exotic spaces and canonical composition."""

from __future__ import annotations

import re
import unicodedata

from kg.text.offsets import Edit, Editor

_UNSAFE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


def sanitize(text: str) -> str:
    """Return `text` without what no file format or database holds.

    Lone surrogates and the noncharacters U+FFFE and U+FFFF become U+FFFD, form feeds and vertical tabs a space,
    and NUL and the other control characters below U+0020 (but tab and line ends) go, as does U+007F.

    >>> sanitize("a\\x00b\\ud800")
    'ab\\ufffd'
    """
    return _UNSAFE.sub(_safe, text) if _UNSAFE.search(text) else text


def _safe(match: re.Match[str]) -> str:
    char = match[0]
    if char in "\x0b\x0c":
        return " "
    return "" if char < "\x80" else "\ufffd"


_INVISIBLE = "\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
_ODD = re.compile(
    f"(?P<gone>\u00ad\\s*\n\\s*|[{_INVISIBLE}]+|(?<=[\x20-\x7e])[\u200c\u200d]+|[\x00-\x08\x0e-\x1b\x7f\x80-\x84\x86-\x9f]+)"
    "|(?P<other>[\ufb00-\ufb06\u2010\u2011\u00b5\U0001d400-\U0001d7ff\ud800-\udfff\ufffe\uffff])"
)
_SPACES = re.compile(r"(?:[^\S ]|  )\s*")
_HYPHEN_BREAK = re.compile(r"(?<=[^\W\d_]-)[ \t]*\r?\n[ \t]*(?=[a-z])(?!(?:and|or|to|und|et|als)\b)")
_OTHER = {"\u2010": "-", "\u2011": "-", "\u00b5": "μ"}


def fix_characters(editor: Editor) -> None:
    """Drop invisible and control characters, spell out ligatures and mathematical letters, compose (NFC)."""
    text = editor.text
    if text.isascii() and text.isprintable():
        return
    edits: list[Edit] = []
    for match in _ODD.finditer(text):
        edits.append((match.start(), match.end(), "" if match["gone"] else _plain(match[0])))
    editor.apply(edits)
    if not unicodedata.is_normalized("NFC", editor.text) or "ı" in editor.text:
        _compose(editor)


def _plain(char: str) -> str:
    if "\ud800" <= char <= "\udfff" or char in "\ufffe\uffff":
        return "\ufffd"
    return _OTHER.get(char) or unicodedata.normalize("NFKC", char)


def _compose(editor: Editor) -> None:
    """Normalise each base character with what combines with it, so that offsets stay as fine as they can."""
    text = editor.text
    edits: list[Edit] = []
    begin = 0
    for i in range(1, len(text) + 1):
        if i < len(text) and _combines(text[i]):
            continue
        piece = text[begin:i]
        composed = unicodedata.normalize("NFC", "i" + piece[1:] if piece[0] == "ı" and len(piece) > 1 else piece)
        if composed != piece:
            edits.append((begin, i, composed))
        begin = i
    editor.apply(edits)


def _combines(char: str) -> bool:
    if char < "\u0300":
        return False
    return "\u1160" <= char <= "\u11ff" or unicodedata.category(char)[0] == "M"


def fix_spaces(editor: Editor) -> None:
    """Make every run of spaces and line breaks one space, join words broken after their hyphen, and trim."""
    text = editor.text
    if not text.isascii() or not text.isprintable() or "  " in text:
        editor.apply([(m.start(), m.end(), "") for m in _HYPHEN_BREAK.finditer(text)])
        edits: list[Edit] = []
        for match in _SPACES.finditer(editor.text):
            begin = match.start()
            if begin and editor.text[begin - 1] == " ":
                edits.append((begin, match.end(), ""))
            else:
                edits.append((begin, match.end(), " "))
        editor.apply(edits)
    text = editor.text
    stripped = text.strip(" ")
    if len(stripped) < len(text):
        left = len(text) - len(text.lstrip(" "))
        right = left + len(stripped)
        editor.apply([(0, left, ""), (right, len(text), "")])
