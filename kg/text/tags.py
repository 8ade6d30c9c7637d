"""HTML and JATS in running text: entities, also double-coded, and tags that really are tags."""

from __future__ import annotations

import html
import re
from html.entities import html5

from kg.text.offsets import Edit, Editor

_ENTITY = re.compile(r"&(?:amp;)*(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_SUPERSCRIPT = str.maketrans("0123456789+-−n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ")
_SHORT = re.compile(r"[+\-−]?\d{1,3}|n")

_BLOCK = """
    abstract article blockquote body br break center dd disp-formula div dl dt fn footer h1 h2 h3 h4 h5 h6 head
    header hr html label li list list-item main nav ol p pre sec section table tbody td tfoot th thead title tr ul
    wrapper
"""
_INLINE = """
    a abbr alternatives annotation b big bold cite code del em ext-link font i img inline-formula inline-graphic
    ins italic kbd link mark math mi mn mo monospace mover mrow msqrt msub msubsup msup mtext munder named-content
    nobr overline roman samp sans-serif sc script semantics small span strike strong style styled-content sub sup
    tex-math tt u underline uri var wbr xref
"""
_KINDS = dict.fromkeys(_BLOCK.split(), " ") | dict.fromkeys(_INLINE.split(), "")
_LONE = frozenset(("br", "hr", "wbr", "break", "p", "li"))
_TAG = re.compile(
    r"<!--.{0,1000}?-->|<!\[CDATA\[|\]\]>"
    r"|<(?P<close>/?)(?:(?P<prefix>jats|mml|xhtml):)?(?P<name>[A-Za-z][A-Za-z0-9-]{0,20})(?P<attributes>\s[^<>]{0,1000})?\s?(?P<self>/?)>",
    re.DOTALL,
)
_ATTRIBUTES = re.compile(r"(?:\s+[\w:.-]{1,60}(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'=<>`]+))?)*\s*/?\s*")
_HEADING = re.compile(r"<(?:jats:)?title>\s*(?:abstract|summary)[.:]?\s*</(?:jats:)?title>", re.IGNORECASE)


def fix_html(editor: Editor) -> None:
    """Decode entities and remove tags; `x<y but u>v` stays as it is."""
    if "&" in editor.text:
        editor.apply([(m.start(), m.end(), decoded) for m in _ENTITY.finditer(editor.text) if (decoded := _decode(m))])
    if "<" in editor.text or "]]>" in editor.text:
        editor.apply([(m.start(), m.end(), " ") for m in _HEADING.finditer(editor.text)])
        editor.apply(_strip_tags(editor))


def _decode(match: re.Match[str]) -> str:
    name = match[1]
    if name[0] == "#":
        return html.unescape(f"&{name};")
    if name == "amp":
        return "&"
    known = html5.get(name + ";")
    if known:
        return known
    return f"&{name};" if match[0] != f"&{name};" else ""


def _strip_tags(editor: Editor) -> list[Edit]:
    text = editor.text
    edits: list[Edit] = []
    opened: list[re.Match[str]] = []
    for match in _TAG.finditer(text):
        name = (match["name"] or "").lower()
        if not name:
            edits.append((*match.span(), " " if match[0].startswith("<!--") else ""))
        elif not match["prefix"] and name not in _KINDS:
            continue
        elif match["close"]:
            edits.append((*match.span(), _KINDS.get(name, "")))
            if opener := _pop(opened, name):
                edits += _pair(editor, opener, match, name)
        elif _stands_alone(match, name):
            edits.append((*match.span(), _KINDS.get(name, "")))
        elif not (match["attributes"] or "").strip():
            opened.append(match)
    return sorted(edits)


def _pop(opened: list[re.Match[str]], name: str) -> re.Match[str] | None:
    for i in range(len(opened) - 1, max(-1, len(opened) - 50), -1):
        if (opened[i]["name"] or "").lower() == name:
            return opened.pop(i)
    return None


def _pair(editor: Editor, opener: re.Match[str], closer: re.Match[str], name: str) -> list[Edit]:
    edits: list[Edit] = [(*opener.span(), _KINDS.get(name, ""))]
    if _KINDS.get(name, "") == "":
        editor.pair(opener.span(), closer.span())
    inner = editor.text[opener.end() : closer.start()]
    if name == "sup" and _SHORT.fullmatch(inner):
        edits.append((opener.end(), closer.start(), inner.translate(_SUPERSCRIPT)))
    return edits


def _stands_alone(match: re.Match[str], name: str) -> bool:
    """Whether an opening tag needs no closing one; `a<b>c` is no tag unless </b> follows."""
    if match["self"] or match["prefix"] or name in _LONE:
        return True
    attributes = match["attributes"] or ""
    return "=" in attributes and _ATTRIBUTES.fullmatch(attributes) is not None
