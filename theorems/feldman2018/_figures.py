"""Privacy against utility: the proved excess loss of PNSGD that stops at random, as a function of the privacy level.

The numbers are those of ``feldman2018/theorem-29``; a level is that of the local guarantee, and eps/sqrt(n + 1 - t) is what
it becomes at index t (``feldman2018/theorem-30``, which also says up to which level that is proved).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from os import PathLike
from typing import TYPE_CHECKING

from pabisym.lang.rational import rational, to_fraction
from pabisym.show.plot import target_of, write_figure

if TYPE_CHECKING:
    from pabisym.numerics.enclosure import Enclosure


@dataclass(frozen=True)
class Tradeoff:
    """One privacy level and an enclosure of the excess loss that is proved for it."""

    epsilon: Fraction
    excess_loss: Enclosure


def tradeoff(
    levels: Iterable[object], *, n: object, radius: object, lipschitz: object, dimension: object, delta: object, digits: int = 12
) -> tuple[Tradeoff, ...]:
    """The excess loss at every level, in their order.

    ``n`` records, losses ``lipschitz``-Lipschitz on a set within a ball of ``radius`` in ``dimension`` dimensions, slack
    ``delta``; all exact rationals.  Raises :class:`~pabisym.errors.InputError` outside the assumptions of Theorem 29.

    >>> [point.excess_loss.lower for point in tradeoff([1, 2], n=100, radius=1, lipschitz=1, dimension=0, delta="0.1", digits=3)]
    ['0.4', '0.4']
    """
    from pabisym.library.theorem import theorem

    bound = theorem("feldman2018/theorem-29")
    found = []
    for level in levels:
        here = bound.at(n=n, R0=radius, L=lipschitz, d=dimension, epsilon=level, delta=delta)
        found.append(Tradeoff(to_fraction(rational(level, "epsilon")), here.enclosure(digits)))
    return tuple(found)


def plot_tradeoff(points: Iterable[Tradeoff], file: str | PathLike[str]) -> None:
    """Draw the curve, with logarithmic axes, into a file whose ending says the format."""
    from matplotlib.figure import Figure

    target = target_of(file)
    curve = list(points)
    figure = Figure(figsize=(6, 4), layout="constrained")
    axes = figure.add_subplot()
    axes.loglog([float(p.epsilon) for p in curve], [float(p.excess_loss.upper) for p in curve], marker="o")
    axes.set_xlabel("privacy level ε")
    axes.set_ylabel("excess loss at most")
    write_figure(figure, target)
