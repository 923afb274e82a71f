"""Hidden batches: chains that are solved exactly, plans that are forged, and privacy losses beside balls."""

from __future__ import annotations

import copy
import json
import random
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from math import comb, exp, prod
from typing import Any

import numpy as np
import pytest
from campaigns.hidden_batches import affine_divergence, cases, random_plan, random_run
from flint import arb, fmpq
from support.examples import by_day

from pabisym.accounting.accountant import certified_epsilon, composed_epsilon
from pabisym.accounting.hidden.account import PlannedStretch, _layers, hidden_epsilon, parts_of
from pabisym.accounting.hidden.batches import fewer_than, limits_of, more_than
from pabisym.accounting.hidden.blocks import HiddenPlan, HiddenRun, PaidBlock, squares_of
from pabisym.accounting.hidden.certificate import certificate, hidden_runs, judge
from pabisym.accounting.hidden.hits import CELLS, equal_hits, weighted_hits
from pabisym.accounting.hidden.mixture import Form, MixtureCurve, exponential
from pabisym.accounting.mechanisms import LaplaceSteps
from pabisym.accounting.solve import delta_of
from pabisym.accounting.steps import NoisyRun
from pabisym.errors import InputError
from pabisym.numerics.evaluator import working_precision
from pabisym.spec.configuration import Configuration

RUN = {"examples": 2000, "batch": 20, "steps": 60, "noise_multiplier": 1, "learning_rate": "0.1", "smoothness": 1, "loss": "convex",
       "sampling": "poisson", "release": "last", "delta": "1e-5"}
"""A run whose batches hold 20 records as a rule, and more than 400 next to never."""


def test_chains_with_known_laws_are_within_the_bound() -> None:
    compared = list(cases(by_day(160), seed=0))
    assert len(compared) > 30
    assert not [one.words for one in compared if one.violated]
    assert max(float(one.least.mid()) / float(one.most) for one in compared if one.most > fmpq(1, 1000)) > 0.9  # some chain is nearly a worst case


def test_the_bound_of_one_step_is_met_and_shares_that_are_too_small_give_less_than_the_truth() -> None:
    run = HiddenRun(1, fmpq(1, 2), fmpq(1), fmpq(1))
    right = HiddenPlan.of(run, [], 1)
    wrong = replace(right, end=(right.end[0] * fmpq(9, 10),))
    exact = affine_divergence([(fmpq(0), fmpq(1, 2)), (fmpq(1), fmpq(1, 2))], [(fmpq(0), fmpq(1))], fmpq(1), fmpq(1, 4))
    most, less = (delta_of(parts_of([PlannedStretch(run, 1, ((plan, 1),))], 1e-6)["remove"], fmpq(1, 4), 0.1).upper for plan in (right, wrong))
    assert less < exact <= most < exact * fmpq(101, 100)


@pytest.mark.parametrize("form", ["remove", "add", "mirrored"])
def test_losses_on_a_grid_are_above_balls_and_near_them(form: Form) -> None:
    curve = MixtureCurve(equal_hits(12, fmpq(1, 10), 1e-15), fmpq(2, 5), form)
    step = fmpq(1, 1000)
    table = curve.table(step, curve.reach(1e-14), 8.0)
    losses = (table.start + np.arange(len(table.values))) * float(step)
    for level in (0.0, 0.125, 0.5, 1.0):
        moved = float((table.values * np.maximum(0, 1 - np.exp(level - losses))).sum() + float(table.lost.upper()))
        exact = curve.divergence(arb(level).exp())
        assert arb(moved) >= exact.lower()
        assert moved <= float(exact.upper()) * 1.001 + 1e-8
    assert table.excess < 1e-4
    whole = float(table.values.sum())
    assert 1 - 1e-9 < whole < 1 + 1e-6


def test_exponentials_are_as_accurate_as_they_are_said_to_be() -> None:
    y = np.array([0.0, 2.0**-12, 0.499, 0.5, 3.14159, 100.0, 511.875])
    with working_precision(200):
        for value, found in zip(y, exponential(y), strict=True):
            exact = (-arb(float(value))).exp()
            assert abs(arb(float(found)) / exact - 1) < 16 * arb(2) ** -53


