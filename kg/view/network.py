"""The drawn network, as pyvis writes it for vis-network, and the vis-network that pyvis brings."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

from kg.errors import KgError
from kg.model import LABELS
from kg.view.layout import Layout
from kg.view.select import Selection

SHAPES = dict(zip(LABELS, ("square", "dot", "diamond", "hexagon", "triangle", "star"), strict=True))
"""Label → shape: with the colours, so that nobody has to tell types apart by colour alone."""

_SIZE = {"square": 0.85, "diamond": 1.15, "hexagon": 1.05, "triangle": 1.1}
"""What makes shapes of one radius look equally large."""

_SOURCE_MAP = re.compile(r"^//# sourceMappingURL=.*$", re.MULTILINE)


def network_data(selection: Selection, layout: Layout) -> dict[str, list[dict[str, Any]]]:
    """Return `nodes` and `edges` for vis-network; ids are places in the selection, edges those shown at rest."""
    from pyvis.network import Network

    network = Network(directed=True)
    for i, node in enumerate(selection.nodes):
        x, y = layout.positions[i]
        # The page draws the labels itself, of a size that can be read at every zoom; a blank keeps pyvis from the id.
        shape = SHAPES[node.label]
        size = round(layout.radii[i] * _SIZE.get(shape, 1.0), 1)
        network.add_node(i, " ", shape, group=node.label, x=x, y=y, size=size)
    for pair in layout.shown:
        network.add_edge(pair.a, pair.b, arrows="")
    nodes, edges, *_ = network.get_network_data()
    return {"nodes": nodes, "edges": edges}


def vis_script() -> str:
    """Return the text of the newest vis-network in the pyvis package, without the address of its source map."""
    folder = resources.files("pyvis").joinpath("templates", "lib")
    found = sorted(
        (entry for entry in folder.iterdir() if entry.name.startswith("vis-")), key=lambda entry: _version(entry.name)
    )
    if not found:
        raise KgError("The installed pyvis holds no vis-network. Install it again: pip install --force-reinstall pyvis")
    script = found[-1].joinpath("vis-network.min.js").read_text(encoding="utf-8")
    return _SOURCE_MAP.sub("", script)


def _version(name: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", name)]
