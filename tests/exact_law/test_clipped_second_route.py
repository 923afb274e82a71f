"""Clipped chains beside a second route in mpmath, and beside the equation that their densities solve."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from flint import arb, fmpq
from support.chain_route import DIGITS, gaussian_chain_route, hockey_stick, laplace_chain_route, overlaps, real, renyi
from support.small_chains import AFTER, BEFORE, MAP, chain

from pabisym.exact_law.chains import ClippedLaw
from pabisym.exact_law.clipped import law_on_window
from pabisym.exact_law.densities import ExponentialPolynomial
from pabisym.numerics.evaluator import working_precision

GAUSSIAN_STEPS = [("3/4", "1/5", "1/4"), ("-5/4", "1", "1/6")]
LAPLACE_STEPS = [("3/4", "1/5", "1/2"), ("-5/4", "1", "1/3")]


def as_chain(noise: str, steps: list[tuple[str, str, str]], start: object, clipped: bool) -> ClippedLaw:
    slopes, offsets, sizes = zip(*steps, strict=True)
    return chain(noise, len(steps), sizes, slopes, offsets, start, projection=AFTER if clipped else MAP)


@pytest.mark.parametrize(("noise", "clipped"), [
    ("gaussian", True), pytest.param("gaussian", False, marks=pytest.mark.campaign),
    *(pytest.param("laplace", clipped, marks=pytest.mark.campaign) for clipped in (False, True)),
])  # fmt: skip
def test_a_second_route_agrees(noise: str, clipped: bool) -> None:
    steps = GAUSSIAN_STEPS if noise == "gaussian" else LAPLACE_STEPS
    moved = [(steps[0][0], "-1/5", steps[0][2]), *steps[1:]]
    p, q = as_chain(noise, steps, "1/4", clipped), as_chain(noise, moved, [("1/3", 0), ("2/3", 1)], clipped)
    with mpmath.workdps(DIGITS):
        route = gaussian_chain_route if noise == "gaussian" else laplace_chain_route
        interval, width = (real(0), real(1)), real("2/5")
        f, g = (route(interval, [(real(w), real(x)) for w, x in start], [tuple(map(real, s)) for s in listed], clipped)
                for listed, start in ((steps, [(1, "1/4")]), (moved, [("1/3", 0), ("2/3", 1)])))
        for law, other, first, second in ((p, q, f, g), (q, p, g, f)):
            if clipped:
                assert all(overlaps(a, b) for a, b in zip(law.atoms(), (first.low, first.high), strict=True))
            for order in ("1/2", 1, 3):
                assert overlaps(law.renyi(other, order), renyi(first, second, real(order), width))
            for gamma in ("4/5", "21/20"):
                assert overlaps(law.hockey_stick(other, gamma=gamma), hockey_stick(first, second, real(gamma), width))


def test_projection_before_the_noise_agrees_with_a_second_route() -> None:
    slopes, offsets, sizes = zip(*GAUSSIAN_STEPS, strict=True)
    p, q = (chain("gaussian", 2, sizes, slopes, offsets, x, projection=BEFORE) for x in (0, 1))
    with mpmath.workdps(DIGITS):
        c, s, v = ([real(x) for x in column] for column in (slopes, offsets, sizes))
        starts = [min(max(c[0] * x + s[0], real(0)), real(1)) for x in (0, 1)]
        steps = [(c[1], s[1], c[1] ** 2 * v[0]), (real(1), real(0), v[1])]
        f, g = (gaussian_chain_route((real(0), real(1)), [(real(1), x)], steps, clipped=False) for x in starts)
        for order in ("1/2", 1, 3):
            assert overlaps(p.renyi(q, order), renyi(f, g, real(order), real("2/5")))
        assert overlaps(p.total_variation(q), hockey_stick(f, g, real(1), real("2/5")))


def test_the_density_of_laplace_chains_solves_its_equation() -> None:
    """With Y the image of the law before the last noise, p - b^2 p'' is the density of Y, and the atoms are what is missing."""
    sizes, slopes, offsets = ["1/3", "1/2", "1/4", 1, "1/5"], ["1/2", "-1", "3/2", 1, "2/3"], [0, 1, "-1/4", "1/8", 0]
    with working_precision(200):
        for steps in range(2, 6):
            last, before = (law_on_window(chain("laplace", n, sizes[:n], slopes[:n], offsets[:n], "1/2"), (fmpq(0), fmpq(1)), 200)
                            for n in (steps, steps - 1))
            c, s, b = fmpq(*_parts(slopes[steps - 1])), fmpq(*_parts(offsets[steps - 1])), fmpq(*_parts(sizes[steps - 1]))
            total = last.low + last.high
            for left, right, density in last.pieces:
                total += density.mass(arb(left), arb(right))
                y = left + (right - left) / 3
                value, _, bend = density.taylor(arb(y), 3).coeffs()
                source = _density_at(before.pieces, (y - s) / c) / abs(c)
                assert (value - b * b * 2 * bend - source).contains(0)
                assert (value - b * b * 2 * bend - source).rad() < arb(fmpq(1, 10**40))
            assert total.contains(1)
            assert total.rad() < arb(fmpq(1, 10**40))


def _parts(value: object) -> tuple[int, int]:
    number = Fraction(value)  # type: ignore[arg-type]
    return number.numerator, number.denominator


def _density_at(pieces, x: fmpq):  # type: ignore[no-untyped-def]
    for left, right, density in pieces:
        if left < x < right:
            assert isinstance(density, ExponentialPolynomial)
            return density.value(arb(x))
    return arb(fmpq(0))
