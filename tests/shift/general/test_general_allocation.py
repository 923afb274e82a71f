"""The general solver: certificates recomputed independently, and agreement with slow and exact routes."""

import json
import math
import random
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest
from flint import arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import LinearConstraint, minimize
from support import general_references as reference
from support.examples import by_day, seeds

from pabisym.errors import InputError, Undecided
from pabisym.lang.rational import float_ends, to_fraction
from pabisym.numerics.evaluator import working_precision
from pabisym.shift.exact.solve import optimum
from pabisym.shift.general import threshold
from pabisym.shift.general.costs import Cauchy, FormulaCost, GaussianCost, GaussianCovariance, LaplaceCost, StudentT
from pabisym.shift.general.solve import CERTIFIED_STEPS, TOLERANCE, allocate_general
from pabisym.shift.instance import Instance
from pabisym.show.shift_latex import general_allocation_latex

LOG_SUM = "log(alpha/(2*alpha-1)*exp((alpha-1)*a/b)+(alpha-1)/(2*alpha-1)*exp(-alpha*a/b))/(alpha-1)"


@pytest.fixture(autouse=True)
def many_digits():
    with mp.workdps(reference.DIGITS):
        yield


def mirror(cost):
    """The independent form of a cost."""
    if cost is None:
        return None
    order = "inf" if cost.order is None else to_fraction(cost.order)
    if isinstance(cost, LaplaceCost):
        return reference.laplace(order, to_fraction(cost.scale))
    return reference.gaussian(order, to_fraction(cost.variance))


def check(answer, contraction, gap, costs, start=0):
    """Recompute feasibility and both bounds with Fractions and many digits."""
    count = len(gap)
    contraction = [contraction] * count if not isinstance(contraction, list) else contraction
    assert reference.is_feasible(contraction, gap, start, answer.allocation.tolist(), answer.shift.tolist())
    assert reference.is_price(contraction, answer.multiplier.tolist())
    forms = [mirror(cost) for cost in costs]
    paid = reference.total(forms, answer.allocation.tolist())
    assert paid <= mp.mpf(answer.value)
    assert mp.mpf(answer.lower) <= max(reference.dual(contraction, gap, start, forms, answer.multiplier.tolist()), 0)
    assert Fraction(answer.gap) >= Fraction(answer.value) - Fraction(answer.lower)
    return forms


def some_instance(seed, laplace_only=True):
    draw = random.Random(seed)
    count = draw.randint(1, 6)
    contraction = [Fraction(draw.choice([5, 8, 10, 10, 10, 12]), 10) for _ in range(count)]
    gap = [Fraction(draw.choice([0, 0, 1, 2, 5]), draw.choice([1, 3, 10])) for _ in range(count)]
    gap[0] += Fraction(1, 7)
    same = draw.random() < 0.3
    orders = [draw.choice([1, Fraction(3, 2), 4, 8]) for _ in range(count)]
    scales = [draw.choice([Fraction(1, 2), 1, 3]) for _ in range(count)]
    costs = [LaplaceCost(orders[0 if same else t], scales[0 if same else t]) for t in range(count)]
    if not laplace_only:
        costs = [GaussianCost(2, 1) if draw.random() < 0.3 else cost for cost in costs]
    return contraction, gap, costs


def saturation(contraction, gap, costs):
    """How many digits a price may share with the slope of its cost at infinity."""
    most, digits = Fraction(0), 0
    for c, s, cost in zip(contraction, gap, costs, strict=True):
        most = c * most + s
        if isinstance(cost, LaplaceCost):
            digits = max(digits, math.ceil((2 * cost.order - 1) * fmpq(most.numerator, most.denominator) / cost.scale * fmpq(44, 100)))
    return digits


