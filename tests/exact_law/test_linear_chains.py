"""Linear chains: exact laws and divergences in closed form, in any dimension."""

from __future__ import annotations

import random
import time
from fractions import Fraction

import mpmath
import pytest
from flint import fmpq, fmpq_mat
from support.chain_route import ends, is_sharp, meet, overlaps, real
from support.renyi_formulas import gaussian

from pabisym.divergence.hockey_stick import theta
from pabisym.errors import InputError
from pabisym.exact_law.chains import GaussianLaw, gaussian_chain
from pabisym.numerics.enclosure import Enclosure

ORDERS = ("1/2", 1, "3/2", 2, 8)


def is_infinite(value: Enclosure) -> bool:
    return (value.lower, value.upper) == ("inf", "inf")


def rational(rng: random.Random, low: int = -6, high: int = 6) -> fmpq:
    return fmpq(rng.randint(low, high), rng.randint(1, 5))


def numbers(matrix: fmpq_mat) -> list[list[fmpq]]:
    return [list(row) for row in matrix.tolist()]


# Laws.


def test_one_dimension_step_by_step() -> None:
    law = gaussian_chain(steps=3, noise=[1, "1/2", 2], slope=["1/2", -3, "2/3"], offset=[0, 1, "-1/3"], start=4, start_noise="1/9")
    mean, variance = Fraction(4), Fraction(1, 9)
    for c, s, v in ((Fraction(1, 2), 0, Fraction(1)), (Fraction(-3), 1, Fraction(1, 2)), (Fraction(2, 3), Fraction(-1, 3), Fraction(2))):
        mean, variance = c * mean + s, c * c * variance + v
    assert law == GaussianLaw((fmpq(mean.numerator, mean.denominator),), ((fmpq(variance.numerator, variance.denominator),),))


@pytest.mark.parametrize("steps", [0, 1, 2, 5, 30])
def test_closed_forms_of_stationary_chains(steps: int) -> None:
    """A random walk, and an autoregression with a drift."""
    c, s, u = fmpq(3, 4), fmpq(2, 5), fmpq(1, 7)
    walk = gaussian_chain(steps=steps, noise=s * s, start=3)
    assert walk == GaussianLaw((fmpq(3),), ((s * s * steps,),))
    law = gaussian_chain(steps=steps, noise=s * s, slope=c, offset=u)
    assert law.mean == (u * (1 - c**steps) / (1 - c),)
    assert law.covariance == ((s * s * (1 - c ** (2 * steps)) / (1 - c * c),),)
    if steps:
        other = gaussian_chain(steps=steps, noise=s * s, slope=c, offset=u, start=2)
        assert other.gdp_squared(law) == 4 * (1 - c * c) / (s * s * (c ** (-2 * steps) - 1))


def test_matrices_vectors_and_multiples_of_the_identity() -> None:
    plain = gaussian_chain(steps=2, noise=2, slope="1/2", start=[1, 0], offset=[0, 1])
    spelled = gaussian_chain(steps=2, noise=[[2, 0], [0, 2]], slope=[[["1/2", 0], [0, "1/2"]], "1/2"], start=[1, 0], offset=[[0, 1], [0, 1]])
    assert plain == spelled
    turned = gaussian_chain(steps=3, noise=1, slope=[[0, -1], [1, 0]], start=[5, 7])
    assert turned.mean == (7, -5)
    assert turned.covariance == ((3, 0), (0, 3))


def test_a_change_of_coordinates_changes_no_divergence() -> None:
    """Random chains of two independent coordinates, seen through a random invertible matrix."""
    rng = random.Random(5)
    for _ in range(12):
        turn = fmpq_mat(2, 2, [rational(rng) for _ in range(4)])
        if turn.det() == 0:
            continue
        pairs = []
        for seen in (False, True):
            rng.seed(_)
            pairs.append([_random_run(rng, turn if seen else None) for _ in range(2)])
        (plain, other), (seen_plain, seen_other) = pairs
        for order in ORDERS:
            alone = [gaussian(order, plain.mean[i], plain.covariance[i][i], other.mean[i], other.covariance[i][i]) for i in range(2)]
            found = seen_plain.renyi(seen_other, order)
            if is_infinite(found):
                assert is_infinite(plain.renyi(other, order))
                assert any(map(is_infinite, alone))
            else:
                assert meet(plain.renyi(other, order), found)
                low, high = (sum(column) for column in zip(*map(ends, alone), strict=True))
                assert low <= ends(found)[1]
                assert ends(found)[0] <= high


