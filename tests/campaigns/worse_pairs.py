"""A search in floats for pairs of bounded runs that are worse than linear losses with a common drift.

    PYTHONPATH=tests python -m campaigns.worse_pairs

The maps are piecewise linear and 1-Lipschitz, the gap may change its sign from place to place.  Nothing of it is certified; a find, with
which it exits with 1, would be a reason to certify it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.optimize import differential_evolution
from scipy.special import ndtr

Floats = np.ndarray[Any, np.dtype[np.float64]]
Map = Callable[[Floats], Floats]
PIECES, NODES, STEPS, CELLS, HALVINGS = 5, 12, 256, 601, 24
GAP, DELTA = 5e-4, 1e-5


def final(width: float, one: Map, grid: Floats) -> Floats:
    """The density after STEPS steps x -> f(proj x) + N(0, 1) from 0."""
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    ends = np.linspace(0, width, PIECES + 1)
    half = width / PIECES / 2
    inner = np.concatenate([(nodes + 1) * half + low for low in ends[:-1]])
    mean = one(np.concatenate([[0.0], inner, [width]]))
    density = np.exp(-((inner[None, :] - mean[:, None]) ** 2) / 2) / np.sqrt(2 * np.pi) * np.tile(weights * half, PIECES)[None, :]
    move = np.concatenate([ndtr(-mean)[:, None], density, ndtr(mean - width)[:, None]], axis=1)
    law: Floats = np.linalg.matrix_power(move, STEPS - 1)[0]
    found: Floats = np.exp(-((grid[:, None] - mean[None, :]) ** 2) / 2) @ law / np.sqrt(2 * np.pi)
    return found


def least_epsilon(width: float, first: Map, second: Map) -> float:
    """The least level at which both are within DELTA of each other, both ways."""
    grid = np.linspace(-8, width + 8, CELLS)
    p, q = (final(width, one, grid) for one in (first, second))
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        level = (low + high) / 2
        most = max(float(np.maximum(a - np.exp(level) * b, 0).sum()) * (grid[1] - grid[0]) for a, b in ((p, q), (q, p)))
        low, high = (low, level) if most <= DELTA else (level, high)
    return high


def pair(width: float, values: Floats) -> tuple[Map, Map]:
    """Slopes, a value at 0, and half the gap at every knot, as a share of GAP/2."""
    slopes, offset, shares = values[:PIECES], values[PIECES], values[PIECES + 1 :]
    knots = np.linspace(0, width, PIECES + 1)
    heights = np.concatenate([[0.0], np.cumsum(slopes * width / PIECES)]) + offset

    def moved(sign: float) -> Map:
        return lambda x: np.interp(x, knots, heights) + sign * np.interp(x, knots, shares) * GAP / 2

    return moved(1.0), moved(-1.0)


def search(width: float, rounds: int = 30) -> tuple[float, float, Floats]:
    """The level of the worst linear pair, the largest that is found, and where."""
    linear = max((least_epsilon(width, *pair(width, np.array([1.0] * PIECES + [drift] + [1.0] * (PIECES + 1)))), float(drift))
                 for drift in np.linspace(0.1, 0.6, 11))
    bounds = [(-1.0, 1.0)] * PIECES + [(-1.0, width)] + [(-1.0, 1.0)] * (PIECES + 1)
    begin = np.array([1.0] * PIECES + [linear[1]] + [1.0] * (PIECES + 1))
    found = differential_evolution(lambda values: -least_epsilon(width, *pair(width, values)), bounds, maxiter=rounds, popsize=3, seed=1,
                                   x0=begin, polish=False, tol=1e-9)
    return linear[0], -float(found.fun), found.x


def main() -> None:
    """Search, print, exit with 1 where a pair is worse than the linear ones by more than floats blur."""
    worse = 0
    for width in (2.5, 5.0):
        linear, found, where = search(width)
        print(width, linear, found, where)
        worse += found > linear * (1 + 1e-6)
    sys.exit(worse)


if __name__ == "__main__":
    main()