class TestAgainstSlowRoutes:
    @pytest.mark.parametrize(("seed", "count"), [(0, 8), *(pytest.param(seed, 20, marks=pytest.mark.campaign) for seed in range(8))])
    def test_laplace_against_pooling_with_bisection(self, seed, count):
        """The slow allocation, made feasible exactly, costs no less than the certified bound."""
        for k in range(count):
            contraction, gap, costs = some_instance(1000 * seed + k, laplace_only=k % 4 > 0)
            answer = allocate_general(cost=costs, gap=gap, contraction=contraction)
            check(answer, contraction, gap, costs)
            with mp.workdps(30 + saturation(contraction, gap, costs)):
                forms = [mirror(cost) for cost in costs]
                slow = reference.made_feasible(contraction, gap, 0, reference.slow_optimum(contraction, gap, forms))
                cost = reference.total(forms, slow)
            assert mp.mpf(answer.lower) <= cost <= mp.mpf(answer.value)
            assert answer.optimal
            assert answer.gap <= 1e-13 * answer.value

    @pytest.mark.parametrize("seed", seeds(30))
    def test_no_local_search_does_better(self, seed):
        contraction, gap, costs = some_instance(seed + 10**6, laplace_only=False)
        answer = allocate_general(cost=costs, gap=gap, contraction=contraction)
        count, size = len(gap), float(max(gap))
        matrix = np.tril(np.ones((count, count)))
        for i in range(count):
            for j in range(i + 1):
                matrix[i, j] = float(math.prod(contraction[j + 1 : i + 1]))
        supply = matrix @ np.array([float(s) for s in gap])
        found = minimize(
            lambda a: sum(float(cost.value([max(x, 0.0)])[0]) for cost, x in zip(costs, a, strict=True)),
            np.array([float(s) for s in gap]) + 0.01 * size,
            method="SLSQP", bounds=[(0, None)] * count,
            constraints=[
                LinearConstraint(matrix, -np.inf, supply), LinearConstraint(matrix[-1:], supply[-1:], supply[-1:])
            ],
        )  # fmt: skip
        forms = [mirror(cost) for cost in costs]
        paid = reference.made_feasible(contraction, gap, 0, [mp.mpf(float(x)) for x in found.x])
        assert mp.mpf(answer.lower) <= reference.total(forms, paid)


rationals = st.builds(Fraction, st.integers(0, 12), st.sampled_from([1, 2, 3, 7]))


@st.composite
def gaussian_instances(draw):
    count = draw(st.integers(0, 7))
    several = lambda values: [draw(values) for _ in range(count)]  # noqa: E731
    return {
        "contraction": several(st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(9, 10), Fraction(1), Fraction(1), Fraction(3, 2)])),
        "gap": several(st.one_of(st.just(Fraction(0)), rationals)),
        "noise_variance": several(st.sampled_from([Fraction(0), Fraction(1, 3), Fraction(1), Fraction(1), Fraction(5)])),
        "start_shift": draw(st.sampled_from([Fraction(0), Fraction(0), Fraction(1, 3), Fraction(4)])),
    }


class TestGaussian:
    @given(gaussian_instances(), st.sampled_from([1, 2, Fraction(7, 2)]))
    @settings(max_examples=by_day(300), deadline=None)
    def test_agrees_with_the_exact_solver(self, data, order):
        """The same reason when infinite, and an enclosure of order/2 times the exact optimum otherwise."""
        costs = [GaussianCost(order, v) if v else None for v in data["noise_variance"]]
        expected = optimum(Instance.from_arguments(**data, steps=len(costs)))
        answer = allocate_general(cost=costs, gap=data["gap"], contraction=data["contraction"], start_shift=data["start_shift"])
        if expected.infinite_reason:
            assert (answer.value, answer.reason) == (math.inf, expected.infinite_reason)
            assert not answer.optimal
            return
        value = to_fraction(expected.value) * order / 2
        assert Fraction(answer.lower) <= value <= Fraction(answer.value)
        assert answer.optimal
        check(answer, data["contraction"], data["gap"], costs, data["start_shift"])

    def test_covariance(self):
        plain = allocate_general(cost=GaussianCost(2, 1), gap=[1, 0, 2], contraction="0.9")
        shaped = allocate_general(cost=GaussianCovariance(2, [[2, 1], [1, 2]]), gap=[1, 0, 2], contraction="0.9")
        assert shaped.lower <= plain.value
        assert plain.lower <= shaped.value
        assert shaped.optimal


