"""Our property names and Cypher, as the embedded engine takes them.

The engine answers some property names itself on every node or relationship (`n.title` is never null there, `n.type`
is the label). Each such name gets one `_` more on the way in, in data, queries and parameters alike, and loses it on
the way out, so that a property is what the graph says and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from kg.errors import QueryError
from kg.stores.analysis import Analysis
from kg.stores.tokens import Token, find_offset, find_position, syntax_error

_OWN_NAMES = (
    "id", "title", "type", "label", "node_type", "name", "connection_type", "start", "end", "git_sha", "modified_by",
)  # fmt: skip
_OWN = re.compile(rf"(?:{'|'.join(_OWN_NAMES)})_*", re.DOTALL)
_OWN_IN_TEXT = re.compile(rf"\b((?:{'|'.join(_OWN_NAMES)})_*)_(?!\w)")
_RESERVED = re.compile(
    "ALL|AND|AS|ASC|BY|CALL|CASE|CONTAINS|CREATE|DELETE|DESC|DETACH|DISTINCT|ELSE|END|ENDS|EXISTS|FALSE|FILTER|FINISH"
    "|FOREACH|HAVING|IN|INSERT|IS|LIMIT|MATCH|MERGE|NOT|NULL|OFFSET|ON|OPTIONAL|OR|ORDER|REMOVE|RETURN|SET|SKIP|STARTS"
    "|THEN|TRUE|UNION|UNWIND|WHEN|WHERE|WITH|XOR|YIELD"
)
_JOINED = {"|": "OR", "&": "AND"}
_NO_LIMIT = 1_000_000
"""Hops that stand for an open upper bound, which the engine would cut at 10."""


def encode(name: str) -> str:
    """Return the engine's name of a property.

    >>> encode("title"), encode("title_"), encode("year")
    ('title_', 'title__', 'year')
    """
    return f"{name}_" if _OWN.fullmatch(name) else name


def decode(name: str) -> str | None:
    """Return our name of an engine's property; None for one that is the engine's own.

    >>> decode("title_"), decode("title"), decode("year")
    ('title', None, 'year')
    """
    if _OWN.fullmatch(name):
        return name[:-1] if name.endswith("_") else None
    return name


def encode_parameter(value: Any) -> Any:
    """Return a parameter with the keys of its maps as the engine names them."""
    if isinstance(value, Mapping):
        return {encode(name): encode_parameter(v) for name, v in value.items()}
    return [encode_parameter(v) for v in value] if isinstance(value, list) else value


class Edit(Struct, frozen=True, order=True):
    """Characters `start` to `end` of the query become `text`."""

    start: int
    end: int
    text: str


def apply_edits(query: str, edits: list[Edit]) -> str:
    """Return the query with all edits made; edits do not overlap."""
    parts, position = [], 0
    for edit in sorted(edits):
        parts += [query[position : edit.start], edit.text]
        position = edit.end
    return "".join([*parts, query[position:]])


def original_offset(edits: list[Edit], offset: int) -> int:
    """Return where a character of the edited query stood in the original (the start of the edit it lies in)."""
    shift = 0
    for edit in sorted(edits):
        if offset < edit.start + shift:
            break
        if offset < edit.start + shift + len(edit.text):
            return edit.start
        shift += len(edit.text) - (edit.end - edit.start)
    return offset - shift


def engine_edits(analysis: Analysis) -> list[Edit]:
    """Return the edits that turn a query into one that the embedded engine answers by our rules."""
    edits: list[Edit] = []
    renames = {name: encode(name) for name in (f"{own}{'_' * n}" for own in _OWN_NAMES for n in range(2))}
    for index, token in enumerate(analysis.tokens):
        if token.is_name and (analysis.is_property(index) or analysis.is_map_key(index)):
            name = encode(token.name)
            if name != token.name or "\\u" in token.text or (token.kind == "name" and _RESERVED.fullmatch(token.word)):
                edits.append(Edit(token.start, token.end, f"`{name.replace('`', '``')}`"))
        elif token.kind == "string" and _is_subscript(analysis, index) and encode(token.text[1:-1]) != token.text[1:-1]:
            edits.append(Edit(token.start, token.end, f"{token.text[0]}{encode(token.text[1:-1])}{token.text[0]}"))
        elif token.kind == "parameter" and token.text.startswith("$`"):
            edits.append(Edit(token.start, token.end, f"${parameter_name(token.name)}"))
        elif token.text == "*":
            edits += _bound(analysis, index)
    edits += [Edit(t.start, t.end, f"${_label_parameter(t.name)}") for t in _odd_labels(analysis)]
    edits += _predicate_edits(analysis)
    visible = f"kg_k IN {sorted(_OWN_NAMES)}"
    renaming = " ".join(f"WHEN '{new}' THEN '{old}'" for old, new in renames.items())
    return edits + key_edits(analysis, f"NOT {visible}", f"CASE kg_k {renaming} ELSE kg_k END")


def label_parameters(analysis: Analysis) -> dict[str, str]:
    """Return the parameters that stand for labels and types in the edited query.

    In a pattern the engine takes only ASCII names, also between backticks, but any text as a parameter.
    """
    return {_label_parameter(token.name): token.name for token in _odd_labels(analysis)}


def _odd_labels(analysis: Analysis) -> list[Token]:
    return [t for t in analysis.label_tokens() if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", t.name)]


def _label_parameter(name: str) -> str:
    return f"kg_label_{name.encode('utf-8', 'replace').hex()}"


def _predicate_edits(analysis: Analysis) -> list[Edit]:
    """Return the edits of label predicates: `x:A|B` becomes `(x:A OR x:B)`, the engine knows no other form."""
    tokens, edits = analysis.tokens, []
    for index in range(1, len(tokens) - 3):
        name = tokens[index - 1]
        if tokens[index].text != ":" or not name.is_name or analysis.around[index] in analysis.patterns:
            continue
        end = index + 1
        while end + 2 < len(tokens) and tokens[end + 1].text in _JOINED and tokens[end + 2].is_name:
            end += 2
        if end > index + 1 and not analysis.is_map_key(index - 1):
            edits += [Edit(name.start, name.start, "("), Edit(tokens[end].end, tokens[end].end, ")")]
            edits += [Edit(t.start, t.end, f" {_JOINED[t.text]} {name.text}:") for t in tokens[index + 2 : end : 2]]
    return edits


def key_edits(analysis: Analysis, condition: str, result: str) -> list[Edit]:
    """Return the edits that make `keys(x)` list only the names `kg_k` that fulfil `condition`, each as `result`."""
    edits = []
    for index, token in enumerate(analysis.tokens[:-1]):
        closing = analysis.closing.get(index + 1)
        if token.word == "KEYS" and closing is not None and analysis.tokens[index + 1].text == "(":
            if analysis.is_property(index):
                continue
            end = analysis.tokens[closing].end
            edits += [Edit(token.start, token.start, "[kg_k IN "), Edit(end, end, f" WHERE {condition} | {result}]")]
    return edits


def in_original(error: QueryError, query: str, text: str, edits: list[Edit]) -> QueryError:
    """Return the error of the edited query `text` with its position in the query as the user wrote it."""
    if error.position is None or not edits:
        return error
    position = find_position(query, original_offset(edits, find_offset(text, error.position)))
    return syntax_error(str(error).split(": ", 1)[-1], position)


def decode_message(message: str) -> str:
    """Return the engine's message with our property names."""
    return _OWN_IN_TEXT.sub(r"\1", message)


