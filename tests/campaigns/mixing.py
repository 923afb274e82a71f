"""Restart by mixing beside allocation and beside the walk that is known to be worst: ``PYTHONPATH=tests python -m campaigns.mixing``.

Full batches of n = 1000, L = 1, eta = 0.1, sigma = 4, delta = 1e-5, T = 10^5, smoothness 2.  The upper sides are certified, the walk is
computed in floats.  Run it with ``tests`` on the path.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from support.figure_parameters import EVERY
from support.projected_walk import worst

from pabisym.comparison.compare import DRAWN, LAST, Row, Setting, reading
from pabisym.library.library import builtin

DIAMETERS = ("1", "2", "67/25", "4", "8")
"""D/(eta*sigma) = 2.5, 5, 6.7, 10, 20."""
COMMON: dict[str, object] = {"n": 1000, "b": 1000, "eta": "1/10", "L": 1, "sigma": 4, "M": 2, "delta": "1e-5"}


def rows(steps: int = 10**5) -> Iterator[tuple[float, float, float, float, float]]:
    """D/(eta*sigma), epsilon of the best allocation, of stages, of the walk, and the drift of that."""
    for diameter in DIAMETERS:
        found = {row.id: row for row in reading(builtin(), Setting.of({**COMMON, "T": steps, "D": diameter})).applicable}
        width = float(Fraction(diameter) * 10 / 4)
        allocation, stages = (found[name].epsilon for name in ("pabisym/bounded-equal-gaps", "pabisym/mixing-stages"))
        if allocation is not None and stages is not None:
            yield width, float(allocation), float(stages), *worst(width, 5e-4, steps, 1e-5)


def beside_figures() -> Iterator[tuple[str, str, Row | None, Row | None]]:
    """At every figure of a paper with a diameter, for each output that mixing speaks of: the best of all else, and the best by mixing."""
    for name, values in EVERY.items():
        if "D" not in values:
            continue
        found = reading(builtin(), Setting.of(values), 6).applicable
        for about in (LAST, DRAWN):
            own = [row for row in found if row.about == about]
            split = [next((row for row in own if ("/mixing" in row.id) is wanted), None) for wanted in (False, True)]
            yield name, about, split[0], split[1]


def shown(row: Row | None) -> str:
    """Epsilon and where it is from."""
    return "-" if row is None or row.epsilon is None else f"{float(row.epsilon):.5g} ({row.id})"


if __name__ == "__main__":
    for figure, about, other, mixed in beside_figures():
        print(f"{figure} | {about} | {shown(other)} | {shown(mixed)}")
    for width, allocation, stages, walk, drift in rows():
        print(f"{width:6.1f} {allocation:10.5f} {stages:10.6f} {walk:10.6f}  drift {drift:.2f}  {allocation / stages:6.1f} {stages / walk:6.2f}")
