"""Noisy gradient descent against the number of steps: Figure 1 of Chourasia et al., and what stands beside its curves.

Two pictures.  :func:`draw_figure` has the twelve curves of the figure, nine by privacy dynamics (Corollary 1) and three by
composition.  :func:`draw_compared` has, for one order and one strong convexity, dynamics, composition, the best shift
allocation, which quadratic losses attain, the exact divergence from the start of Corollary 1, and the lower bound (17).

The noise of a step has the variance 2 eta sigma^2 on the iterate.  Values are enclosed to :data:`DIGITS` digits and drawn as
floating point numbers.  matplotlib is imported when a picture is made.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from pabisym.divergence.evaluate import enclose
from pabisym.errors import InputError
from pabisym.lang.grammar import parse
from pabisym.show.plot import BLACK, BLUE, GREY, ORANGE, VERMILION, target_of, write_figure

from . import _quadratic_losses as quadratic_losses

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DIGITS = 12
"""Significant digits of every value before it is rounded for drawing."""
LONGEST = 2000
"""Most steps; the exact divergence goes through all of them."""
STEPS = (1, *range(10, 310, 10))
"""Numbers of steps that are drawn where nothing else is asked."""
_COLOURS = {1: BLUE, 2: ORANGE, 4: VERMILION}
_WIDTHS = {10: 1.0, 20: 1.8, 30: 2.6}


def figure_lines(steps: Sequence[int] = STEPS) -> dict[str, list[float]]:
    """The twelve curves of Figure 1 by name; raises :class:`~pabisym.errors.InputError` for unusable steps."""
    return {name: _values(curve, _check_steps(steps)) for name, curve in quadratic_losses.figure_curves().items()}


def compared_lines(alpha: int = 10, lam: int = 1, steps: Sequence[int] = STEPS) -> dict[str, list[float]]:
    """Bounds and exact divergences at the parameters of Figure 1, by name.

    Raises :class:`~pabisym.errors.InputError` for an order of at most 1, for eta lam outside (0, 1), and for unusable steps.
    """
    point = {**quadratic_losses.FIGURE, "alpha": alpha, "lam": lam}
    if alpha <= 1:
        raise InputError("alpha", f"{alpha} is no order above 1", "give an integer from 2 on")
    if not 0 < Fraction(str(point["eta"])) * lam < 1:
        raise InputError("lam", f"eta*lam has to lie between 0 and 1, and eta is {point['eta']}", "give an integer from 1 to 49")
    formulas = {"privacy dynamics": quadratic_losses.DYNAMICS, "composition": quadratic_losses.COMPOSITION,
                "shift allocation": quadratic_losses.ALLOCATED, "lower bound (17)": quadratic_losses.LOWER}
    lines = {name: _values(formula, _check_steps(steps), point) for name, formula in formulas.items()}
    start = 2 * Fraction(str(point["sigma"])) ** 2 / lam
    lines["exact, from the start of Corollary 1"] = [
        float(quadratic_losses.quadratic_divergence({**point, "K": k}, lam, start)) for k in steps]
    return lines


def draw_figure(path: str | os.PathLike[str] | None = None, steps: Sequence[int] = STEPS) -> Figure:
    """Figure 1; written to ``path`` (svg, pdf or png) where one is given."""
    target = None if path is None else target_of(path)
    figure, axes = _empty("Rényi divergence bound", "Figure 1: dynamics (solid) and composition (dashed)")
    lines = figure_lines(steps)
    for alpha in quadratic_losses.ALPHAS:
        for curvature in quadratic_losses.CURVATURES:
            name = f"alpha = {alpha}, lambda = {curvature}"
            axes.plot(steps, lines[name], color=_COLOURS[curvature], linewidth=_WIDTHS[alpha], label=name)
        name = f"alpha = {alpha}, composition"
        axes.plot(steps, lines[name], color=BLACK, linewidth=_WIDTHS[alpha], linestyle="--", label=name)
    axes.legend(fontsize=7, ncols=3)
    return write_figure(figure, target)


def draw_compared(path: str | os.PathLike[str] | None = None, alpha: int = 10, lam: int = 1, steps: Sequence[int] = STEPS) -> Figure:
    """The bounds beside each other; arguments as for :func:`compared_lines`."""
    target = None if path is None else target_of(path)
    figure, axes = _empty("Rényi divergence", f"Noisy GD, alpha = {alpha}, lambda = {lam}")
    styles = {"privacy dynamics": (BLUE, "-"), "composition": (BLACK, "--"), "shift allocation": (VERMILION, "-"),
              "lower bound (17)": (GREY, ":"), "exact, from the start of Corollary 1": (ORANGE, "-.")}
    for name, values in compared_lines(alpha, lam, steps).items():
        colour, line = styles[name]
        axes.plot(steps, values, color=colour, linestyle=line, label=name)
    axes.legend(fontsize=8)
    return write_figure(figure, target)


def _empty(quantity: str, title: str) -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 4.2), layout="constrained")
    axes = figure.subplots()
    axes.set_xlabel("number of steps K")
    axes.set_ylabel(quantity)
    axes.set_title(title, fontsize=10)
    return figure, axes


def _check_steps(steps: Sequence[int]) -> Sequence[int]:
    if not steps or any(isinstance(k, bool) or not isinstance(k, int) or not 1 <= k <= LONGEST for k in steps):
        raise InputError("steps", "are not numbers of steps", f"give integers from 1 to {LONGEST}")
    return steps


def _values(formula: str, steps: Sequence[int], point: Mapping[str, object] | None = None) -> list[float]:
    term = parse(formula)
    found = (enclose(term, {**(point or {}), "K": k}, DIGITS) for k in steps)
    return [float(Fraction(value.lower)) for value in found]
