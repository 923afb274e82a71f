"""f-divergences as integrals of hockey-stick divergences: equal to their closed forms, and never below what is true after a kernel."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import mpmath
import pytest
from flint import arb
from pabisym_theorems.asoodeh2020._finite_laws import LawPair
from support.examples import spread
from support.finite_world import Kernel, Law, pushed, random_kernel, random_law
from support.hockey_sticks import laplace_profile

from pabisym.divergence import profile_integral
from pabisym.divergence.contraction import (
    CHI_SQUARED,
    KULLBACK,
    Curvature,
    divergence_bound,
    gaussian_profile,
    kernel_profile,
    law_profile,
    path_profile,
)
from pabisym.divergence.evaluate import decide, enclose
from pabisym.divergence.profile_integral import integral
from pabisym.divergence.renyi import finite
from pabisym.errors import InputError
from pabisym.lang.grammar import parse
from pabisym.numerics.enclosure import Enclosure
from pabisym.numerics.evaluator import working_precision

REVERSE_KULLBACK = Curvature.power(1, -2)
"""Of f(t) = -log(t)."""
HELLINGER = Curvature.power("1/4", "-3/2")
"""Of f(t) = 1 - sqrt(t), the squared Hellinger distance."""
POWERS = {"chi squared": CHI_SQUARED, "Kullback": KULLBACK, "reverse": REVERSE_KULLBACK, "Hellinger": HELLINGER}


def holds(enclosure: Enclosure, text: str) -> None:
    """The enclosure contains the value of a formula, as far as both are known."""
    other = enclose(parse(text), {}, enclosure.digits + 5)
    assert Fraction(enclosure.lower) <= Fraction(other.upper)
    assert Fraction(other.lower) <= Fraction(enclosure.upper)
    assert Fraction(enclosure.upper) - Fraction(enclosure.lower) <= abs(Fraction(enclosure.upper)) / 10 ** (enclosure.digits - 1)


def law_bound(curvature: Curvature, p: Law, q: Law, *kernels: Kernel, digits: int = 10) -> Enclosure:
    factor = path_profile(*map(kernel_profile, kernels))
    return divergence_bound(curvature, law_profile(p, q), law_profile(q, p), factor, digits)


@pytest.mark.parametrize("rng", [random.Random(i) for i in range(12)], ids=range(12))
def test_finite_laws_have_their_closed_forms(rng: random.Random) -> None:
    p, q = (random_law(rng, 4) for _ in range(2))
    p, q = (tuple((x + Fraction(1, 9)) / (1 + Fraction(4, 9)) for x in one) for one in (p, q))
    if p == q:
        return
    chi = LawPair.of(p, q).chi_squared()
    holds(law_bound(CHI_SQUARED, p, q), str(chi))
    logs = [f"({x})*log(({x})/({y}))" for x, y in zip(p, q, strict=True)]
    holds(law_bound(KULLBACK, p, q), " + ".join(logs))
    other = [f"({y})*log(({y})/({x}))" for x, y in zip(p, q, strict=True)]
    holds(law_bound(REVERSE_KULLBACK, p, q), " + ".join(other))
    roots = " + ".join(f"sqrt(({x})*({y}))" for x, y in zip(p, q, strict=True))
    holds(law_bound(HELLINGER, p, q), f"1 - ({roots})")


def test_atoms_apart() -> None:
    point, half = (Fraction(1), Fraction(0)), (Fraction(1, 2), Fraction(1, 2))
    holds(law_bound(CHI_SQUARED, point, half), "1")
    holds(law_bound(KULLBACK, point, half), "log(2)")
    holds(law_bound(HELLINGER, half, point), "1 - sqrt(1/2)")
    assert law_bound(CHI_SQUARED, half, point).upper == "inf"
    assert law_bound(KULLBACK, half, point).upper == "inf"
    assert law_bound(REVERSE_KULLBACK, point, half).upper == "inf"
    assert LawPair.of(half, point).chi_squared() == "inf"
    with pytest.raises(InputError, match="tail"):
        law_bound(Curvature.of("2"), half, point)


def test_gaussian_and_laplace_laws_have_their_closed_forms() -> None:
    for r in ("1/3", "1", "2", "4"):
        one = gaussian_profile(r)
        holds(divergence_bound(CHI_SQUARED, one, one, digits=15), f"exp(({r})**2) - 1")
        holds(divergence_bound(KULLBACK, one, one, digits=15), f"({r})**2/2")
        holds(divergence_bound(HELLINGER, one, one, digits=15), f"1 - exp(-({r})**2/8)")
        other = laplace_profile(r)
        holds(divergence_bound(KULLBACK, other, other, digits=15), f"({r}) + exp(-({r})) - 1")
        holds(divergence_bound(CHI_SQUARED, other, other, digits=15), f"2/3*exp({r}) + exp(-2*({r}))/3 - 1")


@pytest.mark.parametrize("text", ["1/2", "1", "3"])
@pytest.mark.parametrize("backward", [False, True])
def test_the_tail_of_a_gaussian_profile_is_counted(text: str, backward: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Integrated less far, an integral is known less well, and still enclosed; what is left out is a fair part of the radius."""
    profile = gaussian_profile(text)
    with working_precision(80):
        whole = integral(KULLBACK, profile, backward=backward)
        monkeypatch.setattr(profile_integral, "_far", lambda radius, rate, last: arb(radius) ** 2 / 2 + arb(radius) / 2)
        short = integral(KULLBACK, profile, backward=backward)
    assert short.contains(whole)
    assert short.rad() > 2**40 * whole.rad()
    missing = whole - short.mid()
    assert missing > 0
    assert arb(short.rad()) < 20 * missing


