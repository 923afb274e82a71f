"""Hockey-stick divergences between Gaussian and between Laplace laws, their derivatives and inverses."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from flint import ctx
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.examples import by_day
from support.hockey_sticks import (
    hockey_stick_laplace,
    laplace_derivative,
    laplace_distance,
    laplace_epsilon,
    log_theta,
    theta_derivative,
    theta_distance,
    theta_epsilon,
    theta_gamma,
)
from support.special_route import PRECISION, ends, hockey_stick, is_sharp, overlaps, real

from pabisym.divergence.hockey_stick import hockey_stick_gaussian, theta
from pabisym.errors import InputError
from pabisym.numerics.enclosure import Enclosure

distances = st.integers(1, 600).map(lambda n: Fraction(n, 100))
gammas = st.integers(1, 500).map(lambda n: Fraction(n, 100))
epsilons = st.integers(-300, 600).map(lambda n: Fraction(n, 100))
deltas = st.one_of(st.integers(1, 999).map(lambda n: Fraction(n, 1000)), st.integers(3, 300).map(lambda n: Fraction(1, 10**n)))


def laplace_density(mean: mpmath.mpf) -> object:
    return lambda x: mpmath.exp(-abs(x - mean)) / 2


# Gaussian.


@pytest.mark.parametrize(
    ("value", "printed"),
    [(theta(1, 15, gamma=1), "0.3829249225"), (theta(1, 15, epsilon=1), "0.1269367375"), (theta(2, 15, gamma=2), "0.5651416866")],
)
def test_known_values_to_ten_places(value: Enclosure, printed: str) -> None:
    lower, upper = ends(value)
    half = Fraction(1, 2 * 10**10)
    assert Fraction(printed) - half <= lower <= upper <= Fraction(printed) + half


@settings(max_examples=15, deadline=None)
@given(distances, gammas)
def test_theta_is_the_integral_of_its_definition(r: Fraction, gamma: Fraction) -> None:
    with mpmath.workdps(PRECISION):
        distance = real(r)
        kink = mpmath.log(real(gamma)) / distance + distance / 2
        edge = distance + 15
        points = sorted({-edge, edge, max(min(kink, edge), -edge)})
        value = hockey_stick(lambda x: mpmath.npdf(x, distance), mpmath.npdf, real(gamma), points)
        assume(value > mpmath.mpf(10) ** -15)
        assert overlaps(theta(r, 30, gamma=gamma), value)


def test_ten_thousand_digits() -> None:
    value = theta(1, 10_000, epsilon=1)
    assert is_sharp(value, 10_000)
    with mpmath.workdps(10_020):
        half, root = mpmath.mpf(1) / 2, mpmath.sqrt(2)
        assert overlaps(value, (mpmath.erfc(half / root) - mpmath.e * mpmath.erfc(3 * half / root)) / 2, 10_000)


def test_tiny_values_keep_their_digits() -> None:
    value = theta("0.1", 30, epsilon=4)
    with mpmath.workdps(60):
        x = mpmath.mpf(40)
        half = mpmath.mpf(1) / 20
        tails = [mpmath.erfc((x + sign * half) / mpmath.sqrt(2)) / 2 for sign in (-1, 1)]
        assert overlaps(value, tails[0] - mpmath.exp(4) * tails[1], 30)
        assert overlaps(log_theta("0.1", 30, epsilon=4), mpmath.log(tails[0] - mpmath.exp(4) * tails[1]), 30)
    assert ends(value)[1] < Fraction(1, 10**340)
    assert is_sharp(theta("0.005", 15, epsilon=1), 15)


@settings(max_examples=by_day(200), deadline=None)
@given(distances, gammas)
def test_the_reflection_of_gamma(r: Fraction, gamma: Fraction) -> None:
    direct, other = ends(theta(r, 40, gamma=gamma)), ends(theta(r, 40, gamma=1 / gamma))
    lower, upper = (1 - gamma + gamma * x for x in other)
    assert max(lower, direct[0]) <= min(upper, direct[1])


@settings(max_examples=by_day(200), deadline=None)
@given(distances, distances, gammas, gammas)
def test_theta_grows_with_r_and_falls_with_gamma(r: Fraction, more: Fraction, gamma: Fraction, above: Fraction) -> None:
    value, farther, lower = (ends(theta(*x, gamma=y)) for x, y in (((r, 60), gamma), ((r + more, 60), gamma), ((r, 60), gamma + above)))
    assert max(1 - gamma, 0) <= value[1]
    assert value[0] < farther[1] <= 1
    assert lower[0] < value[1]
    if gamma >= 1:
        assert lower[1] < value[0] <= value[1] < farther[0]


def test_coincident_laws() -> None:
    assert theta(0, gamma=2).exact == 0
    assert theta(0, epsilon=0).exact == 0
    assert theta(0, gamma="0.25").exact * 4 == 3
    with mpmath.workdps(40):
        assert overlaps(theta(0, 20, epsilon=-1), 1 - mpmath.exp(-1))


@settings(max_examples=by_day(200), deadline=None)
@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=1, max_size=4), st.integers(1, 9))
def test_gaussians_depend_on_the_distance_alone(means: list[tuple[int, int]], variance: int) -> None:
    first, second = ([pair[i] for pair in means] for i in (0, 1))
    square = Fraction(sum((a - b) ** 2 for a, b in means), variance)
    value = hockey_stick_gaussian(first, second, variance, 30, epsilon="0.5")
    with mpmath.workdps(60):
        if square == 0:
            assert value.exact == 0
        else:
            r = mpmath.sqrt(real(square))
            tails = [mpmath.erfc((mpmath.mpf("0.5") / r + sign * r / 2) / mpmath.sqrt(2)) / 2 for sign in (-1, 1)]
            assert overlaps(value, tails[0] - mpmath.exp(mpmath.mpf("0.5")) * tails[1], 29)


@settings(max_examples=by_day(30), deadline=None)
@given(distances, gammas)
def test_derivatives_agree_with_differences(r: Fraction, gamma: Fraction) -> None:
    step = Fraction(1, 10**25)
    for by, moved in (("r", lambda h: ends(theta(r + h, 80, gamma=gamma))), ("gamma", lambda h: ends(theta(r, 80, gamma=gamma + h)))):
        up, down = moved(step), moved(-step)
        low, high = (up[0] - down[1]) / (2 * step), (up[1] - down[0]) / (2 * step)
        lower, upper = ends(theta_derivative(r, 30, by=by, gamma=gamma))
        room = Fraction(1, 10**40)
        assert lower <= high + room
        assert low - room <= upper


@settings(max_examples=by_day(200), deadline=None)
@given(deltas, epsilons)
def test_the_distance_is_an_inverse(delta: Fraction, epsilon: Fraction) -> None:
    with mpmath.workdps(60):
        assume(real(delta) > 1 - mpmath.exp(real(epsilon)))
    lower, upper = ends(theta_distance(delta, 30, epsilon=epsilon))
    assert ends(theta(lower, 330, epsilon=epsilon))[0] <= delta <= ends(theta(upper, 330, epsilon=epsilon))[1]


@settings(max_examples=by_day(200), deadline=None)
@given(deltas, distances)
def test_epsilon_and_gamma_are_inverses(delta: Fraction, r: Fraction) -> None:
    lower, upper = ends(theta_epsilon(delta, r, 30))
    assert ends(theta(r, 330, epsilon=upper))[0] <= delta <= ends(theta(r, 330, epsilon=lower))[1]
    low, high = ends(theta_gamma(delta, r, 30))
    assert ends(theta(r, 330, gamma=high))[0] <= delta <= ends(theta(r, 330, gamma=low))[1]


def test_inverses_are_sharp_far_out() -> None:
    for value in (
        theta_distance("1e-300", 40, epsilon=1),
        theta_distance(1 - Fraction(1, 10**60), 40, epsilon=3),
        theta_distance("0.6", 40, gamma="0.5"),
        theta_epsilon("1e-300", 1, 40),
        theta_epsilon(1 - Fraction(1, 10**60), 1, 40),
        theta_gamma("1e-3000", 1, 40),
    ):
        assert is_sharp(value, 40)


# Laplace.


def test_the_printed_laplace_anchors() -> None:
    for point, gamma, printed in (((2, 1), "1.5", "0.549442"), ((1, 2), 1, "0.221199"), ((2, "0.7"), 3, "0.584912")):
        lower, upper = ends(hockey_stick_laplace(*point, 15, gamma=gamma))
        half = Fraction(1, 2 * 10**6)
        assert Fraction(printed) - half <= lower <= upper <= Fraction(printed) + half


@settings(max_examples=15, deadline=None)
@given(distances, gammas)
def test_laplace_is_the_integral_of_its_definition(u: Fraction, gamma: Fraction) -> None:
    with mpmath.workdps(PRECISION):
        gap = real(u)
        kink = (gap - mpmath.log(real(gamma))) / 2
        points = sorted({mpmath.mpf(-60), mpmath.mpf(0), gap, 60 + gap, max(min(kink, 60 + gap), mpmath.mpf(-60))})
        value = hockey_stick(laplace_density(mpmath.mpf(0)), laplace_density(gap), real(gamma), points)
        enclosure = hockey_stick_laplace(u, 1, 30, gamma=gamma)
        if value == 0:
            assert enclosure.exact == 0
        else:
            assert overlaps(enclosure, value, 20)


@settings(max_examples=by_day(200), deadline=None)
@given(distances, gammas, st.booleans())
def test_laplace_derivatives_agree_with_differences(u: Fraction, gamma: Fraction, by_r: bool) -> None:
    step = Fraction(1, 10**25)
    assume(u > step)
    points = ((u + h if by_r else u, gamma if by_r else gamma + h) for h in (step, -step))
    up, down = (ends(hockey_stick_laplace(x, 1, 80, gamma=g)) for x, g in points)
    lower, upper = ends(laplace_derivative(u, 1, 30, by="r" if by_r else "gamma", gamma=gamma))
    room = Fraction(1, 10**40)
    assert lower <= (up[1] - down[0]) / (2 * step) + room
    assert (up[0] - down[1]) / (2 * step) - room <= upper


def test_laplace_has_kinks() -> None:
    for epsilon in (2, -2):
        with pytest.raises(InputError, match=r"^gap:"):
            laplace_derivative(2, 1, by="r", epsilon=epsilon)
    assert laplace_derivative(2, 1, by="r", epsilon=3).exact == 0
    assert laplace_derivative(2, 1, by="gamma", epsilon=3).exact == 0
    assert laplace_derivative(2, 1, by="gamma", epsilon=-3).exact == -1


@settings(max_examples=by_day(200), deadline=None)
@given(deltas, epsilons)
def test_the_laplace_distance_is_an_inverse(delta: Fraction, epsilon: Fraction) -> None:
    with mpmath.workdps(60):
        assume(real(delta) > 1 - mpmath.exp(real(epsilon)))
    lower, upper = ends(laplace_distance(delta, 30, epsilon=epsilon))
    assert ends(hockey_stick_laplace(lower, 1, 330, epsilon=epsilon))[0] <= delta
    assert delta <= ends(hockey_stick_laplace(upper, 1, 330, epsilon=epsilon))[1]


@settings(max_examples=by_day(200), deadline=None)
@given(deltas, distances)
def test_the_laplace_epsilon_is_an_inverse(delta: Fraction, u: Fraction) -> None:
    lower, upper = ends(laplace_epsilon(delta, u, 30))
    assert ends(hockey_stick_laplace(u, 1, 330, epsilon=upper))[0] <= delta
    assert delta <= ends(hockey_stick_laplace(u, 1, 330, epsilon=lower))[1]


# Input.


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda: theta(1), "gamma"),
        (lambda: theta(1, gamma=1, epsilon=1), "gamma"),
        (lambda: theta(1, gamma=0), "gamma"),
        (lambda: theta(-1, gamma=1), "r"),
        (lambda: theta(0.5, gamma=1), "r"),
        (lambda: theta(1, 0, gamma=1), "digits"),
        (lambda: log_theta(0, gamma=1), "r"),
        (lambda: theta_derivative(1, by="x", gamma=1), "by"),
        (lambda: theta_distance(0, gamma=1), "delta"),
        (lambda: theta_distance(1, gamma=1), "delta"),
        (lambda: theta_distance("0.5", gamma="0.5"), "delta"),
        (lambda: theta_distance("0.5", epsilon=-1), "delta"),
        (lambda: theta_epsilon("0.5", 0), "r"),
        (lambda: hockey_stick_gaussian([1, 2], [1], 1, gamma=1), "second"),
        (lambda: hockey_stick_gaussian([], [], 1, gamma=1), "first"),
        (lambda: hockey_stick_gaussian(1, 2, 0, gamma=1), "variance"),
        (lambda: hockey_stick_laplace(1, 0, gamma=1), "scale"),
        (lambda: laplace_epsilon(2, 1), "delta"),
    ],
)
def test_bad_input_is_refused_by_name(call: object, field: str) -> None:
    with pytest.raises(InputError, match=f"^{field}:"):
        call()


def test_the_precision_of_the_process_is_left_alone() -> None:
    before = ctx.prec
    theta_distance("1e-300", 100, epsilon=1)
    assert ctx.prec == before
