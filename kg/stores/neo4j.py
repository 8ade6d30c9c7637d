"""A graph in a Neo4j server, through the official driver."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from kg.errors import ConfigError, QueryError, StoreError
from kg.model import EDGE_ENDS, LABELS, Edge, Graph, Node, Rows
from kg.model.schema import cypher_ddl
from kg.stores import cypher
from kg.stores.analysis import Analysis, Schema, finish_rows, schema_of
from kg.stores.batches import Batch, find_batches, mark_of
from kg.stores.clean import check_ends, clean_graph
from kg.stores.contract import Progress, Store, check_bounds
from kg.stores.dialect import apply_edits, in_original, key_edits
from kg.stores.neo4j_errors import check_uri, connection_error, query_error, server_of, write_error
from kg.stores.neo4j_values import pick_label, plain_rows, visible
from kg.stores.values import HIDDEN, plain_parameters

if TYPE_CHECKING:
    from neo4j import ManagedTransaction, Session

_DELETE_ROWS = 10_000


class Neo4jStore(Store):
    """A graph in the database `database` (default: NEO4J_DATABASE, else the user's home database) of a server.

    `uri` is bolt://host:port, neo4j://… or their TLS forms; `password` defaults to NEO4J_PASSWORD; `batch_size` is the
    most rows of one transaction. Opening checks address, login and database within seconds and raises
    `StoreUnavailable` (`ConfigError` without a password). Data in the database that no load wrote is left alone.
    """

    def __init__(
        self, uri: str, user: str = "neo4j", password: str | None = None, database: str | None = None,
        batch_size: int = 1000,
    ) -> None:  # fmt: skip
        check_uri(uri)
        if batch_size < 1:
            raise ConfigError(f"The batch size is {batch_size}. Use 1 or more rows, such as 1000.")
        password = os.environ.get("NEO4J_PASSWORD") if password is None else password
        if not password:
            raise ConfigError(f"No password for user {user!r}. Set NEO4J_PASSWORD.")
        self._uri, self._user = uri, user
        self._database = database or os.environ.get("NEO4J_DATABASE") or None
        self._batch_size = batch_size
        self._schema: Schema | None = None
        self._driver = self._connect(password)

    def _connect(self, password: str) -> Any:
        import neo4j

        refusals = (neo4j.exceptions.DriverError, neo4j.exceptions.Neo4jError, OSError, ValueError)
        try:
            driver = neo4j.GraphDatabase.driver(
                self._uri, auth=(self._user, password), connection_timeout=5, connection_acquisition_timeout=30,
                max_transaction_retry_time=30, notifications_min_severity="OFF",
            )  # fmt: skip
        except refusals as error:
            raise connection_error(error, self._uri, self._user, self._database) from error
        try:
            with driver.session(database=self._database, default_access_mode=neo4j.READ_ACCESS) as session:
                session.run("RETURN 1").consume()
        except BaseException as error:
            found = _find_databases(driver) if "DatabaseNotFound" in (getattr(error, "code", None) or "") else ()
            driver.close()
            if isinstance(error, refusals):
                raise connection_error(error, self._uri, self._user, self._database, found) from error
            raise
        return driver

    @contextmanager
    def _session(self, *, read: bool = False) -> Iterator[Session]:
        import neo4j

        if self._driver is None:
            raise StoreError(f"The connection to {server_of(self._uri)} is closed. Open the store again.")
        mode = neo4j.READ_ACCESS if read else neo4j.WRITE_ACCESS
        try:
            with self._driver.session(database=self._database, default_access_mode=mode) as session:
                yield session
        except (
            neo4j.exceptions.ServiceUnavailable,
            neo4j.exceptions.SessionExpired,
            neo4j.exceptions.AuthError,
        ) as error:
            raise connection_error(error, self._uri, self._user, self._database) from error
        except (neo4j.exceptions.DriverError, neo4j.exceptions.Neo4jError) as error:
            raise write_error(error, "a request") from error

    def write(self, graph: Graph, *, on_progress: Progress | None = None) -> None:
        self._load(graph, on_progress, delete=False)

    def sync(self, graph: Graph, *, on_progress: Progress | None = None) -> None:
        self._load(graph, on_progress, delete=True)

    def _load(self, graph: Graph, on_progress: Progress | None, *, delete: bool) -> None:
        graph = clean_graph(graph)
        labels = {node.key: node.label for node in graph.nodes}
        mark = mark_of(graph)
        total, done = len(graph.nodes) + len(graph.edges), 0
        self._schema = None
        with self._session() as session:
            if not delete:
                labels = self._known_labels(session, graph) | labels
            check_ends(graph.edges, labels)
            self._prepare(session, graph)
            for batch in find_batches(graph, labels, mark, self._batch_size):
                self._send(session, batch)
                done += len(batch.rows)
                if on_progress is not None:
                    on_progress(done, total)
            if delete:
                for statement in (cypher.DELETE_STALE_EDGES, cypher.DELETE_STALE_NODES):
                    self._delete(session, statement, {"mark": mark})

    def _prepare(self, session: Session, graph: Graph) -> None:
        """Make constraints and indexes, and refuse to take over nodes that no load wrote."""
        keys: dict[str, list[str]] = {}
        for node in graph.nodes:
            keys.setdefault(node.label, []).append(node.key)
        ours = keys.keys() <= set(LABELS) and {edge.type for edge in graph.edges} <= set(EDGE_ENDS)
        for statement in cypher_ddl() if ours else map(cypher.unique_key, sorted(keys)):
            _write(session, statement, {}, "a constraint or index")
        _write(session, cypher.AWAIT_INDEXES, {}, "the wait for its indexes")
        for label, found in sorted(keys.items()):
            if not _write(session, cypher.count_foreign(label), {}, "a count")[0]["n"]:
                continue
            for start in range(0, len(found), _DELETE_ROWS):
                taken = _write(
                    session, cypher.find_foreign(label), {"keys": found[start : start + _DELETE_ROWS]}, "a look-up"
                )
                if taken:
                    raise StoreError(f"The database holds a {label} with the key {taken[0]['key'][:200]!r} that no "
                                     "load wrote. Delete or rename it, or load into another database.")  # fmt: skip

    def _known_labels(self, session: Session, graph: Graph) -> dict[str, str]:
        """Return the labels of edge ends that are in the database only."""
        own = {node.key for node in graph.nodes}
        if all(edge.source in own and edge.target in own for edge in graph.edges):
            return {}
        found = _write(session, cypher.READ_NODES, {}, "a look-up")
        return {row["properties"]["key"]: pick_label(row["labels"]) for row in found}

    @staticmethod
    def _send(session: Session, batch: Batch) -> None:
        what = f"the batch of {len(batch.rows)} {batch.what}"
        rows = _write(session, batch.statement, {"rows": batch.rows}, what)
        if batch.counts and rows[0]["n"] < len(batch.rows):
            raise StoreError(f"Neo4j lost {what}: nodes that they join were deleted meanwhile. Run the load again.")

    @staticmethod
    def _delete(session: Session, statement: str, params: Mapping[str, Any]) -> None:
        while _write(session, statement, {**params, "limit": _DELETE_ROWS}, "a deletion")[0]["n"]:
            pass

    def wipe(self) -> None:
        """Delete every node and edge that loads wrote into this database, in batches."""
        self._schema = None
        with self._session() as session:
            for statement in (cypher.DELETE_EDGES, cypher.DELETE_NODES):
                self._delete(session, statement, {})

    def query(
        self,
        cypher: str,
        params: Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
        limit: int | None = None,
        write: bool = False,
    ) -> Rows:
        check_bounds(timeout, limit)
        analysis, values = Analysis(cypher), plain_parameters(params)
        analysis.check(values)
        edits = key_edits(analysis, f"NOT kg_k STARTS WITH '{HIDDEN}'", "kg_k")
        text = apply_edits(cypher, edits)
        with self._session(read=not write) as session:
            schema = self._read_schema(session)
            try:
                rows = _run(session, text, values, (timeout, limit))
            except QueryError as error:
                raise in_original(error, cypher, text, edits) from error.__cause__
        if write:
            self._schema = None
        return finish_rows(rows, analysis, schema)

    def _read_schema(self, session: Session) -> Schema:
        if self._schema is None:
            found: dict[str, list[str]] = {"label": [], "type": [], "property": []}
            for record in session.run(cypher.READ_NAMES):
                found[record["kind"]].append(record["name"])
            properties = (name for name in found["property"] if not name.startswith(HIDDEN))
            self._schema = schema_of(found["label"], found["type"], properties)
        return self._schema

    def nodes(self) -> list[Node]:
        with self._session(read=True) as session:
            found = [
                Node(r["properties"]["key"], pick_label(r["labels"]), visible(r["properties"]))
                for r in session.run(cypher.READ_NODES)
            ]
        return sorted(found, key=lambda n: n.key)

    def edges(self) -> list[Edge]:
        with self._session(read=True) as session:
            found = [
                (r["source"], r["type"], r["target"], r["properties"][cypher.NUMBER], visible(r["properties"]))
                for r in session.run(cypher.READ_EDGES)
            ]
        return [Edge(s, type_, t, properties) for s, type_, t, _, properties in sorted(found, key=lambda e: e[:4])]

    def schema(self) -> Schema:
        with self._session(read=True) as session:
            return self._read_schema(session)

    def close(self) -> None:
        if self._driver is not None:
            self._driver.close()
            self._driver = None


def _find_databases(driver: Any) -> tuple[str, ...]:
    import neo4j

    try:
        with driver.session(database="system") as session:
            return tuple(r["name"] for r in session.run(cypher.SHOW_DATABASES) if r["name"] != "system")
    except (neo4j.exceptions.DriverError, neo4j.exceptions.Neo4jError):
        return ()


def _write(session: Session, statement: str, params: Mapping[str, Any], what: str) -> list[dict[str, Any]]:
    """Run one statement in a transaction that the driver retries, and return its rows."""
    import neo4j

    def work(transaction: ManagedTransaction) -> list[dict[str, Any]]:
        return [dict(record) for record in transaction.run(statement, dict(params))]

    unavailable = (neo4j.exceptions.ServiceUnavailable, neo4j.exceptions.SessionExpired, neo4j.exceptions.AuthError)
    try:
        return session.execute_write(work)
    except unavailable:
        raise
    except (neo4j.exceptions.DriverError, neo4j.exceptions.Neo4jError, ValueError, TypeError, OverflowError) as error:
        raise write_error(error, what) from error


def _run(session: Session, text: str, params: Mapping[str, Any], bounds: tuple[float | None, int | None]) -> Rows:
    """Run the user's query in one transaction that is committed only when all of it went well."""
    import neo4j

    timeout, limit = bounds
    unavailable = (neo4j.exceptions.ServiceUnavailable, neo4j.exceptions.SessionExpired, neo4j.exceptions.AuthError)
    try:
        with session.begin_transaction(timeout=timeout) as transaction:
            result = transaction.run(text, dict(params))
            columns = tuple(result.keys())
            records = [tuple(record.values()) for record in (result if limit is None else result.fetch(limit + 1))]
            result.consume()
            kept = records if limit is None else records[:limit]
            rows = plain_rows(kept, lambda ids: _read_keys(transaction, ids))
            transaction.commit()
    except unavailable:
        raise
    except (neo4j.exceptions.DriverError, neo4j.exceptions.Neo4jError, ValueError, TypeError, OverflowError) as error:
        raise query_error(error, timeout) from error
    return Rows(columns, rows, (), len(records) > len(kept))


def _read_keys(transaction: Any, ids: list[str]) -> dict[str, str]:
    return {record["id"]: record["key"] for record in transaction.run(cypher.READ_KEYS, {"ids": ids})}