def test_a_formula_is_integrated_like_the_power_that_it_is() -> None:
    one, factor = gaussian_profile(2), gaussian_profile(1)
    for formula, power in ((Curvature.of("1/t", 1, -1, 1), KULLBACK), (Curvature.of("2", 2), CHI_SQUARED)):
        left, right = (divergence_bound(c, one, one, factor, 12) for c in (formula, power))
        assert Fraction(left.lower) <= Fraction(right.upper)
        assert Fraction(right.lower) <= Fraction(left.upper)


def test_the_second_route_gives_the_same() -> None:
    def theta(gamma: object, r: int) -> object:
        a, b = mpmath.log(gamma) / r - mpmath.mpf(r) / 2, mpmath.log(gamma) / r + mpmath.mpf(r) / 2
        return (mpmath.erfc(a / mpmath.sqrt(2)) - gamma * mpmath.erfc(b / mpmath.sqrt(2))) / 2

    with mpmath.workdps(25):
        other = mpmath.quad(lambda s: 2 * mpmath.exp(s) * (1 + mpmath.exp(-3 * s)) * theta(mpmath.exp(s), 1) * theta(mpmath.exp(s), 2),
                            [0, 1, 2, 4, 8, 16, 32])
        found = divergence_bound(CHI_SQUARED, gaussian_profile(2), gaussian_profile(2), gaussian_profile(1), 12)
        assert mpmath.almosteq(other, mpmath.mpf(found.lower), rel_eps=mpmath.mpf(10) ** -11)


@pytest.mark.parametrize("rng", spread((random.Random(i) for i in range(10)), 4), ids=range(10))
@pytest.mark.parametrize("name", POWERS)
def test_the_bound_after_kernels_is_above_the_truth_and_below_the_bound_by_total_variation(name: str, rng: random.Random) -> None:
    kernels = (random_kernel(rng, 3, 3), random_kernel(rng, 3, 3))
    p, q = (tuple((x + Fraction(1, 9)) / (1 + Fraction(1, 3)) for x in random_law(rng, 3)) for _ in range(2))
    after = [pushed(pushed(one, kernels[0]), kernels[1]) for one in (p, q)]
    bound, before = law_bound(POWERS[name], p, q, *kernels, digits=6), law_bound(POWERS[name], p, q, digits=6)
    truth = law_bound(POWERS[name], after[0], after[1], digits=6) if after[0] != after[1] else None
    if truth is not None:
        assert Fraction(truth.lower) <= Fraction(bound.upper)
    factor = math.prod(kernel_profile(one).at(kernel_profile(one).starts[0]) for one in kernels)
    assert Fraction(bound.lower) <= Fraction(str(factor)) * Fraction(before.upper)


def test_kullback_of_finite_laws_by_the_other_module() -> None:
    p, q = (Fraction(1, 3), Fraction(2, 3)), (Fraction(3, 4), Fraction(1, 4))
    found, other = law_bound(KULLBACK, p, q, digits=14), finite(1, p, q, 14)
    assert Fraction(found.lower) <= Fraction(other.upper)
    assert Fraction(other.lower) <= Fraction(found.upper)


def test_example_two_of_the_paper() -> None:
    p, q = (Fraction(9, 10), Fraction(1, 10)), (Fraction(3, 5), Fraction(2, 5))
    kernel = ((Fraction(9, 10), Fraction(1, 10)), (Fraction(2, 5), Fraction(3, 5)))
    assert LawPair.of(p, q).chi_squared() == Fraction(3, 8)
    found = law_bound(CHI_SQUARED, p, q, kernel)
    assert decide(parse(f"{found.lower} > 0.175"), {}) == "true"
    assert found.upper < "0.1753"
    assert LawPair.of(pushed(p, kernel), pushed(q, kernel)).chi_squared() == Fraction(3, 28)


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda: Curvature.power(0, 1), "factor"),
        (lambda: Curvature.of("x"), "curvature"),
        (lambda: gaussian_profile(-1), "distance"),
        (lambda: gaussian_profile(1, 0), "std"),
        (lambda: laplace_profile(1, 0), "scale"),
        (lambda: law_profile(["1"], ["1/2", "1/2"]), "second"),
        (lambda: divergence_bound(Curvature.of("floor(t)"), gaussian_profile(1), gaussian_profile(1)), "floor(t)"),
    ],
)
def test_unusable_input_is_named(call: object, field: str) -> None:
    with pytest.raises(InputError) as caught:
        call()  # type: ignore[operator]
    assert caught.value.field == field


def test_atoms_apart_beside_others() -> None:
    """A profile with a bend before its limit: the tail begins at the last bend."""
    p, q = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4), Fraction(0))
    for pair in ((p, q), (q, p)):
        holds(law_bound(HELLINGER, *pair), "1 - sqrt(1/8) - sqrt(3/16)")
    holds(law_bound(KULLBACK, q, p), "log(1/2)/4 + 3*log(3)/4")
