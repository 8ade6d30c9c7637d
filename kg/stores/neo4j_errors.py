"""Neo4j's errors in our own terms: one clear line each, and never a password."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from kg.errors import ConfigError, KgError, QueryError, QueryTimeout, StoreError, StoreUnavailable
from kg.stores.tokens import syntax_error

SCHEMES = ("bolt", "neo4j", "bolt+s", "neo4j+s", "bolt+ssc", "neo4j+ssc")
_POSITION = re.compile(r"\(line (\d+), column (\d+) \(offset: \d+\)\)")
_TIMEOUTS = ("TransactionTimedOut", "TransactionTimedOutClientConfiguration", "LockClientStopped")
_PARAMETER = re.compile(r"Expected parameter\(s\): (.+)")


def check_uri(uri: str) -> None:
    """Raise `StoreUnavailable` for an address that is no Neo4j URI."""
    try:
        parts = urlsplit(uri)
        valid = parts.scheme in SCHEMES and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        parts, valid = urlsplit("//"), False
    if valid and (parts.username or parts.password):
        raise ConfigError("The URI holds a user or password. Leave them out: pass the user by name and the password "
                          "in NEO4J_PASSWORD.")  # fmt: skip
    if not valid:
        shown = uri.rsplit("@", 1)[-1]
        raise StoreUnavailable(
            f"{shown!r} is no Neo4j address: the URI needs bolt:// or neo4j:// (with TLS bolt+s:// or neo4j+s://), "
            "then host and port, such as bolt://localhost:7687",
            shown,
        )


def server_of(uri: str) -> str:
    """Return host and port of a valid URI."""
    parts = urlsplit(uri)
    return f"{parts.hostname}:{parts.port or 7687}"


def connection_error(  # noqa: PLR0911 - one line for each kind of error
    error: BaseException, uri: str, user: str, database: str | None, found: Sequence[str] = ()
) -> KgError:
    """Return the error of a connection that could not be made or was lost. `found` are the server's databases."""
    from neo4j import exceptions

    server, code = server_of(uri), getattr(error, "code", None) or ""
    if code.endswith("AuthenticationRateLimit"):
        return StoreUnavailable(
            f"{server} refuses logins for a while after too many wrong passwords. Wait and retry.", uri
        )
    if isinstance(error, exceptions.AuthError):
        return StoreUnavailable(
            f"Wrong user or password for {user!r} at {server}. Set NEO4J_PASSWORD to the right one.", uri
        )
    if "DatabaseNotFound" in code or "database does not exist" in str(error).lower():
        return StoreUnavailable(
            f"Database {database!r} not found at {server} (found: {', '.join(found) or 'unknown'}).", uri
        )
    if isinstance(error, exceptions.ConfigurationError):
        return StoreUnavailable(f"The driver refuses {uri!r}: {first_line(error)}", uri)
    if isinstance(error, exceptions.ServiceUnavailable | exceptions.SessionExpired | OSError | exceptions.DriverError):
        reason = first_line(error)
        if "certificate" in reason.lower() or "ssl" in reason.lower():
            return StoreUnavailable(f"No TLS connection to {server}: {reason}. For a self-signed certificate use "
                                    "bolt+ssc://, without TLS bolt://", uri)  # fmt: skip
        return StoreUnavailable(
            f"No Neo4j server answers at {server}. Start one there, or pass its address as URI.", uri
        )
    return StoreUnavailable(f"The Neo4j server at {server} refuses the connection: {first_line(error)}", uri)


def query_error(error: Exception, timeout: float | None) -> KgError:
    """Return the error of a query that the server refused."""
    code, message = getattr(error, "code", None) or "", getattr(error, "message", None) or str(error)
    if any(code.endswith(end) for end in _TIMEOUTS):
        limit = f" of {timeout:g} s" if timeout else ""
        return QueryTimeout(f"The query ran past its time limit{limit}. Narrow it, or allow more time.")
    if code.endswith("Statement.AccessMode"):
        return QueryError("The query would change the graph. Pass write=True (--write) to allow that.")
    if code.endswith("ParameterMissing"):
        found = _PARAMETER.search(message)
        return QueryError(f"The query needs the parameter ${found.group(1) if found else '?'}, and it was not given.")
    position = _POSITION.search(message)
    if position is not None:
        place = int(position.group(1)), int(position.group(2))
        return syntax_error(_POSITION.sub("", message.split("\n", 1)[0]).strip(), place)
    if "SyntaxError" in code or "SemanticError" in code:
        return syntax_error(message.split("\n", 1)[0], None)
    return QueryError(f"The query cannot be run: {first_line(error)}")


def write_error(error: Exception, what: str) -> StoreError:
    """Return the error of a batch that the server refused."""
    code = getattr(error, "code", None) or ""
    hint = "Run the load again to go on." if "TransientError" in code or not code else "Mend it and run the load again."
    if "MemoryPoolOutOfMemory" in code or "OutOfMemory" in str(error):
        hint = "Run the load again with a smaller batch size."
    return StoreError(f"Neo4j refused {what}: {first_line(error)} {hint}")


def first_line(error: BaseException) -> str:
    """Return the server's message in one line of at most 300 characters."""
    text = getattr(error, "message", None) or str(error)
    return text.strip().split("\n", 1)[0][:300]