def parameter_name(name: str) -> str:
    """Return a plain parameter name for one that needs backticks."""
    return name if re.fullmatch(r"\w+", name) else f"kg_{name.encode('utf-8', 'replace').hex()}"


def _is_subscript(analysis: Analysis, index: int) -> bool:
    tokens = analysis.tokens
    if index < 2 or index + 1 >= len(tokens) or tokens[index - 1].text != "[" or tokens[index + 1].text != "]":
        return False
    owner = tokens[index - 2]
    return (owner.is_name and not _RESERVED.fullmatch(owner.word)) or owner.text in {")", "]"}


def _bound(analysis: Analysis, index: int) -> list[Edit]:
    """Return the edit that gives the variable-length relationship at the `*` an upper bound, where it has none."""
    tokens, around = analysis.tokens, analysis.around[index]
    if around not in analysis.patterns or tokens[around].text != "[":
        return []
    after = [t.text if t.kind in {"symbol", "number"} else "" for t in tokens[index + 1 : index + 4]] + [""] * 3
    last = index
    if after[0].isdigit():
        if after[1] != ".." or after[2].isdigit():
            return []
        last = index + 2
    elif after[0] == "..":
        if after[1].isdigit():
            return []
        last = index + 1
    end = tokens[last].end
    return [Edit(end, end, f"{_NO_LIMIT}" if last > index else f"1..{_NO_LIMIT}")]
