"""No statement of Chourasia et al. is violated by the exact divergences of quadratic losses, at 100 random points.

A quadratic loss has a diagonal Hessian with entries in [lam, beta]; the gradients of two data sets differ by a vector of length S/n.
The laws are normal and exactly known.  Upper bounds are compared from above, lower ones from below, by exact rationals and balls.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from pabisym_theorems.chourasia2021._quadratic_losses import ALLOCATED, COMPOSITION, DYNAMICS, LOWER, quadratic_divergence

from pabisym.divergence.evaluate import decide
from pabisym.exact_law.chains import gaussian_chain
from pabisym.lang.grammar import parse
from pabisym.library.library import builtin

POINTS = 100
Point = dict[str, Fraction]
TRIPLES = ((1, 0, 1), (3, 4, 5), (5, 12, 13), (8, 15, 17))
"""Directions in the plane with rational lengths."""


def size(rng: random.Random) -> Fraction:
    extreme = rng.choice((0, 0, 0, -3, 3))
    return Fraction(rng.randint(1, 30), rng.randint(1, 12)) * Fraction(10) ** extreme


def point(rng: random.Random) -> Point:
    lam = size(rng)
    beta = lam * rng.choice((1, Fraction(3, 2), 4, 100))
    share = rng.choice((Fraction(1, 1000), Fraction(1, 7), Fraction(1, 2), Fraction(99, 100)))
    return {"alpha": 1 + size(rng), "n": Fraction(rng.choice((1, 2, 50, 5000))), "K": Fraction(rng.choice((1, 2, 3, 10, 60))), "lam": lam,
            "beta": beta, "eta": share / beta, "S": size(rng), "sigma": size(rng)}


def points(seed: str) -> list[Point]:
    rng = random.Random(seed)
    return [point(rng) for _ in range(POINTS)]


def truth(rng: random.Random, at: Point, start: Fraction, least: Fraction, most: Fraction) -> Fraction:
    """The divergence in one or two dimensions: in independent directions it adds up."""
    x, y, r = rng.choice(TRIPLES)
    curvatures = rng.choice(((least, most), (least, least), (most, least), ((least + most) / 2, least)))
    return sum((quadratic_divergence({**at, "S": at["S"] * part / r}, h, start) for part, h in zip((x, y), curvatures, strict=True)),
               Fraction(0))


def compare(value: Fraction, relation: str, bound: str, at: Point) -> str:
    return decide(parse(f"({value.numerator})/({value.denominator}) {relation} {bound}"), at)


def bound_of(name: str) -> str:
    return builtin().statement(name).bound


def test_the_laws_are_those_of_linear_chains() -> None:
    for at in points("laws")[:20]:
        q, v, steps = 1 - at["eta"] * at["lam"], 2 * at["eta"] * at["sigma"] ** 2, min(int(at["K"]), 10)
        near, far = (gaussian_chain(steps=steps, slope=q, offset=shift, noise=v) for shift in (at["eta"] * at["S"] / at["n"], 0))
        exact = near.renyi(far, at["alpha"]).exact
        assert exact is not None
        assert quadratic_divergence({**at, "K": steps}, at["lam"]) == exact


def test_corollary_1_from_its_own_start_and_from_a_point() -> None:
    rng = random.Random("corollary 1")
    assert bound_of("chourasia2021/corollary-1") == DYNAMICS
    for at in points("corollary 1"):
        for start in (2 * at["sigma"] ** 2 / at["lam"], Fraction(0)):
            assert compare(truth(rng, at, start, at["lam"], at["beta"]), "<=", DYNAMICS, at) == "true"


def test_theorem_2_with_the_constant_of_the_exact_laws() -> None:
    """c is the least inverse variance on the way: of the start, and of what each step leads to."""
    for at in points("theorem 2"):
        start, q = 2 * at["sigma"] ** 2 / at["lam"], (1 - at["eta"] * at["beta"]) ** 2
        spread, largest = start, Fraction(0)
        for _ in range(int(at["K"])):
            spread = q * spread + 2 * at["eta"] * at["sigma"] ** 2
            largest = max(largest, spread, q * start)
        value = quadratic_divergence(at, at["beta"], start)
        assert compare(value, "<=", bound_of("chourasia2021/theorem-2"), {**at, "c": 1 / largest}) == "true"


def test_corollary_2_and_theorem_3_on_both_sides_of_the_squared_loss() -> None:
    for at in points("squared loss"):
        for eta in (at["eta"] * at["beta"], Fraction(1, 3), Fraction(39, 20)):
            own = {**at, "eta": eta}
            value = quadratic_divergence(own, 1)
            assert compare(value, "<=", bound_of("chourasia2021/corollary-2"), own) == "true"
            if eta < 1:
                assert compare(value, ">=", LOWER, own) == "true"
                assert compare(2 * value / own["alpha"], ">=", bound_of("chourasia2021/theorem-3"), own) == "true"


def test_the_lower_bound_is_not_one_for_every_start() -> None:
    """From N(0, 2 sigma^2) the squared loss lies below (17): the theorem says that a start exists."""
    at = {"alpha": Fraction(2), "n": Fraction(1), "S": Fraction(1), "eta": Fraction(1, 10), "sigma": Fraction(1), "K": Fraction(1)}
    assert compare(quadratic_divergence(at, 1, Fraction(2)), "<", LOWER, at) == "true"


def test_composition_and_theorem_1() -> None:
    rng = random.Random("composition")
    assert bound_of("chourasia2021/theorem-1")
    for at in points("composition"):
        value = truth(rng, at, Fraction(0), at["lam"], at["beta"])
        assert compare(value, "<=", bound_of("chourasia2021/eq-baseline"), at) == "true"
        own = {**at, "T": at["eta"] * at["K"], "S": at["S"] / at["n"]}
        assert compare(quadratic_divergence(at, 0), "==", bound_of("chourasia2021/theorem-1"), own) == "true"


def test_shift_allocation_is_attained_and_below_the_others() -> None:
    rng = random.Random("allocation")
    assert bound_of("pabisym/noisy-gd") == ALLOCATED
    for at in points("allocation"):
        assert compare(quadratic_divergence(at, at["lam"]), "==", ALLOCATED, at) == "true"
        assert compare(truth(rng, at, Fraction(0), at["lam"], at["beta"]), "<=", ALLOCATED, at) == "true"
        for larger in (DYNAMICS, COMPOSITION, bound_of("pabisym/noisy-gd-continuous-limit")):
            assert decide(parse(f"{ALLOCATED} <= {larger}"), at) == "true"


def test_the_sharper_constant_for_large_steps() -> None:
    for at in points("sharper"):
        for share in (Fraction(1, 10), 1, Fraction(19, 10)):
            own = {**at, "eta": share / at["lam"]}
            assert compare(quadratic_divergence(own, own["lam"]), "<=", bound_of("pabisym/noisy-gd-dynamics"), own) == "true"


@pytest.mark.parametrize("split", ["1/10", "1", "7"])
def test_the_dynamics_of_general_splits(split: str) -> None:
    """Steps that contract by q with the stationary variance as the constant: D/alpha is at most the bound."""
    bound = bound_of("pabisym/privacy-dynamics")
    for at in points(f"dynamics {split}"):
        q, w = 1 - at["eta"] * at["lam"], 2 * at["eta"] * at["sigma"] ** 2
        own = {"T": at["K"], "s": at["eta"] * at["S"] / at["n"], "w": w, "v": w / (1 - q * q), "y": Fraction(split)}
        assert compare(quadratic_divergence(at, at["lam"]) / at["alpha"], "<=", bound, own) == "true"


def test_the_private_choice_of_theorem_4_is_private() -> None:
    rng = random.Random("theorem 4")
    for at in points("theorem 4"):
        level, noise = at["sigma"], 4 * at["alpha"] * (at["S"] / 2) ** 2 / (at["lam"] * at["sigma"] * at["n"] ** 2)
        own = {**at, "eta": at["lam"] / (2 * at["beta"] ** 2), "sigma": Fraction(1), "S": at["S"]}
        value = truth(rng, own, 2 * noise / at["lam"] / noise, at["lam"], at["beta"]) / noise
        assert value <= level


def test_lemma_5_fails_on_a_line() -> None:
    """3 x^2/2 + 4 x y on y = 0, a step of 1/6: the covariance of (x - 3x/6, -4x/6) + N(0, I/3), x ~ N(0, 2/3), less 2/3 I is not negative."""
    slope, start, noise = (1 - Fraction(3, 6), -Fraction(4, 6)), Fraction(2, 3), Fraction(1, 3)
    most = start * sum(x * x for x in slope) + noise
    assert most == Fraction(43, 54) > start
    assert builtin().statement("chourasia2021/lemma-5").clauses[3].state == "refuted"