def test_a_hit_that_is_longer_is_easier_to_see() -> None:
    for form in ("remove", "add", "mirrored"):
        for places in ((0, 1, 3), (0, 2, 3), (1, 2, 4)):
            law = replace(weighted_hits([arb(1), arb("0.5")], fmpq(1, 2), 1e-12), places=places, values=(0.25, 0.5, 0.25))
            longer = replace(law, places=(*places[:-1], places[-1] + 1))
            for gamma in (arb(1), arb("1.5")):
                near, far = (MixtureCurve(one, fmpq(1, 2), form).divergence(gamma) for one in (law, longer))
                assert near.lower() < far.upper()
                assert near < far or form == "add"


@pytest.mark.parametrize("least", [1, 16])
def test_sums_of_hits_are_moved_up_and_never_down(least: int) -> None:
    weights = [Fraction(9, 10) ** k for k in range(6)]
    exact = dict[Fraction, Fraction]()
    for used in product((0, 1), repeat=6):
        total = sum((w for w, b in zip(weights, used, strict=True) if b), Fraction(0))
        exact[total] = exact.get(total, Fraction(0)) + Fraction(1, 4) ** sum(used) * Fraction(3, 4) ** (6 - sum(used))
    law = weighted_hits([arb(fmpq(w.numerator, w.denominator)) for w in weights], fmpq(1, 4), 1e-12, least=least)
    for place in range(0, 6 * CELLS, 97):
        beyond = sum((chance for total, chance in exact.items() if total > Fraction(place, CELLS)), Fraction(0))
        found = sum((Fraction(p) for k, p in zip(law.places, law.values, strict=True) if k > place), Fraction(0)) + Fraction(float(law.lost.upper()))
        assert beyond <= found
    mean = sum(Fraction(p) * k for k, p in zip(law.places, law.values, strict=True)) / CELLS
    assert sum(weights) / 4 <= mean <= sum(weights) / 4 * Fraction(102, 100)


def test_a_law_to_start_from_keeps_all_of_its_mass_where_places_meet() -> None:
    start = equal_hits(40, fmpq(1, 2), 1e-15)
    law = weighted_hits([arb(1)], fmpq(1, 4), 1e-15, start, arb(fmpq(1, 5 * CELLS)))  # five hits of the start share a place
    assert 1 - 1e-12 < sum(law.values) + float(law.lost.upper()) < 1 + 1e-9
    mean = sum(Fraction(p) * k for k, p in zip(law.places, law.values, strict=True)) / CELLS
    assert mean >= Fraction(1, 4) + Fraction(4, CELLS)


def test_tails_of_batch_sizes_are_above_the_exact_ones_and_sharp() -> None:
    for count, rate, size in ((30, fmpq(1, 10), 6), (200, fmpq(1, 20), 25), (40, fmpq(3, 4), 38)):
        q = Fraction(int(rate.p), int(rate.q))
        exact = sum((comb(count, k) * q**k * (1 - q) ** (count - k) for k in range(size + 1, count + 1)), Fraction(0))
        found = Fraction(*map(int, (more_than(count, rate, size).p, more_than(count, rate, size).q)))
        assert exact <= found <= 2 * exact
        below = sum((comb(count, k) * q**k * (1 - q) ** (count - k) for k in range(3)), Fraction(0))
        assert below <= Fraction(*map(int, (fewer_than(count, rate, 3).p, fewer_than(count, rate, 3).q)))
    assert more_than(10, fmpq(1, 2), 10) == fewer_than(10, fmpq(1, 2), 0) == 0


def forged(rng: random.Random, run: HiddenRun) -> tuple[HiddenPlan, str]:
    """A plan in which something is wrong, and what is said of it."""
    plan = random_plan(rng, run)
    while not plan.blocks:
        plan = random_plan(rng, run)
    block = rng.randrange(len(plan.blocks))
    one = plan.blocks[block]

    def instead(*blocks: PaidBlock) -> HiddenPlan:
        return replace(plan, blocks=(*plan.blocks[:block], *blocks, *plan.blocks[block + 1 :]))

    below = fmpq(rng.randint(500, 999), 1000)
    return rng.choice((
        (instead(replace(one, share=one.share * below)), "share"),
        (replace(plan, end=(*plan.end[:-1], plan.end[-1] * below)), "share of a hit"),
        (instead(), "never paid"), (instead(one, one), "paid twice"), (replace(plan, end=plan.end[:-1] or plan.end * 2), "paid"),
        (instead(replace(one, paid=one.paid + 1)), "paid twice, or too late"), (instead(replace(one, times=0)), "no steps"),
    ))  # fmt: skip