def _random_run(rng: random.Random, turn: fmpq_mat | None) -> GaussianLaw:
    steps = 3
    slopes = [fmpq_mat(2, 2, [rational(rng), 0, 0, rational(rng)]) for _ in range(steps)]
    offsets = [fmpq_mat(2, 1, [rational(rng), rational(rng)]) for _ in range(steps)]
    noises = [fmpq_mat(2, 2, [rational(rng, 1), 0, 0, rational(rng, 1)]) for _ in range(steps)]
    start = fmpq_mat(2, 1, [rational(rng), rational(rng)])
    if turn is not None:
        slopes = [turn * a * turn.inv() for a in slopes]
        offsets, start = [turn * b for b in offsets], turn * start
        noises = [turn * v * turn.transpose() for v in noises]
    return gaussian_chain(steps=steps, noise=[numbers(v) for v in noises], slope=[numbers(a) for a in slopes],
                          offset=[list(b.entries()) for b in offsets], start=list(start.entries()))


# Divergences.


def test_the_formula_for_matrices_in_mpmath() -> None:
    rng = random.Random(11)
    for _ in range(6):
        laws = []
        for _ in range(2):
            root = fmpq_mat(3, 3, [rational(rng) for _ in range(9)])
            spread = root * root.transpose() + fmpq_mat(3, 3, [1, 0, 0, 0, 1, 0, 0, 0, 1])
            laws.append(gaussian_chain(steps=1, noise=numbers(spread), start=[rational(rng) for _ in range(3)]))
        with mpmath.workdps(40):
            for order in ORDERS:
                found, value = laws[0].renyi(laws[1], order), _formula(laws[0], laws[1], real(order))
                assert (value is None and is_infinite(found)) or (value is not None and overlaps(found, value, mpmath.mpf(10) ** -20))


def _formula(p: GaussianLaw, q: GaussianLaw, order: mpmath.mpf) -> mpmath.mpf | None:
    v, w = (mpmath.matrix([[real(str(x)) for x in row] for row in law.covariance]) for law in (p, q))
    g = mpmath.matrix([real(str(x - y)) for x, y in zip(p.mean, q.mean, strict=True)])
    if order == 1:
        product = mpmath.inverse(w) * v
        trace = sum(product[i, i] for i in range(3))
        return (trace - 3 + (g.T * mpmath.inverse(w) * g)[0] + mpmath.log(mpmath.det(w) / mpmath.det(v))) / 2
    precision = order * mpmath.inverse(v) + (1 - order) * mpmath.inverse(w)
    if min(mpmath.eigsy(precision, eigvals_only=True)) <= 0:
        return None
    spread = mpmath.inverse(precision)
    bend = order * mpmath.inverse(v) * g
    exponent = (bend.T * spread * bend)[0] / 2 - order * (g.T * mpmath.inverse(v) * g)[0] / 2
    scale = mpmath.log(mpmath.det(spread)) - order * mpmath.log(mpmath.det(v)) - (1 - order) * mpmath.log(mpmath.det(w))
    return (scale / 2 + exponent) / (order - 1)


def test_equal_covariances_are_exact() -> None:
    p, q = (gaussian_chain(steps=4, noise=[[2, 1], [1, 2]], slope="1/2", start=x) for x in ([0, 0], [3, "1/2"]))
    square = p.gdp_squared(q)
    assert square == q.gdp_squared(p) == fmpq(64, 85) * fmpq(1, 16 * 16) * (2 * 9 - 3 + fmpq(1, 2)) / 3
    for order in ORDERS:
        assert p.renyi(q, order).rational == fmpq(Fraction(order).numerator, Fraction(order).denominator) * square / 2
    mu = p.gdp(q, 30)
    assert is_sharp(mu, Fraction(1, 10**29))
    assert ends(mu)[0] ** 2 <= Fraction(int(square.p), int(square.q)) <= ends(mu)[1] ** 2
    assert q.gdp(q).exact == 0


def test_hockey_stick_of_equal_covariances_is_theta() -> None:
    p, q = (gaussian_chain(steps=1, noise=4, start=x) for x in ([0, 0], [3, 4]))
    for level in ({"epsilon": 1}, {"gamma": "1/3"}, {"gamma": 1}, {"epsilon": "-1/2"}):
        assert p.hockey_stick(q, 20, **level) == theta("5/2", 20, **level)
    assert p.total_variation(q) == p.hockey_stick(q, gamma=1)
    assert p.hockey_stick(p, gamma="1/4").rational == fmpq(3, 4)
    assert p.hockey_stick(p, gamma=4).exact == 0


