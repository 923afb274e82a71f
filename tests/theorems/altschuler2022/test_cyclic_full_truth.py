"""The bounds for full, cyclic and sampled batches beside exact truths, in both orders of the runs.

Linear and quadratic losses on an interval; every step projects after its noise, and the laws of the clipped walks are enclosed.
One step and little noise are among the points.
"""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from pabisym_theorems.altschuler2022._round_robin import GAP
from support.examples import seeds

import pabisym
from pabisym.divergence.evaluate import exact_value
from pabisym.divergence.sampled_gaussian import sampled_gaussian
from pabisym.exact_law.chains import ClippedLaw, ExactLaw, clipped_chain, mixture
from pabisym.lang.grammar import parse
from pabisym.lang.rational import rational, to_fraction

DIGITS = 6
ORDERS = ("3/2", "2", "8")


@dataclass(frozen=True)
class Point:
    """Letters of the paper; the records are slopes of linear losses, or minima of quadratic ones; the last one is replaced."""

    n: int
    b: int
    T: int
    D: Fraction
    eta: Fraction
    sigma: Fraction
    alpha: Fraction
    curvature: Fraction
    records: tuple[Fraction, ...]
    other: Fraction

    @property
    def lipschitz(self) -> Fraction:
        """The Lipschitz constant of all losses on the domain."""
        if not self.curvature:
            return Fraction(1)
        return self.curvature * (self.D / 2 + max(abs(x) for x in (*self.records, self.other)))

    def run(self, batches: tuple[tuple[int, ...], ...], *, replaced: bool) -> ClippedLaw:
        """The last iterate for fixed batches."""
        records = (*self.records[:-1], self.other) if replaced else self.records
        means = [sum((records[i] for i in batch), Fraction(0)) / len(batch) for batch in batches]
        moves = [self.eta * mean * (self.curvature or -1) for mean in means]
        return clipped_chain(lower=-self.D / 2, upper=self.D / 2, steps=self.T, start=0, noise_variance=(self.eta * self.sigma) ** 2,
                             slope=1 - self.eta * self.curvature, offset=moves)


def point(seed: int) -> Point:
    """A point; the first ones are extreme: one step, one record, little noise."""
    draw = random.Random(seed)
    n = 1 if seed == 0 else draw.choice((1, 2, 3))
    curvature = draw.choice((Fraction(0), Fraction(1, 2)))
    values = [Fraction(x, 4) for x in range(-4, 5)]
    return Point(
        n=n, b=draw.choice([b for b in (1, 2, 3) if n % b == 0]), T=1 if seed < 6 else draw.choice((1, 2, 3)),
        D=draw.choice((Fraction(1, 2), Fraction(2))), eta=draw.choice((Fraction(1, 5), Fraction(1))),
        sigma=Fraction(1, 10) if seed < 4 else draw.choice((Fraction(1, 2), Fraction(1), Fraction(4))),
        alpha=Fraction(draw.choice(ORDERS)), curvature=curvature, records=tuple(draw.choice(values) for _ in range(n)),
        other=draw.choice((Fraction(1), Fraction(-1))),
    )  # fmt: skip


def truth(first: ExactLaw, second: ExactLaw, alpha: Fraction) -> Fraction:
    """The larger one of both divergences, from below."""
    return max(lower(first.renyi(second, alpha, DIGITS).lower), lower(second.renyi(first, alpha, DIGITS).lower))


def lower(text: str) -> Fraction:
    return to_fraction(rational(text, "divergence"))


def bound(name: str, **letters: Any) -> Fraction:
    """The upper end of a statement's bound."""
    found = pabisym.theorem(name).at(**{key: str(value) for key, value in letters.items()}).enclosure(digits=12)
    return to_fraction(rational(found.upper, name))


@pytest.mark.parametrize("seed", seeds(20))
def test_full_batches(seed: int) -> None:
    p = point(seed)
    batches = (tuple(range(p.n)),) * p.T
    exact = truth(p.run(batches, replaced=False), p.run(batches, replaced=True), p.alpha)
    letters = {"T": p.T, "n": p.n, "alpha": p.alpha, "L": p.lipschitz, "D": p.D, "eta": p.eta, "sigma": p.sigma}
    assert all(exact <= bound("altschuler2022/eq-B1", j=j, **letters) for j in range(1, p.T + 1))