def test_a_hundred_forged_plans_are_refused() -> None:
    rng = random.Random(1)
    for _ in range(100):
        run = random_run(rng, rng.randint(2, 9))
        plan, words = forged(rng, run)
        assert words in plan.unpaid(run), (run, plan)
        with pytest.raises(InputError, match="plan"):
            hidden_epsilon(run, fmpq(1, 10**5), plans=[plan])


def test_the_last_iterate_reveals_less_than_all_and_no_less_than_linear_losses() -> None:
    run = HiddenRun(400, fmpq(1, 50), fmpq(1), fmpq(1))
    found = hidden_epsilon(run, fmpq(1, 10**5))
    composed = certified_epsilon("1e-5", noise_multiplier=1, steps=400, rate="1/50", gap="1/50")
    assert found.lower > found.upper * Fraction(97, 100)
    assert found.upper < composed.lower * Fraction(4, 5)
    hits = [(fmpq(k), fmpq(comb(400, k)) * fmpq(1, 50) ** k * fmpq(49, 50) ** (400 - k)) for k in range(30)]
    level = fmpq(found.lower.numerator, found.lower.denominator)
    assert affine_divergence(hits, [(fmpq(0), fmpq(1))], fmpq(400), level * fmpq(3, 4)) > fmpq(1, 10**5)


@pytest.mark.campaign
def test_contraction_and_replacement_move_the_bound_as_they_should() -> None:
    base, delta = HiddenRun(40, fmpq(1, 50), fmpq(1), fmpq(1)), fmpq(1, 10**5)
    plain, short, apart = (hidden_epsilon(run, delta).upper for run in (
        base, replace(base, contraction=fmpq(9, 10)), replace(base, sides="replaced")))
    assert short < plain < apart < 3 * plain
    assert hidden_epsilon(replace(base, contraction=fmpq(51, 50)), delta).upper >= plain  # where each step pays for itself, it is the same


def certified(**changes: object) -> tuple[dict[str, Any], Configuration]:
    """A certificate of the run, and the run."""
    run = Configuration.of({**RUN, **changes})
    limits = limits_of(run)
    assert limits is not None
    found = hidden_epsilon(hidden_runs(run, limits), run.delta - limits.tail)
    return json.loads(json.dumps(certificate(run, limits, found, found.upper))), run


def test_a_certificate_is_judged_by_its_plan_its_tail_and_its_epsilon() -> None:
    data, run = certified()
    limits = limits_of(run)
    assert limits is not None
    assert (limits.most, limits.contraction) == (400, 1)
    assert 0 < limits.tail < fmpq(1, 10**100)
    assert judge(data, "certificate").accepted

    def refused(**changes: object) -> str:
        return judge({**copy.deepcopy(data), **changes}, "certificate").reason

    assert "plan gives epsilon" in refused(epsilon="1/2")
    assert "beyond its limits" in refused(batches={"least": 0, "most": 25})  # a tail left out
    assert "leaves a distance" in refused(batches={"least": 0, "most": 410})  # such batches expand
    plan = copy.deepcopy(data["plan"])
    next(piece for piece in plan["stretches"][0] if piece["blocks"])["blocks"][0]["share"] = "1/1000"
    assert "share of block 1" in refused(plan=plan)
    only = data["plan"]["stretches"][0]
    assert "never paid" in refused(plan={"stretches": [[{**one, "blocks": one["blocks"][1:]} for one in only]]})
    assert "paid twice" in refused(plan={"stretches": [[*only, only[-1]]]})
    assert "never paid" in refused(plan={"stretches": [[]]})
    assert "paid twice" in refused(plan={"stretches": [only, only]})
    assert "not random" in refused(configuration={**data["configuration"], "sampling": "cyclic"})
    with pytest.raises(InputError, match=r"plan\.stretches\.0\.0\.blocks\.0"):
        refused(plan={"stretches": [[{"times": 1, "blocks": [{"hits": 1}], "end": ["1"]}]]})