def test_hockey_stick_of_unequal_variances_on_the_line() -> None:
    p, q = gaussian_chain(steps=1, noise=1), gaussian_chain(steps=1, noise=4)
    with mpmath.workdps(30):
        edge = mpmath.sqrt(8 * mpmath.log(2) / 3)
        value = 2 * (mpmath.ncdf(edge) - mpmath.ncdf(edge / 2))
        assert overlaps(p.total_variation(q, 20), value, mpmath.mpf(10) ** -22)
    plane, other = (gaussian_chain(steps=1, noise=[[v, v], [v, v]], start=[0, 0]) for v in (1, 4))
    assert meet(plane.total_variation(other), p.total_variation(q))
    with pytest.raises(InputError, match="covariance"):
        gaussian_chain(steps=1, noise=1, start=[0, 0]).total_variation(gaussian_chain(steps=1, noise=2, start=[0, 0]))


def test_laws_without_noise_in_some_direction() -> None:
    flat = [[1, 1], [1, 1]]
    law, along, across = (gaussian_chain(steps=1, noise=flat, start=x) for x in ([0, 0], [2, 2], [0, 1]))
    assert law.renyi(along, 2).exact == 4
    assert law.gdp_squared(across) is None
    for order in ORDERS:
        assert is_infinite(law.renyi(across, order))
        assert is_infinite(law.renyi(gaussian_chain(steps=1, noise=1, start=[0, 0]), order))
    assert is_infinite(law.gdp(across))
    assert law.total_variation(across).exact == 1
    wider = gaussian_chain(steps=1, noise=[[2, 2], [2, 2]], start=[0, 0])
    assert meet(law.renyi(wider, 3), gaussian(3, 0, 1, 0, 2))
    points = gaussian_chain(steps=2, noise=0, start=1), gaussian_chain(steps=2, noise=0, start=2)
    assert is_infinite(points[0].renyi(points[1], 2))
    assert points[0].hockey_stick(points[1], epsilon=3).exact == 1
    assert points[0].renyi(points[0], 2).exact == 0


def test_infinite_where_the_first_law_is_too_wide() -> None:
    wide, narrow = gaussian_chain(steps=1, noise=3), gaussian_chain(steps=1, noise=1)
    assert is_infinite(wide.renyi(narrow, "3/2"))
    assert not is_infinite(wide.renyi(narrow, "7/5"))
    assert not is_infinite(narrow.renyi(wide, 100))


def test_microseconds_to_milliseconds() -> None:
    start = time.process_time()
    for _ in range(100):
        p, q = (gaussian_chain(steps=10, noise=1, slope="9/10", start=x) for x in (0, 1))
        p.renyi(q, 2)
    assert (time.process_time() - start) / 100 < 0.01


@pytest.mark.parametrize(
    ("field", "arguments"),
    [
        ("steps", {"steps": -1}),
        ("noise", {"noise": -1}),
        ("noise[1]", {"noise": [1, -1]}),
        ("noise", {"noise": [1, 1, 1]}),
        ("noise", {"noise": [[1, 2], [2, 1]], "start": [0, 0]}),
        ("noise", {"noise": [[1, 1], [0, 1]], "start": [0, 0]}),
        ("noise", {"noise": [[0, 1], [1, 0]], "start": [0, 0]}),
        ("slope", {"slope": [[1, 2, 3], [1, 2, 3]], "start": [0, 0]}),
        ("slope", {"slope": 0.5}),
        ("offset", {"offset": [1, 2, 3], "start": [0, 0]}),
        ("offset[0]", {"offset": ["x", 1]}),
        ("start", {"start": []}),
        ("start", {"start": [0] * 65}),
        ("start_noise", {"start_noise": -1}),
    ],
)
def test_unusable_chains(field: str, arguments: dict[str, object]) -> None:
    with pytest.raises(InputError) as refused:
        gaussian_chain(**{"steps": 2, "noise": 1, **arguments})  # type: ignore[arg-type]
    assert refused.value.field == field


def test_laws_that_do_not_go_together() -> None:
    line, plane = gaussian_chain(steps=1, noise=1), gaussian_chain(steps=1, noise=1, start=[0, 0])
    for wrong in (lambda: line.renyi(plane, 2), lambda: line.total_variation(plane), lambda: line.gdp(plane), lambda: plane.on_the_line(),
                  lambda: line.gdp(gaussian_chain(steps=1, noise=2)), lambda: line.renyi(line, 0), lambda: line.hockey_stick(line, gamma=0)):
        with pytest.raises(InputError):
            wrong()