@pytest.mark.parametrize("seed", seeds(15, 20))
def test_cyclic_batches(seed: int) -> None:
    p = point(seed - 20)
    steps = p.n // p.b
    epochs = max(1, p.T // steps)
    p = Point(**{**p.__dict__, "T": epochs * steps})
    batches = tuple(tuple(range(k % steps * p.b, (k % steps + 1) * p.b)) for k in range(p.T))
    exact = truth(p.run(batches, replaced=False), p.run(batches, replaced=True), p.alpha)
    known = {"b": p.b, "alpha": p.alpha, "L": p.lipschitz, "eta": p.eta, "sigma": p.sigma}
    assert exact <= bound("altschuler2022/eq-5.4", n=steps, E=epochs, t=steps, **known)


@pytest.mark.parametrize("seed", seeds(25))
def test_records_in_turn_at_any_number_of_steps(seed: int) -> None:
    """Not only whole epochs, any size of a batch, the replaced record at any place, every look-back."""
    p, draw = point(seed), random.Random(seed)
    T, n, b = draw.randint(1, 5), p.n, draw.randint(1, p.n)
    p, i = Point(**{**p.__dict__, "T": T, "b": b}), draw.randint(1, n)
    batches = tuple(tuple((k * b + j - i) % n for j in range(b)) for k in range(T))
    exact = truth(p.run(batches, replaced=False), p.run(batches, replaced=True), p.alpha)
    known = {"T": T, "n": n, "b": b, "i": i, "alpha": p.alpha}
    least = math.ceil(p.D * n / (p.lipschitz * p.eta))
    assert exact <= bound("altschuler2022/theorem-5.6", N=least, D=p.D, L=p.lipschitz, eta=p.eta, sigma=p.sigma, **known)
    known |= {"g": 2 * p.eta * p.lipschitz / b, "w": (p.eta * p.sigma) ** 2}
    assert exact <= bound("pabisym/round-robin", m=T, D=0, **known)
    assert all(exact <= bound("pabisym/round-robin", m=m, D=p.D, **known) for m in range(1, T + 1))


def test_the_gap_is_where_it_is_the_turn_of_the_record() -> None:
    gap = parse(GAP)
    for n, b, i in itertools.product(range(1, 7), repeat=3):
        for k in range(1, 3 * n) if max(b, i) <= n else ():
            turn = any((place - i) % n == 0 for place in range((k - 1) * b + 1, k * b + 1))
            assert exact_value(gap, {"n": n, "b": b, "i": i, "k": k, "g": 1}) == turn


@pytest.mark.parametrize("seed", seeds(15, 35))
def test_sampled_batches_with_the_revealed_step(seed: int) -> None:
    p = point(seed - 35)
    p = Point(**{**p.__dict__, "T": min(p.T, 2)})
    sets = tuple(itertools.combinations(range(p.n), p.b))
    choices = tuple(itertools.product(sets, repeat=p.T))
    first, second = (mixture([(Fraction(1, len(choices)), p.run(chosen, replaced=other)) for chosen in choices]) for other in (False, True))
    exact = truth(first, second, p.alpha)
    share = Fraction(p.b, p.n)

    def step(variance: Fraction) -> Fraction:
        size = p.alpha * (2 * p.lipschitz / p.b) ** 2 / (2 * variance)
        return size if share == 1 else bound("pabisym/sampled-step", alpha=p.alpha, w=share, s=size)

    assert exact <= p.T * step(p.sigma**2)
    split = {"sigma": p.sigma, "sigma_1": p.sigma * Fraction(3, 5), "sigma_2": p.sigma * Fraction(4, 5)}
    letters = {"n": p.n, "b": p.b, "alpha": p.alpha, "L": p.lipschitz, "D": p.D, "eta": p.eta}
    for j in range(1, p.T + 1):
        assert exact <= bound("altschuler2022/eq-B2-raw", j=j, Q=step(split["sigma_2"] ** 2), **letters, **split)


def test_the_printed_bound_for_one_sampled_step_is_below_the_truth() -> None:
    """T = 1, two records, one of them with the slope -1: with S_alpha as defined, the mixture second, (B.2) fails."""
    p = Point(2, 1, 1, Fraction(2), Fraction(1), Fraction(1, 4), Fraction(2), Fraction(0), (Fraction(0), Fraction(0)), Fraction(-1))
    first, second = (mixture([("1/2", p.run(((i,),), replaced=other)) for i in (0, 1)]) for other in (False, True))
    printed = lower(sampled_gaussian(2, "1/2", "1/8", 12, direction="mixture-second").upper)
    assert truth(first, second, p.alpha) > printed
