"""LaTeX in running text: commands, accents, mathematics, quotes, dashes, ties.

One pass over the tokens of the text; a stack holds the groups that are open. Nothing here fails on broken LaTeX:
what has no reading stays, less the backslash (`\\ourmodel` reads "ourmodel": a name must not vanish).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from kg.text.offsets import Edit, Editor
from kg.text.symbols import ACCENTS, REFERENCES, SILENT, SPACES, SUPERSCRIPTS, SYMBOLS, WORDS, WRAPPERS

_MATH = re.compile(
    r"(?<!\\)\$\$(?!\$)(?P<double>[^$]{1,1000})\$\$"
    r"|(?<!\\)\$(?P<tight>[^\s$](?:[^$]{0,400}?[^\s$\\])?)\$(?!\d)"
    r"|(?<!\\)\$[ \n](?P<loose>[^$\n]{1,80})[ \n]\$(?!\d)"
    r"|\\\((?P<round>[^$]{1,400}?)\\\)|\\\[(?P<square>[^$]{1,1000}?)\\\]"
)
_PROSE = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{3,}\s+[A-Za-z]{2,}\s+[A-Za-z]{2,}")
_TOKEN = re.compile(
    r"\\(?=\\(?P<twice>[A-Za-z]+))|\\(?P<command>[A-Za-z]+)\*?|\\(?P<escaped>[^A-Za-z\s])|\\(?P<blank>\s)"
    r"|(?P<mangled>(?<![A-Za-z\\])ext(?:it|bf|tt|sc|rm)(?=\{))|(?P<brace>[{}])|(?P<script>[\^_])"
)
_GROUP = re.compile(r"\s*\{([^{}]*)\}")
_OPTION = re.compile(r"\s*\[[^\]\n]{0,100}\]")
_NAME = re.compile(r"\{[^\W\d_][^\W_]*(?:[ '+#-]+[^\W_]+){0,7}\}")
_RAISED = re.compile(r"\{(?P<group>[+\-−]?\d{1,3}|[+n])\}|(?P<one>[0-9n+])")

_MARKS = re.compile(
    r"(?P<open>``)|(?P<close>(?<=\S)''(?!'))"
    r"|(?P<single>(?<![`\w])`(?=[^`'\n]{1,80}'(?![\w'])))"
    r"|(?P<em>(?<![-!<])---(?![->]))|(?P<en>(?<![-!<])--(?![->]))"
    r"|(?P<tie>(?<=[A-Za-z.,;:)\]\"'”])~(?=[A-Za-z(\\$\[])|(?<=[A-Za-z][a-z.])~(?=\d))"
)
_OPTION_LIKE = re.compile(r"(?:^|[\s(`'\"])--[A-Za-z]")


class _Open(NamedTuple):
    """An open group: what its closing brace becomes, and the slice that opened it (None: keep both)."""

    start: int
    end: int
    close: str | None
    then: str = ""


def fix_latex(editor: Editor) -> None:
    """Read LaTeX as the characters that it prints."""
    if "`" in editor.text or "--" in editor.text or "~" in editor.text or "''" in editor.text:
        _fix_marks(editor)
    if any(c in editor.text for c in "\\${"):
        _Scan(editor).run()


def _fix_marks(editor: Editor) -> None:
    text = editor.text
    edits: list[Edit] = []
    opened: tuple[int, int] | None = None
    for match in _MARKS.finditer(text):
        start, end = match.span()
        kind = match.lastgroup
        if kind == "en" and not _is_dash(text, start):
            continue
        if kind == "open":
            opened = (start, end)
        elif kind == "close" and opened:
            editor.pair(opened, (start, end))
            opened = None
        edits.append((start, end, {"em": "—", "en": "–", "tie": " ", "single": "'"}.get(kind or "", '"')))
    editor.apply(edits)


def _is_dash(text: str, start: int) -> bool:
    """Whether `--` at `start` is a dash, neither a command line's option nor a decrement or a name such as C--."""
    before, after = text[start - 1 : start], text[start + 2 : start + 3]
    if (not before or before.isspace()) and after.isalpha():
        return False
    return not (before.isalnum() and not text[start - 2 : start - 1].isalnum() and not after.isalnum())


