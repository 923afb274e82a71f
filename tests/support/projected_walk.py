"""The long projected walk on an interval, in floats: what two runs with linear losses can be told apart by after many steps.

The law of the projected point has an atom at each end and a smooth density between them; Gauss-Legendre nodes carry the density
(Nyström's method, whose error falls faster than any power of the number of nodes).  Nothing here is certified: it is the lower side of
a comparison whose upper side is.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import ndtr

Floats = np.ndarray[Any, np.dtype[np.float64]]
NODES, CELLS, REACH = 120, 8001, 9.0


def law(width: float, drift: float, steps: int) -> tuple[Floats, Floats]:
    """Points and weights of the law of the projected point after ``steps`` steps x -> P(x + drift + N(0, 1)) on [0, width], from 0."""
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    inner, weights = (nodes + 1) * width / 2, weights * width / 2
    points = np.concatenate([[0.0], inner, [width]])
    mean = points + drift
    density = np.exp(-((inner[None, :] - mean[:, None]) ** 2) / 2) / np.sqrt(2 * np.pi) * weights[None, :]
    move = np.concatenate([ndtr(-mean)[:, None], density, ndtr(mean - width)[:, None]], axis=1)
    return points, np.linalg.matrix_power(move, steps)[0]


def told_apart(width: float, first: float, second: float, steps: int, delta: float) -> float:
    """The least epsilon at which two walks with these drifts are within delta of each other, both ways, after a last step with noise."""
    grid = np.linspace(-REACH, width + REACH, CELLS)
    densities = []
    for drift in (first, second):
        points, weights = law(width, drift, steps - 1)
        densities.append(np.exp(-((grid[:, None] - points[None, :] - drift) ** 2) / 2) @ weights / np.sqrt(2 * np.pi))
    p, q = densities
    cell = grid[1] - grid[0]
    low, high = 0.0, 50.0
    for _ in range(60):
        level = (low + high) / 2
        most = max(float(np.maximum(one - np.exp(level) * other, 0).sum() * cell) for one, other in ((p, q), (q, p)))
        low, high = (low, level) if most <= delta else (level, high)
    return high


def worst(width: float, gap: float, steps: int, delta: float) -> tuple[float, float]:
    """The largest epsilon over common drifts towards one end, with the drift."""
    return max((told_apart(width, drift - gap / 2, drift + gap / 2, steps, delta), drift) for drift in np.linspace(0, 0.6, 13))
