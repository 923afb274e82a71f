"""A search in floats, over all nonexpansive maps of an interval, for bounded runs that are worse than translations.

    PYTHONPATH=tests python -m campaigns.worse_pairs

Two runs have the maps psi +- s/2 (the sign from place to place as it is worst), s small, and one noise; an event is the last iterate beyond
an edge. With f_k(x) its chance after step k and g_k(x) the derivative of that by s, one step is f(psi(x)), g(psi(x)) for the means of both
over the noise, and epsilon = log((p + s g/2 - delta)/(p - s g/2)). Given all other steps this is linear in f and g, so that the best map of a
step among all nonexpansive ones on a grid is found by dynamic programming from one end of the interval to the other. Steps are improved
one after the other until nothing changes. Nothing of it is certified; a find, with which it exits with 1, would be a reason to certify
it.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import ndtr

Floats = np.ndarray[Any, np.dtype[np.float64]]
Places = np.ndarray[Any, np.dtype[np.int64]]
GAP, DELTA = 5e-4, 1e-5
ROOM = 3.0
"""How far a map may lead out of the interval."""
SWEEPS = 12
EDGES = 6


@dataclass(frozen=True)
class Line:
    """A grid of ``cells`` cells on [0, width], on which maps lead to points of the same grid, prolonged by ROOM on both sides."""

    width: float
    cells: int

    @property
    def unit(self) -> float:
        """The length of a cell."""
        return self.width / self.cells

    @property
    def more(self) -> int:
        """Points on each side of the interval."""
        return math.ceil(ROOM / self.unit)

    @property
    def means(self) -> Floats:
        """The points to which maps may lead."""
        return np.arange(-self.more, self.cells + self.more + 1) * self.unit

    def moves(self) -> Floats:
        """From each of these points the chances of all points of the interval after noise and projection."""
        edges = (np.arange(self.cells) + 0.5) * self.unit
        found: Floats = np.diff(ndtr(edges[None, :] - self.means[:, None]), axis=1, prepend=0.0, append=1.0)
        return found

    def translation(self, drift: float) -> Places:
        """The map that adds a drift, as places among the means."""
        shift = min(max(round(drift / self.unit), -self.more), self.more)
        return np.arange(self.cells + 1) + self.more + shift


def best_map(worth: Floats) -> Places:
    """The 1-Lipschitz map of the grid that has the largest sum of ``worth[place, where it leads]``."""
    best, came, index = worth[0], list[Places](), np.arange(worth.shape[1])
    for row in worth[1:]:
        padded = np.pad(best, 1, constant_values=-np.inf)
        choices = np.stack([padded[:-2], padded[1:-1], padded[2:]])
        pick = choices.argmax(axis=0)
        came.append(index + pick - 1)
        best = choices[pick, index] + row
    path = [int(best.argmax())]
    for origin in reversed(came):
        path.append(int(origin[path[-1]]))
    return np.array(path[::-1])


def best_translation(worth: Floats) -> Places:
    """The same among translations."""
    places = np.arange(len(worth))
    return places + int(np.argmax([worth[places, places + k].sum() for k in range(worth.shape[1] - len(worth) + 1)]))


def level_of(p: float, g: float) -> float:
    """Epsilon, from the chance of the event and its derivative by the gap."""
    near, far = p + GAP * g / 2 - DELTA, p - GAP * g / 2
    return math.log(near / far) if near > far > 0 else 0.0


def improved(line: Line, maps: list[Places], edge: float, every: bool) -> tuple[float, list[Places]]:
    """Epsilon after the maps of all steps were improved, one after the other, until nothing changes; ``every`` map or translations."""
    moves, means, maps, reached = line.moves(), line.means, list(maps), 0.0
    slopes, signs = np.gradient(moves, line.unit, axis=0), [np.ones(line.cells + 1)] * len(maps)
    bell = np.exp(-((means - edge) ** 2) / 2) / math.sqrt(2 * math.pi)
    for _ in range(SWEEPS):
        laws, turned = [np.eye(line.cells + 1)[0]], [np.zeros(line.cells + 1)]  # before each step, and the derivative by the gap
        for one, sign in zip(maps[:-1], signs, strict=False):
            turned.append(turned[-1] @ moves[one] + (laws[-1] * sign) @ slopes[one])
            laws.append(laws[-1] @ moves[one])
        chance, slope, later = ndtr(means - edge), bell, np.zeros(len(means))
        for k in range(len(maps) - 1, -1, -1):
            if k < len(maps) - 1:
                later = moves @ (later + np.abs(slope))[maps[k + 1]]
                chance = moves @ chance[maps[k + 1]]
                slope = np.gradient(chance, line.unit)
            told = later + np.abs(slope)
            p, g = (float(laws[k] @ one[maps[k]]) for one in (chance, told))
            g += float(turned[k] @ chance[maps[k]])
            near, far = max(p + GAP * g / 2 - DELTA, 1e-12), max(p - GAP * g / 2, 1e-12)
            by_chance, by_told = 1 / near - 1 / far, GAP / 2 * (1 / near + 1 / far)
            worth = np.outer(laws[k] * by_chance + turned[k] * by_told, chance) + np.outer(laws[k] * by_told, told)
            found = best_map(worth) if every else best_translation(worth)
            more = level_of(float(laws[k] @ chance[found]), float(laws[k] @ told[found] + turned[k] @ chance[found]))
            maps[k] = found if more > level_of(p, g) * (1 + 1e-12) else maps[k]
            signs[k] = np.where(slope[maps[k]] < 0, -1.0, 1.0)
        now = level_of(float(laws[0] @ chance[maps[0]]), float(laws[0] @ told[maps[0]]))
        if now <= reached * (1 + 1e-7):
            break
        reached = now
    return reached, maps


def search(width: float, steps: int, cells: int, seed: int = 1) -> tuple[float, float, list[float]]:
    """Epsilon of the best translations and of the best maps that are found, and the drifts of the former, the last step first."""
    line, rng = Line(width, cells), np.random.default_rng(seed)
    best, other = (0.0, [line.translation(0)] * steps), 0.0
    for edge in np.linspace(width - 0.5, width + 2.5, EDGES):
        for drift in (0.1, 0.4):
            found = improved(line, [line.translation(drift)] * steps, float(edge), every=False)
            best = max(best, found, key=lambda one: one[0])
    for edge in np.linspace(width - 0.5, width + 2.5, EDGES):
        random = [np.clip(line.more + np.cumsum(rng.integers(-1, 2, cells + 1)), 0, len(line.means) - 1) for _ in range(steps)]
        for start in (best[1], random):
            other = max(other, improved(line, start, float(edge), every=True)[0])
    return best[0], other, [float(line.means[one[0]]) for one in best[1][::-1]]


def main() -> None:
    """Search, print, exit with 1 where a pair of maps is worse than translations by more than the grid blurs."""
    worse = 0
    for width, steps, cells in ((2.5, 24, 25), (2.5, 30, 50), (5.0, 60, 40)):
        moved, found, drifts = search(width, steps, cells)
        print(f"{width} {cells} cells: translations {moved:.6f}, all nonexpansive maps {found:.6f}, drifts", *(f"{x:.2f}" for x in drifts[:12]),
              flush=True)
        worse += found > moved * (1 + 1e-3)
    sys.exit(worse)


if __name__ == "__main__":
    main()