class TestKnownAnswers:
    def test_contraction_example(self):
        answer = allocate_general(gap=[3, 0, 0, 0, 0], contraction="4/5", cost=LaplaceCost(4, 1))
        assert answer.allocation.round(3).tolist() == [0.112, 0.147, 0.199, 0.291, 0.747]
        gaussian = allocate_general(gap=[3, 0, 0, 0, 0], contraction="4/5", cost=GaussianCost(4, 1))
        assert gaussian.allocation.round(3).tolist() == [0.203, 0.254, 0.317, 0.396, 0.496]

    @pytest.mark.parametrize("order", [1, Fraction(3, 2), 4, 100])
    def test_one_allocation_for_all_equal_costs_without_contraction(self, order):
        gap = [1, 0, 2, 0, 0, 5, 0, 1]
        exact = optimum(Instance.from_arguments(gap=gap, noise_variance=1)).allocation
        expected = [float(a) for a in exact]
        for cost in (LaplaceCost(order, 2), GaussianCost(order, 3), FormulaCost("a**3"), FormulaCost("exp(a)-1"), LaplaceCost("inf", 1)):
            answer = allocate_general(gap=gap, cost=cost)
            assert np.allclose(answer.allocation, expected, rtol=1e-14, atol=0)
            assert answer.optimal

    @pytest.mark.parametrize("order", [Fraction(3, 2), 4, 50])
    def test_threshold_search_finds_the_same_without_contraction(self, order):
        """The general route on problems that the universal one would take."""
        draw = np.random.default_rng(5)
        gap = draw.exponential(1, 200) * (draw.random(200) < 0.2)
        gap[0] = 1.0
        cost, ones = LaplaceCost(order, 1), np.ones(200)
        parameters = tuple(np.full(200, p) for p in cost.parameters)
        pay = cost.family.payment(parameters, np.cumsum(gap) * (1 + 1e-9))
        found = threshold.solve(threshold.ThresholdProblem(ones, gap, np.full(200, cost.slope), pay))
        assert np.allclose(found.allocation, allocate_general(gap=gap, cost=cost).allocation, rtol=1e-11, atol=0)

    @pytest.mark.parametrize(("order", "size"), [(4, 300), (32, 10**6), (1, 5000), (1000, 50)])
    def test_saturated_prices_still_share_evenly(self, order, size):
        """Far beyond the scale the price is 1/b to the last bit; unequal orders keep the universal route away."""
        answer = allocate_general(gap=[size, 0, 0, 0], cost=[LaplaceCost(order, 1)] * 2 + [LaplaceCost(order, "1/2"), LaplaceCost(order, 1)])
        shares = answer.allocation[[0, 1, 3]]
        assert np.allclose(shares, shares[0], rtol=1e-12, atol=0)
        assert answer.optimal

    @given(st.integers(1, 6), st.data())
    @settings(max_examples=by_day(80), deadline=None)
    def test_order_infinity_pays_at_the_cheapest_step(self, count, data):
        """A linear program: its largest prices are y_t = min(1/b_t, c_{t+1} y_{t+1})."""
        contraction = [data.draw(st.sampled_from([Fraction(1, 2), Fraction(9, 10), Fraction(1), Fraction(5, 4)])) for _ in range(count)]
        gap = [data.draw(rationals) for _ in range(count)]
        scales = [data.draw(st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(3)])) for _ in range(count)]
        answer = allocate_general(gap=gap, cost=[LaplaceCost("inf", b) for b in scales], contraction=contraction)
        price, value = None, Fraction(0)
        for c, s, b in reversed(list(zip([*contraction[1:], Fraction(1)], gap, scales, strict=True))):
            price = 1 / b if price is None else min(1 / b, c * price)
            value += price * s
        assert Fraction(answer.lower) <= value <= Fraction(answer.value)
        assert answer.optimal

    def test_orders_approach_infinity(self):
        gap, costs = [3, 0, 1, 0], lambda order: [LaplaceCost(order, b) for b in (1, 2, 1, "1/2")]
        last = allocate_general(gap=gap, cost=costs("inf"), contraction="9/10")
        values = [allocate_general(gap=gap, cost=costs(order), contraction="9/10") for order in (1, 2, 10, 1000, 10**7)]
        for low, high in zip(values, [*values[1:], last], strict=True):
            assert low.lower <= high.value
        assert last.lower - values[-1].value <= 4 * math.log(2) / (10**7 - 1)

    def test_a_formula_for_laplace(self):
        gap, letters = [2, 0, 30, 1], {"alpha": 4, "b": Fraction(3, 2)}
        written = allocate_general(gap=gap, cost=FormulaCost(LOG_SUM, letters), contraction="4/5")
        known = allocate_general(gap=gap, cost=LaplaceCost(4, Fraction(3, 2)), contraction="4/5")
        assert written.optimal
        assert written.convex is True
        assert written.lower <= known.value
        assert known.lower <= written.value

    @pytest.mark.parametrize(("formula", "value"), [
        ("a", Fraction(768, 625)), ("max(a-1/5, 0)", Fraction(3478, 6250)), ("max(a, 2*a-1)", Fraction(643, 500)),
    ])  # fmt: skip
    def test_kinks(self, formula, value):
        """Piecewise linear costs, whose optima are vertices."""
        answer = allocate_general(gap=[3, 0, 0, 0, 0], contraction="4/5", cost=FormulaCost(formula))
        assert answer.optimal
        assert Fraction(answer.lower) <= value <= Fraction(answer.value)