def test_the_plans_of_checkpoints_pay_all_uses_before_each_of_them() -> None:
    data, run = certified(release="checkpoints", checkpoints="25,40,60")
    assert run.stretches == (25, 15, 20)
    plans = data["plan"]["stretches"]  # the shortest stretch first
    assert judge(data, "certificate").accepted

    def refused(*stretches: object) -> str:
        return judge({**copy.deepcopy(data), "plan": {"stretches": list(stretches)}}, "certificate").reason

    assert "paid twice" in refused(plans[1], plans[1], plans[2])
    assert "never paid" in refused(plans[0], plans[0], plans[2])
    assert "never paid" in refused(*plans[:2])
    last = judge({**data, "configuration": {**data["configuration"], "release": "last", "checkpoints": None}}, "certificate")
    assert "2" not in last.conclusion.split()[0]
    assert "never paid" in last.reason  # the plan is one of three short runs
    everything = judge({**data, "configuration": {**data["configuration"], "release": "all", "checkpoints": None}}, "certificate")
    assert "all iterates" in everything.reason


def test_checkpoints_reveal_less_than_all_iterates_and_those_of_all_steps_as_much() -> None:
    delta, whole = fmpq(1, 10**5), HiddenRun(60, fmpq(1, 100), fmpq(1), fmpq(1))
    last = hidden_epsilon(whole, delta).upper
    some = hidden_epsilon([(replace(whole, steps=20), 3)], delta).upper
    every = hidden_epsilon([(replace(whole, steps=1), 60)], delta).upper
    exact = certified_epsilon("1e-5", noise_multiplier=1, steps=60, rate="1/100", gap="1/100")
    assert last < every
    assert some <= every
    assert exact.lower <= every <= exact.upper * Fraction(103, 100)


@pytest.mark.parametrize("adjacency", ["add-remove", "replace"])
def test_mechanisms_beside_hidden_batches_are_composed_with_them(adjacency: str) -> None:
    """Where every step is released nothing is hidden, and the accountant composes the same pairs."""
    delta, sides = fmpq(1, 10**5), "replaced" if adjacency == "replace" else "present"
    run = NoisyRun(fmpq(1), 30, fmpq(1, 100), "poisson", adjacency)
    others = [LaplaceSteps(NoisyRun(fmpq(4), 1, fmpq(1), "full", adjacency)), NoisyRun(fmpq(5), 2, fmpq(1), "full", adjacency),
              NoisyRun(fmpq(2), 5, fmpq(1, 20), "poisson", adjacency)]
    found = hidden_epsilon([(HiddenRun(1, fmpq(1, 100), fmpq(1), fmpq(1), sides), 30)], delta, beside=others)
    exact = composed_epsilon([run, *others], delta, 1e-2)
    assert exact.lower <= found.upper <= exact.upper * Fraction(103, 100)
    assert found.lower <= exact.upper


STRONG = {**RUN, "loss": "strongly-convex", "strong_convexity": "1/2", "steps": 200}
"""One whose steps shrink distances, by a factor that depends on the size of the batch."""


def test_steps_in_a_row_shrink_more_than_the_worst_of_them() -> None:
    run = Configuration.of(STRONG)
    limits = limits_of(run)
    assert limits is not None
    (hidden, _), = hidden_runs(run, limits)
    alone, ideal = replace(hidden, shrinking=None), hidden.expected
    assert ideal.contraction == 1 - fmpq(1, 20) * fmpq(1999, 2000)
    likely = hidden.layers()[0]
    for count in (1, 5, 40, 200):
        for paid in ("start_share", "hit_share"):
            costs = [getattr(one, paid)(count) for one in (ideal, likely, hidden, alone)]
            assert all(one <= other for one, other in pairwise(costs))
    assert ideal.start_share(40) < likely.start_share(40) < hidden.start_share(40) < alone.start_share(40) / 2
    plans = [HiddenPlan.of(one, [(12, 1)], 8) for one in (replace(hidden, steps=20), replace(alone, steps=20))]
    assert plans[0].blocks[0].share < plans[1].blocks[0].share
    assert not plans[0].unpaid(replace(hidden, steps=20))
    assert "share" in plans[0].unpaid(replace(alone, steps=20))
    assert plans[0].laid(replace(alone, steps=20)) == plans[1]


