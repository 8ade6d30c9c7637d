"""What may come next in a query that is being typed."""

from __future__ import annotations

import re

from kg.stores.analysis import Schema
from kg.stores.cypher import quote
from kg.stores.tokens import Token, find_brackets, find_tokens

_WORD = re.compile(r"\w*\Z")
_PLAIN = re.compile(r"[^\W\d]\w*")
_WORDS = """
MATCH OPTIONAL WHERE RETURN DISTINCT WITH UNWIND UNION ALL ORDER BY DESC ASC SKIP LIMIT AS AND OR NOT XOR IN IS NULL
CONTAINS STARTS ENDS EXISTS CASE WHEN THEN ELSE END CREATE MERGE SET DELETE DETACH REMOVE TRUE FALSE CALL YIELD
count() collect() sum() avg() min() max() size() labels() type() keys() properties() startNode() endNode() nodes()
relationships() length() coalesce() toLower() toUpper() toString() toInteger() toFloat() split() substring() head()
last() range() round() abs() exists() shortestPath()
"""
WORDS = tuple(_WORDS.split())
"""Words of Cypher, and functions with their brackets."""


def find_completions(text: str, schema: Schema) -> list[str]:
    """Return the words that the last, unfinished word of `text` (which may be empty) could become, sorted.

    After `:` these are labels or, between `[` and `]`, relationship types; after a dot and in the `{…}` of a pattern
    properties; else words of Cypher. Inside of a text or a comment there are none.

    >>> find_completions("MATCH (p:Pa", Schema(frozenset({"Paper", "Method"}), frozenset({"USES"}), frozenset()))
    ['Paper']
    """
    match = _WORD.search(text)
    word = match.group() if match else ""
    tokens = find_tokens(text[: len(text) - len(word)])
    if any(t.kind == "symbol" and t.text in "'\"`" for t in tokens) or _in_comment(text):
        return []
    names = _names(tokens, schema)
    if names is None:
        names = [w for w in WORDS if word]
    low = word.lower()
    return sorted(name for name in names if name.strip("`").lower().startswith(low) and name != word)


def _in_comment(text: str) -> bool:
    return "//" in re.sub(r"'[^']*'|\"[^\"]*\"", "", text.rpartition("\n")[2]) or text.rfind("/*") > text.rfind("*/")


def _names(tokens: list[Token], schema: Schema) -> list[str] | None:
    """Return the names that may stand after `tokens`; None where words of Cypher may."""
    if not tokens:
        return None
    last = tokens[-1]
    if last.text == "." and len(tokens) > 1 and (tokens[-2].is_name or tokens[-2].text in "])"):
        return [_quoted(name) for name in schema.properties]
    if last.text == "$":
        return []
    around, _ = find_brackets([*tokens, Token("name", "x", 0, 0)])
    bracket = tokens[around[-1]].text if around[-1] >= 0 else ""
    if last.text in {":", "|", "&", "!"} and bracket != "{":
        return [_quoted(name) for name in (schema.types if bracket == "[" else schema.labels)]
    if bracket == "{" and last.text in {"{", ","}:
        return [_quoted(name) for name in schema.properties]
    return None


def _quoted(name: str) -> str:
    return name if _PLAIN.fullmatch(name) else quote(name)
