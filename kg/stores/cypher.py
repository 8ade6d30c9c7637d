"""The Cypher that loads a graph into Neo4j, as pure text. Every value is a parameter; names are quoted.

Bookkeeping in the database: `_kg` on each node and relationship that a load wrote holds that load's mark, by which the
next load finds what is stale; `_kg_n` numbers the relationships of one type between the same two nodes. What has no
`_kg` is the user's own and is never matched.
"""

from __future__ import annotations

MARK = "_kg"
NUMBER = "_kg_n"


def quote(name: str) -> str:
    """Return a label, type or property name as Cypher takes any text for one.

    A backslash is written as its own escape, because the server would read `\\u0060` inside the quotes as a backtick.

    >>> quote("part-of"), quote("a`b")
    ('`part-of`', '`a``b`')
    """
    return "`" + name.replace("\\", "\\u005C").replace("`", "``") + "`"


def unique_key(label: str) -> str:
    """Return the statement that makes `key` unique, and indexed, among the nodes of a label."""
    return f"CREATE CONSTRAINT IF NOT EXISTS FOR (n:{quote(label)}) REQUIRE n.key IS UNIQUE"


def merge_nodes(label: str) -> str:
    """Return the statement for `$rows` of {key, properties}; properties hold key and mark and replace what is there."""
    return f"UNWIND $rows AS row MERGE (n:{quote(label)} {{key: row.key}}) SET n = row.properties"


def merge_edges(type_: str, source: str, target: str) -> str:
    """Return the statement for `$rows` of {source, target, number, properties}; it returns how many rows found ends."""
    return (
        f"UNWIND $rows AS row MATCH (a:{quote(source)} {{key: row.source}}) "
        f"MATCH (b:{quote(target)} {{key: row.target}}) "
        f"MERGE (a)-[r:{quote(type_)} {{{NUMBER}: row.number}}]->(b) SET r = row.properties RETURN count(*) AS n"
    )


def count_foreign(label: str) -> str:
    """Return the query that counts the nodes of a label that have a `key` and were not written by a load."""
    return f"MATCH (n:{quote(label)}) WHERE n.{MARK} IS NULL AND n.key IS NOT NULL RETURN count(n) AS n"


def find_foreign(label: str) -> str:
    """Return the query for one of `$keys` that a node not written by a load has."""
    return f"UNWIND $keys AS key MATCH (n:{quote(label)} {{key: key}}) WHERE n.{MARK} IS NULL RETURN key LIMIT 1"


DELETE_STALE_EDGES = f"MATCH ()-[r]->() WHERE r.{MARK} <> $mark WITH r LIMIT $limit DELETE r RETURN count(*) AS n"
DELETE_STALE_NODES = f"MATCH (n) WHERE n.{MARK} <> $mark WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS n"
DELETE_EDGES = f"MATCH ()-[r]->() WHERE r.{MARK} IS NOT NULL WITH r LIMIT $limit DELETE r RETURN count(*) AS n"
DELETE_NODES = f"MATCH (n) WHERE n.{MARK} IS NOT NULL WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS n"

READ_NODES = f"MATCH (n) WHERE n.{MARK} IS NOT NULL RETURN labels(n) AS labels, properties(n) AS properties"
READ_EDGES = (
    f"MATCH (a)-[r]->(b) WHERE r.{MARK} IS NOT NULL "
    "RETURN a.key AS source, type(r) AS type, b.key AS target, properties(r) AS properties"
)
READ_KEYS = "MATCH (n) WHERE elementId(n) IN $ids RETURN elementId(n) AS id, n.key AS key"
READ_NAMES = (
    "CALL db.labels() YIELD label RETURN 'label' AS kind, label AS name "
    "UNION ALL CALL db.relationshipTypes() YIELD relationshipType RETURN 'type' AS kind, relationshipType AS name "
    "UNION ALL CALL db.propertyKeys() YIELD propertyKey RETURN 'property' AS kind, propertyKey AS name"
)
SHOW_DATABASES = "SHOW DATABASES YIELD name RETURN DISTINCT name ORDER BY name"
AWAIT_INDEXES = "CALL db.awaitIndexes(300)"
