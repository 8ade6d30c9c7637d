"""Packing discs side by side into the shape of a screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ASPECT = 1.45
"""Width over height of the packed picture: that of the canvas beside the panel on a common screen."""

_ANGLES = 48


def pack(radii: Sequence[float], pull: NDArray[np.float64], gap: float = 14.0) -> NDArray[np.float64]:
    """Return centres, shape (discs, 2), so that no two discs touch; the first one stands in the middle.

    Each next disc goes, of the places where it touches one that is already there, to that
    nearest to the middle and to the discs that `pull` (shape (discs, discs), not negative) binds it to.
    """
    import numpy as np

    count = len(radii)
    centres = np.zeros((count, 2))
    size = np.asarray(radii, dtype=np.float64)
    order = sorted(range(count), key=lambda i: (-radii[i], i))
    angle = np.arange(_ANGLES) * 2 * np.pi / _ANGLES
    around = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    for place, disc in enumerate(order[1:], start=1):
        there = np.array(order[:place])
        hosts = _outermost(there, centres)
        reach = (size[hosts] + size[disc] + gap)[:, None, None]
        spots = (centres[hosts][:, None, :] + reach * around[None, :, :]).reshape(-1, 2)
        spots = spots[_is_free(spots, size[disc] + gap - 1e-6, centres[there], size[there])]
        centres[disc] = spots[_best(spots, centres[there], pull[disc, there])]
    return _centred(centres, size)


def _outermost(there: NDArray[np.int64], centres: NDArray[np.float64], most: int = 80) -> NDArray[np.int64]:
    """Return the discs farthest out: with hundreds of them the inner ones are closed in, and trying them is slow."""
    import numpy as np

    if len(there) <= most:
        return there
    away = np.hypot(centres[there, 0] / ASPECT, centres[there, 1])
    return there[np.argsort(-away, kind="stable")[:most]]


def _is_free(
    spots: NDArray[np.float64], radius: float, centres: NDArray[np.float64], size: NDArray[np.float64]
) -> NDArray[np.bool_]:
    import numpy as np

    free = np.ones(len(spots), dtype=bool)
    for centre, own in zip(centres, size, strict=True):
        free &= np.hypot(spots[:, 0] - centre[0], spots[:, 1] - centre[1]) >= radius + own - 1e-6
    return free


def _best(spots: NDArray[np.float64], centres: NDArray[np.float64], pull: NDArray[np.float64]) -> int:
    import numpy as np

    cost = np.hypot(spots[:, 0] / ASPECT, spots[:, 1])
    total = float(pull.sum())
    if total > 0:
        middle = (pull[:, None] * centres).sum(axis=0) / total
        cost = cost + 0.25 * np.hypot(spots[:, 0] - middle[0], spots[:, 1] - middle[1])
    return int(np.argmin(np.round(cost, 6)))


def _centred(centres: NDArray[np.float64], size: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    if not len(size):
        return centres
    low = (centres - size[:, None]).min(axis=0)
    high = (centres + size[:, None]).max(axis=0)
    return np.asarray(centres - (low + high) / 2)
