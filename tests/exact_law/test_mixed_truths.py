"""Mixtures of Gaussians from random batches and random stopping, and finite laws."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb

import mpmath
import pytest
from flint import fmpq
from support.chain_route import ends, is_sharp, meet, overlaps, real
from support.examples import spread
from support.renyi_formulas import bernoulli

from pabisym.divergence.sampled_gaussian import sampled_gaussian
from pabisym.errors import InputError
from pabisym.exact_law.chains import (
    ExactLaw,
    FiniteLaw,
    GaussianLaw,
    MixtureLaw,
    finite_chain,
    gaussian_chain,
    mixture,
    randomly_stopped,
    sampled_chain,
)
from pabisym.numerics.enclosure import Enclosure

Density = Callable[[mpmath.mpf], mpmath.mpf]


def density(law: MixtureLaw) -> Density:
    parts = [tuple(real(str(x)) for x in part) for part in law.components]
    return lambda y: sum(w * mpmath.exp(-((y - m) ** 2) / (2 * v)) / mpmath.sqrt(2 * mpmath.pi * v) for w, m, v in parts)


def line(law: ExactLaw) -> MixtureLaw:
    assert isinstance(law, GaussianLaw | MixtureLaw)
    return law.on_the_line() if isinstance(law, GaussianLaw) else law


def quadrature(p: MixtureLaw, q: MixtureLaw, integrand: Callable[[mpmath.mpf, mpmath.mpf], mpmath.mpf]) -> mpmath.mpf:
    """Up to 13 deviations beyond where the cube of one law over the square of the other is largest."""
    f, g = density(p), density(q)
    means, widest = [m for law in (p, q) for _, m, _ in law.components], max(v for law in (p, q) for *_, v in law.components)
    reach = 13 * mpmath.sqrt(real(str(widest))) + 2 * real(str(max(means) - min(means)))
    points = mpmath.linspace(real(str(min(means))) - reach, real(str(max(means))) + reach, 71)
    return mpmath.quad(lambda y: integrand(f(y), g(y)), points, method="gauss-legendre", maxdegree=4)


PAIRS: list[tuple[ExactLaw, ExactLaw]] = [
    (sampled_chain(steps=4, probability="1/4", gap=2, noise_variance=1), gaussian_chain(steps=4, noise=1)),
    (sampled_chain(steps=3, probability=["1/2", "1/3", 1], gap=[1, 2, "1/2"], slope=["1/2", 1, "2/3"], noise_variance=[1, 2, "1/2"]),
     gaussian_chain(steps=3, noise=[1, 2, "1/2"], slope=["1/2", 1, "2/3"])),
    tuple(randomly_stopped(lambda t, g=g: gaussian_chain(steps=t, noise=1, offset=[g] + [0] * (t - 1)), 4) for g in (0, 2)),  # type: ignore[list-item,misc]
]


@pytest.mark.parametrize("pair", spread(PAIRS, 1), ids=range(len(PAIRS)))
def test_quadrature_agrees(pair: tuple[ExactLaw, ExactLaw]) -> None:
    with mpmath.workdps(25):
        for p, q in (pair, pair[::-1]):
            f, g = line(p), line(q)
            value = quadrature(f, g, lambda x, y: x * mpmath.log(x / y))
            assert overlaps(p.kullback(q), value)
            value = mpmath.log(quadrature(f, g, lambda x, y: x**3 / y**2)) / 2
            assert overlaps(p.renyi(q, 3), value)


def root(f: Density, g: Density, gamma: mpmath.mpf, low: mpmath.mpf, high: mpmath.mpf) -> mpmath.mpf:
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) < gamma * g(middle) else (low, middle)
    return low


@pytest.mark.parametrize("gamma", ["1/2", 1, 3, 50])
def test_hits_shift_to_the_right_so_that_one_threshold_decides(gamma: object) -> None:
    """The likelihood ratio of sampled batches increases: E_gamma is a difference of two tails."""
    p, q = PAIRS[0]
    with mpmath.workdps(30):
        f, g = line(p), line(q)
        cut = root(density(f), density(g), real(gamma), mpmath.mpf(-60), mpmath.mpf(60))

        def tail(law: MixtureLaw) -> mpmath.mpf:
            return sum(real(str(w)) * mpmath.ncdf((real(str(m)) - cut) / mpmath.sqrt(real(str(v)))) for w, m, v in law.components)

        found = p.hockey_stick(q, 20, gamma=gamma)
        assert is_sharp(found, Fraction(1, 10**20))
        assert overlaps(found, tail(f) - real(gamma) * tail(g), mpmath.mpf(10) ** -22)


def test_one_sampled_step_is_the_sampled_gaussian() -> None:
    for q in ("1/10", "1/2"):
        batch, plain = sampled_chain(steps=1, probability=q, gap=1, noise_variance=4), gaussian_chain(steps=1, noise=4)
        for order in (1, "5/2", 8):
            assert meet(batch.renyi(plain, order), sampled_gaussian(order, q, 2, direction="mixture-first"))
            assert meet(plain.renyi(batch, order), sampled_gaussian(order, q, 2, direction="mixture-second"))


def test_sampled_batches_are_all_subsets_of_steps() -> None:
    q, g, c = Fraction(1, 3), [1, 2, 5], Fraction(1, 2)
    expected: dict[Fraction, Fraction] = {}
    for hits in itertools.product((0, 1), repeat=3):
        mean = Fraction(0)
        for hit, gap in zip(hits, g, strict=True):
            mean = c * mean + hit * gap
        weight = q ** sum(hits) * (1 - q) ** (3 - sum(hits))
        expected[mean] = expected.get(mean, Fraction(0)) + weight
    found = sampled_chain(steps=3, probability=q, gap=g, slope=c, noise_variance=1)
    assert {Fraction(str(m)): Fraction(str(w)) for w, m, _ in found.components} == expected
    assert {v for *_, v in found.components} == {fmpq(21, 16)}
    equal = sampled_chain(steps=5, probability="1/4", gap=2, noise_variance=1)
    assert [(w, m) for w, m, _ in sorted(equal.components, key=lambda part: part[1])] == [
        (fmpq(comb(5, k) * 3 ** (5 - k), 4**5), fmpq(2 * k)) for k in range(6)
    ]


def test_certain_and_impossible_hits() -> None:
    always = sampled_chain(steps=3, probability=1, gap=2, noise_variance=1, slope="1/2", offset=1, start=5)
    assert always.components == ((fmpq(1), *gaussian_chain(steps=3, noise=1, slope="1/2", offset=3, start=5).on_the_line().components[0][1:]),)
    never = sampled_chain(steps=3, probability=0, gap=2, noise_variance=1)
    assert never == gaussian_chain(steps=3, noise=1).on_the_line()
    assert meet(always.total_variation(never), gaussian_chain(steps=3, noise=1, slope="1/2", offset=3, start=5).total_variation(never))


def test_orders_of_the_runs_are_tied_together() -> None:
    for p, q in PAIRS:
        for gamma in (Fraction(1, 2), Fraction(5, 2)):
            (low, high), (least, most) = ends(p.hockey_stick(q, gamma=gamma)), ends(q.hockey_stick(p, gamma=1 / gamma))
            assert low <= 1 - gamma + gamma * most
            assert 1 - gamma + gamma * least <= high


def test_stopping_never_beats_the_average_of_what_it_mixes() -> None:
    def law(gap: int, t: int) -> GaussianLaw:
        return gaussian_chain(steps=t, noise=1, offset=[gap] + [0] * (t - 1))

    first, second = (randomly_stopped(lambda t, g=g: law(g, t), 4) for g in (0, 2))  # type: ignore[misc]
    for value in (lambda p, q: p.total_variation(q), lambda p, q: p.hockey_stick(q, epsilon=1), lambda p, q: p.kullback(q)):
        average = sum(ends(value(law(0, t), law(2, t)))[1] for t in range(1, 5)) / 4
        assert ends(value(first, second))[0] <= average
    assert randomly_stopped(lambda t: law(3, t), 1) == line(law(3, 1))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: sampled_chain(steps=0, probability=1, gap=1, noise_variance=1),
        lambda: sampled_chain(steps=1, probability=2, gap=1, noise_variance=1),
        lambda: sampled_chain(steps=1, probability=1, gap=1, noise_variance=0),
        lambda: sampled_chain(steps=2, probability=1, gap=[1], noise_variance=1),
        lambda: sampled_chain(steps=14, probability="1/2", gap=[2**k for k in range(14)], noise_variance=1),
        lambda: MixtureLaw.of([("1/2", 0, 1)]),
        lambda: MixtureLaw.of([(1, 0, 0)]),
        lambda: mixture([("1/2", gaussian_chain(steps=1, noise=1)), ("1/2", FiniteLaw.of([1]))]),
        lambda: mixture([("1/2", gaussian_chain(steps=1, noise=1))]),
        lambda: mixture([gaussian_chain(steps=1, noise=1)]),  # type: ignore[list-item]
        lambda: mixture([("1/2", FiniteLaw.of([1])), ("1/2", FiniteLaw.of([1, 0]))]),
        lambda: randomly_stopped(lambda t: gaussian_chain(steps=t, noise=1), 0),
        lambda: PAIRS[0][0].renyi(FiniteLaw.of([1]), 2),
        lambda: FiniteLaw.of([1]).renyi(FiniteLaw.of([1, 0]), 2),
        lambda: FiniteLaw.of([1]).total_variation(PAIRS[0][0]),
        lambda: FiniteLaw.of(["1/2", "1/3"]),
        lambda: FiniteLaw.of([2, -1]),
        lambda: finite_chain([1, 0], [[1]]),
        lambda: finite_chain([1, 0], [[1], ["1/2", "1/2"]]),
    ],
)
def test_unusable_mixtures_and_finite_laws(wrong: Callable[[], object]) -> None:
    with pytest.raises(InputError):
        wrong()


# Finite laws.


def event_hockey_stick(p: Sequence[Fraction], q: Sequence[Fraction], gamma: Fraction) -> Fraction:
    """By trying every event."""
    points = range(len(p))
    events = itertools.chain.from_iterable(itertools.combinations(points, size) for size in range(len(p) + 1))
    return max(sum((p[i] - gamma * q[i] for i in event), Fraction(0)) for event in events)


def fractions(law: FiniteLaw) -> list[Fraction]:
    return [Fraction(str(p)) for p in law.probabilities]


KERNEL = [["1/2", "1/4", "1/4"], [0, "2/3", "1/3"], ["1/10", "1/10", "4/5"]]


def test_finite_chains_try_every_event() -> None:
    for steps in range(4):
        p, q = (finite_chain(start, *[KERNEL] * steps) for start in ([1, 0, 0], [0, "1/2", "1/2"]))
        for gamma in (Fraction(1, 3), Fraction(1), Fraction(2), Fraction(7)):
            assert Fraction(str(p.hockey_stick(q, gamma=gamma).exact)) == event_hockey_stick(fractions(p), fractions(q), gamma)
        for epsilon in ("-1", "1/2", "3"):
            with mpmath.workdps(40):
                gamma = mpmath.exp(real(epsilon))
                value = sum(max(real(x) - gamma * real(y), mpmath.mpf(0)) for x, y in zip(fractions(p), fractions(q), strict=True))
                assert overlaps(p.hockey_stick(q, 25, epsilon=epsilon), value, mpmath.mpf(10) ** -25)


def test_bernoulli_runs() -> None:
    """Randomised response, twice."""
    flip = [["3/4", "1/4"], ["1/4", "3/4"]]
    p, q = finite_chain([1, 0], flip, flip), finite_chain([0, 1], flip, flip)
    assert p.probabilities == (fmpq(5, 8), fmpq(3, 8))
    for order in ("1/2", 1, 2, 7):
        assert meet(p.renyi(q, order), bernoulli(order, "5/8", "3/8"))
    assert p.total_variation(q).rational == fmpq(1, 4)
    assert p.hockey_stick(q, epsilon=1).exact == 0
    assert mixture([("1/3", p), ("2/3", q)]).probabilities == (fmpq(11, 24), fmpq(13, 24))  # type: ignore[attr-defined]


def test_finite_laws_with_points_that_one_of_them_misses() -> None:
    p, q = FiniteLaw.of([1, 0]), FiniteLaw.of(["1/2", "1/2"])
    found: Enclosure = q.renyi(p, 2)
    assert (found.lower, found.upper) == ("inf", "inf")
    assert meet(p.renyi(q, 2), bernoulli(2, 1, "1/2"))
    assert q.hockey_stick(p, epsilon=40).rational == fmpq(1, 2)
    assert p.hockey_stick(FiniteLaw.of([0, 1]), epsilon=40).exact == 1
