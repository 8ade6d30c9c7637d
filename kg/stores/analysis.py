"""What a query names: its parameters, its columns, and labels, types and properties that the graph does not know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from msgspec import Struct

from kg.errors import QueryError
from kg.model import EDGE_ENDS, EDGE_PROPERTIES, LABELS, NODE_PROPERTIES, Edge, Node, Rows
from kg.stores.tokens import Token, find_brackets, find_position, find_tokens

_END_OF_COLUMNS = {"ORDER", "SKIP", "OFFSET", "LIMIT", "UNION", ";"}
_BEFORE_PATTERN = {"MATCH", "CREATE", "MERGE", "WHERE", "AND", "OR", "XOR", "NOT", "EXISTS", "INSERT", "COUNT"}
_SUBQUERIES = {"EXISTS", "COUNT", "COLLECT"}
_LABEL_SYMBOLS = {":", "|", "&", "!", "(", ")"}
_WRITING = {"CREATE", "MERGE", "SET", "DELETE", "REMOVE", "INSERT", "FOREACH", "DROP"}


class Schema(Struct, frozen=True):
    """The names that a query may use on a graph."""

    labels: frozenset[str]
    types: frozenset[str]
    properties: frozenset[str]


def schema_of(labels: Iterable[str], types: Iterable[str], properties: Iterable[str]) -> Schema:
    """Return the schema of a graph with these names, and with our whole schema when it has any label of ours."""
    found = Schema(frozenset(labels), frozenset(types), frozenset(properties) | {"key"})
    if not found.labels & set(LABELS):
        return found
    ours = {name for properties_ in NODE_PROPERTIES.values() for name in properties_} | set(EDGE_PROPERTIES)
    return Schema(found.labels | set(LABELS), found.types | set(EDGE_ENDS), found.properties | ours)


def schema_of_graph(nodes: Iterable[Node], edges: Iterable[Edge]) -> Schema:
    """Return the schema of these nodes and edges."""
    labels: set[str] = set()
    types: set[str] = set()
    properties: set[str] = set()
    for node in nodes:
        labels.add(node.label)
        properties.update(node.properties)
    for edge in edges:
        types.add(edge.type)
        properties.update(edge.properties)
    return schema_of(labels, types, properties)


class Analysis:
    """One query, read once. The methods never fail on text that is no Cypher: the engine says what is wrong with it."""

    def __init__(self, query: str) -> None:
        self.query = query
        self.tokens = find_tokens(query)
        self.around, self.closing = find_brackets(self.tokens)
        self.patterns = {i for i in self.closing if self._opens_pattern(i)}

    def _before(self, index: int) -> Token | None:
        return self.tokens[index - 1] if index > 0 else None

    def _opens_pattern(self, index: int) -> bool:
        token, before = self.tokens[index], self._before(index)
        if token.text == "[":
            return before is not None and before.text == "-"
        if token.text != "(" or before is None:
            return False
        if before.kind == "symbol":
            # `(` after `-` or `>` ends a relationship; after `(`, `,`, `=`, `{` it may also group or list an
            # expression, which then holds no label and no map, so nothing is read from it.
            return before.text in {"-", ">", ",", "=", "(", "{"}
        return before.word in _BEFORE_PATTERN

    def is_map_key(self, index: int) -> bool:
        """Whether the name at `index` is a key of a `{…}` map (not a label predicate in a subquery)."""
        tokens, brace = self.tokens, self.around[index]
        if brace < 0 or tokens[brace].text != "{" or index + 1 >= len(tokens) or tokens[index + 1].text != ":":
            return False
        before = tokens[index - 1]
        return before.text == "{" or (before.text == "," and self.around[index - 1] == brace)

    def is_property(self, index: int) -> bool:
        """Whether the name at `index` follows a dot and is no part of a function's or procedure's name."""
        tokens = self.tokens
        if index == 0 or tokens[index - 1].text != "." or not tokens[index].is_name:
            return False
        end = index + 1
        while end + 1 < len(tokens) and tokens[end].text == "." and tokens[end + 1].is_name:
            end += 2
        calls = end < len(tokens) and tokens[end].text == "("
        return not calls and not self._is_procedure(index)

    def _is_procedure(self, index: int) -> bool:
        start = index
        while start >= 2 and self.tokens[start - 1].text == "." and self.tokens[start - 2].is_name:
            start -= 2
        return start > 0 and self.tokens[start - 1].word == "CALL"

    def is_pattern_map(self, brace: int) -> bool:
        """Whether the `{` at `brace` opens the properties of a node or relationship pattern."""
        around = self.around[brace]
        return around in self.patterns and all(
            t.is_name or t.kind in {"number", "parameter"} or t.text in _LABEL_SYMBOLS | {"*", ".."}
            for t in self.tokens[around + 1 : brace]
        )

    @property
    def is_write(self) -> bool:
        """Whether a word of the query could change the graph."""
        return any(
            t.kind == "name" and t.word in _WRITING and not self.is_property(i) and not self.is_map_key(i)
            for i, t in enumerate(self.tokens)
        )

    def check(self, params: Mapping[str, Any]) -> None:
        """Raise `QueryError` for no query or several, a parameter without value, or a clause that reads files."""
        if not self.tokens:
            raise QueryError("The query is empty. Write Cypher such as: MATCH (p:Paper) RETURN p.name LIMIT 10", (1, 1))
        for index, token in enumerate(self.tokens):
            position = find_position(self.query, token.start)
            if token.kind == "parameter" and token.name not in params:
                given = ", ".join(sorted(params)) or "none"
                raise QueryError(
                    f"The query needs the parameter ${token.name} at line {position[0]}, column {position[1]}, "
                    f"and it was not given (given: {given}). Pass it with --param {token.name}=VALUE or in params.",
                    position,
                )
            if index > 0 and self.tokens[index - 1].text == ";" and token.text != ";":
                place = f"line {position[0]}, column {position[1]}"
                raise QueryError(f"A second query begins at {place}. Give one at a time.", position)
            if token.word == "LOAD" and index + 1 < len(self.tokens) and self.tokens[index + 1].word == "CSV":
                raise QueryError("LOAD CSV reads files and addresses and is not allowed in a query.", position)

    def columns(self) -> list[str] | None:
        """Return the columns of the query's last RETURN as named there; None without one and for `RETURN *`."""
        items = self._items()
        return None if items is None else [self._column(item) for item in items]

    def key_columns(self) -> list[int]:
        """Return the positions of the columns that are `keys(…)`, whose order each engine makes up."""
        return [i for i, item in enumerate(self._items() or ()) if item[0].word == "KEYS" and len(item) > 3]

    def end_columns(self) -> list[int]:
        """Return the positions of the columns that are `startNode(…)` or `endNode(…)` as a whole."""
        found = []
        for i, item in enumerate(self._items() or ()):
            call = item[:-2] if len(item) > 2 and item[-2].word == "AS" else item
            if (
                call[0].word in {"STARTNODE", "ENDNODE"}
                and [t.text for t in call].count(")") == 1
                and call[-1].text == ")"
            ):
                found.append(i)
        return found

    def _items(self) -> list[list[Token]] | None:
        starts = [i for i, t in enumerate(self.tokens) if t.word == "RETURN" and self.around[i] < 0]
        starts = [i for i in starts if not self.is_property(i)]
        if not starts:
            return None
        items: list[list[Token]] = [[]]
        for index in range(starts[-1] + 1, len(self.tokens)):
            token = self.tokens[index]
            top = self.around[index] < 0
            if top and token.word in _END_OF_COLUMNS and not self.is_property(index):
                break
            if top and token.text == "," and token.kind == "symbol":
                items.append([])
            elif token.word != "DISTINCT" or items != [[]]:
                items[-1].append(token)
        if not all(items) or items[0][0].text == "*":
            return None
        return items

    def _column(self, item: Sequence[Token]) -> str:
        if len(item) > 2 and item[-2].word == "AS" and item[-1].is_name:
            return item[-1].name
        # The column of a map projection, `p {.name}`, is the variable's name, in Neo4j and therefore everywhere.
        projection = len(item) > 2 and item[0].kind == "name" and item[1].text == "{" and item[-1].text == "}"
        if item[0].is_name and (len(item) == 1 or (projection and item[0].word not in _SUBQUERIES)):
            return item[0].name
        return self.query[item[0].start : item[-1].end]

    def find_unknown(self, schema: Schema) -> tuple[str, ...]:
        """Return one warning for each label, type or property of the query that `schema` does not hold."""
        if self.is_write:
            return ()
        nodes, edges = self._variables()
        used = []
        for index, token in enumerate(self.tokens):
            if token.text == ":" and index > 0:
                kind = self._colon_kind(index, edges)
                used += [(kind, name.name) for name in self._label_names(index + 1)] if kind else []
            elif token.is_name and self._names_property(index, nodes | edges):
                used.append(("property", token.name))
        known = {"label": schema.labels, "relationship type": schema.types, "property": schema.properties}
        return tuple(_warning(kind, name, known[kind]) for kind, name in dict.fromkeys(used) if name not in known[kind])

    def _variables(self) -> tuple[set[str], set[str]]:
        """Return the names bound to nodes and to relationships, with those that `AS` renames them to."""
        found: dict[str, set[str]] = {"(": set(), "[": set()}
        for index in self.patterns:
            if index + 1 < len(self.tokens) and self.tokens[index + 1].is_name:
                found[self.tokens[index].text].add(self.tokens[index + 1].name)
        for index in range(2, len(self.tokens) - 1):
            before, token, after = self.tokens[index - 1 : index + 2]
            if token.word != "AS" or not (before.is_name and after.is_name) or self.tokens[index - 2].text == ".":
                continue
            for names in found.values():
                if before.name in names:
                    names.add(after.name)
        return found["("], found["["]

    def _colon_kind(self, index: int, edges: set[str]) -> str | None:
        """Return what stands after the colon at `index`: a label, a relationship type, or neither (None)."""
        before = index - 1
        if before in self.patterns:
            return "label" if self.tokens[before].text == "(" else "relationship type"
        if not self.tokens[before].is_name or self.is_map_key(before) or self.is_property(before):
            return None
        opening = before - 1
        if opening in self.patterns:
            return "label" if self.tokens[opening].text == "(" else "relationship type"
        return "relationship type" if self.tokens[before].name in edges else "label"

    def label_tokens(self) -> list[Token]:
        """Return the tokens that name labels and relationship types."""
        edges = self._variables()[1]
        colons = (
            i for i, token in enumerate(self.tokens) if token.text == ":" and i > 0 and self._colon_kind(i, edges)
        )
        return [token for i in colons for token in self._label_names(i + 1)]

    def _label_names(self, start: int) -> list[Token]:
        """Return the names in the label expression (`A`, `A|B`, `A&!B`, `(A|B)`) that starts at `start`."""
        names: list[Token] = []
        wants_name, depth = True, 0
        for token in self.tokens[start:]:
            if wants_name and token.is_name:
                names.append(token)
                wants_name = False
            elif wants_name and token.text in {"!", "(", ":"}:
                depth += token.text == "("
            elif not wants_name and token.text in {"|", "&", ":"}:
                wants_name = True
            elif not wants_name and token.text == ")" and depth:
                depth -= 1
            else:
                break
        return names

    def _names_property(self, index: int, variables: set[str]) -> bool:
        if self.is_property(index):
            owner = self.tokens[index - 2] if index > 1 else self.tokens[0]
            if owner.is_name and (index < 3 or self.tokens[index - 3].text != "."):
                return owner.name in variables
            return owner.text in {"{", ","} and self._projects_node(index, variables)
        return self.is_map_key(index) and self.is_pattern_map(self.around[index])

    def _projects_node(self, index: int, variables: set[str]) -> bool:
        brace = self.around[index]
        return brace > 0 and self.tokens[brace].text == "{" and self.tokens[brace - 1].name in variables


def finish_rows(rows: Rows, analysis: Analysis, schema: Schema) -> Rows:
    """Return an engine's rows with the query's own column names, `keys(…)` sorted, and warnings."""
    columns = analysis.columns()
    if columns is None or len(columns) != len(rows.columns):
        return Rows(rows.columns, rows.rows, analysis.find_unknown(schema), rows.truncated)
    kept = rows.rows
    if lists := set(analysis.key_columns()):
        kept = tuple(
            tuple(sorted(v) if i in lists and isinstance(v, list) else v for i, v in enumerate(row)) for row in kept
        )
    return Rows(tuple(columns), kept, analysis.find_unknown(schema), rows.truncated)


def _warning(kind: str, name: str, known: frozenset[str]) -> str:
    near = get_close_matches(name, sorted(known), n=1, cutoff=0.5)
    if not near:
        folded = {n.casefold(): n for n in sorted(known)}
        near = [folded[name.casefold()]] if name.casefold() in folded else []
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return f"The graph has no {kind} {name!r}.{hint}"
