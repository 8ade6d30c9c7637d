"""Print what a method builds on and what builds on it, each with the sentence that says so.

python examples/lineage.py GRAPH METHOD
"""

from __future__ import annotations

import sys

import kg


def lineage(path: str, name: str) -> list[str]:
    """Return one line for each USES edge at the method, found with networkx."""
    with kg.open(path) as graph:
        network = graph.to_networkx()
    wanted = name.casefold()
    lines = []
    for source, target, data in network.edges(data=True):
        ends = network.nodes[source], network.nodes[target]
        names = [str(end.get("name")) for end in ends]
        if data["type"] == "USES" and ends[0]["label"] == "Method" and wanted in (n.casefold() for n in names):
            lines.append(f"{names[0]} uses {names[1]}: {data['evidence'][0]}")
    return sorted(lines) or [f"No method named {name!r} uses another or is used."]


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        print("\n".join(lineage(sys.argv[1], sys.argv[2])))
    except kg.KgError as error:
        sys.exit(str(error))