def costs_of_hits(factors: list[float], count: int, paid: int) -> list[float]:
    """What the hits of the first ``count`` steps cost in the next ``paid`` ones, the last one first."""
    kappa = sum(prod(factors[count : count + t]) ** -2 for t in range(1, paid + 1)) ** -0.5
    return [prod(factors[count - k : count]) * kappa for k in range(count)]


def weights_in_the_sum(factor: float, k: int, paid: int) -> list[float]:
    """The weights W_i of the sizes of the steps after a hit that is k steps before the end of its block."""
    parts = [factor ** (-2 * j) for j in range(1, paid + 1)]
    return [1.0] * k + [sum(parts[j:]) / sum(parts) for j in range(paid)]


def test_what_hits_weigh_is_enough_for_every_run_of_the_batches() -> None:
    """Sizes for which the sum of a hit is as small as it may be in a layer, all of them along its weights, and drawn ones."""
    run, draw = Configuration.of(STRONG), random.Random(7)
    limits = limits_of(run)
    assert limits is not None
    (whole, _), = hidden_runs(run, limits)
    for hidden in whole.layers():
        known, most = hidden.shrinking, 0.0
        assert known is not None
        size, spread, strength, surprise = (float(one) for one in (known.size, known.spread, known.strength, known.layers[-1][1]))
        for count, paid in ((12, 20), (24, 6), (4, 40), (2, 1)):
            bounds = [float(weight * hidden.start_share(paid)) for weight in hidden.weights(count, paid)]
            for k, bound in enumerate(bounds):
                weights = weights_in_the_sum(float(known.factor), k, paid)
                squares = sum(one * one for one in weights)
                assert squares <= float(squares_of(known.factor, paid) + k) * (1 + 1e-12)
                less = (2 * surprise * spread / squares) ** 0.5  # along the weights, so that the sum is just what it may be
                sizes = [size - less * one for one in ([0.0] * (count - k) + weights)]
                for rest in (sizes, [float(sum(draw.random() < 0.01 for _ in range(1999))) for _ in sizes]):
                    if min(rest) < limits.least:
                        continue
                    short = sum(one * (size - other) for one, other in zip(weights, rest[count - k :], strict=True))
                    if short <= (2 * surprise * spread * squares) ** 0.5 * (1 + 1e-12):
                        cost = costs_of_hits([1 - strength * one for one in rest], count, paid)[k]
                        assert cost <= bound * (1 + 1e-9)
                        most = max(most, cost / bound)
        assert most > 0.995
    for k in (1, 2, 30):
        kappa = sum(prod([0.9] * t) ** -2 for t in range(k)) ** -0.5
        assert abs(float(HiddenRun(40, fmpq(1, 9), fmpq(1), fmpq(9, 10)).hit_share(k)) / kappa - 1) < 1e-12


def test_delta_is_the_mean_over_the_layers_of_the_sizes() -> None:
    run = Configuration.of({**STRONG, "steps": 12, "noise_multiplier": 4})
    limits = limits_of(run)
    assert limits is not None
    assert limits.shrinking is not None
    (hidden, _), = hidden_runs(run, limits)
    delta = run.delta - limits.tail
    found = hidden_epsilon(hidden, delta)
    likely, rare = hidden.layers()
    (first, _), (second, _) = _layers(found.stretches)
    assert (first, second) == (fmpq(31, 32), fmpq(1, 32) - limits.shrinking.chance)
    level = fmpq(found.upper.numerator, found.upper.denominator)
    spent = fmpq(0)
    for chance, one in ((first, likely), (second, rare)):
        pieces = tuple((plan.laid(one), times) for plan, times in found.stretches[0].pieces)
        assert all(not plan.unpaid(replace(one, steps=plan.steps)) for plan, _ in pieces)
        spent += chance * delta_of(parts_of([PlannedStretch(one, 1, pieces)], 1e-6)["remove"], level, 1e-4).upper
    assert fmpq(1, 2) * delta < spent <= delta
    within = replace(hidden, shrinking=replace(limits.shrinking, layers=limits.shrinking.layers[-1:]))
    assert found.upper < hidden_epsilon(within, delta).upper  # that all is unlikely is the worse bound


