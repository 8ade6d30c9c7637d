"""Print the results that papers report on one dataset.

python examples/leaderboard.py GRAPH DATASET
"""

from __future__ import annotations

import sys

import kg

QUERY = """
MATCH (p:Paper)-[:REPORTS]->(r:Result)-[:ON_DATASET]->(d:Dataset)
WHERE toLower(d.name) = toLower($dataset)
OPTIONAL MATCH (r)-[:OF_METHOD]->(m:Method)
RETURN m.name AS method, r.metric_text AS metric, r.value AS value, r.kind AS kind, p.name AS paper
ORDER BY metric, value DESC, method
"""


def leaderboard(path: str, dataset: str) -> list[str]:
    """Return the lines of the table."""
    with kg.open(path) as graph:
        rows = graph.query(QUERY, {"dataset": dataset}).to_dicts()
    table = [[str(row[name] or "-") for name in ("method", "metric", "value", "kind")] for row in rows]
    return [
        "  ".join(cell.ljust(24) for cell in line).rstrip() for line in [["method", "metric", "value", "kind"], *table]
    ]


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        print("\n".join(leaderboard(sys.argv[1], sys.argv[2])))
    except kg.KgError as error:
        sys.exit(str(error))
