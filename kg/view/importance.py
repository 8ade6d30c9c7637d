"""How important each node of a graph is."""

from __future__ import annotations

from math import log1p
from typing import TYPE_CHECKING

from kg.model import Edge

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

_BY_TYPE = {
    "PROPOSES": 3.0,
    "OUTPERFORMS": 2.0,
    "ADDRESSES": 2.0,
    "EVALUATES_ON": 2.0,
    "EVALUATED_ON": 2.0,
    "BENCHMARK_FOR": 2.0,
    "IS_A": 1.5,
    "PART_OF": 1.5,
    "MENTIONS": 0.4,
    "SAME_NAME": 0.3,
}


def edge_weight(edge: Edge) -> float:
    """Return how strongly `edge` binds its ends: by its type, support and confidence; above 0."""
    support = edge.properties.get("support", 1)
    confidence = edge.properties.get("confidence", 1.0)
    papers = max(float(support), 1.0) if isinstance(support, int | float) else 1.0
    trust = min(max(float(confidence), 0.0), 1.0) if isinstance(confidence, int | float) else 1.0
    return _BY_TYPE.get(edge.type, 1.0) * (0.3 + log1p(papers)) * (0.2 + 0.8 * trust)


def rank(count: int, ends: NDArray[np.int64], weights: Sequence[float], damping: float = 0.85) -> NDArray[np.float64]:
    """Return the PageRank of `count` nodes of an undirected graph, rounded so that equal nodes tie exactly.

    `ends` has shape (edges, 2): indices of nodes; `weights` one positive number for each edge. Power iteration
    (Page et al., 1999) until no rank moves by more than 1e-10, 100 rounds at most.
    """
    import numpy as np

    if count == 0:
        return np.zeros(0)
    weight = np.asarray(weights, dtype=np.float64)
    source = np.concatenate([ends[:, 0], ends[:, 1]])
    target = np.concatenate([ends[:, 1], ends[:, 0]])
    both = np.concatenate([weight, weight])
    out = np.bincount(source, weights=both, minlength=count)
    flow = both / out[source]
    sinks = out == 0
    score = np.full(count, 1.0 / count)
    for _ in range(100):
        spread = np.bincount(target, weights=flow * score[source], minlength=count)
        new = (1 - damping) / count + damping * (spread + score[sinks].sum() / count)
        moved = float(np.abs(new - score).max())
        score = new
        if moved < 1e-10:
            break
    return np.round(score * count, 6)