class TestDegenerateCases:
    def test_no_steps(self):
        answer = allocate_general(gap=[], cost=LaplaceCost(2, 1))
        assert (answer.value, answer.optimal, len(answer.allocation)) == (0.0, True, 0)
        infinite = allocate_general(gap=[], cost=LaplaceCost(2, 1), start_shift=1)
        assert (infinite.value, infinite.reason) == (math.inf, "the start shift survives to the end and no noise comes after it")

    def test_no_gaps(self):
        answer = allocate_general(gap=0, cost=LaplaceCost(2, 1), steps=3)
        assert (answer.value, answer.lower, answer.gap, answer.optimal) == (0.0, 0.0, 0.0, True)
        assert answer.allocation.tolist() == [0.0, 0.0, 0.0]

    def test_steps_without_noise_pay_nothing(self):
        costs = [None, LaplaceCost(2, 1), None, None, LaplaceCost(4, 2), None]
        answer = allocate_general(gap=[1, 0, 2, 1, 0, 0], cost=costs, contraction="9/10", start_shift=2)
        assert all(a == 0 for a, cost in zip(answer.allocation, costs, strict=True) if cost is None)
        assert answer.optimal
        check(answer, Fraction(9, 10), [1, 0, 2, 1, 0, 0], costs, 2)

    @pytest.mark.parametrize("certify", [True, False])
    def test_a_gap_after_the_last_noise(self, certify):
        answer = allocate_general(gap=[1, 1], cost=[LaplaceCost(2, 1), None], certify=certify)
        assert answer.reason == "the gap at step 2 survives to the end and no noise comes after it"
        assert answer.to_json() == {"status": "infinite", "reason": answer.reason}
        assert general_allocation_latex(answer) == r"$\sum_t R_t(a_t) = \infty$"
        assert "infinite" in repr(answer)

    def test_a_forgotten_gap_costs_nothing(self):
        answer = allocate_general(gap=[5, 1, 0], cost=[LaplaceCost(2, 1), None, None], contraction=[1, 1, 0], start_shift=3)
        assert (answer.value, answer.optimal) == (0.0, True)
        assert answer.shift.tolist() == [8.0, 9.0, 0.0]

    def test_nothing_is_paid_before_the_past_is_forgotten(self):
        answer = allocate_general(gap=[5, 1, 1], cost=LaplaceCost(2, 1), contraction=[1, 0, 1], start_shift=3)
        assert answer.allocation[0] == 0
        check(answer, [Fraction(1), Fraction(0), Fraction(1)], [5, 1, 1], [LaplaceCost(2, 1)] * 3, 3)

    def test_a_start_shift_is_contracted_first(self):
        with_start = allocate_general(gap=[0, 0], cost=LaplaceCost(2, 1), contraction="1/2", start_shift=4)
        as_gap = allocate_general(gap=[2, 0], cost=LaplaceCost(2, 1), contraction="1/2")
        assert (with_start.value, with_start.lower) == (as_gap.value, as_gap.lower)

    def test_one_step_pays_everything(self):
        for cost in (LaplaceCost(4, 1), Cauchy(2, 1), FormulaCost("sqrt(a)"), GaussianCost(2, 1)):
            answer = allocate_general(gap=[2], cost=cost)
            assert answer.allocation.tolist() == [2.0]
            assert answer.optimal

    @pytest.mark.parametrize("scale", ["1e-200", "1e-30", "1e30", "1e200"])
    def test_units_far_from_one(self, scale):
        answer = allocate_general(gap=[Fraction(scale), 0, 2 * Fraction(scale)], cost=LaplaceCost(3, scale), contraction="1/2")
        plain = allocate_general(gap=[1, 0, 2], cost=LaplaceCost(3, 1), contraction="1/2")
        assert answer.optimal
        assert answer.lower <= plain.value
        assert plain.lower <= answer.value

    def test_shifts_beyond_floats(self):
        answer = allocate_general(gap=[1] + [0] * 3, cost=[None] * 3 + [GaussianCost(2, 1)], contraction=["1"] + ["1e150"] * 3)
        assert (answer.value, answer.lower, answer.optimal) == (math.inf, 0.0, False)
        assert answer.to_json() == {"status": "undecided", "reason": "the shifts leave the range of floats"}
        assert "undecided" in repr(answer)

    def test_costs_without_a_value_or_below_zero(self):
        with pytest.raises(Undecided, match="no finite value"):
            allocate_general(gap=[3], cost=FormulaCost("a - log(1-a)"))
        with pytest.raises(InputError, match="negative"):
            allocate_general(gap=[3], cost=FormulaCost("a**2 - a**3"))


