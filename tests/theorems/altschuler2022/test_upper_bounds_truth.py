"""Bounds on Noisy-SGD and on sampled steps against exact divergences, both orders of the two runs; printed ones that fail."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import TypeAlias

import pytest
from support.examples import by_day

from pabisym.divergence.evaluate import decide, enclose
from pabisym.divergence.sampled_gaussian import sampled_gaussian
from pabisym.exact_law.chains import clipped_chain, mixture, sampled_chain
from pabisym.lang.grammar import parse
from pabisym.lang.term import Term
from pabisym.library.findings import printed_verdict
from pabisym.library.library import builtin
from pabisym.library.point import numeric_bound

POINTS = 25
ORDERS = (Fraction(3, 2), Fraction(2), Fraction(4))
Point: TypeAlias = dict[str, Fraction]


def bound(name: str) -> Term:
    found = numeric_bound(builtin().statement(f"altschuler2022/{name}"))
    assert found is not None
    return found.bound


def at_least(name: str, at: Point, truth: str) -> bool:
    """Is a bound certainly at least a number."""
    return decide(parse(f"x >= {truth}"), {**at, "x": Fraction(enclose(bound(name), at, 12).lower)}) == "true"


def small(rng: random.Random) -> Fraction:
    return Fraction(rng.randint(1, 9), rng.randint(1, 6))


def settings(rng: random.Random, place: int) -> Point:
    """Letters of (3.7); one step and very little noise among the first."""
    n, steps = rng.randint(2, 9), 1 if place % 4 == 0 else rng.randint(2, 4)
    tiny = Fraction(1, 10) if place % 5 == 1 else Fraction(1)
    counts = {"n": n, "b": rng.randint(1, n - 1), "T": steps, "m": steps, "D": 0}
    return {name: Fraction(count) for name, count in counts.items()} | {
        "alpha": rng.choice(ORDERS), "L": small(rng), "eta": small(rng), "sigma_1": Fraction(3, 5) * tiny * small(rng)}


def split(at: Point, ratio: Fraction) -> Fraction:
    """Sigma_2 with a rational sigma, which is returned: sigma_1 : sigma_2 : sigma = 3 : 4 : 5."""
    at["sigma_2"] = at["sigma_1"] * ratio
    return at["sigma_1"] * Fraction(5, 3)


def linear_runs(at: Point, sigma: Fraction, slopes: tuple[int, int, int]) -> tuple[str, str]:
    """Lower ends of the divergences, both orders: slopes L of the other records, of the record, and of what replaces it."""
    n, b, L, eta = (at[name] for name in ("n", "b", "L", "eta"))
    others, own, new = (-eta * L * slope for slope in slopes)
    steps, variance = int(at["T"]), eta**2 * sigma**2
    runs = [sampled_chain(steps=steps, probability=b / n, gap=(one - others) / b, offset=others, noise_variance=variance) for one in (own, new)]
    return runs[0].renyi(runs[1], at["alpha"], 8).lower, runs[1].renyi(runs[0], at["alpha"], 8).lower


def test_linear_losses_on_a_wide_domain() -> None:
    """Composition over all steps, D = 0 before them: (3.7) with a restart at the common start, and any split of the noise."""
    rng, printed_fails = random.Random(37), 0
    for place in range(by_day(POINTS, 12)):
        at = settings(rng, place)
        sigma = split(at, Fraction(4, 3))
        for slopes in ((1, -1, 1), (0, -1, 1), (1, 0, 1)):
            for truth in linear_runs(at, sigma, slopes):
                assert at_least("eq-3.7", at, truth), (at, slopes)
                page = enclose(parse("T*sampled(alpha, b/n, b*sigma/(2*L))"), {**at, "sigma": sigma}, 9)
                printed_fails += Fraction(page.upper) < Fraction(truth)
    assert printed_fails >= 3


def quadratic_runs(at: Point, sigma: Fraction) -> tuple[str, str]:
    """Losses (w - x)^2/(2 eta) on [0, D]: every step forgets; the record D is replaced by 0, the others are 0."""
    n, b, eta, D = (at[name] for name in ("n", "b", "eta", "D"))
    variance = eta**2 * sigma**2
    low, high = (clipped_chain(lower=0, upper=D, steps=1, slope=0, offset=offset, start=0, noise_variance=variance) for offset in (0, D / b))
    first = mixture([(1 - b / n, low), (b / n, high)])
    return first.renyi(low, at["alpha"], 6).lower, low.renyi(first, at["alpha"], 6).lower


def test_quadratic_losses_that_forget() -> None:
    """The last iterate does not depend on T; every look-back and every split bounds it, where the printed (3.7) may not."""
    rng, printed_fails = random.Random(73), 0
    for place in range(by_day(POINTS, 12)):
        at = settings(rng, place)
        at["D"] = at["eta"] * at["L"]
        sigma = split(at, Fraction(4, 3))
        if place % 5 == 1:
            scale = at["L"] / (10 * sigma)
            at |= {"sigma_1": at["sigma_1"] * scale, "alpha": Fraction(2), "b": Fraction(1), "n": Fraction(2)}
            sigma = split(at, Fraction(4, 3))
        for truth in quadratic_runs(at, sigma):
            for look_back in (1, 2, 22):
                here = {**at, "m": Fraction(look_back), "T": Fraction(22)}
                assert at_least("eq-3.7", here, truth), here
                page = parse("m*sampled(alpha, b/n, b*sigma_2/(2*L)) + alpha*D**2/(2*eta**2*sigma_1**2*(m - 1))")
                printed_fails += look_back > 1 and Fraction(enclose(page, here, 9).upper) < Fraction(truth)
    assert printed_fails >= 1


@pytest.mark.parametrize("alpha", [2, 10, 40])
def test_one_sampled_step_in_both_orders(alpha: int) -> None:
    """S_alpha with the mixture second bounds one order of a sampled step, and is below the other one."""
    first = Fraction(sampled_gaussian(alpha, "1/100", 1, 9, direction="mixture-first").lower)
    second = Fraction(sampled_gaussian(alpha, "1/100", 1, 9, direction="mixture-second").lower)
    run, other = (sampled_chain(steps=1, probability=q, gap=1, noise_variance=1) for q in ("1/100", 0))
    assert Fraction(other.renyi(run, alpha, 9).upper) >= second
    assert Fraction(run.renyi(other, alpha, 9).lower) > second
    assert Fraction(run.renyi(other, alpha, 9).upper) >= first


def test_the_asymptotic_bound_inside_its_range() -> None:
    """Theorem 3.1 with linear losses of opposite slopes, at the least noise that it allows, both orders and small T."""
    rng, reached = random.Random(31), 0
    for place in range(POINTS):
        n = rng.randint(2, 12)
        b, L, eta = rng.randint(1, n - 1), small(rng), small(rng)
        sigma = Fraction(114, 10) * L / b * (1 if place % 2 else rng.randint(1, 5))
        counts = {"n": n, "b": b, "T": rng.choice((1, 1, 2, 3)), "N": 20 * n}
        at = {name: Fraction(count) for name, count in counts.items()}
        at |= {"L": L, "eta": eta, "sigma": sigma, "alpha": Fraction(rng.randint(11, 20), 10), "D": 20 * eta * L}
        if decide(parse("alpha <= admissible(b/n, sqrt(2)*b*sigma/(4*L))"), at) != "true":
            continue
        for truth in linear_runs(at, sigma, (1, -1, 1)):
            assert at_least("theorem-3.1", at, truth), at
            reached += 1
    assert reached >= 20


def test_statements_that_are_not_believed_as_printed() -> None:
    verdicts = {name: builtin().statement(f"altschuler2022/{name}").printed for name in ("eq-3.4", "eq-3.6", "eq-3.7", "theorem-1.3")}
    assert [one.verdict for one in verdicts.values() if one] == ["refuted", "refuted", "refuted", "corrected"]
    for name in ("eq-3.4", "eq-3.6", "eq-3.7", "eq-5.2"):
        assert printed_verdict(builtin().statement(f"altschuler2022/{name}"), proved=True)[0] == "refuted", name
