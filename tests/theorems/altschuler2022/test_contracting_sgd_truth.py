"""The bounds for random batches and steps that are contractions, against exact divergences in both orders of the two runs."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from typing import TypeAlias

import pytest
from support.examples import seeds

from pabisym.divergence.evaluate import decide, enclose
from pabisym.exact_law.chains import ExactLaw, clipped_chain, mixture, sampled_chain
from pabisym.lang.grammar import parse
from pabisym.library.library import builtin
from pabisym.library.point import numeric_bound

Point: TypeAlias = dict[str, Fraction]
ORDERS = (Fraction(3, 2), Fraction(2), Fraction(4))
FACTORS = (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10))


def at_least(name: str, at: Point, first: ExactLaw, second: ExactLaw) -> bool:
    """Is a bound certainly at least the divergences of two laws, both orders."""
    found = numeric_bound(builtin().statement(name))
    assert found is not None
    bound = enclose(found.bound, at, 12).lower
    truths = (one.renyi(other, at["alpha"], 6).lower for one, other in ((first, second), (second, first)))
    return all(decide(parse(f"{bound} >= {truth}"), {}) == "true" for truth in truths)


@pytest.mark.parametrize("seed", seeds(15))
def test_runs_that_start_apart(seed: int) -> None:
    """Steps w -> c w + s + g B on the line, B = 1 where the record was sampled; half of the noise hides the record."""
    rng = random.Random(seed)
    steps, q, variance = rng.randint(1, 4), Fraction(1, rng.randint(2, 6)), Fraction(rng.randint(1, 40), 10)
    c, distance, alpha = rng.choice(FACTORS), Fraction(rng.randint(0, 6), 2), rng.choice(ORDERS)
    runs = [sampled_chain(steps=steps, probability=q, gap=gap, noise_variance=2 * variance, slope=c, start=start)
            for gap, start in ((Fraction(1, 2), distance), (Fraction(-1, 2), Fraction(0)))]  # fmt: skip
    one = parse("log(q*exp((alpha - 1)*alpha/(2*v)) + 1 - q)/(alpha - 1)")
    sampled = Fraction(enclose(one, {"q": q, "alpha": alpha, "v": variance}, 12).upper)
    at = {"T": Fraction(steps), "m": Fraction(steps), "alpha": alpha, "c": c, "D": distance, "v": variance, "Q": sampled}
    assert at_least("pabisym/contractive-sampled-restart", at, *runs)


@pytest.mark.parametrize("seed", seeds(12))
def test_quadratic_losses_on_an_interval(seed: int) -> None:
    """Losses x (w - z)^2/2 on [0, D], the other records at 0, the record D replaced by 0, at the least noise that is allowed."""
    rng = random.Random(seed)
    n, steps, c = rng.randint(2, 7), rng.randint(1, 3), rng.choice(FACTORS)
    b, D, eta = rng.randint(1, n - 1), Fraction(rng.randint(1, 9), rng.randint(1, 3)), Fraction(rng.randint(1, 6), 3)
    L = (1 - c) / eta * D
    sigma = Fraction(114, 10) * L / b
    chosen = [(place, clipped_chain(lower=0, upper=D, steps=steps, slope=c, offset=[(1 - c) * D / b * hit for hit in place], start=0,
                                    noise_variance=(eta * sigma) ** 2)) for place in itertools.product((0, 1), repeat=steps)]  # fmt: skip
    share = Fraction(b, n)
    weights = [share ** sum(place) * (1 - share) ** (steps - sum(place)) for place, _ in chosen]
    first = mixture([(weight, law) for weight, (_, law) in zip(weights, chosen, strict=True)])
    at = {"n": n, "b": b, "i": 1, "T": steps, "alpha": Fraction(11, 10), "c": c, "L": L, "D": D, "eta": eta, "sigma": sigma}
    points = {name: Fraction(value) for name, value in at.items()}
    least = enclose(parse("max(1, log(D*n/(L*eta))/(1 - c))"), points, 12).upper
    points["N"] = Fraction(-(-Fraction(least).numerator // Fraction(least).denominator))
    for name, relation in builtin().statement("altschuler2022/theorem-5.1").relations:
        assert decide(relation, points) == "true", name
    assert at_least("altschuler2022/theorem-5.1", points, first, chosen[0][1])
