"""The least noise for a target: exact scaling, safe rounding, certification."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import by_day
from support.small_problems import instances, positives

from pabisym.errors import InputError, Undecided
from pabisym.notions.notion import GDPGuarantee, RenyiGuarantee
from pabisym.notions.notion_approx_dp import ApproxDPGuarantee
from pabisym.shift.allocate import solve
from pabisym.shift.calibrate import certify, least_noise, root_rounded_up, rounded_up, with_variances
from pabisym.shift.exact.solve import ExactSolution, optimum
from pabisym.shift.instance import Instance
from pabisym.show.shift_latex import least_noise_latex

F = Fraction
TARGETS = (RenyiGuarantee.of(8, "1/2"), GDPGuarantee.of("3/2"), ApproxDPGuarantee.of(1, "1e-5"))
ONE_GAP = Instance.from_arguments(gap=[0, 1, 0, 0], noise_variance=1)


def scaled_value(instance, factor):
    found = optimum(with_variances(instance, lambda v: v * fmpq(factor.numerator, factor.denominator)))
    assert isinstance(found, ExactSolution)
    return found.value


@pytest.mark.parametrize("diameter", [False, True])
@given(data=st.data())
@settings(max_examples=by_day(100), deadline=None)
def test_the_optimum_scales_exactly(diameter, data):
    instance = data.draw(instances(diameter=diameter))
    factor = data.draw(positives)
    value = solve(instance).value
    if value != float("inf"):
        assert solve(with_variances(instance, lambda v: v * fmpq(factor.numerator, factor.denominator))).value == value / factor


@pytest.mark.parametrize("target", TARGETS, ids=str)
@given(instance=st.one_of(instances(longest=5), instances(longest=5, diameter=True)))
@settings(max_examples=by_day(40), deadline=None)
def test_the_factor_meets_the_target_and_nothing_less_does(target, instance):
    found = least_noise(instance, target, 15)
    if solve(instance).status == "infinite":
        assert (found.status, found.exact) == ("infinite", False)
        assert found.reason == solve(instance).reason
        return
    assert target.meets(scaled_value(instance, found.factor)) == "true"
    assert found.exact == (not isinstance(target, ApproxDPGuarantee) or found.factor == 0)
    if found.factor:
        assert target.meets(scaled_value(instance, found.lower * (1 - F(1, 10**9)))) == "false"
        assert 0 <= found.factor - found.lower <= found.factor / 10**15
        short = found.short_factor(2)
        assert found.factor <= short <= found.factor * F(11, 10)
        assert target.meets(scaled_value(instance, short)) == "true"


def test_exact_factors():
    """One gap over three steps: mu^2 = 1/3 at variance 1."""
    renyi, gdp = least_noise(ONE_GAP, RenyiGuarantee.of(8, "1/2")), least_noise(ONE_GAP, GDPGuarantee.of("1/2"))
    assert (renyi.factor, renyi.lower, renyi.exact) == (F(8, 3), F(8, 3), True)
    assert (gdp.factor, gdp.exact) == (F(4, 3), True)
    assert [one.exact for one in least_noise(ONE_GAP, RenyiGuarantee.of(12, "1/2")).standard_deviations()] == [2] * 4


def test_deviations_are_enclosed_and_short_ones_meet_the_target():
    found = least_noise(replace(ONE_GAP, noise_variance=(fmpq(1), fmpq(2), fmpq(3), fmpq(0))), ApproxDPGuarantee.of(1, "1e-5"))
    for one, v in zip(found.standard_deviations(10), found.scaled.noise_variance, strict=True):
        assert F(one.lower) ** 2 <= F(int(v.p), int(v.q)) <= F(one.upper) ** 2
    short = found.short_deviations(3)
    squares = [fmpq(s.numerator, s.denominator) ** 2 for s in short]
    assert all(s >= v for s, v in zip(squares, found.scaled.noise_variance, strict=True))
    assert all(len(str(float(s)).replace(".", "").strip("0")) <= 3 for s in short)
    value = optimum(replace(found.scaled, noise_variance=tuple(squares))).value
    assert found.guarantee.meets(value) == "true"


@given(positives, st.integers(1, 6), st.integers(-12, 12))
def test_rounding_up_is_the_least_short_decimal(value, digits, exponent):
    exact = fmpq(value.numerator, value.denominator) * fmpq(10) ** exponent
    value, root = rounded_up(exact, digits), root_rounded_up(exact, digits)
    for rounded, is_enough in ((value, lambda x: x >= exact), (root, lambda x: x * x >= exact)):
        places = next(n for n in range(-40, 60) if (rounded * fmpq(10) ** n).q == 1)
        mantissa = int((rounded * fmpq(10) ** places).p)
        assert len(str(mantissa)) <= digits
        assert is_enough(rounded)
        unit = fmpq(10) ** (len(str(mantissa)) - digits - places)
        assert not is_enough(rounded - unit) or (str(mantissa).strip("0") == "1" and not is_enough(rounded - unit / 10))


def test_rounding_of_particular_numbers():
    assert [str(rounded_up(fmpq(a, b), 3)) for a, b in ((9999, 1000), (1, 3), (1000, 1), (12345, 1), (0, 1))] == [
        "10", "167/500", "1000", "12400", "0",
    ]  # fmt: skip
    assert [str(root_rounded_up(fmpq(a, b), 3)) for a, b in ((99, 1), (100, 1), (2, 1), (999999, 1), (0, 1))] == [
        "199/20", "10", "71/50", "1000", "0",
    ]  # fmt: skip


def test_nothing_to_hide_needs_no_noise():
    found = least_noise(Instance.from_arguments(gap=0, noise_variance=1, steps=3), ApproxDPGuarantee.of(1, 0))
    assert (found.status, found.factor, found.exact) == ("found", 0, True)
    assert found.to_json()["short_factor"] == "0"


def test_no_factor_is_enough():
    late = Instance.from_arguments(gap=[1, 1], noise_variance=[1, 0])
    for found in (least_noise(late, GDPGuarantee.of(1)), least_noise(ONE_GAP, ApproxDPGuarantee.of(1, 0))):
        assert found.status == "infinite"
        assert found.reason
        assert found.to_json() == {"status": "infinite", "guarantee": found.guarantee.to_json(), "reason": found.reason}
        assert found.reason in repr(found)
        assert least_noise_latex(found) == r"$k = \infty$"
        for ask in (lambda found=found: found.factor, lambda found=found: found.lower, lambda found=found: found.short_factor()):
            with pytest.raises(InputError, match="no factor is enough"):
                ask()


def test_certification_is_not_a_formality():
    certify(ONE_GAP, RenyiGuarantee.of(6, 1))
    with pytest.raises(Undecided, match="false"):
        certify(ONE_GAP, RenyiGuarantee.of(6, "999/1000"))
    with pytest.raises(Undecided, match="false"):
        certify(Instance.from_arguments(gap=[1], noise_variance=0), GDPGuarantee.of(1000))


def test_plain_data_and_text():
    exact, enclosed = least_noise(ONE_GAP, RenyiGuarantee.of(8, "1/2")), least_noise(ONE_GAP, ApproxDPGuarantee.of(1, "1e-5"), 20)
    data = json.loads(json.dumps(exact.to_json()))
    assert (data["status"], data["value"], data["factor"], data["least_factor"], data["exact"]) == ("found", "1/3", "8/3", "8/3", True)
    deviation = data["standard_deviation"][0]
    assert F(deviation["lower"]) ** 2 < F(8, 3) < F(deviation["upper"]) ** 2
    data = json.loads(json.dumps(enclosed.to_json()))
    assert not data["exact"]
    low, high = (F(data["least_factor"][end]) for end in ("lower", "upper"))
    assert low <= enclosed.lower < enclosed.factor <= high
    assert least_noise_latex(exact) == r"$k = \frac{8}{3}$"
    assert least_noise_latex(enclosed).startswith(r"$k \leq 4.63")
    assert repr(exact) == "LeastNoise(renyi(order=8, epsilon=1/2), factor=2.6666667, exact=True)"


@pytest.mark.parametrize("digits", [0, -1, True, "3", 10**6])
def test_digits_are_checked(digits):
    with pytest.raises(InputError, match="digits"):
        least_noise(ONE_GAP, GDPGuarantee.of(1)).short_factor(digits)


def test_an_own_allocation_plays_no_part():
    own = replace(ONE_GAP, allocation=(fmpq(0),) * 4)
    assert least_noise(own, GDPGuarantee.of(1)).factor == F(1, 3)
    assert least_noise(own, GDPGuarantee.of(1)).scaled.allocation is None


def test_what_is_not_decided_is_not_certified():
    class Open(GDPGuarantee):
        """A guarantee that balls never decide."""

        def meets(self, value):
            return "undecided"

    with pytest.raises(Undecided, match="is undecided"):
        certify(ONE_GAP, Open.of(5))
