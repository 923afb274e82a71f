"""How well a test can tell two runs apart: the two errors of the best test, as a bound says it and as the worst case has it.

A test for "the first run" against "the second" errs with probability a if it was the first, and must then err with probability at
least f(a) if it was the second.  The smaller f is, the less privacy; 1 - a is perfect.  Of a bound f is drawn from below: G_mu of a
mu-GDP bound (Dong, Roth and Su 2022, definition 4), else what its (epsilon, delta) say at :data:`LEVELS` levels (their proposition 6),
with certified upper ends of delta and in both directions, as neighbouring data are neighbours in either order.  Of a worst case, a pair
of Gaussian runs, f is G_mu with mu^2 = mean^2/variance, which is computed from the recursion of the two runs.  Where the two curves
touch everywhere, the bound is exact; where they do not, the area between them is what the bound, or its way to tests, gives away.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist
from typing import TYPE_CHECKING

from flint import fmpq

from pabisym.accounting.conversion import GaussianBound
from pabisym.divergence.evaluate import enclose, exact_value
from pabisym.errors import InputError
from pabisym.lang.grammar import parse
from pabisym.lang.rational import near_float, rational, short_number, to_fraction
from pabisym.lang.term import TWO, Call, Name
from pabisym.library.convert import convert, from_statement
from pabisym.library.linear_pair import bound_term, pair_divergence
from pabisym.library.point import letters, read_point
from pabisym.library.statement import Statement
from pabisym.notions.conversion import gdp_trade_off
from pabisym.show.plot import BLACK, BLUE, GREY, ORANGE, VERMILION, target_of, write_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from pabisym.shift.allocate import Allocation

LEVELS = 32
"""How many privacy levels a bound that is no Gaussian one is read at."""
SMALL = Fraction(1, 1000)
"""The delta up to which levels are read; smaller ones are at the ends of the picture."""
POINTS = 161
"""How many first errors are drawn."""
DIGITS = 6
"""Significant digits of every delta."""
_NORMAL = NormalDist()


@dataclass(frozen=True)
class ErrorCurves:
    """First errors, and the least second errors that a bound allows and that the worst case has; None where there is none.

    ``mu_squared`` is that of the worst case, None for one that is told apart with certainty.  Floats, for drawing.
    """

    title: str
    first: tuple[float, ...]
    bound: tuple[float, ...]
    pair: tuple[float, ...] | None = None
    mu_squared: Fraction | None = None
    of: str = "bound"

    @property
    def gap(self) -> float:
        """The largest distance of the two curves; 0 where there is no worst case."""
        return max((high - low for high, low in zip(self.pair, self.bound, strict=True)), default=0.0) if self.pair else 0.0


def gaussian_error(mu_squared: Fraction | float, first: float) -> float:
    """The lower end of G_mu at a first error.

    >>> round(gaussian_error(1, 0.5), 6)
    0.158655
    """
    return float(Fraction(gdp_trade_off(Fraction(mu_squared), Fraction(first), 15).lower))


def allocation_curves(answer: Allocation) -> ErrorCurves:
    """The curves of an optimal shift allocation, which bounds mu^2, and of the linear pair that attains it.

    Raises :class:`~pabisym.errors.InputError` for an infinite optimum.

    >>> import pabisym
    >>> allocation_curves = pabisym.plots.allocation_curves
    >>> from pabisym.shift.allocate import allocate
    >>> allocation_curves(allocate(gap=[1, 0], noise_variance=1)).gap
    0.0
    """
    if answer.status != "optimal" or answer.worst_case is None:
        raise InputError("allocation", "an infinite optimum tells the runs apart", "add noise after the last gap")
    bound, pair = (value if isinstance(value, Fraction) else Fraction(str(getattr(value, "upper", value)))
                   for value in (answer.value, answer.worst_case.value))
    errors = _errors(bound)
    curve, worst = (tuple(gaussian_error(square, a) for a in errors) for square in (bound, pair))
    return ErrorCurves("optimal shift allocation", errors, curve, worst, pair, "shift allocation: μ-GDP")


def statement_curves(statement: Statement, values: Mapping[str, object], field: str = "at") -> ErrorCurves:
    """The curves of a statement about a divergence of two runs at a point, whose order or level is left out or passed over.

    Raises :class:`~pabisym.errors.InputError` for another statement, and for a point at which it does not hold.

    >>> import pabisym
    >>> statement_curves = pabisym.plots.statement_curves
    >>> from pabisym.library.library import builtin
    >>> found = statement_curves(builtin().statement("feldman2018/theorem-23"), {"L": 1, "sigma": 4, "n": 10, "t": 1, "eta": 1, "beta": 1})
    >>> found.bound[0] > found.bound[-1]
    True
    """
    said = parse(statement.conclusion or "0", statement.id, None)
    sought = said.args[2 if said.head == "dp" else 0] if isinstance(said, Call) and said.head in ("renyi", "dp", "gdp") else None
    if sought is None:
        raise InputError(statement.id, "bounds no divergence of two laws", "name a statement that does")
    letter = sought.name if isinstance(sought, Name) else ""
    here = {name: value for name, value in values.items() if name != letter}
    pair = _pair_square(statement, here, field)
    if isinstance(said, Call) and said.head == "dp":
        delta = _delta_of_levels(statement, here, letter, field)
    else:
        bound = from_statement(statement, here, field)
        if isinstance(bound, GaussianBound):
            exact = bound.mu_squared if isinstance(bound.mu_squared, fmpq) else rational(bound.mu_squared(DIGITS).upper, "mu_squared")
            errors = _errors(to_fraction(exact))
            return _curves(statement, errors, [gaussian_error(to_fraction(exact), a) for a in errors], pair, "μ-GDP")
        delta = lambda level: Fraction(convert(bound, epsilon=level, digits=DIGITS).value.upper)  # noqa: E731
    top = next((level for level in (Fraction(2) ** k for k in range(-6, 7)) if delta(level) <= SMALL), Fraction(64))
    found = [(float(level), float(delta(level))) for level in (top * Fraction(k * k, LEVELS**2) for k in range(LEVELS + 1))]
    errors = _errors(pair or top)
    least = [max(0.0, *(max(1 - d - math.exp(e) * a, math.exp(-e) * (1 - d - a)) for e, d in found)) for a in errors]
    return _curves(statement, errors, least, pair, "bound, by (ε, δ) at every level")


def _curves(statement: Statement, errors: Sequence[float], bound: Sequence[float], pair: Fraction | None, of: str) -> ErrorCurves:
    worst = None if pair is None else tuple(gaussian_error(pair, a) for a in errors)
    return ErrorCurves(statement.id, tuple(errors), tuple(bound), worst, pair, of)


def _errors(mu_squared: Fraction) -> tuple[float, ...]:
    """First errors, close to each other where the curve bends, with both ends."""
    reach = 3 + math.sqrt(min(near_float(mu_squared), 400.0)) / 2
    spread = [_NORMAL.cdf(reach * (2 * k / (POINTS - 1) - 1)) for k in range(POINTS)]
    return (0.0, *spread[1:-1], 1.0)


def _pair_square(statement: Statement, values: Mapping[str, object], field: str) -> Fraction | None:
    """mean^2/variance of the recorded worst case; None where there is none, or none that is rational and finite."""
    if statement.worst_case is None:
        return None
    term = pair_divergence(statement.worst_case, {**read_point(statement, values, field), "alpha": ((), TWO)})
    exact = None if term is None or letters(term) else exact_value(term, {})
    return None if exact is None else to_fraction(exact)


def _delta_of_levels(statement: Statement, values: Mapping[str, object], letter: str, field: str) -> Callable[[Fraction], Fraction]:
    from pabisym.library.point import evaluation

    bound = bound_term(statement)
    if not letter or letter not in statement.domains or (bound is not None and letter not in letters(bound)):
        raise InputError(statement.id, "says nothing at other levels", "name a statement whose level is a letter")

    def delta(level: Fraction) -> Fraction:
        here = evaluation(statement, {**values, letter: level}, field=field, force=level == 0)
        return min(Fraction(1), Fraction(enclose(here.term, {}, DIGITS).upper))

    return delta


def touching_point(curves: ErrorCurves, delta: float) -> tuple[float, float, float]:
    """Where the line of the least epsilon at a delta touches the bound: both errors and that epsilon, as a picture needs them.

    The line 1 - delta - exp(epsilon) x has to lie below the curve; epsilon is 0 where it does so anyway.  For digits that are certified
    ask :func:`pabisym.convert`.
    """
    if not 0 < delta < 1:
        raise InputError("delta", f"{delta:g} is no chance", "give a number between 0 and 1")
    slopes = [((1 - delta - y) / x, x, y) for x, y in zip(curves.first, curves.bound, strict=True) if x > 0]
    steepest, x, y = max(slopes)
    return x, y, math.log(max(steepest, 1.0))


def draw_errors(curves: ErrorCurves, path: str | os.PathLike[str] | None = None, *, delta: float | None = None) -> Figure:
    """Draw the two curves, their gap shaded, and perfect privacy; written to ``path`` (svg, pdf or png) where one is given.

    ``delta`` marks the point in which (epsilon, delta) touches the bound, with the line of that epsilon.

    >>> import pabisym
    >>> draw_errors, allocation_curves = pabisym.plots.draw_errors, pabisym.plots.allocation_curves
    >>> from pabisym.shift.allocate import allocate
    >>> draw_errors(allocation_curves(allocate(gap=[1, 0], noise_variance=1))).axes[0].get_xlabel()
    'probability of a false alarm (called in, is out)'
    """
    from matplotlib.figure import Figure

    target = target_of(path)
    figure = Figure(figsize=(5.2, 5.2), layout="constrained")
    axes = figure.add_subplot()
    axes.plot([0, 1], [1, 0], color=GREY, linewidth=1, linestyle=":", label="no information")
    axes.plot(curves.first, curves.bound, color=BLUE, linewidth=1.8, label=curves.of)
    if curves.pair is not None:
        square = "" if curves.mu_squared is None else f", μ² = {short_number(curves.mu_squared, 4)}"
        axes.fill_between(curves.first, curves.bound, curves.pair, color=ORANGE, alpha=0.35, linewidth=0)
        axes.plot(curves.first, curves.pair, color=VERMILION, linewidth=1.8, linestyle=(0, (4, 4)), label=f"worst case, exactly{square}")
    if delta is not None:
        x, y, epsilon = touching_point(curves, delta)
        end = (1 - delta) * math.exp(-epsilon)
        axes.plot([0, min(end, 1)], [1 - delta, max(0.0, 1 - delta - math.exp(epsilon))], color=BLACK, linewidth=1, linestyle="-.")
        axes.plot([x], [y], color=BLACK, marker="o", markersize=7, linestyle="none", label=f"δ = {delta:g}: ε ≈ {epsilon:.3g}")
    axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal")
    axes.set_xlabel("probability of a false alarm (called in, is out)", fontsize=11)
    axes.set_ylabel("least probability of a miss (called out, is in)", fontsize=11)
    axes.tick_params(labelsize=11)
    axes.set_title(curves.title, fontsize=11)
    axes.legend(fontsize=10, loc="upper right", handlelength=3)
    return write_figure(figure, target)