class TestLongProblems:
    @pytest.mark.parametrize("contraction", ["0.9", "mixed", *(pytest.param(one, marks=pytest.mark.campaign) for one in (1, "0.999", "1.05"))])
    @pytest.mark.parametrize("several", [False, True])
    def test_thousands_of_steps_are_certified(self, contraction, several):
        draw = np.random.default_rng(11)
        count = 3000
        gap = draw.exponential(1, count) * (draw.random(count) < 0.1)
        c = draw.uniform(0.7, 1.1, count) if contraction == "mixed" else contraction
        cost = [LaplaceCost(4, 1), GaussianCost(4, 1), LaplaceCost(4, 3)] * (count // 3) if several else LaplaceCost(4, 1)
        answer = allocate_general(gap=gap, cost=cost, contraction=c)
        assert answer.optimal
        assert answer.gap <= 1e-12 * answer.value

    def test_beyond_the_limit_floats_are_not_called_certified(self):
        gap = np.zeros(CERTIFIED_STEPS + 1)
        gap[::7] = 0.3
        quick = allocate_general(gap=gap, cost=LaplaceCost(4, 1), contraction=0.95)
        sure = allocate_general(gap=gap, cost=LaplaceCost(4, 1), contraction=0.95, certify=True)
        assert (quick.certified, quick.optimal) == (False, False)
        assert "not certified" in quick.reason
        assert sure.optimal
        assert quick.lower <= sure.value <= quick.value * (1 + TOLERANCE)
        assert sure.lower <= quick.value

    def test_vanishing_factors(self):
        """Products of contractions far below the range of floats: an upper bound that says that it is not the optimum."""
        answer = allocate_general(gap=[5] + [0] * 1999, cost=LaplaceCost(4, 1), contraction="0.5")
        assert 0 <= answer.lower <= answer.value <= 1e-300

    @pytest.mark.parametrize(
        ("contraction", "least", "most"),
        [
            ([10] * 1000 + [Fraction(1, 10)] * 1000, 0, 2.82),  # the shift leaves the floats before it comes back: paid at once
            ([2] * 2500 + [Fraction(1, 2)] * 2500, 0, 2.82),
            ([Fraction(1, 2)] * 2500 + [2] * 2500, 0, 1e-300),  # paid where it is least
            ([2] * 1000 + [Fraction(1, 2)] * 1000, 0, 2.82),
            ([2] * 3000, 2.7, 2.82),
        ],
    )
    def test_shifts_outside_the_floats_have_a_finite_bound(self, contraction, least, most):
        gap = [3] + [0] * (len(contraction) - 1)
        answer = allocate_general(gap=gap, cost=LaplaceCost(4, 1), contraction=contraction)
        assert reference.is_feasible(contraction, gap, 0, answer.allocation.tolist(), answer.shift.tolist())
        assert 0 <= answer.lower <= answer.value
        assert least <= answer.value <= most
        with working_precision(100):
            paid = sum((LaplaceCost(4, 1).value_ball(arb(a)) for a in answer.allocation.tolist() if a), arb(0))
            assert not paid > arb(answer.value)

    def test_a_gap_that_grows_out_of_the_floats_before_any_noise_has_no_bound(self):
        costs = [None] * 400 + [LaplaceCost(4, 1)]
        answer = allocate_general(gap=[1] + [0] * 400, cost=costs, contraction=[10] * 401)
        assert (answer.value, answer.lower, answer.optimal) == (math.inf, 0.0, False)
        assert "range of floats" in answer.reason


@st.composite
def laplace_instances(draw):
    count = draw(st.integers(1, 5))
    several = lambda values: [draw(values) for _ in range(count)]  # noqa: E731
    return {
        "contraction": several(st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(6, 5)])),
        "gap": several(rationals),
        "scale": several(st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(2)])),
        "order": draw(st.sampled_from([Fraction(1), Fraction(2), Fraction(8)])),
        "start_shift": draw(rationals),
    }


