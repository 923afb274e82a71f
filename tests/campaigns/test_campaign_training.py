"""No applicable statement of the library gives less than ``privacy`` prints, and exact values of small problems lie in its interval.

A configuration with replaced examples, a smoothness and no weight decay is one of the parameters of ``compare``, which reads every statement.
Rows about the same run (the last iterate with batches in an order, or drawn with a fixed size) are compared with the answer.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from pabisym.comparison.compare import compare_unreplayed
from pabisym.comparison.rows import DRAWN, LAST
from pabisym.comparison.symbols import RunSymbols
from pabisym.library.library import builtin
from pabisym.spec.configuration import Configuration
from pabisym.training.known import answer

ROUNDED = 1 + Fraction(1, 10**5)
"""How much rows are rounded up."""


def configuration(random: Random) -> dict[str, Any]:
    """A small run whose statements all have a chance to apply."""
    batch, batches = random.choice((1, 2, 5)), random.randint(2, 8)
    sampling = random.choice(("cyclic", "cyclic", "full", "fixed-size"))
    strong = random.choice((0, Fraction(1, 2)))
    given: dict[str, Any] = {
        "examples": batch * batches, "batch": None if sampling == "full" else batch, "steps": batches * random.choice((1, 2, 5)),
        "noise_multiplier": Fraction(random.randint(4, 80), 4), "clip": Fraction(random.randint(1, 8), 4), "sampling": sampling,
        "learning_rate": Fraction(random.randint(1, 20), 10), "loss": "strongly-convex" if strong else "convex", "smoothness": 1,
        "strong_convexity": strong or None, "adjacency": "replace", "release": "last", "delta": random.choice(("1e-3", "1e-6")),
        "diameter": random.choice((None, Fraction(random.randint(1, 40), 10))),
    }  # fmt: skip
    return given


def check(number: int, *, bounded: bool = True) -> None:
    given = configuration(Random(number))
    if not bounded:
        given |= {"diameter": None}
    run = Configuration.of(given)
    found, about = answer(run, builtin()), DRAWN if run.sampling == "fixed-size" else LAST
    rows = [row for row in compare_unreplayed(builtin(), RunSymbols.of_run(run), 6).rows if row.epsilon is not None and row.about == about]
    for row in rows:
        assert row.epsilon is not None
        assert found.epsilon <= Fraction(row.epsilon.upper) * ROUNDED, (given, row.id, found.epsilon)
    if found.lower is not None:
        assert Fraction(found.lower.lower) <= found.epsilon, given


@pytest.mark.campaign
@pytest.mark.parametrize("number", [0, 1])
def test_a_few(number: int) -> None:
    check(number, bounded=False)


@pytest.mark.campaign
@pytest.mark.parametrize("number", range(2, 60))
def test_no_statement_is_better_than_the_answer(number: int) -> None:
    check(number)


def exact_final(run: Configuration, level: float) -> float:
    """The exact delta of the final iterates of linear losses at a level, by quadrature: the sum of T noises, and of K uses of an example."""
    from scipy.stats import binom, norm  # which takes seconds to import

    deviation = float(run.noise_multiplier) * run.steps**0.5
    counts = np.arange(run.steps + 1) if run.sampling == "poisson" else np.array([run.uses])
    weights = binom.pmf(counts, run.steps, float(run.rate)) if run.sampling == "poisson" else np.ones(1)
    reach = 14 * deviation + run.steps
    x = np.linspace(-reach, reach, 200_001)
    first = weights @ norm.pdf(x[None, :], counts[:, None], deviation)
    mirrored = -counts if run.adjacency == "replace" else 0 * counts
    second = weights @ norm.pdf(x[None, :], mirrored[:, None], deviation)
    return max(float(np.trapezoid(np.maximum(p - np.exp(level) * q, 0), x)) for p, q in ((first, second), (second, first)))


def check_interval(number: int) -> None:
    """The exact epsilon of a small problem lies between the lower bound and the answer: delta there is above, and below, the given one."""
    random = Random(number)
    sampling = random.choice(("poisson", "cyclic", "full"))
    batches = random.randint(2, 4)
    run = Configuration.of({
        "examples": 4 * batches, "batch": None if sampling == "full" else 4, "steps": random.randint(1, 8), "sampling": sampling,
        "noise_multiplier": Fraction(random.randint(4, 40), 8), "adjacency": random.choice(("replace", "add-remove")), "release": "last",
        "delta": random.choice(("1e-2", "1e-3", "1e-4")), "learning_rate": 1, "loss": "convex", "smoothness": 1,
    })  # fmt: skip
    found, delta = answer(run, builtin()), float(run.delta)
    assert exact_final(run, float(found.epsilon)) <= delta * 1.0001, run
    assert found.lower is not None
    assert exact_final(run, float(Fraction(found.lower.lower))) >= delta * 0.9999 or found.lower.upper == "0", run


def test_one_interval() -> None:
    check_interval(3)


@pytest.mark.campaign
@pytest.mark.parametrize("tens", range(20))
def test_intervals_of_200_small_problems(tens: int) -> None:
    for number in range(10 * tens, 10 * tens + 10):
        check_interval(number)
