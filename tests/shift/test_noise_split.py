"""The certified split of the noise: no split does better, the value is attained, and it has all its digits."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from flint import arb, fmpq
from support.examples import spread

from pabisym.divergence.renyi import gaussian_mixture
from pabisym.divergence.sampled_gaussian import Direction, sampled_gaussian_ball
from pabisym.errors import InputError, Undecided
from pabisym.numerics.evaluator import working_precision
from pabisym.shift import noise_split
from pabisym.shift.noise_split import full_batch, split

DATA: dict[str, Any] = {
    "order": 4, "sampling": "1/50", "sensitivity": "1/10", "std": 1, "step_size": "1/10", "diameter": 1, "steps": 500,
    "direction": "mixture-second",
}  # fmt: skip
CASES: dict[str, dict[str, Any]] = {
    "the paper's direction": {},
    "mixture first": {"direction": "mixture-first"},
    "contractive": {"contraction": "9/10"},
    "contractive, mixture first": {"contraction": "9/10", "direction": "mixture-first"},
    "a fractional order": {"order": "3/2", "direction": "mixture-first", "contraction": "1/2"},
    "many steps": {"steps": 10**7, "diameter": "1/10"},
    "little noise": {"sensitivity": 1, "diameter": "1/2"},
    "no noise for sampling": {"sensitivity": 10},
    "every record": {"sampling": 1},
    "a replaced record": {"direction": "replacement"},
    "a replaced record, contractive": {"direction": "replacement", "contraction": "9/10", "order": "5/2"},
    "a replaced record, little noise": {"direction": "replacement", "sensitivity": 1, "diameter": "1/2"},
}


def value(v: fmpq, n: int, data: dict[str, Any]) -> arb:
    """(n + e) Q(v) + K h(n)/(S - v), written out once more with another route to Q."""
    data = {"contraction": 1, **DATA, **data}
    order, c = fmpq(*Fraction(data["order"]).as_integer_ratio()), fmpq(*Fraction(data["contraction"]).as_integer_ratio())
    share, sensitivity, diameter = (fmpq(*Fraction(data[name]).as_integer_ratio()) for name in ("sampling", "sensitivity", "diameter"))
    direction, noise = data["direction"], arb(v).sqrt() / sensitivity
    replaced = direction == "replacement"
    both: tuple[Direction, ...] = ("mixture-first", "mixture-second") if replaced else (direction,)
    q = sum((sampled_gaussian_ball(order, share, noise, direction=one) for one in both), arb(0)) if v else -(-arb(share)).log1p()
    h = arb(1) / n if c == 1 else (1 - arb(c) ** 2) / (arb(1 / c) ** (2 * n) - 1)
    return (n if replaced else n + 1) * arb(q) + arb(order * diameter**2 * 50) * h / arb(1 - v)


@pytest.mark.parametrize("case", CASES)
def test_thirty_digits_are_certified_and_attained(case: str) -> None:
    found = split(**{**DATA, **CASES[case]})
    with working_precision(200):
        assert found.gap <= 1e-30
        assert bool(found.lower <= found.upper)
        attained = value(found.variance, found.look_back, CASES[case])
        assert bool(attained <= found.upper * (1 + arb("1e-40")))
        assert bool(attained >= found.lower)
    assert (found.variance == 0) == (case == "no noise for sampling")


@pytest.mark.parametrize("case", spread(CASES, 4))
def test_no_split_is_below_the_certified_minimum(case: str) -> None:
    found = split(**{**DATA, **CASES[case]})
    draw, steps = random.Random(case), {**DATA, **CASES[case]}["steps"]
    with working_precision(96):
        for i in range(120):
            near = int(found.variance * 10**6) + draw.randint(-(10**4), 10**4)
            v = fmpq(min(max(near if i % 2 else draw.randint(100_000, 10**6 - 1), 100_000), 10**6 - 1), 10**6)
            n = min(max(found.look_back + draw.randint(-3, 3), 1), steps - 1) if i % 3 else draw.randint(1, min(steps, 1000) - 1)
            assert not bool(value(v, n, CASES[case]) < found.lower)


@pytest.mark.parametrize(("std", "share", "order"), [("1/10", "1/2", 2), (4, "1/50", 8), (2, 1, 3)])
@pytest.mark.parametrize("steps", [1, 5])
def test_the_default_bounds_a_run_with_linear_losses(std: object, share: object, order: object, steps: int) -> None:
    """The sum of steps that move by 1 with probability q, or never: exact Gaussian mixtures, in both orders."""
    q, variance = Fraction(str(share)), steps * Fraction(str(std)) ** 2
    with_it = [(math.comb(steps, k) * q**k * (1 - q) ** (steps - k), k, variance) for k in range(steps + 1)]
    with_it = [one for one in with_it if one[0]]
    without = [(Fraction(1), 0, variance)]
    found = split(order=order, sampling=share, sensitivity=1, std=std, step_size=1, diameter=3, steps=steps, digits=6).to_json()
    assert isinstance(found["value"], dict)
    for pair in ((with_it, without), (without, with_it)):
        assert Fraction(gaussian_mixture(order, *pair, 9).upper) <= Fraction(str(found["value"]["upper"]))


def test_one_direction_alone_is_below_a_divergence() -> None:
    """Two steps with little noise: the printed formula says 2 log 2, the divergence of linear losses is far above it."""
    given: dict[str, Any] = {"order": 2, "sampling": "1/2", "sensitivity": 2, "std": "1/2", "step_size": 1, "diameter": 10, "steps": 2, "digits": 6}
    first = [(Fraction(1, 4), 0, Fraction(1, 2)), (Fraction(1, 2), 2, Fraction(1, 2)), (Fraction(1, 4), 4, Fraction(1, 2))]
    exact = Fraction(gaussian_mixture(2, first, [(Fraction(1), 0, Fraction(1, 2))], 9).lower)
    printed, bound = (split(**given, direction=direction) for direction in ("mixture-second", "replacement"))
    assert (printed.bounds, printed.by) == (None, ("altschuler2022/eq-B2",))
    assert float(printed.best.upper()) < 1.4 < 25 < exact < float(bound.best.lower())
    assert bound.bounds is not None
    assert "pabisym/sampled-restart" in bound.by


def test_another_search_finds_the_same_digits() -> None:
    """Golden sections in mpmath, for the best look-backs, with Q by a plain trapezoid rule."""
    found = split(**{**DATA, "contraction": "9/10"})
    with mpmath.workdps(25):
        c, share, points = mpmath.mpf(9) / 10, mpmath.mpf(1) / 50, [mpmath.mpf(i) / 4 for i in range(-48, 60)]

        def q(v: mpmath.mpf) -> mpmath.mpf:
            t = 1 / (10 * mpmath.sqrt(v))
            terms = (mpmath.exp(-z * z / 2) / (1 - share + share * mpmath.exp(z * t - t * t / 2)) ** 3 for z in points)
            return mpmath.log(mpmath.fsum(terms) / 4 / mpmath.sqrt(2 * mpmath.pi)) / 3

        def least(n: int) -> mpmath.mpf:
            def at(v: mpmath.mpf) -> mpmath.mpf:
                return (n + 1) * q(v) + 200 * (1 - c**2) / (c ** (-2 * n) - 1) / (1 - v)

            low, high = mpmath.mpf(9) / 10, mpmath.mpf(98) / 100
            for _ in range(40):
                a, b = low + (high - low) * 0.382, low + (high - low) * 0.618
                low, high = (low, b) if at(a) < at(b) else (a, high)
            return at((low + high) / 2)

        best = min(least(n) for n in range(found.look_back - 1, found.look_back + 2))
        assert abs(best - mpmath.mpf(found.upper.mid().str(25, radius=False))) < best * mpmath.mpf(10) ** -15


def test_the_recipe_of_the_paper_is_not_below_the_minimum() -> None:
    """Splits on a grid with the look-back D/(eta sigma_1) sqrt(alpha/(2 Q)) of the paper: values, so never below."""
    found = split(**DATA)
    for i in range(1, 50):
        v = fmpq(i, 50)
        with working_precision(96):
            q = float(arb(sampled_gaussian_ball(fmpq(4), fmpq(1, 50), arb(v).sqrt() * 10, direction="mixture-second")).mid())
            n = round(10 / math.sqrt(1 - i / 50) * math.sqrt(4 / (2 * q)))
            assert not bool(value(v, min(max(n, 1), 499), {}) < found.lower)


def test_the_bound_without_look_back_is_chosen_where_it_is_smaller() -> None:
    found = split(**{**DATA, "steps": 2, "diameter": 100})
    assert bool(found.best.overlaps(found.whole))
    assert found.to_json()["uses"] == "whole"
    assert split(**{**DATA, "contraction": "9/10"}).to_json()["uses"] == "split"


@pytest.mark.parametrize("digits", [1, 15, 60])
def test_as_many_digits_as_asked_for(digits: int) -> None:
    found = split(**DATA, contraction="9/10", digits=digits)
    text = found.to_json()["minimum"]
    assert isinstance(text, dict)
    lower, upper = (Fraction(str(text[side])) for side in ("lower", "upper"))
    assert 0 <= upper - lower <= 10 * upper / Fraction(10) ** digits
    best = split(**DATA, contraction="9/10", digits=80).to_json()["minimum"]
    assert isinstance(best, dict)
    assert lower <= Fraction(str(best["lower"])) <= Fraction(str(best["upper"])) <= upper


@pytest.mark.parametrize(
    ("name", "bad"),
    [
        ("order", 1), ("std", 0), ("diameter", -1), ("sampling", 2), ("sampling", 0), ("steps", 1), ("steps", 10**13), ("steps", "9"),
        ("contraction", 2), ("contraction", 0), ("digits", 0), ("digits", 10**6), ("std", 0.5), ("direction", "up"),
    ],
)  # fmt: skip
def test_data_outside_their_domains_are_refused(name: str, bad: object) -> None:
    with pytest.raises(InputError) as caught:
        split(**{**DATA, name: bad})
    assert caught.value.field == name


def test_a_search_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noise_split, "MAX_EVALUATIONS", 40)
    with pytest.raises(Undecided, match="not certified after"):
        split(**DATA)


@pytest.mark.parametrize(("diameter", "steps"), [(1, 500), ("1/1000", 500), (1, 3), (7, 4096), ("1/7", 12), ("19/400", 500)])
def test_full_batches_have_their_exact_bound(diameter: object, steps: int) -> None:
    data = {"order": "5/2", "sensitivity": "1/10", "std": 2, "step_size": "1/4"}
    found, look_back = full_batch(**data, diameter=diameter, steps=steps)
    move, reach = Fraction(1, 40), Fraction(str(diameter)) + Fraction(1, 40)
    bounds = {n: n * (reach / n + move) ** 2 for n in range(1, steps + 1)} | {0: steps * move**2}
    assert found == min(bounds.values()) * Fraction(5, 2) * 16 / (2 * 4)
    assert bounds[look_back] == min(bounds.values())


def test_full_batches_refuse_what_split_refuses() -> None:
    with pytest.raises(InputError, match="steps"):
        full_batch(order=2, sensitivity=1, std=1, step_size=1, diameter=1, steps=0)
    with pytest.raises(InputError, match="order"):
        full_batch(order=1, sensitivity=1, std=1, step_size=1, diameter=1, steps=1)


# The bounds of the search, with coarse balls and wide intervals.


def problem(direction: noise_split.Cost, price: str, contraction: str = "1", order: str = "4", sampling: str = "1/50", steps: int = 200,
            total: str = "2") -> noise_split._Problem:
    number = {name: fmpq(*Fraction(text).as_integer_ratio()) for name, text in (
        ("order", order), ("sampling", sampling), ("total", total), ("price", price), ("contraction", contraction))}
    return noise_split._Problem(number["order"], number["sampling"], direction, number["total"], number["price"], steps, number["contraction"],
                                fmpq(1))


@pytest.mark.parametrize("contraction", ["1", "99/100"])
def test_a_look_back_in_coarse_balls_has_a_lower_bound_for_all(contraction: str) -> None:
    """Differences of neighbours whose sign is open lead astray, which the bound allows for."""
    draw, astray = random.Random(5), 0
    for _ in range(60):
        given = problem("replacement", "1", contraction)
        q, k = fmpq(draw.randint(1, 99), 1000), fmpq(draw.randint(1, 10**6))
        with working_precision(8):
            n, bound = given.best_look_back(arb(q), arb(k))
        with working_precision(120):
            values = {m: m * arb(q) + arb(k) * given.weight(m) for m in range(1, 201)}
            least = min(values.values(), key=lambda value: float(value.mid()))
            assert bool(bound.lower() <= least)
            astray += bool(values[n] > least)
    assert astray


INTERVALS = [("mixture-second", "1/1000"), ("mixture-second", "20"), ("replacement", "1/1000"), ("replacement", "20"), ("replacement", "2000"),
             ("mixture-first", "5")]


@pytest.mark.parametrize(("direction", "price"), [one if k % 2 else pytest.param(*one, marks=pytest.mark.campaign) for k, one in enumerate(INTERVALS)])
def test_bounds_of_wide_intervals_are_below_the_values_in_them(direction: noise_split.Cost, price: str) -> None:
    given = problem(direction, price, order="7/2", steps=50)
    search = noise_split._Search(given, 6, None)
    curved = 0
    with working_precision(80):
        def least(v: fmpq) -> arb:
            q, k = given.at(v).value if v else given.at_zero(), arb(given.price) / arb(given.total - v)
            return min(((n + given.extra) * q + k * given.weight(n) for n in range(1, given.last + 1)), key=lambda x: float(x.mid()))

        wide, narrow = [(fmpq(5, 4) ** k / 50, fmpq(5, 4)) for k in range(20)], [(fmpq(k, 100), fmpq(65, 64)) for k in range(2, 7)]
        rising = [(fmpq(k, 10), fmpq(65, 64)) for k in range(11, 20, 2)]
        for a, factor in (*wide, *narrow, *rising):
            b = a * factor
            values = [least(a + (b - a) * j / 4) for j in range(5)]
            tangent, convex = search._tangent(a, b)
            curved += not convex and bool(tangent > 0)
            for bound in (search._plain(a, b), tangent):
                assert all(bool(bound.lower() <= value.upper()) for value in values), (a, b)
        if given.reaches_zero:
            for denominator in (16, 20, 30, 50, 100):
                b = fmpq(1, denominator)
                assert all(bool(search._near_zero(b).lower() <= least(b * j / 4).upper()) for j in range(5))
    assert curved > 2 or direction != "mixture-second" or price != "1/1000"


def test_digits_that_are_not_reached_are_not_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noise_split._Search, "_newton", lambda self, n, a, b: ((a + b) / 2, arb(0)))
    with pytest.raises(Undecided, match="not certified to 30 digits"):
        split(**DATA)