def solved(data):
    costs = [LaplaceCost(data["order"], b) for b in data["scale"]]
    return allocate_general(cost=costs, gap=data["gap"], contraction=data["contraction"], start_shift=data["start_shift"])


class TestMonotone:
    @given(laplace_instances(), st.data())
    @settings(max_examples=by_day(150), deadline=None)
    def test_worse_data_never_cost_less(self, data, more):
        name = more.draw(st.sampled_from(["contraction", "gap", "scale", "order", "start_shift"]))
        worse = {key: list(value) if isinstance(value, list) else value for key, value in data.items()}
        if name in ("order", "start_shift"):
            worse[name] += Fraction(1, 2)
        else:
            at = more.draw(st.integers(0, len(data["gap"]) - 1))
            worse[name][at] = worse[name][at] / 2 if name == "scale" else worse[name][at] + Fraction(1, 3)
        assert solved(data).lower <= solved(worse).value

    @given(laplace_instances(), st.data())
    @settings(max_examples=by_day(150), deadline=None)
    def test_no_feasible_allocation_costs_less(self, data, more):
        fractions = [more.draw(st.fractions(0, 1)) for _ in data["gap"]]
        z, paid = data["start_shift"], []
        for t, (c, s) in enumerate(zip(data["contraction"], data["gap"], strict=True)):
            paid.append((c * z + s) * (1 if t == len(fractions) - 1 else fractions[t]))
            z = c * z + s - paid[-1]
        forms = [reference.laplace(data["order"], b) for b in data["scale"]]
        assert mp.mpf(solved(data).lower) <= reference.total(forms, paid)


NOT_CONVEX = [
    Cauchy(2, 1), Cauchy("inf", 1), Cauchy(1, 1), StudentT(2, 3, 1), StudentT("inf", 5, 2), FormulaCost("log(1+a)"), FormulaCost("min(a, 1)"),
]  # fmt: skip


