"""The embedded Cypher engine (kglite) holding one graph."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from kg.errors import GraphError, QueryError, QueryTimeout
from kg.model import Edge, Graph, Node, Rows, Value
from kg.stores import dialect
from kg.stores.analysis import Analysis, Schema, finish_rows, schema_of, schema_of_graph
from kg.stores.clean import chunks, no_collection
from kg.stores.columns import SOURCE
from kg.stores.contract import check_bounds
from kg.stores.fill import fill_database, load_kglite
from kg.stores.tokens import find_position, syntax_error
from kg.stores.values import iso_duration, plain_parameters, plain_scalar, sort_edges

_MOST_NAMES = 100
_UNKNOWN_PROPERTY = re.compile(r"Schema error: Unknown property '(.+)' on (.+?)\.(?: Did you mean .*)?$")
_UNKNOWN_NAME = re.compile(r"(?:Unknown function: |Undefined variable ')([^'\s(]+)")
_DURATION = {"months", "days", "seconds", "nanoseconds"}


class Engine:
    """A graph that answers Cypher. It keeps no file open and is dropped and rebuilt when the graph changes."""

    def __init__(self, database: Any, schema: Schema) -> None:
        self._database = database
        self._database.read_only(True)
        self._schema = schema
        self._keys: list[str] | None = None

    @property
    def schema(self) -> Schema:
        """The names that a query may use."""
        return self._schema

    @classmethod
    def of(cls, graph: Graph) -> Engine:
        """Build the engine of a graph that `values.clean_graph` and `values.check_ends` let pass."""
        return cls.fill(graph.nodes, chunks(graph.edges))

    @classmethod
    def fill(cls, nodes: Sequence[Node], parts: Iterable[Sequence[Edge]]) -> Engine:
        """Build the engine of clean nodes, and of edges in canonical order in parts that are read meanwhile."""
        with no_collection():
            return cls(*fill_database(nodes, parts))

    @classmethod
    def load(cls, path: Path) -> Engine:
        """Load what `save` wrote. Raises `GraphError` for a file that is damaged or another program's."""
        kglite = load_kglite()
        kglite.set_query_warning_policy("silent")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                engine = cls(kglite.load(str(path)), schema_of_graph((), ()))
            engine._schema = engine._read_schema()
        except (kglite.KgError, OSError, ValueError) as error:
            raise GraphError(f"{path} is no graph database that kg can open: {_first_line(error)}") from error
        return engine

    def save(self, path: Path) -> None:
        """Write the graph to a file, all or nothing. Raises `GraphError` where that fails."""
        import kglite

        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self._database.save(str(path))
        except (kglite.KgError, OSError, ValueError) as error:
            raise GraphError(f"Cannot write {path}: {_first_line(error)}") from error

    def query(
        self,
        cypher: str,
        params: Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
        limit: int | None = None,
        write: bool = False,
    ) -> Rows:
        """Run a query; see `contract.Store.query`."""
        check_bounds(timeout, limit)
        analysis, values = Analysis(cypher), plain_parameters(params)
        analysis.check(values)
        edits = dialect.engine_edits(analysis)
        text = dialect.apply_edits(cypher, edits)
        self._database.read_only(not write)
        try:
            result = self._run(text, values | dialect.label_parameters(analysis), timeout, limit)
        except QueryError as error:
            raise dialect.in_original(error, cypher, text, edits) from error.__cause__
        finally:
            self._database.read_only(True)
        if write:
            self._keys = None
        return self._rows(result, analysis, limit)

    def _run(self, text: str, params: Mapping[str, Any], timeout: float | None, limit: int | None) -> Any:
        import kglite

        values = {dialect.parameter_name(n): dialect.encode_parameter(v) for n, v in params.items()}
        timeout_ms = 0 if timeout is None else max(1, round(timeout * 1000))
        try:
            result = self._retrying(
                lambda: self._database.cypher(text, params=values, timeout_ms=timeout_ms, row_limit=limit)
            )
        except kglite.CypherTimeoutError as error:
            raise QueryTimeout(_timeout_message(timeout)) from error
        except kglite.ReadOnlyError as error:
            raise QueryError("The query would change the graph. Pass write=True (--write) to allow that.") from error
        except kglite.CypherSyntaxError as error:
            position = (error.line, error.col) if error.line and error.col else None
            raise syntax_error(_first_line(error), position) from error
        except (kglite.KgError, ValueError, TypeError, OverflowError, RuntimeError, RecursionError) as error:
            raise _unplaced_error(_first_line(error), text) from error
        if isinstance(result, str):
            raise QueryError("FORMAT CSV is not Cypher. Leave it out and write the rows as CSV instead.")
        return result

    def _retrying(self, run: Callable[[], Any]) -> Any:
        """Return what `run` returns, after making known each property that the engine refuses to look for.

        In a pattern's `{…}` it takes only properties that some node of the label has; Cypher finds nothing then.
        """
        import kglite

        for _ in range(_MOST_NAMES):
            try:
                return run()
            except kglite.SchemaError as error:
                found = _UNKNOWN_PROPERTY.match(str(error).split("\n", 1)[0])
                if found is None:
                    raise
                name, label = (text.replace("`", "``") for text in found.groups())
            read_only = self._database.read_only()
            self._database.read_only(False)
            self._database.cypher(f"CREATE (n:`{label}` {{key: '{SOURCE}'}}) SET n.`{name}` = null DELETE n")
            self._database.read_only(read_only)
        return run()

    def _rows(self, result: Any, analysis: Analysis, limit: int | None) -> Rows:
        names = list(result.columns)
        columns = tuple(dialect.decode(name) or name for name in names)
        ends = (
            {names[i] for i in analysis.end_columns()}
            if len(names) > max(analysis.end_columns(), default=-1)
            else set()
        )
        rows = tuple(
            tuple(self._end(row[name]) if name in ends else self._plain(row[name]) for name in names)
            for row in result.to_list()
        )
        total = (result.diagnostics or {}).get("total_rows") if limit is not None else None
        truncated = total is not None and total > len(rows)
        return finish_rows(Rows(columns, rows, (), truncated), analysis, self._schema)

    def _plain(self, value: Any) -> Any:  # noqa: PLR0911 - one line for each kind of value
        if isinstance(value, list):
            return [self._plain(v) for v in value]
        if not isinstance(value, dict):
            return plain_scalar(value)
        names = value.keys()
        if names == {"id", "labels", "properties"}:
            node = self._node(value)
            return {"label": node.label, "key": node.key or None, "properties": dict(sorted(node.properties.items()))}
        if names == {"id", "start", "end", "type", "properties"}:
            edge = self._edge(value)
            properties = dict(sorted(edge.properties.items()))
            return {"type": edge.type, "source": edge.source, "target": edge.target, "properties": properties}
        if names == {"nodes", "relationships"}:
            return {"nodes": self._plain(value["nodes"]), "edges": self._plain(value["relationships"])}
        if {"months", "days", "seconds"} <= names <= _DURATION:
            return iso_duration(**value)
        decoded = ((dialect.decode(name), v) for name, v in value.items())
        return {name: self._plain(v) for name, v in decoded if name is not None}

    def _end(self, key: Any) -> Any:
        """Return the node of `startNode(r)` or `endNode(r)`, which the engine answers with its key."""
        found = self._database.cypher("MATCH (n {key: $key}) RETURN n LIMIT 1", params={"key": key}).to_list()
        return self._plain(found[0]["n"]) if found else self._plain(key)

    def _node(self, value: Mapping[str, Any]) -> Node:
        properties = _decoded(value["properties"])
        key = properties.get("key")
        return Node(key if isinstance(key, str) else "", value["labels"][0], properties)

    def _edge(self, value: Mapping[str, Any]) -> Edge:
        if self._keys is None:
            found = self._database.cypher("MATCH (n) RETURN elementId(n) AS i, n.key AS k", timeout_ms=0).to_list()
            keys = {int(row["i"]): str(row["k"]) for row in found}
            self._keys = [keys.get(i, "") for i in range(max(keys, default=-1) + 1)]
        return Edge(
            self._keys[value["start"]], value["type"], self._keys[value["end"]], _decoded(value["properties"])
        )  # fmt: skip

    def read_graph(self) -> Graph:
        """Return the whole graph. Raises `QueryError` when a write left a node that no graph holds."""
        nodes: list[Node] = []
        for row in self._database.cypher("MATCH (n) RETURN n", timeout_ms=0).to_list():
            node = self._node(row["n"])
            if not node.key or len(row["n"]["labels"]) != 1:
                raise QueryError(f"The query left a node without a key or with several labels: {node.properties}. "
                                 "Give every node one label and a text property `key`.")  # fmt: skip
            nodes.append(node)
        found = self._database.cypher("MATCH ()-[r]->() RETURN r", timeout_ms=0).to_list()
        edges = sort_edges(self._edge(row["r"]) for row in found)
        return Graph(tuple(sorted(nodes, key=lambda n: n.key)), tuple(edges))

    def _read_schema(self) -> Schema:
        graph = self._database
        labels = [r["label"] for r in graph.cypher("CALL db.labels()").to_list()]
        types = [r["relationshipType"] for r in graph.cypher("CALL db.relationshipTypes()").to_list()]
        found = [r["propertyKey"] for r in graph.cypher("CALL db.propertyKeys()").to_list()]
        return schema_of(labels, types, (name for name in map(dialect.decode, found) if name is not None))


def _decoded(properties: Mapping[str, Any]) -> dict[str, Value]:
    decoded = ((dialect.decode(name), value) for name, value in properties.items())
    return {name: value for name, value in decoded if name is not None and value is not None}


def _unplaced_error(reason: str, text: str) -> QueryError:
    """Return the error that the engine gives without a position, with the place of the name it speaks of."""
    found = _UNKNOWN_NAME.match(reason)
    offset = -1 if found is None else text.find(found.group(1))
    if offset < 0:
        return QueryError(f"The query cannot be run: {reason}")
    return syntax_error(reason, find_position(text, offset))


def _timeout_message(timeout: float | None) -> str:
    return (
        f"The query ran past its time limit of {timeout:g} s. Narrow it, or allow more time."
        if timeout
        else ("The query ran past its time limit. Narrow it, or allow more time.")
    )


def _first_line(error: BaseException) -> str:
    text = dialect.decode_message(str(error).strip().split("\n", 1)[0])
    for start in ("Cypher syntax error", "Cypher execution error", "Schema error"):
        if text.startswith(start) and ": " in text:
            return text.split(": ", 1)[1]
    return text
