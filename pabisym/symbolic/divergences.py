"""``pabisym.divergences``: divergences and contraction coefficients as formulas, of numbers and of formulas.

Every argument is a number, a text, an expression of sympy or a formula; a text may only mention numbers.  The result is a
:class:`~pabisym.symbolic.formula.Formula` under the conditions of the divergence: ``.at()`` encloses it, exactly where it is rational.
``std`` is the standard deviation of every coordinate of Gaussian noise, ``scale`` is that of Laplace noise on the line, ``distance``
how far the two inputs are apart.

>>> import pabisym as pb
>>> import sympy
>>> sigma, alpha = sympy.Symbol("sigma", positive=True), sympy.Symbol("alpha", real=True)
>>> pb.divergences.gaussian_renyi(alpha, 1, sigma), pb.divergences.gaussian_renyi(alpha, 1, sigma).assumptions
(alpha/(2*sigma**2), (alpha >= 1,))
>>> pb.divergences.finite_hockey_stick(2, ["9/10", "1/10"], ["4/10", "6/10"]).at().exact
Fraction(1, 10)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

from pabisym.divergence.contraction import read_kernel
from pabisym.errors import InputError, visible
from pabisym.graphs.kernels import FiniteFactor
from pabisym.lang.arguments import public
from pabisym.lang.grammar import to_text
from pabisym.lang.rational import rational_text
from pabisym.numerics.parameters import two_laws
from pabisym.symbolic.formula import Formula, formula_of
from pabisym.symbolic.numbers import FormulaLike, number_of

__all__ = ["dobrushin", "finite_contraction", "finite_hockey_stick", "finite_renyi", "gaussian_contraction", "gaussian_gdp",
           "gaussian_hockey_stick", "gaussian_renyi", "laplace_hockey_stick", "laplace_renyi", "sampled_gaussian_hockey_stick",
           "sampled_gaussian_renyi"]


@public
def gaussian_renyi(order: FormulaLike, distance: FormulaLike, std: FormulaLike = 1) -> Formula:
    """D_order of two Gaussians of one deviation, order >= 1; the order 1 is the Kullback-Leibler divergence.

    Raises :class:`~pabisym.errors.InputError` for what is no formula, and for numbers outside of the domain.

    >>> import pabisym as pb
    >>> pb.divergences.gaussian_renyi(2, 1, 3).at().exact
    Fraction(1, 9)
    """
    return _filled("order*distance**2/(2*std**2)", order=order, distance=distance, std=std)


@public
def gaussian_gdp(distance: FormulaLike, std: FormulaLike = 1) -> Formula:
    """The mu of Gaussian differential privacy of two Gaussians of one deviation.

    >>> import pabisym as pb
    >>> pb.divergences.gaussian_gdp(1, 2).at().exact
    Fraction(1, 2)
    """
    return _filled("distance/std", distance=distance, std=std)


@public
def gaussian_hockey_stick(gamma: FormulaLike, distance: FormulaLike, std: FormulaLike = 1) -> Formula:
    """E_gamma of two Gaussians of one deviation, gamma >= 1: the least delta at epsilon = log(gamma).

    >>> import pabisym as pb
    >>> pb.divergences.gaussian_hockey_stick(1, 1).at(digits=4).lower
    '0.382924'
    """
    return _filled("theta(gamma, distance/std)", gamma=gamma, distance=distance, std=std)


@public
def gaussian_contraction(gamma: FormulaLike, diameter: FormulaLike, std: FormulaLike = 1) -> Formula:
    """eta_gamma of Gaussian noise on inputs from a set of this diameter, gamma >= 1; a projection afterwards changes nothing.

    >>> import pabisym as pb
    >>> pb.divergences.gaussian_contraction(2, 1)
    theta(2, 1)
    """
    return _filled("theta(gamma, diameter/std)", gamma=gamma, diameter=diameter, std=std)


@public
def laplace_renyi(order: FormulaLike, distance: FormulaLike, scale: FormulaLike = 1) -> Formula:
    """D_order of two Laplace laws of one scale on the line, order > 1.

    >>> import pabisym as pb
    >>> pb.divergences.laplace_renyi(2, 1).at(digits=4).lower
    '0.619123'
    """
    away = "order*exp((order - 1)*distance/scale) + (order - 1)*exp(-order*distance/scale)"
    return _filled(f"log(({away})/(2*order - 1))/(order - 1)", order=order, distance=distance, scale=scale)


@public
def laplace_hockey_stick(gamma: FormulaLike, distance: FormulaLike, scale: FormulaLike = 1) -> Formula:
    """E_gamma of two Laplace laws of one scale on the line, gamma >= 1.

    >>> import pabisym as pb
    >>> pb.divergences.laplace_hockey_stick(1, 2).at(digits=4).lower
    '0.63212'
    """
    return _filled("max(1 - exp((log(gamma) - distance/scale)/2), 0)", gamma=gamma, distance=distance, scale=scale)


@public
def sampled_gaussian_renyi(order: FormulaLike, rate: FormulaLike, std: FormulaLike = 1, *, mixture_first: bool = True) -> Formula:
    """D_order of the sampled Gaussian of sensitivity 1 and its noise alone, order >= 1; ``mixture_first``: from the mixture to the noise.

    >>> import pabisym as pb
    >>> pb.divergences.sampled_gaussian_renyi(10, "1/100").at(digits=4).lower
    '0.0382704'
    """
    return _filled(f"{'sampled_first' if mixture_first else 'sampled'}(order, rate, std)", order=order, rate=rate, std=std)


@public
def sampled_gaussian_hockey_stick(gamma: FormulaLike, rate: FormulaLike, std: FormulaLike = 1) -> Formula:
    """E_gamma from the sampled Gaussian of sensitivity 1 to its noise alone, gamma >= 1 and 0 < rate <= 1.

    >>> import pabisym as pb
    >>> pb.divergences.sampled_gaussian_hockey_stick(2, "1/2")
    theta(3, 1)/2
    """
    return _filled("rate*theta(1 + (gamma - 1)/rate, 1/std)", gamma=gamma, rate=rate, std=std)


@public
def finite_renyi(order: FormulaLike, first: Sequence[Any], second: Sequence[Any]) -> Formula:
    """D_order of two laws on finitely many points, order > 1.

    Raises :class:`~pabisym.errors.InputError` for what is no law, and where the first charges a point that the second does not: there
    the divergence is infinite.

    >>> import pabisym as pb
    >>> pb.divergences.finite_renyi(2, ["1/2", "1/2"], ["1/4", "3/4"]).at(digits=4).lower
    '0.287682'
    """
    p, q = two_laws(*_laws(first, second))
    if any(a > 0 and b == 0 for a, b in zip(p, q, strict=True)):
        raise InputError("second", "gives no weight to a point of the first: the divergence is infinite", "charge all points of the first")
    parts = [f"({rational_text(b)})*({rational_text(a / b)})**order" for a, b in zip(p, q, strict=True) if a > 0]
    return _filled(f"log({' + '.join(parts)})/(order - 1)", order=order)


@public
def finite_hockey_stick(gamma: FormulaLike, first: Sequence[Any], second: Sequence[Any]) -> Formula:
    """E_gamma of two laws on finitely many points, gamma >= 1.

    >>> import pabisym as pb
    >>> pb.divergences.finite_hockey_stick(1, ["1/2", "1/2"], ["1/4", "3/4"]).at().exact
    Fraction(1, 4)
    """
    return _of_pairs(gamma, (two_laws(*_laws(first, second)),))


@public
def finite_contraction(gamma: FormulaLike, rows: Sequence[Sequence[Any]]) -> Formula:
    """eta_gamma of a stochastic matrix, gamma >= 1: the largest E_gamma of one row against another.

    >>> import pabisym as pb
    >>> pb.divergences.finite_contraction(1, [["9/10", "1/10"], ["4/10", "6/10"]]).at().exact
    Fraction(1, 2)
    """
    return _of_pairs(gamma, tuple(permutations(dict.fromkeys(read_kernel(_laws(*rows), "rows")), 2)))


@public
def dobrushin(rows: Sequence[Sequence[Any]]) -> Formula:
    """Dobrushin's coefficient of a stochastic matrix: the largest total variation between two rows.

    >>> import pabisym as pb
    >>> pb.divergences.dobrushin([["9/10", "1/10"], ["4/10", "6/10"]]).at().exact
    Fraction(1, 2)
    """
    return finite_contraction(1, rows)


def _laws(*laws: Sequence[Any]) -> list[list[Any]]:
    listed = [law.tolist() if hasattr(law, "tolist") else law for law in laws]
    if wrong := [law for law in listed if not isinstance(law, list)]:
        raise InputError("law", f"is {visible(type(wrong[0]).__name__)}", "give a list of probabilities")
    return [[number_of(p, "law") for p in law] for law in listed]


def _of_pairs(gamma: FormulaLike, pairs: tuple[tuple[Any, Any], ...]) -> Formula:
    return _filled(to_text(FiniteFactor(pairs).term), gamma=gamma)


_DOMAINS = {
    "order": "real, order >= 1", "gamma": "real, gamma >= 1", "distance": "real, distance >= 0", "diameter": "real, diameter >= 0",
    "std": "real, std > 0", "scale": "real, scale > 0", "rate": "real, 0 <= rate <= 1",
}  # fmt: skip


def _filled(text: str, **given: FormulaLike) -> Formula:
    """A formula with arguments in place of its letters; conditions of these that do not follow become assumptions."""
    domains = {name: _DOMAINS[name] for name in given}
    if "/(order - 1)" in text:
        domains["order"] = "real, order > 1"
    found = formula_of(text, letters=domains)
    return found.subs({name: value for name, value in given.items() if name in found.letters})
