"""Gradient-boosted trees as arrays: trained elsewhere, evaluated here with numpy alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Trees:
    """An ensemble of T binary trees of at most M nodes each; a leaf's `feature` is -1.

    `feature`, `left`, `right` (T, M) are integers, `threshold`, `value` (T, M) float64. A row goes left when its
    feature is at most the threshold. The answer is the logistic of `base` and the leaves' sum.
    """

    feature: npt.NDArray[np.int16]
    threshold: npt.NDArray[np.float64]
    left: npt.NDArray[np.int16]
    right: npt.NDArray[np.int16]
    value: npt.NDArray[np.float64]
    base: float

    def probability(self, rows: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Return the probability (N,) for feature rows (N, F), rounded to three places."""
        if not len(rows):
            return np.zeros(0)
        trees = np.arange(len(self.feature))
        node = np.zeros((len(rows), len(trees)), dtype=np.int64)
        while True:
            feature = self.feature[trees, node]
            if (feature < 0).all():
                break
            go_left = np.take_along_axis(rows, np.maximum(feature, 0), 1) <= self.threshold[trees, node]
            step = np.where(go_left, self.left[trees, node], self.right[trees, node])
            node = np.where(feature < 0, node, step)
        score = self.base + self.value[trees, node].sum(1)
        out: npt.NDArray[np.float64] = np.round(1.0 / (1.0 + np.exp(-score)), 3)
        return out

    def arrays(self, name: str) -> dict[str, npt.NDArray[np.generic]]:
        """Return the arrays under the prefix `name`, for a file of tensors."""
        fields = {k: np.ascontiguousarray(getattr(self, k)) for k in ("feature", "threshold", "left", "right", "value")}
        return {f"{name}.{k}": v for k, v in fields.items()} | {f"{name}.base": np.array([self.base])}

    @classmethod
    def from_arrays(cls, arrays: dict[str, npt.NDArray[np.generic]], name: str) -> Trees:
        """Return the ensemble stored under the prefix `name`. Raises `KeyError` when it is not there."""
        get = {k: arrays[f"{name}.{k}"] for k in ("feature", "threshold", "left", "right", "value", "base")}
        return cls(
            get["feature"].astype(np.int16),
            get["threshold"].astype(np.float64),
            get["left"].astype(np.int16),
            get["right"].astype(np.int16),
            get["value"].astype(np.float64),
            float(get["base"].astype(np.float64)[0]),
        )
