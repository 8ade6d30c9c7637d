"""LaTeX in running text: commands, accents, groups and mathematics.

One pass over the tokens of the text; a stack holds the groups that are open. Nothing here fails on broken LaTeX:
what has no reading stays, less the backslash (`\\ourmodel` reads "ourmodel": a name must not vanish).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from kg.text.mathematics import find_formulas
from kg.text.offsets import Edit, Editor
from kg.text.symbols import ACCENTS, FRACTIONS, LOST, REFERENCES, SILENT, SPACES, SUPERSCRIPTS, SYMBOLS, WORDS, WRAPPERS

_TOKEN = re.compile(
    r"\\(?=\\(?P<twice>[A-Za-z]{2,}))|\\(?P<command>[A-Za-z]+)\*?|\\(?P<escaped>[^A-Za-z\s])|\\(?P<blank>\s)"
    r"|(?P<mangled>(?<![A-Za-z\\])ext(?:it|bf|tt|sc|rm)(?=\{))"
    r"|(?P<lost>(?<=[\d$])[\t\r ](?:imes(?![A-Za-z])|(?:au|heta|o|ho)(?=\$)))"
    r"|(?P<brace>[{}])|(?P<script>[\^_])"
)
_BLANKS = re.compile(r"\s*")
_GROUP = re.compile(r"\s*\{([^{}]*)\}")
_SHORT_GROUP = re.compile(r"\s*\{\s*(?:[^{}\\]|\\[A-Za-z]+)\s*\}")
_OPTION = re.compile(r"\s*\[[^\]\n]{0,100}\]")
_NAME = re.compile(r"\{(?:[^\W\d_][^\W_]*(?:[ '+#-]+[^\W_]+){0,7}|[“”‘’\"'—–-])\}")
_SWITCH = re.compile(r"\{\s*\\")
_RAISED = re.compile(r"\{(?P<group>[+\-−]?\d{1,3}|[+n])\}|(?P<one>[0-9n+])")
_CIRCLE = re.compile(r"\{?\\circ(?![A-Za-z])\}?")
_SPREAD = re.compile(r"\w[-+/ ]|[-+/ ]\w")
_BASE = re.compile(r"\s*\{\s*(\\[ij](?![A-Za-z])|[^\W\d_])\s*\}|(\s*)(\\[ij](?![A-Za-z])|[^\W\d_])(?![^\W\d_]*\})")
_FUSED = re.compile(r"(?:math(?:bb|cal|rm|bf|sf|frak|scr|tt|it)|text|operatorname|cal(?=[A-Z]$))([A-Za-z]+)")


class _Group(NamedTuple):
    """An open group: the slice that opened it, what its closing brace becomes (None: both braces stay), and what
    stands between it and a second argument."""

    start: int
    end: int
    close: str | None
    between: str = ""


def fix_latex(editor: Editor) -> None:
    """Read LaTeX as the characters that it prints."""
    if any(mark in editor.text for mark in ("\\", "$", "{", "}")):
        _Scan(editor).run()


class _Scan:
    """One pass over one text: `edits` are collected, `at` is the end of what is dealt with."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self.text = editor.text
        self.edits: list[Edit] = []
        self.stack: list[_Group] = []
        self.at = 0

    def run(self) -> None:
        formulas = list(find_formulas(self.text))
        for formula in formulas:
            opening, closing = (formula.start, formula.inner_start), (formula.inner_end, formula.end)
            self.edits += [(*opening, ""), (*closing, "")]
            self.editor.pair(opening, closing)
        index = 0
        for match in _TOKEN.finditer(self.text):
            while index < len(formulas) and formulas[index].end <= match.start():
                index += 1
            if index < len(formulas) and formulas[index].start <= match.start():
                formula = formulas[index]
                if formula.inner_start <= match.start() < formula.inner_end and match.start() >= self.at:
                    self._token(match, True)
            elif match.start() >= self.at:
                self._token(match, False)
        self.edits.sort()
        self.editor.apply(self.edits)

    def _token(self, match: re.Match[str], in_math: bool) -> None:
        start, end = match.span()
        if match["brace"]:
            self._brace(start, in_math)
        elif match["script"]:
            if in_math or self.text[end : end + 1] == "{":
                self._script(start, match["script"])
        elif match["twice"]:
            known = any(match["twice"] in names for names in (SYMBOLS, WRAPPERS, ACCENTS, REFERENCES))
            self._edit(start, start + 1 if known else start + 2, "" if known else " ")
        elif match["blank"]:
            self._edit(start, start + 1, "")
        elif match["lost"]:
            self._edit(start, end, LOST[match["lost"][1:]])
        elif match["escaped"]:
            self._escaped(start, match["escaped"], in_math)
        else:
            self._command(start, end, match["command"] or "textit", in_math)

    def _escaped(self, start: int, char: str, in_math: bool) -> None:
        """An escaped sign, a spacing command or an accent."""
        if char in ACCENTS and not in_math and self._accent(start, start + 2, char):
            return
        if char in ",;:>":
            thousands = self.text[start - 1 : start].isdigit() and self.text[start + 2 : start + 3].isdigit()
            self._edit(start, start + 2, "" if thousands and char == "," else " ")
        elif char in "!-/()[]@":
            self._edit(start, start + 2, "")
        elif char in "\\|":
            self._edit(start, start + 2, " " if char == "\\" else "‖")
        elif not char.isalnum():
            self._edit(start, start + 2, char)

    def _command(self, start: int, end: int, name: str, in_math: bool) -> None:
        if name in ACCENTS and self._accent(start, end, name):
            return
        if name in REFERENCES:
            self._reference(start, end, name)
        elif name in FRACTIONS or name in WRAPPERS or (name in ACCENTS and len(name) > 1):
            self._open(start, end, between="/" if name in FRACTIONS else "")
        elif name == "sqrt":
            self._root(start, end)
        elif name == "textsuperscript":
            self._superscript(start, end)
        elif name == "footnote":
            self._open(start, end, " (", ")")
        elif name in ("href", "textcolor") and (target := _GROUP.match(self.text, end)):
            self._open(start, target.end())
        elif name in SYMBOLS:
            self._edit(start, end + 2 if self.text[end : end + 2] == "{}" else end, SYMBOLS[name])
        elif name in SPACES:
            self._edit(start, end, " ")
        elif name in SILENT:
            self._edit(start, self._skip_blank(end), "")
        else:
            self._named(start, end, name)

    def _named(self, start: int, end: int, name: str) -> None:
        """An operator or an unknown command prints its name, or its argument when it has one."""
        fused = _FUSED.fullmatch(name)
        if name not in WORDS and self.text[end : end + 1] == "{" and self.text[end : end + 2] != "{}":
            self._open(start, end)
        elif fused:
            self._edit(start, end, fused[1])
        else:
            space = " " if name in WORDS and self.text[start - 1 : start].isalnum() else ""
            self._edit(start, start + 2, space + name[0])
            if self.text[end : end + 2] == "{}":
                self._edit(end, end + 2, "")
            self.at = max(self.at, end)

    def _root(self, start: int, end: int) -> None:
        bare = self.text[self._skip_blank(end) :][:1] != "{" or _SHORT_GROUP.match(self.text, end) is not None
        self._open(start, end, "√" if bare else "√(", "" if bare else ")")

    def _reference(self, start: int, end: int, name: str) -> None:
        """A citation, label or environment goes with its arguments, and with the space before punctuation."""
        while option := _OPTION.match(self.text, end):
            end = option.end()
        group = _GROUP.match(self.text, end)
        end = group.end() if group else end
        if name in ("begin", "end"):
            self._edit(start, end, " ")
            return
        while start > self.at and self.text[start - 1] in " ~" and self.text[end : end + 1] in ".,;:)":
            start -= 1
        self._edit(start, end, "")

    def _accent(self, start: int, end: int, name: str) -> bool:
        """Put the accent on the one letter that follows, if one does."""
        match = _BASE.match(self.text, end)
        if match is None or (match[3] and name.isalpha() and not match[2] and match[3][0] != "\\"):
            return False
        base = (match[1] or match[3]).lstrip("\\")
        self._edit(start, match.end(), base + ACCENTS[name])
        return True

    def _open(self, start: int, end: int, opening: str = "", closing: str = "", between: str = "") -> None:
        """Open the command's braced argument; without one only the command goes, and the space after it."""
        at = self._skip_blank(end)
        if self.text[at : at + 1] == "{":
            self._edit(start, at + 1, opening)
            self.stack.append(_Group(start, at + 1, closing, between))
        else:
            self._edit(start, end if opening or not self.text[at : at + 1].isalnum() else at, opening)

    def _brace(self, start: int, in_math: bool) -> None:
        if self.text[start] == "{":
            before = self.text[start - 1 : start]
            protects = before not in ("$", "{", "%") and _NAME.match(self.text, start)
            empty = before.isalpha() and self.text[start + 1 : start + 2] == "}"
            bare = bool(in_math or protects or empty or _SWITCH.match(self.text, start))
            if bare:
                self._edit(start, start + 1, "")
            self.stack.append(_Group(start, start + 1, "" if bare else None))
        elif self.stack:
            self._close(start, self.stack.pop())

    def _close(self, start: int, group: _Group) -> None:
        if group.close is None:
            return
        if group.between and self.text[start + 1 : start + 2] == "{":
            self._edit(start, start + 2, group.between)
            self.stack.append(_Group(group.start, group.end, ""))
        else:
            self._edit(start, start + 1, group.close)
            self.editor.pair((group.start, group.end), (start, start + 1))

    def _script(self, start: int, sign: str) -> None:
        """An index loses its sign when it is short; an exponent becomes a raised digit, or keeps its sign."""
        if sign == "^":
            self._superscript(start, start + 1)
            return
        group = _GROUP.match(self.text, start + 1)
        if self.text[start + 1 : start + 2] != "{":
            self._edit(start, start + 1, "")
        elif group and (len(group[1]) == 1 or group[1].isdigit() or group[1].strip()[1:] in SYMBOLS):
            self._open(start, start + 1)
        else:
            self._open(start + 1, start + 1)

    def _superscript(self, start: int, end: int) -> None:
        if raised := _RAISED.match(self.text, end):
            self._edit(start, raised.end(), "".join(SUPERSCRIPTS[c] for c in raised["group"] or raised["one"]))
        elif circle := _CIRCLE.match(self.text, end):
            self._edit(start, circle.end(), "°")
        elif self.text[end : end + 1] == "{":
            group = _GROUP.match(self.text, end)
            spread = group is not None and _SPREAD.search(group[1]) is not None
            self._edit(start, end, "^")
            self._open(end, end, "(" if spread else "", ")" if spread else "")
        elif end - start > 1:
            self._edit(start, end, "^")

    def _skip_blank(self, at: int) -> int:
        match = _BLANKS.match(self.text, at)
        return match.end() if match else at

    def _edit(self, start: int, end: int, replacement: str) -> None:
        self.edits.append((start, end, replacement))
        self.at = max(self.at, end)