class _Scan:
    """One pass over one text."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self.text = editor.text
        self.edits: list[Edit] = []
        self.stack: list[_Open] = []
        self.math: list[tuple[int, int]] = []
        self.at = 0

    def run(self) -> None:
        self._find_math()
        zone = 0
        for match in _TOKEN.finditer(self.text):
            start = match.start()
            if start < self.at:
                continue
            while zone < len(self.math) and self.math[zone][1] <= start:
                zone += 1
            in_math = zone < len(self.math) and self.math[zone][0] <= start
            if match["brace"]:
                self._brace(start, in_math)
            elif match["script"]:
                if in_math:
                    self._script(match)
            else:
                self._backslash(match, in_math)
        self.edits.sort()
        self.editor.apply(self.edits)

    def _find_math(self) -> None:
        for match in _MATH.finditer(self.text):
            inner = match.lastgroup or ""
            body = match[inner]
            if _PROSE.search(body) if inner != "loose" else _PROSE.search(body) or not re.search(r"[\\^_=<>]|^.$", body):
                continue
            opening, closing = (match.start(), match.start(inner)), (match.end(inner), match.end())
            self.math.append((opening[1], closing[0]))
            self.edits += [(*opening, ""), (*closing, "")]
            self.editor.pair(opening, closing)
            # A space that belongs to a loose formula is kept by the words around it, not by the formula.

    def _backslash(self, match: re.Match[str], in_math: bool) -> None:
        start, end = match.span()
        if match["twice"]:
            known = any(match["twice"] in names for names in (SYMBOLS, WRAPPERS, ACCENTS, REFERENCES)) and len(match["twice"]) > 1
            self._edit(start, start + 1 if known else start + 2, "" if known else " ")
        elif match["blank"]:
            self._edit(start, start + 1, "")
        elif match["escaped"]:
            self._escaped(start, match["escaped"], in_math)
        else:
            self._command(start, end, match["command"] or "text", in_math)

    def _escaped(self, start: int, char: str, in_math: bool) -> None:
        if char in "\"'`^~=." and not in_math and self._accent(start, start + 2, char):
            return
        if char in ",;:> ":
            between = self.text[start - 1 : start].isdigit() and self.text[start + 2 : start + 3].isdigit()
            self._edit(start, start + 2, "" if between and char == "," else " ")
        elif char in "!-/()[]@":
            self._edit(start, start + 2, "")
        elif char == "\\":
            self._edit(start, start + 2, " ")
        elif char == "|":
            self._edit(start, start + 2, "‖")
        elif not char.isalnum():
            self._edit(start, start + 2, char)

    def _command(self, start: int, end: int, name: str, in_math: bool) -> None:
        if name in ACCENTS and (in_math or name not in ("d", "b", "k", "r", "u", "v", "c", "H") or self.text[end : end + 1] in "{ "):
            if self._accent(start, end, name):
                return
            if len(name) > 1:
                self._open(start, end)
                return
        if name in REFERENCES:
            self._reference(start, end, name)
        elif name in ("frac", "tfrac", "dfrac", "nicefrac", "sfrac"):
            self._open(start, end, then="/")
        elif name == "sqrt":
            long = (group := _GROUP.match(self.text, end)) is not None and len(group[1]) > 1
            self._open(start, end, "√(" if long else "√", ")" if long else "")
        elif name in ("textsuperscript", "footnote"):
            self._superscript(start, end) if name != "footnote" else self._open(start, end, " (", ")")
        elif name == "href" and (target := _GROUP.match(self.text, end)):
            self._open(start, target.end())
        elif name in SYMBOLS:
            self._symbol(start, end, SYMBOLS[name])
        elif name in SILENT or name in SPACES:
            stop = end + len(self.text[end:]) - len(self.text[end:].lstrip())
            self._edit(start, stop if name in SILENT else end, " " if name in SPACES else "")
        elif name in WORDS:
            space = " " if self.text[start - 1 : start].isalnum() else ""
            self._edit(start, start + 2, space + name[0])
            self.at = end
        else:
            self._unknown(start, end, name)

    def _symbol(self, start: int, end: int, sign: str) -> None:
        """A command swallows the space after it; the sign then stands next to what followed, unless both are words."""
        stop = end
        if self.text[end : end + 2] == "{}":
            stop = end + 2
        elif sign[-1:].isalpha() and len(sign) > 1:
            pass
        self._edit(start, stop, sign)

    def _unknown(self, start: int, end: int, name: str) -> None:
        if self.text[end : end + 2] == "{}":
            self._edit(start, start + 2, name[0])
            self._edit(end, end + 2, "")
        elif name in WRAPPERS or self.text[end : end + 1] == "{":
            self._open(start, end)
        else:
            self._edit(start, start + 2, name[0])
            self.at = end

    def _reference(self, start: int, end: int, name: str) -> None:
        stop = end
        while option := _OPTION.match(self.text, stop):
            stop = option.end()
        group = _GROUP.match(self.text, stop)
        stop = group.end() if group else stop
        if name in ("begin", "end"):
            self._edit(start, stop, " ")
            return
        begin = start
        while begin and self.text[begin - 1] in " ~" and self.text[stop : stop + 1] in ".,;:)":
            begin -= 1
        self._edit(begin, stop, "")

    def _accent(self, start: int, end: int, name: str) -> bool:
        match = re.compile(r"\s*\{\s*(\\[ij](?![A-Za-z])|[^\W\d_])\s*\}|\s*(\\[ij](?![A-Za-z])|[^\W\d_])").match(self.text, end)
        if not match or (match[2] and len(name) > 1 and not match[0][0].isspace() and not match[0][0] == "\\"):
            return False
        base = (match[1] or match[2]).lstrip("\\")
        self._edit(start, match.end(), base + ACCENTS[name])
        return True

    def _open(self, start: int, end: int, opening: str = "", closing: str = "", then: str = "") -> None:
        """Open the command's braced argument; without one only the command goes."""
        at = end
        while self.text[at : at + 1].isspace():
            at += 1
        if self.text[at : at + 1] == "{":
            self._edit(start, at + 1, opening)
            self.stack.append(_Open(start, at + 1, closing, then))
        else:
            self._edit(start, at if not opening else end, opening)

    def _brace(self, start: int, in_math: bool) -> None:
        if self.text[start] == "{":
            previous = self.text[start - 1 : start]
            bare = in_math or (previous not in ("$", "{", "%", "\\") and _NAME.match(self.text, start)) or self._switch(start)
            if bare:
                self._edit(start, start + 1, "")
            self.stack.append(_Open(start, start + 1, "" if bare else None))
        elif self.stack:
            group = self.stack.pop()
            if group.close is None:
                return
            follows = group.then and self.text[start + 1 : start + 2] == "{"
            if follows:
                self._edit(start, start + 2, group.then)
                self.stack.append(_Open(group.start, group.end, ""))
            else:
                self._edit(start, start + 1, group.close)
                self.editor.pair((group.start, group.end), (start, start + 1))

    def _switch(self, start: int) -> bool:
        """Whether the group begins with a font switch, as in {\\em word}."""
        match = re.compile(r"\{\s*\\([A-Za-z]+)").match(self.text, start)
        return match is not None and (match[1] in SILENT or match[1] in SYMBOLS or match[1] in ACCENTS) or self.text[start : start + 2] == "{\\"

    def _script(self, match: re.Match[str]) -> None:
        start = match.start()
        if match["script"] == "^":
            self._superscript(start, start + 1)
            return
        following = self.text[start + 1 : start + 2]
        group = _GROUP.match(self.text, start + 1)
        if following != "{" or (group and (len(group[1]) == 1 or group[1].isdigit())):
            self._edit(start, start + 1, "")

    def _superscript(self, start: int, end: int) -> None:
        raised = _RAISED.match(self.text, end)
        braced = self.text[end : end + 1] == "{"
        if raised:
            self._edit(start, raised.end(), "".join(SUPERSCRIPTS[c] for c in raised["group"] or raised["one"]))
        elif circle := re.compile(r"\{?\\circ(?![A-Za-z])\}?").match(self.text, end):
            self._edit(start, circle.end(), "°")
        elif self.text[start] == "\\":
            self._open(start, end)
        elif braced and (group := _GROUP.match(self.text, end)) and re.search(r"\w[-+/ ]|[-+/ ]\w", group[1]):
            self._edit(end, end + 1, "(")
            self.stack.append(_Open(end, end + 1, ")"))
            self.at = end + 1

    def _edit(self, start: int, end: int, replacement: str) -> None:
        self.edits.append((start, end, replacement))
        self.at = max(self.at, end)