def test_every_phase_may_have_batches_that_are_less_likely() -> None:
    """Two phases, and one of other losses beside them: the chances of the phases add up, for hits of each."""
    limits = limits_of(run := Configuration.of({**STRONG, "steps": 12, "noise_multiplier": 4}))
    assert limits is not None
    assert limits.shrinking is not None
    (hidden, _), = hidden_runs(run, limits)
    plain = HiddenRun(12, hidden.rate, hidden.hit, fmpq(1))
    found = hidden_epsilon([(hidden, 1), (plain, 1), (hidden, 1)], delta := run.delta - 2 * limits.tail)
    (first, likely), (second, given) = _layers(found.stretches)
    assert (first, second) == (fmpq(30, 32), fmpq(2, 32) - 2 * limits.shrinking.chance)
    assert [one.run for one in likely] == [hidden.layers()[0], plain, hidden.layers()[0]]
    assert given == found.stretches
    assert hidden_epsilon([(hidden, 1), (plain, 1)], delta).upper < found.upper
    halves = _layers([PlannedStretch(replace(hidden, steps=6), 2, found.stretches[0].pieces)])  # stretches of one run share its hits
    assert [chance for chance, _ in halves] == [fmpq(31, 32), fmpq(1, 32) - limits.shrinking.chance]


def test_sizes_of_batches_that_expand_are_large_together_with_the_chance_that_is_said() -> None:
    """20 epochs at the noise multiplier 0.8, M = 0.1: 1.744, where it is 1.791 if every batch is as large as any is likely to be."""
    run = Configuration.of({**RUN, "loss": "nonconvex", "smoothness": "1/10", "steps": 200})
    limits = limits_of(run)
    assert limits is not None
    assert limits.shrinking is not None
    known = limits.shrinking
    assert (known.fixed, known.strength, known.size) == (0, -fmpq(1, 10) * run.learning_rate / run.batch, run.batch)
    (hidden, _), = hidden_runs(run, limits)
    likely, alone = hidden.layers()[0], replace(hidden, shrinking=None)
    for count in (5, 40, 200):
        assert hidden.expected.start_share(count) < likely.start_share(count) < hidden.start_share(count) < alone.start_share(count)
        weights = np.array(weights_in_the_sum(float(known.factor), 3, count))  # a hit 3 steps before the end of its block
        squares = float(squares_of(known.factor, count)) + 3
        assert weights @ weights <= squares * (1 + 1e-12)
        draws = np.random.default_rng(count).binomial(run.examples, float(run.rate), (4000, count + 3)) - float(known.size)
        u = 2.0
        over = draws @ weights > (2 * u * float(known.spread) * squares) ** 0.5 + u / 3
        assert over.mean() < exp(-u)
        surprise = float(likely.shrinking.layers[-1][1]) if likely.shrinking else 0.0
        most = ((2 * surprise * float(known.spread) * squares) ** 0.5 + surprise / 3) / squares * weights  # along the weights, as large as is said
        bound = float(likely.weights(4, count)[3] * likely.start_share(count))
        for more in (draws[0], most):
            sizes = [float(known.size), *(float(known.size) + more).tolist()]
            assert costs_of_hits([1 - float(known.strength) * one for one in sizes], 4, count)[3] <= bound
        assert costs_of_hits([1 - float(known.strength) * one for one in sizes], 4, count)[3] > 0.995 * bound
    assert hidden_epsilon(hidden, run.delta).upper < hidden_epsilon(alone, run.delta).upper


def test_a_tail_of_sums_of_batches_is_in_delta() -> None:
    run = Configuration.of({**RUN, "loss": "strongly-convex", "strong_convexity": "1/2"})
    limits = limits_of(run)
    assert limits is not None
    assert limits.shrinking is not None
    assert limits.tail >= run.delta / 50 == limits.shrinking.chance
    for chance, surprise in limits.shrinking.layers:  # one sum for each hit
        assert float(chance) * 0.99 < run.steps * exp(-float(surprise)) <= float(chance)
    assert limits.shrinking.spread == 1999 * fmpq(1, 100) * fmpq(99, 100)
    weights, draws = 1 - np.arange(10) / 10, np.random.default_rng(3).binomial(1999, 0.01, (4000, 10))  # a sum over ten steps, at u = 2
    rare = (19.99 - draws) @ weights > (4 * float(limits.shrinking.spread) * weights @ weights) ** 0.5
    assert 0 < rare.mean() < exp(-2)