class TestNotConvex:
    @pytest.mark.parametrize("cost", [pytest.param(cost, marks=() if n in (0, 4, 6) else pytest.mark.campaign) for n, cost in enumerate(NOT_CONVEX)],
                             ids=str)
    @pytest.mark.parametrize(("gap", "contraction"), [
        ([10, 0, 0, 0], Fraction(4, 5)), pytest.param([10, 0, 0, 0], Fraction(1), marks=pytest.mark.campaign),
        *(pytest.param([3, 1, 0, 8, 0], c, marks=pytest.mark.campaign) for c in (Fraction(1), Fraction(4, 5))),
    ])
    def test_bounds_hold_and_optimality_is_not_claimed_without_proof(self, cost, gap, contraction):
        answer = allocate_general(cost=cost, gap=gap, contraction=contraction)
        assert reference.is_feasible([contraction] * len(gap), gap, 0, answer.allocation.tolist(), answer.shift.tolist())
        with working_precision(100):
            paid = sum((cost.value_ball(arb(a)) for a in answer.allocation.tolist()), arb(0))
            assert not paid > arb(answer.value)
        assert answer.convex is False
        assert 0 < answer.lower <= answer.value
        assert answer.optimal is (answer.gap <= TOLERANCE * answer.value)
        assert ("optimality is not claimed, as a cost is not convex" in answer.reason) is not answer.optimal

    @given(st.sampled_from(NOT_CONVEX), st.lists(rationals, min_size=2, max_size=4), st.data())
    @settings(max_examples=by_day(15, 6), deadline=None)
    def test_no_feasible_allocation_costs_less_than_the_bound(self, cost, gap, data):
        answer, z = allocate_general(cost=cost, gap=gap, contraction="9/10"), Fraction(0)
        with working_precision(100):
            total = arb(0)
            for t, s in enumerate(gap):
                room = Fraction(9, 10) * z + s
                paid = room * (1 if t == len(gap) - 1 else Fraction(data.draw(st.sampled_from([0, 0, 1, 2, 2])), 2))
                total += cost.value_ball(arb(fmpq(paid.numerator, paid.denominator)))
                z = room - paid
            assert not arb(answer.lower) > total

    @pytest.mark.parametrize("seed", seeds(12))
    def test_concave_costs_reach_the_best_batches(self, seed):
        """For concave costs some optimum pays everything or nothing at every step."""
        draw = random.Random(seed)
        gap = [Fraction(draw.randint(0, 9), draw.choice([1, 2])) for _ in range(6)]
        contraction = [Fraction(draw.choice([8, 9, 10]), 10) for _ in range(6)]
        answer = allocate_general(cost=Cauchy("inf", 1), gap=gap, contraction=contraction)
        with mp.workdps(40):
            best = reference.best_batches(contraction, gap, lambda a: 2 * mp.asinh(a / 2))
            assert mp.mpf(answer.lower) <= best
            assert mp.mpf(answer.value) <= best * (1 + mp.mpf(10) ** -15) + mp.mpf(10) ** -300

    def test_a_large_shift_is_paid_mostly_at_one_step(self):
        answer = allocate_general(cost=Cauchy(2, 1), gap=[100, 0, 0])
        even = 3 * math.log(1 + (100 / 3) ** 2 / 2)
        assert answer.value < math.log(1 + 100**2 / 2) < even

    def test_small_shifts_are_shared_and_proved_optimal(self):
        answer = allocate_general(cost=Cauchy(2, 1), gap=["1/2", 0, 0])
        assert answer.convex is True
        assert answer.optimal
        assert np.allclose(answer.allocation, 1 / 6, rtol=1e-12, atol=0)

    def test_convexity_that_is_not_shown_is_said(self):
        answer = allocate_general(cost=FormulaCost("max(a, 1)*a"), gap=[3, 0, 2], contraction="9/10")
        assert answer.convex == "not shown"
        assert answer.optimal or "was not shown to be convex" in answer.reason
        assert answer.lower <= answer.value

    @pytest.mark.campaign
    def test_long_problems(self):
        gap = np.random.default_rng(2).exponential(0.2, 800)
        answer = allocate_general(cost=Cauchy(2, 1), gap=gap, contraction=0.99)
        assert 0 < answer.lower < answer.value < math.inf
        assert not answer.optimal


