"""Plans of stages: their bounds satisfy what the statement assumes of them, and reach what the shift calculus is far from."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from flint import fmpq

from pabisym.accounting.hidden.places import string_square
from pabisym.divergence.evaluate import decide, enclose, exact_value
from pabisym.divergence.mixing_plan import GapsInEpochs, StagedPlan, holds, plan_for, price_of, staged_epsilon, theta, through
from pabisym.divergence.sampled_mixing_plan import sampled_plan
from pabisym.errors import InputError
from pabisym.lang.grammar import parse
from pabisym.lang.rational import power_of_ten
from pabisym.lang.term import Call, Name, Number, Term
from pabisym.library.library import builtin

SLACK = fmpq(1, 10**5)


def squares(diameter: int, records: int = 1000) -> tuple[fmpq, fmpq]:
    """H^2/v and s^2/v for full batches, eta = 1/10, L = 1, sigma = 4."""
    variance = fmpq(4, 25)
    return fmpq(diameter) ** 2 / variance, fmpq(1, 5 * records) ** 2 / variance


@pytest.mark.parametrize(("diameter", "allocation", "factor"), [(1, "0.23354590", 50), (2, "0.34066936", 40), (4, "0.49697536", 28)])
def test_epsilon_is_far_below_the_best_allocation(diameter: int, allocation: str, factor: int) -> None:
    h, g = squares(diameter)
    found = staged_epsilon(h, g, 10**5, SLACK)
    assert found is not None
    assert holds(found.plan, found.bounds, h, g)
    assert found.bounds[-1] <= SLACK
    assert found.plan.steps <= 10**5
    assert Fraction(found.epsilon.upper) * factor < Fraction(allocation)
    assert Fraction(found.epsilon.upper) >= Fraction(int(found.plan.levels[-1].p), int(found.plan.levels[-1].q))


def instances(term: Term, at: dict[str, fmpq], rows: dict[str, tuple[fmpq, ...]]) -> Iterator[Term]:
    """All instances of a hypothesis about sequences, with the numbers of the plan put in."""
    if isinstance(term, Call) and term.head == "forall":
        index, low, high, body = term.args
        assert isinstance(index, Name)
        ends = [exact_value(filled(end, at, rows), {}) for end in (low, high)]
        assert ends[0] is not None
        assert ends[1] is not None
        for k in range(int(ends[0]), int(ends[1]) + 1):
            yield from instances(body, {**at, index.name: fmpq(k)}, rows)
    else:
        yield filled(term, at, rows)


def filled(term: Term, at: dict[str, fmpq], rows: dict[str, tuple[fmpq, ...]]) -> Term:
    if isinstance(term, Name):
        return Number(at[term.name])
    if not isinstance(term, Call):
        return term
    args = tuple(filled(arg, at, rows) for arg in term.args)
    if term.head in rows:
        place = exact_value(args[0], {})
        assert place is not None
        return Number(rows[term.head][int(place)])
    return Call(term.head, args)


def paid_until_the_next(hits: list[int], ends: list[int], size: fmpq) -> dict[str, tuple[fmpq, ...]]:
    """Gaps of a size at some steps, each paid in equal shares until the next one comes or a block ends: g, a, z and w, from step 0 on."""
    steps = ends[-1]
    gaps, shares = [size if k in hits else fmpq(0) for k in range(steps + 1)], [fmpq(0)] * (steps + 1)
    for hit in hits:
        until = min([k - 1 for k in hits if k > hit] + [end for end in ends if end >= hit])
        for k in range(hit, until + 1):
            shares[k] += size / (until - hit + 1)
    left, spent = [fmpq(0)], [fmpq(0)]
    for k in range(1, steps + 1):
        left.append(left[-1] + gaps[k] - shares[k])
        spent.append(spent[-1] + shares[k] ** 2)
    return {"g": tuple(gaps), "a": tuple(shares), "z": tuple(left), "w": tuple(spent)}


@pytest.mark.parametrize(("levels", "place"), [(("0", "1/100"), 3), (("1/1000", "1/500", "1/100"), 0), (("0", "1/1000", "1/1000", "1/50"), None)])
def test_a_plan_satisfies_the_hypotheses_of_the_theorem_file(levels: tuple[str, ...], place: int | None) -> None:
    """One gap in four steps, at a place of each epoch or anywhere in it, with shares that are not the best ones at every place."""
    (h, g), rng = squares(2), random.Random(3)
    plan = StagedPlan(3, 11, 2, 6, tuple(fmpq(Fraction(x).numerator, Fraction(x).denominator) for x in levels),
                      GapsInEpochs(4, anywhere=place is None))
    at = {"T": fmpq(plan.steps), "K": fmpq(plan.K), "p": fmpq(plan.p), "J": fmpq(plan.J), "N": fmpq(plan.N), "m": fmpq(plan.m)}
    size = fmpq(1, 5000)
    at |= {"H": fmpq(2), "v": fmpq(4, 25), "q": plan.gaps(11) * size**2, "r": plan.gaps(12) * size**2}
    hits = [k for first in range(1, plan.steps + 1, 4) if (k := first + (rng.randrange(4) if place is None else place)) <= plan.steps]
    ends = [11 * j for j in (1, 2, 3)] + [33 + 12 * j for j in range(1, plan.J + 1)]
    rows = {"e": plan.levels, "d": through(plan, h, g), **paid_until_the_next(hits, ends, size)}
    assert (at["H"] ** 2 / at["v"], size**2 / at["v"]) == (h, g)
    labels = ("levels", "rises", "positive", "at first", "left over", "paid", "way", "rest", "shares", "all paid at first", "all paid", "costs",
              "spent at first", "spent")
    count = 2 * plan.J + 1 + plan.J * (plan.N + 1) + 1 + 1 + plan.J * (plan.N + 1) + 4 * plan.steps + 1 + 2 * (plan.K + plan.J)
    assert count_of_true("pabisym/mixing-stages", labels, at, rows) == count


@pytest.mark.parametrize("anywhere", [False, True])
def test_the_string_of_gaps_is_never_below_that_of_any_places(anywhere: bool) -> None:
    """Greatest convex minorants for all places of three epochs of three steps, of every window in them."""
    epochs = GapsInEpochs(3, anywhere=anywhere)
    worst = dict.fromkeys(range(1, 10), fmpq(0))
    for places in product(range(3), repeat=3) if anywhere else [(k, k, k) for k in range(3)]:
        hits = [3 * epoch + k + 1 for epoch, k in enumerate(places)]
        for begin, end in combinations(range(10), 2):
            inside = [hit - begin for hit in hits if begin < hit <= end]
            corners = [(0, 0), *((hit - 1, number) for number, hit in enumerate(inside)), (end - begin, len(inside))]
            worst[end - begin] = max(worst[end - begin], string_square(corners))
            assert len(inside) <= epochs.count(end - begin)
    assert all(worst[steps] <= epochs.string(steps) for steps in worst)
    assert all(worst[steps] == epochs.string(steps) for steps in (1, 2, 3, 5))


def test_gaps_that_come_once_in_an_epoch_cost_as_many_times_less() -> None:
    """Domain 40 deviations wide, gaps of 1/20 once in ten steps: hardly more than a tenth of them in every step, where 2.27 was the best."""
    often, once, anywhere = (staged_epsilon(fmpq(1600), g, 10**4, fmpq(1, 10**6), 6, epochs) for g, epochs in (
        (fmpq(1, 40_000), GapsInEpochs()), (fmpq(1, 400), GapsInEpochs(10)), (fmpq(1, 400), GapsInEpochs(10, anywhere=True))))
    assert often is not None
    assert once is not None
    assert anywhere is not None
    assert "1.01" < often.epsilon.upper < "1.02" < once.epsilon.upper < "1.08" < anywhere.epsilon.upper < "1.15"


def best_shares(width: fmpq, c: fmpq, m: int, late: bool) -> tuple[list[fmpq], list[fmpq]]:
    """Shares a_0 = 0, a_1..a_m and what is left, z_0..z_m, with the least sum of squares; ``late``: the first map only makes the distance."""
    far = width * c ** (m - 1) if late else width * c**m
    total = sum((c ** (2 * (m - j)) for j in range(1, m + 1)), fmpq(0))
    shares, left = [fmpq(0), *(far * c ** (m - j) / total for j in range(1, m + 1))], [width]
    for j in range(1, m + 1):
        left.append(left[-1] * (fmpq(1) if late and j == 1 else c) - shares[j])
    return shares, left


def prices(shares: list[fmpq], variance: fmpq, last: fmpq) -> list[fmpq]:
    """u_0..u_m, the last one as a plan has it."""
    found = [fmpq(0)]
    for share in shares[1:]:
        found.append(found[-1] + share**2 / variance)
    assert found[-1] <= last < found[-1] * (1 + fmpq(1, 10**12))
    return [*found[:-1], last]


def count_of_true(name: str, labels: tuple[str, ...], at: dict[str, fmpq], rows: dict[str, tuple[fmpq, ...]]) -> int:
    """How many instances the hypotheses of a theorem file have, all of which are true."""
    count = 0
    for label in labels:
        said = next(a.holds for a in builtin().statement(name).assumptions if a.name == label)
        for one in instances(parse(said, label, None), at, rows):
            assert decide(one, {}) == "true", (label, one)
            count += 1
    return count


@pytest.mark.parametrize(("contraction", "m"), [("1/2", 3), ("9/10", 5), ("11/10", 4), ("1", 1)])
def test_a_plan_with_shares_satisfies_the_hypotheses_of_the_theorem_file(contraction: str, m: int) -> None:
    (h, g), c, v = squares(2), fmpq(Fraction(contraction).numerator, Fraction(contraction).denominator), fmpq(4, 25)
    plan = StagedPlan(4, m, 2, m, (fmpq(1, 1000), fmpq(1, 500), fmpq(1, 100)), GapsInEpochs(4), c)
    bounds = through(plan, h, g)
    assert holds(plan, bounds, h, g)
    shares, left = best_shares(fmpq(2), c, m, late=True)
    gaps = {name: plan.gaps(steps) * fmpq(1, 5000) ** 2 for name, steps in (("q", m), ("r", 2 * m))}
    at = {"T": fmpq(1000), "K": fmpq(4), "J": fmpq(2), "N": fmpq(2), "m": fmpq(m), "H": fmpq(2), "v": v, "c": c, **gaps}
    rows = {"e": plan.levels, "d": bounds, "a": tuple(shares), "z": tuple(left), "u": tuple(prices(shares, v, plan.price(m, h)))}
    labels = ("levels", "rises", "positive", "some price", "at first", "left over", "paid", "distance", "first rest", "rest", "way", "shares",
              "nothing left", "free", "prices")
    assert count_of_true("pabisym/mixing-shares", labels, at, rows) == 3 + 2 + 7 + 1 + 1 + 4 + 2 + 1 + 1 + m - 1 + m + 1 + m + 1 + 1 + m


@pytest.mark.parametrize(("contraction", "batch"), [("1", 10), ("9/10", 100), ("11/10", 50)])
def test_a_plan_for_random_batches_satisfies_the_hypotheses_of_the_theorem_file(contraction: str, batch: int) -> None:
    c, v, q, r = fmpq(Fraction(contraction).numerator, Fraction(contraction).denominator), fmpq(4, 25), fmpq(batch, 1000), fmpq(2 * batch)
    h = c**2 / v
    plan = sampled_plan(h, q, r, 10**4, SLACK, c)
    assert plan is not None
    assert plan.holds(h, q, r)
    assert plan.steps <= 10**4
    assert plan.bounds[-1] <= SLACK
    assert plan.levels[-1] < fmpq(1, 50)
    shares, left = best_shares(fmpq(1), c, plan.m, late=False)
    at = {"T": fmpq(10**4), "J": fmpq(plan.J), "N": fmpq(plan.N), "m": fmpq(plan.m), "alpha": fmpq(plan.order), "n": fmpq(1000),
          "b": fmpq(batch), "L": fmpq(1), "eta": fmpq(1, 10), "sigma": fmpq(4), "c": c, "D": fmpq(1)}
    rows = {"e": plan.levels, "d": plan.bounds, "w": (fmpq(0), *plan.slacks), "a": tuple(shares), "z": tuple(left),
            "u": tuple(prices(shares, v, price_of(h, c, plan.m)))}
    labels = ("levels", "positive", "at first", "slacks", "small slacks", "rises", "left over", "paid", "distance", "rest", "way", "shares",
              "nothing left", "free", "prices")
    J, N, m = plan.J, plan.N, plan.m
    assert count_of_true("pabisym/mixing-noisy-sgd", labels, at, rows) == J + 1 + J * (N + 1) + 1 + 1 + 4 * J + J * N + 4 * m + 4


def test_plans_for_random_batches_with_less_do_not_hold() -> None:
    h, q, r = fmpq(25, 4), fmpq(1, 100), fmpq(20)
    plan = sampled_plan(h, q, r, 10**4, SLACK)
    assert plan is not None
    for change in ({"cost": plan.cost * fmpq(999, 1000)}, {"levels": (*plan.levels[:-1], plan.levels[-1] * fmpq(999, 1000))},
                   {"slacks": (plan.slacks[0] / 2, *plan.slacks[1:])}, {"bounds": (*plan.bounds[:-1], plan.bounds[-1] / 2)}):
        assert not replace(plan, **change).holds(h, q, r)  # type: ignore[arg-type]


def test_contractions_forget_sooner_and_expansions_later() -> None:
    h, g = squares(4)
    found = [staged_epsilon(h, g, 10**4, SLACK, 10, GapsInEpochs(), c) for c in (fmpq(9, 10), fmpq(99, 100), fmpq(1), fmpq(101, 100))]
    least = [Fraction(one.epsilon.upper) for one in found if one is not None]
    assert len(least) == 4
    assert least == sorted(least)
    assert 2 * least[0] < least[2]


def test_without_smoothness_blocks_have_one_step() -> None:
    h, g = squares(1)
    found = staged_epsilon(h, g, 10**4, SLACK, single=True)
    assert found is not None
    assert (found.plan.m, found.plan.p) == (1, 1)
    assert holds(found.plan, found.bounds, h, g)
    assert found.epsilon.upper < "0.0034"


def test_smaller_bounds_do_not_hold() -> None:
    h, g = squares(1)
    plan = StagedPlan(5, 3, 2, 2, (fmpq(0), fmpq(1, 1000)))
    bounds = through(plan, h, g)
    assert holds(plan, bounds, h, g)
    for i, bound in enumerate(bounds):
        assert not holds(plan, (*bounds[:i], bound * fmpq(999, 1000), *bounds[i + 1 :]), h, g)
    assert not holds(plan, bounds[:-1], h, g)
    assert not holds(replace(plan, levels=(fmpq(1), fmpq(0))), bounds, h, g)


@pytest.mark.parametrize("steps", [1, 3, 20, 200])
def test_a_plan_stays_within_the_steps(steps: int) -> None:
    h, g = squares(1)
    plan = plan_for(h, g, steps, fmpq(1, 100))
    assert plan is None or plan.steps <= steps


def test_more_steps_and_a_smaller_domain_are_no_worse_by_more_than_the_search() -> None:
    found = [staged_epsilon(*squares(size), 10**4, SLACK) for size in (1, 2, 4)]
    least = [Fraction(one.epsilon.upper) for one in found if one is not None]
    assert len(least) == 3
    assert least == sorted(least)


def test_a_domain_that_the_noise_swamps_is_forgotten_at_once() -> None:
    h = fmpq(1, 10**60)
    plan = plan_for(h, fmpq(1, 10**60), 30, SLACK)
    assert plan is None or plan.steps <= 30


def test_a_domain_that_forgets_too_slowly_has_no_plan() -> None:
    assert staged_epsilon(fmpq(10**8), fmpq(1), 10, SLACK) is None


def test_the_floats_of_the_search_are_those_of_the_formula() -> None:
    for order, distance in ((1.5, 0.3), (1.0001, 0.01), (40.0, 2.0)):
        value = float(theta(np.array([order]), distance)[0])
        assert value == pytest.approx(float(enclose(parse(f"theta({Fraction(order)}, {Fraction(distance)})"), {}, 12)), rel=1e-9)


@pytest.mark.parametrize("size", [-400, 400])
@pytest.mark.parametrize("name", ["h", "g", "delta", "contraction"])
def test_numbers_that_floats_do_not_hold_have_no_plan(name: str, size: int) -> None:
    given = {"h": fmpq(1), "g": fmpq(1, 100), "steps": 5, "delta": fmpq(1, 10), "contraction": fmpq(9, 10), name: power_of_ten(size)}
    if name != "delta" or size < 0:
        assert plan_for(**given) is None  # type: ignore[arg-type]


def test_a_plan_for_more_steps_than_floats_count_is_one_of_the_last_ones() -> None:
    few, many = (plan_for(fmpq(1), fmpq(1, 10**6), steps, fmpq(1, 10), GapsInEpochs(), fmpq(9, 10)) for steps in (2**40, 10**400))
    assert few is not None
    assert few == many


@pytest.mark.parametrize(("field", "args"), [("h", (0, 1, 5, "1/2")), ("g", (1, 0, 5, "1/2")), ("delta", (1, 1, 5, "0")),
                                             ("delta", (1, 1, 5, "1")), ("steps", (1, 1, 0, "1/2"))])
def test_bad_numbers_are_named(field: str, args: tuple[int, int, int, str]) -> None:
    h, g, steps, delta = args
    with pytest.raises(InputError, match=field):
        plan_for(fmpq(h), fmpq(g), steps, fmpq(Fraction(delta).numerator, Fraction(delta).denominator))
