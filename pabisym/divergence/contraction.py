"""Contraction coefficients of Markov kernels, certified.

For a kernel K and a convex f with f(1) = 0, eta_f(K) = sup D_f(mu K || nu K)/D_f(mu || nu).  For the hockey-stick
divergence E_gamma, gamma >= 1, it is attained by point masses (Asoodeh, Diaz and Calmon 2020, theorem 3):

    eta_gamma(K) = sup over w, w' of E_gamma(K(w) || K(w')),      gamma = 1: Dobrushin's eta_TV(K) >= eta_f(K) for every f.

Noise is that added to the iterate in one step: ``std`` is the standard deviation of each coordinate of Gaussian noise.  Projecting
afterwards changes nothing.  Inputs range over a set of the given ``diameter``, a rational or ``"inf"``.

:func:`divergence_bound` is proposition 2 of Asoodeh, Diaz and Calmon: with E_gamma and eta_gamma known for all gamma,

    D_f(mu K || nu K) <= int_1^inf eta_gamma(K)*(f''(gamma)*E_gamma(mu || nu) + gamma^-3*f''(1/gamma)*E_gamma(nu || mu)) dgamma,

an equality for the identical kernel (eta_gamma = 1).  Everything takes gamma as ``gamma``, a rational, or as ``epsilon`` = log(gamma).
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Iterable, Sequence

from flint import arb, fmpq

from pabisym.divergence import profile
from pabisym.divergence.hockey_stick import GammaLevel, theta_at
from pabisym.divergence.profile import GammaProfile, LinearProfile, Probabilities
from pabisym.divergence.profile_integral import Curvature, integral
from pabisym.errors import InputError
from pabisym.numerics.enclosure import Enclosure, check_digits, enclose_value, exactly, infinite
from pabisym.numerics.evaluator import TooCoarse, Value
from pabisym.numerics.parameters import not_negative, positive, read_law, same_length, two_laws

# Finite laws and kernels, exactly.


def read_kernel(rows: Sequence[Sequence[object]], field: str = "kernel") -> tuple[Probabilities, ...]:
    """A stochastic matrix, one law for each input."""
    if isinstance(rows, str) or not isinstance(rows, Sequence) or not rows:
        raise InputError(field, "is no matrix", "give a list of rows, each a law of the output")
    found = tuple(read_law(row, f"{field}[{i}]") for i, row in enumerate(rows))
    for i, row in enumerate(found[1:], 1):
        same_length(found[0], row, f"{field}[{i}]")
    return found


def push(law: Probabilities, kernel: Sequence[Probabilities]) -> Probabilities:
    """The output law of a kernel for an input law."""
    if len(law) != len(kernel):
        raise InputError("kernel", f"has {len(kernel)} inputs, the law {len(law)}", "give one row for each point of the input")
    return tuple(sum((p * row[j] for p, row in zip(law, kernel, strict=True)), fmpq(0)) for j in range(len(kernel[0])))


def compose(first: Sequence[Probabilities], second: Sequence[Probabilities]) -> tuple[Probabilities, ...]:
    """The kernel that applies ``first`` and then ``second``: the product of the matrices."""
    return tuple(push(row, second) for row in first)


def finite_divergence(first: Sequence[object], second: Sequence[object], digits: int = 15, *, gamma: object = None,
                      epsilon: object = None) -> Enclosure:
    """E_gamma(first || second) of finite laws for gamma >= 1; exact for a rational gamma.

    >>> finite_divergence(["9/10", "1/10"], ["4/10", "6/10"], gamma=2).exact
    Fraction(1, 10)
    """
    p, q = two_laws(first, second)
    level = level_from_one(gamma, epsilon)
    return enclose_value(lambda _: positive_parts(p, q, level.gamma), digits, "the divergence")


def finite_coefficient(kernel: Sequence[Sequence[object]], digits: int = 15, *, gamma: object = None, epsilon: object = None) -> Enclosure:
    """eta_gamma of a stochastic matrix for gamma >= 1: the largest E_gamma of one row against another.

    >>> finite_coefficient([["9/10", "1/10"], ["4/10", "6/10"]], gamma=1).exact
    Fraction(1, 2)
    """
    rows, level = read_kernel(kernel), level_from_one(gamma, epsilon)
    return enclose_value(lambda _: largest_difference(rows, level.gamma), digits, "the contraction coefficient")


def dobrushin(kernel: Sequence[Sequence[object]], digits: int = 15) -> Enclosure:
    """eta_TV of a stochastic matrix; eta_f <= eta_TV for every convex f."""
    return finite_coefficient(kernel, digits, gamma=1)


def level_from_one(gamma: object, epsilon: object) -> GammaLevel:
    """A level gamma >= 1, read from exactly one of gamma and epsilon."""
    level = GammaLevel.of(gamma, epsilon)
    if level.below_one:
        raise InputError("gamma" if epsilon is None else "epsilon", "lies below 1", "give gamma >= 1, that is epsilon >= 0")
    return level


def positive_part(x: Value) -> Value:
    """The larger of x and 0; more precision is asked for where the sign is not seen."""
    if x <= 0:
        return fmpq(0)
    if x > 0:
        return x
    raise TooCoarse("a sign is not seen")


def total(values: Iterable[Value]) -> Value:
    """The sum of rationals and balls."""
    return functools.reduce(operator.add, values, fmpq(0))


def positive_parts(p: Probabilities, q: Probabilities, gamma: Value) -> Value:
    """The sum of (p - gamma*q)^+, which is E_gamma."""
    return total([positive_part(x - gamma * y) if y != 0 else x for x, y in zip(p, q, strict=True)])


def largest(values: Sequence[Value]) -> Value:
    """The maximum of rationals and balls."""
    best = values[0]
    for value in values[1:]:
        best = value if value > best else best if value <= best else arb(best).max(arb(value))
    return best


def largest_difference(rows: Sequence[Probabilities], gamma: Value) -> Value:
    """The largest E_gamma of one row of a matrix against another."""
    return largest([fmpq(0), *(positive_parts(p, q, gamma) for p, q in itertools.permutations(rows, 2) if p != q)])


# Gaussian noise on bounded sets.


def gaussian_coefficient(diameter: object, std: object, digits: int = 15, *, gamma: object = None, epsilon: object = None) -> Enclosure:
    """eta_gamma of w -> w + N(0, std^2 I), projected or not: theta_gamma(diameter/std).

    Without noise or without a bound on the inputs nothing contracts; a single input contracts everything.

    >>> gaussian_coefficient(1, 1, 10, gamma=1).lower
    '0.382924922547'
    """
    level = level_from_one(gamma, epsilon)
    spread, gap = not_negative(std, "std"), None if diameter == "inf" else not_negative(diameter, "diameter")
    if not gap or not spread:
        return exactly(fmpq(gap != 0), check_digits(digits))
    return theta_at((gap / spread) ** 2, level, check_digits(digits))


# Every f-divergence from E_gamma.


def gaussian_profile(distance: object, std: object = 1) -> GammaProfile:
    """gamma -> theta_gamma(distance/std), of a Gaussian kernel on a set of this diameter or of two Gaussian laws."""  # noqa: D403
    r = not_negative(distance, "distance") / positive(std, "std")
    return profile.GaussianProfile(r) if r > 0 else LinearProfile((fmpq(1),), ((fmpq(0), fmpq(0)),))


def law_profile(first: Sequence[object], second: Sequence[object]) -> LinearProfile:
    """gamma -> E_gamma(first || second) of finite laws, piecewise linear and exact."""  # noqa: D403
    return profile.envelope([two_laws(first, second)])


def kernel_profile(kernel: Sequence[Sequence[object]]) -> LinearProfile:
    """gamma -> eta_gamma of a stochastic matrix, piecewise linear and exact."""  # noqa: D403
    return profile.envelope(itertools.permutations(read_kernel(kernel), 2))


def path_profile(*factors: GammaProfile) -> GammaProfile:
    """The product along a path of kernels."""
    return profile.ProductProfile(tuple(factors))


def divergence_bound(curvature: Curvature, forward: GammaProfile, backward: GammaProfile, coefficient: GammaProfile = profile.ONE,
                     digits: int = 15) -> Enclosure:
    """Proposition 2 for f with the given second derivative, E_gamma(mu || nu), E_gamma(nu || mu) and eta_gamma.

    Infinite where the integral is.  Raises :class:`~pabisym.errors.InputError` where a tail is not known to converge.

    >>> mu, nu = ["1/10", "9/10"], ["4/10", "6/10"]
    >>> found = divergence_bound(CHI_SQUARED, law_profile(mu, nu), law_profile(nu, mu), digits=8)
    >>> from fractions import Fraction
    >>> Fraction(found.lower) <= Fraction(3, 8) <= Fraction(found.upper)
    True
    """
    sides = [[(fmpq(1), profile.ProductProfile((coefficient, one)))] for one in (forward, backward)]
    return combined_bound(curvature, *sides, digits=digits)


def combined_bound(curvature: Curvature, forward: Sequence[tuple[fmpq, GammaProfile]], backward: Sequence[tuple[fmpq, GammaProfile]], *,
                   digits: int = 15) -> Enclosure:
    """The same for bounds on E_gamma that are sums of profiles with weights, as mixtures have them."""
    check_digits(digits)
    parts = [(weight, one, back) for back, side in ((False, forward), (True, backward)) for weight, one in side if weight != 0]
    if any(curvature.diverges(one, backward=back) for _, one, back in parts):
        return infinite(digits)

    def value(_: int) -> Value:
        return total([arb(weight) * integral(curvature, one, backward=back) for weight, one, back in parts])

    return enclose_value(value, digits, "the bound", guard=32)


CHI_SQUARED = Curvature.power(2, 0)
"""Of f(t) = (t - 1)^2."""
KULLBACK = Curvature.power(1, -1)
"""Of f(t) = t*log(t)."""