class TestResult:
    def test_frozen(self):
        answer = allocate_general(cost=LaplaceCost(2, 1), gap=[1, 0])
        with pytest.raises(AttributeError):
            answer.value = 0.0
        for array in (answer.allocation, answer.shift, answer.multiplier):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 1.0

    def test_json(self):
        answer = allocate_general(cost=LaplaceCost(2, 1), gap=["1/3", 0])
        data = json.loads(json.dumps(answer.to_json()))
        assert (data["status"], data["arithmetic"]) == ("optimal", "ball")
        assert Fraction(data["value"]["lower"]) == Fraction(answer.lower) < Fraction(data["value"]["upper"]) == Fraction(answer.value)
        assert [Fraction(a) for a in data["allocation"]] == [Fraction(a) for a in answer.allocation.tolist()]
        quick = allocate_general(cost=LaplaceCost(2, 1), gap=["1/3", 0], certify=False).to_json()
        assert (quick["status"], quick["arithmetic"]) == ("feasible", "float")
        assert isinstance(quick["value"], float)

    def test_shown(self):
        answer = allocate_general(cost=LaplaceCost(2, 1), gap=["1/3", 0])
        assert repr(answer).startswith("GeneralAllocation(optimal, value=0.0")
        assert general_allocation_latex(answer) == rf"$\sum_t R_t(a_t) \approx {answer.value:.6g}$"
        small = allocate_general(cost=GaussianCost(2, 1), gap=["1e-9"])
        assert general_allocation_latex(small) == r"$\sum_t R_t(a_t) \approx 1 \cdot 10^{-18}$"

    def test_equal_questions_in_different_words(self):
        ways = [{"gap": ["1/2", 0], "contraction": "1/2"}, {"gap": [Fraction(1, 2), Fraction(0)], "contraction": Fraction(1, 2)},
                {"gap": np.array([0.5, 0.0]), "contraction": 0.5}, {"gap": [0.5, 0], "contraction": [1, "0.5"]}]  # fmt: skip
        answers = [allocate_general(cost=LaplaceCost(2, 1), **way) for way in ways]
        assert len({(a.value, a.lower, *a.allocation.tolist()) for a in answers}) == 1

    def test_global_precision_is_left_alone(self):
        before = ctx.prec, mp.mp.dps
        allocate_general(cost=StudentT(2, 3, 1), gap=[3, 0, 1])
        assert (ctx.prec, mp.mp.dps) == before

    @pytest.mark.parametrize(("change", "field"), [
        ({"gap": [-1, 0]}, "gap"), ({"gap": [math.nan, 0]}, "gap"), ({"contraction": [1]}, "gap"), ({"cost": "laplace"}, "cost"),
        ({"cost": [LaplaceCost(2, 1)]}, "gap"), ({"cost": [LaplaceCost(2, 1), 3]}, "cost"), ({"start_shift": -1}, "start_shift"),
        ({"steps": 5}, "gap"), ({"cost": [None, None], "steps": 3}, "cost"), ({"gap": 1}, "steps"), ({"gap": [True, 0]}, "gap"),
        ({"cost": 4}, "cost"), ({"gap": ["x", 0]}, "gap"),
    ])  # fmt: skip
    def test_bad_input_names_the_argument(self, change, field):
        with pytest.raises(InputError) as caught:
            allocate_general(**{"cost": LaplaceCost(2, 1), "gap": [1, 0], **change})
        assert caught.value.field.startswith(field)


@given(st.fractions(), st.integers(-1100, 1100))
@settings(max_examples=by_day(200), deadline=None)
def test_rounding_is_outward_and_tight(value, exponent):
    scaled = value * Fraction(2) ** exponent
    exact = fmpq(scaled.numerator, scaled.denominator)
    low, high = float_ends(exact)
    if math.isinf(low) or math.isinf(high) or abs(low) == math.nextafter(math.inf, 0):
        assert abs(scaled) > Fraction(math.nextafter(math.inf, 0)) or abs(low) == abs(scaled)
        return
    assert Fraction(low) <= scaled <= Fraction(high)
    assert high in (low, math.nextafter(low, math.inf))
