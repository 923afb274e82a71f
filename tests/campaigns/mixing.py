"""Restart by mixing beside allocation and beside the walk that is known to be worst: ``PYTHONPATH=tests python -m campaigns.mixing``.

Full batches of n = 1000, L = 1, eta = 0.1, sigma = 4, smoothness 2.  Both sides are certified.  Run it with ``tests`` on the path; the
name of a file draws the picture of docs/mixing.md into it.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np
from flint import fmpq
from numpy.typing import NDArray
from scipy.special import ndtr
from support.drifts import accelerating_drift
from support.figure_parameters import EVERY

from pabisym.accounting.mixing import StageTold, _StageSearch, mixed_epsilon
from pabisym.accounting.steps import NoisyRun, direction_curves
from pabisym.comparison.compare import compare_unreplayed, over_steps
from pabisym.comparison.rows import DRAWN, LAST, StatementRow
from pabisym.comparison.symbols import RunSymbols
from pabisym.exact_law.projected_walk import projected_walk
from pabisym.library.library import builtin

DIAMETERS = ("1", "2", "67/25", "4", "8")
"""D/(eta*sigma) = 2.5, 5, 6.7, 10, 20."""
STYLES: dict[str, dict[str, str]] = {
    "best restart by allocation": {"color": "#0072B2", "linestyle": "--", "marker": "o", "markersize": "3"},
    "mixing in stages": {"color": "#D55E00", "linestyle": "-", "marker": "s", "markersize": "3"},
    "worst walk known (lower side)": {"color": "#000000", "linestyle": ":", "marker": "^", "markersize": "3"},
}
RESTART, STAGED = "pabisym/bounded-equal-gaps", ("pabisym/mixing-stages", "pabisym/mixing-gap-stages")
COMMON: dict[str, object] = {"n": 1000, "b": 1000, "eta": "1/10", "L": 1, "sigma": 4, "M": 2, "delta": "1e-5"}


ACCELERATING = {"5/2": ("157/100", "23/10", "83/100", 45), "5": ("101/100", "36/5", "1", 90), "67/10": ("9/10", "11", "1", 140),
                "10": ("18/25", "41/2", "1", 250), "20": ("1/2", "65", "1", 600)}
"""For each width A, tau and p of :func:`~support.drifts.accelerating_drift`, and how many last steps have it."""


def drifts_of(width: Fraction) -> list[tuple[fmpq, ...]]:
    """Common drifts towards one end that are tried: constant ones, and one that accelerates."""
    known = ACCELERATING.get(str(width))
    return [*((fmpq(drift, 1000),) for drift in range(0, 600, 50)), *([] if known is None else [accelerating_drift(*known)])]


def worst(width: Fraction, steps: int, delta: str, gap: Fraction = Fraction(1, 2000)) -> tuple[float, tuple[fmpq, ...]]:
    """The largest level at which two walks a gap apart certainly miss delta, over common drifts towards one end, with the drifts."""
    found, half = [], fmpq(gap.numerator, 2 * gap.denominator)
    for drifts in drifts_of(width):
        first, second = (projected_walk(width, tuple(drift + sign for drift in drifts), steps) for sign in (-half, half))
        level = max(first.epsilon_at_least(second, delta), second.epsilon_at_least(first, delta))
        found.append((int(level.p) / int(level.q), drifts))
    return max(found)


def both_sides(setting: RunSymbols) -> tuple[float, float]:
    """Epsilon of the best restart by allocation, and of the better plan of stages; infinite where there is none."""
    told = over_steps(builtin(), setting, [int(setting.values["T"].p)], (RESTART, *STAGED))
    least = {name: points[0][1] for name, points in told.items()}
    return least.get(RESTART, math.inf), min(least.get(name, math.inf) for name in STAGED)


def rows(steps: int = 10**5, delta: str = "1e-5", diameters: Iterable[str] = DIAMETERS) -> Iterator[tuple[float, float, float, float, float]]:
    """D/(eta*sigma), epsilon of the best allocation, of stages, and of the walk, all certified, and the drift of its last step."""
    for diameter in diameters:
        width = Fraction(diameter) * 10 / 4
        allocation, stages = both_sides(RunSymbols.of({**COMMON, "T": steps, "D": diameter, "delta": delta}))
        level, drifts = worst(width, steps, delta)
        yield float(width), allocation, stages, level, float(drifts[-1])


def beside_figures() -> Iterator[tuple[str, str, StatementRow | None, StatementRow | None]]:
    """At every figure of a paper with a diameter, for each output that mixing speaks of: the best of all else, and the best by mixing."""
    for name, values in EVERY.items():
        if "D" not in values:
            continue
        found = compare_unreplayed(builtin(), RunSymbols.of(values), 6).applicable
        for about in (LAST, DRAWN):
            own = [row for row in found if row.about == about]
            split = [next((row for row in own if ("/mixing" in row.id) is wanted), None) for wanted in (False, True)]
            yield name, about, split[0], split[1]


def shown(row: StatementRow | None) -> str:
    """Epsilon and where it is from."""
    return "-" if row is None or row.epsilon is None else f"{float(row.epsilon):.5g} ({row.id})"


def plateau(diameter: str = "1", records: Iterable[int] = (10000, 1000, 100, 10, 2, 1)) -> Iterator[tuple[int, float, float, float, float]]:
    """n, kappa = L D/(n eta sigma^2), and epsilon of allocation, of stages and of the walk at delta = 1e-5: how far each is from optimal."""
    width = Fraction(diameter) * 10 / 4
    for n in records:
        gap, setting = Fraction(1, 2 * n), RunSymbols.of({**COMMON, "n": n, "b": n, "T": 10**5, "D": diameter})
        yield n, float(width * gap / 2), *both_sides(setting), worst(width, 10**4, "1e-5", gap)[0]


class EndsOfLinearLosses(_StageSearch):
    """The search, in floats, where the end of a stage tells what linear losses do, whose hits of 1/2 at q = 1/1000 add up."""

    def _prices(self, top: float, count: int) -> Callable[[int], NDArray[np.float64] | None]:
        places, levels = np.linspace(-3, 9, 6001), np.linspace(0, top, count)

        @cache
        def at(steps: int) -> NDArray[np.float64]:
            chances = [comb(steps, k) * 0.001**k * 0.999 ** (steps - k) for k in range(min(steps, 6) + 1)]
            near = sum(p * ndtr(k / (2 * math.sqrt(steps)) - places) for k, p in enumerate(chances))
            return np.array([max(1e-18, float((near - math.exp(level) * ndtr(-places)).max())) for level in levels])

        return at


def single_records() -> Iterator[tuple[fmpq, fmpq, float, float]]:
    """Batches of one record of 1000, D/(eta sigma): epsilon; about that of the pair of linear losses in all steps; of their ends."""
    for width in (fmpq(5, 2), fmpq(5), fmpq(10)):
        run, h, delta = NoisyRun(fmpq(4), 10**5, fmpq(1, 1000), "fixed-size", "replace"), width**2, fmpq(1, 10**5)
        found = mixed_epsilon(h, run, delta)
        parts = direction_curves([run], attained=True)["remove"]
        plans = [kind.of(StageTold(parts), h, run.steps, delta, fmpq(1)).best() for kind in (_StageSearch, EndsOfLinearLosses)]
        yield width, found.epsilon, *(float(plan[3][-1]) for plan in plans)


STEPS = (30, 100, 300, 1000, 3000, 10**4, 10**5)
"""Numbers of steps of the table and of the picture."""
Curves = dict[float, list[tuple[int, float, float, float]]]


def curves(delta: str = "1e-5", diameters: Iterable[str] = DIAMETERS, steps: Iterable[int] = STEPS) -> Curves:
    """For every D/(eta sigma) the steps, and epsilon of the best allocation, of stages (infinite where there is none), and of the walk.

    The drifts of the walk are those that are worst after many steps.
    """
    found = Curves()
    for diameter in diameters:
        width = Fraction(diameter) * 10 / 4
        drifts, half = worst(width, 10**4, delta)[1], fmpq(1, 4000)
        for count in steps:
            setting = RunSymbols.of({**COMMON, "T": count, "D": diameter, "delta": delta})
            walks = [projected_walk(width, tuple(drift + sign for drift in drifts), count) for sign in (-half, half)]
            level = max(walks[i].epsilon_at_least(walks[1 - i], delta) for i in (0, 1))
            found.setdefault(float(width), []).append((count, *both_sides(setting), int(level.p) / int(level.q)))
    return found


def picture(found: Curves, path: str) -> None:
    """Epsilon against the number of steps, both logarithmic: a panel for every D/(eta sigma)."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 3.1), layout="constrained")
    panels = figure.subplots(1, len(found), sharey=True)
    for axes, (width, points) in zip(panels, found.items(), strict=True):
        steps, *values = zip(*points, strict=True)
        for value, (label, style) in zip(values, STYLES.items(), strict=True):
            axes.plot(steps, value, label=label, linewidth=1.4, **style)
        axes.set(xscale="log", yscale="log", xlabel="number of steps T", title=f"D/(ησ) = {width:g}", ylim=(1e-3, 2))
        axes.grid(visible=True, which="major", linewidth=0.3)
    panels[0].set_ylabel("ε at δ = 10⁻⁵")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    figure.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    if len(sys.argv) > 1:
        picture(curves(), sys.argv[1])
    for n, kappa, allocation, stages, walk in plateau():
        print(f"n {n:6d} kappa {kappa:.4g} {allocation:10.5f} {stages:10.6f} {walk:10.6f}  {stages / walk:6.2f} {allocation / walk:6.1f}")
    for width, found, pair, ends in single_records():
        print(f"single records, D/(eta sigma) {float(width)}: {float(found):.5f}; linear losses {pair:.5f}, the ends of stages alone {ends:.5f}")
    for figure, about, other, mixed in beside_figures():
        print(f"{figure} | {about} | {shown(other)} | {shown(mixed)}")
    for delta in ("1e-5", "1e-9"):
        for steps in (100, 1000, 10**5):
            for width, allocation, stages, walk, drift in rows(steps, delta):
                print(f"{delta} {steps:7d} {width:6.1f} {allocation:10.5f} {stages:10.6f} {walk:10.6f}  drift {drift:.2f}  "
                      f"{allocation / stages:6.1f} {stages / walk:6.2f}")
