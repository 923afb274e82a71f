"""The laws that every notion obeys, and each of its formulas against a second route."""

from fractions import Fraction

import mpmath
import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import by_day
from support.notion_hockey_stick import HockeyStick

from pabisym.divergence.evaluate import decide, enclose
from pabisym.errors import InputError
from pabisym.lang.term import Call, Name, free_names
from pabisym.notions.notion import GDPGuarantee, Guarantee, RenyiGuarantee
from pabisym.notions.notion_approx_dp import ApproxDPGuarantee

positive = st.builds(Fraction, st.integers(1, 60), st.integers(1, 12))
guarantees = st.one_of(
    st.builds(lambda order, epsilon: RenyiGuarantee.of(1 + order, epsilon), positive, positive),
    st.builds(GDPGuarantee.of, positive),
    st.builds(lambda epsilon, delta: ApproxDPGuarantee.of(epsilon, delta / 61), positive, positive),
    st.builds(lambda gamma, share: HockeyStick.of(gamma, max(1 - gamma, 0) + share / 61 * min(gamma, 1)), positive, positive),
)


@given(guarantees)
@settings(max_examples=by_day(150), deadline=None)
def test_the_threshold_separates_what_meets_the_guarantee_from_what_does_not(guarantee):
    found = guarantee.largest(20)
    assert guarantee.meets(found.lower) == "true"
    above = found.upper * (1 + fmpq(1, 10**30)) if found.exact else found.upper
    assert guarantee.meets(above) == "false"
    assert found.upper - found.lower <= found.lower / 10**20


@given(guarantees, positive, positive)
@settings(max_examples=by_day(100), deadline=None)
def test_the_bounded_number_increases_strictly(guarantee, first, second):
    low, high = first, first + second
    grows = Call("<", (guarantee.value(Name("low")), guarantee.value(Name("high"))))
    assert decide(grows, {"low": low, "high": high}) == "true"
    assert decide(grows, {"low": 0, "high": high}) == "true"


@given(guarantees)
@settings(max_examples=by_day(50), deadline=None)
def test_no_difference_meets_every_guarantee(guarantee):
    assert guarantee.meets(0) == "true"
    assert isinstance(guarantee, Guarantee)
    assert guarantee.bound > 0


@given(positive, positive)
def test_renyi_and_gdp_invert_exactly(first, second):
    renyi, gdp = RenyiGuarantee.of(1 + first, second).largest(), GDPGuarantee.of(second).largest()
    assert renyi.exact
    assert gdp.exact
    assert renyi.lower * fmpq((1 + first).numerator, (1 + first).denominator) / 2 == fmpq(second.numerator, second.denominator)
    assert gdp.lower == fmpq(second.numerator, second.denominator) ** 2


@pytest.mark.parametrize(
    ("epsilon", "delta"), [("1", "1e-5"), ("0", "1/2"), ("0", "1e-40"), ("10", "1e-12"), ("1/1000", "0.999"), ("200", "1e-300")]
)
def test_the_largest_mu_of_approximate_privacy_against_another_route(epsilon, delta):
    found = ApproxDPGuarantee.of(epsilon, delta).largest(25)
    assert not found.exact
    with mpmath.workdps(400):
        gamma = mpmath.exp(mpmath.mpf(Fraction(epsilon).numerator) / Fraction(epsilon).denominator)
        wanted = mpmath.mpf(Fraction(delta).numerator) / Fraction(delta).denominator

        def excess(mu_squared):
            """The integral of the positive part of N(mu, 1) - gamma N(0, 1), less delta; mpmath's own normal tail."""
            mu = mpmath.sqrt(mpmath.mpf(int(mu_squared.p)) / int(mu_squared.q))
            cut = mpmath.log(gamma) / mu + mu / 2
            return mpmath.erfc((cut - mu) / mpmath.sqrt(2)) / 2 - gamma * mpmath.erfc(cut / mpmath.sqrt(2)) / 2 - wanted

        assert excess(found.lower) < 0 < excess(found.upper)


def test_the_analytic_gaussian_mechanism():
    """Balle and Wang's calibration at (1, 1e-5) and sensitivity 1: sigma = 1/mu = 3.73063…"""
    found = ApproxDPGuarantee.of(1, "1e-5").largest(30)
    sigma = [enclose(Call("/", (Name("one"), Call("sqrt", (Name("m"),)))), {"one": 1, "m": m}, 12) for m in (found.upper, found.lower)]
    assert sigma[0].lower[:7] == sigma[1].upper[:7] == "3.73063"


def test_the_hockey_stick_of_e_to_the_epsilon_is_approximate_privacy():
    """At gamma = 1 and epsilon = 0 exactly; and with a rational gamma on either side of e."""
    exact, same = HockeyStick.of(1, "1/10").largest(20), ApproxDPGuarantee.of(0, "1/10").largest(20)
    assert exact == same
    low, middle, high = HockeyStick.of("2.7182", "1e-3").largest(8), ApproxDPGuarantee.of(1, "1e-3").largest(8), HockeyStick.of("2.7183", "1e-3").largest(8)
    assert low.upper < middle.lower
    assert middle.upper < high.lower


def test_below_one_equal_laws_already_diverge():
    """theta_gamma(r) = 1 - gamma + gamma*theta_{1/gamma}(r)."""
    half, twice = HockeyStick.of("1/2", "6/10").largest(15), HockeyStick.of(2, "2/10").largest(15)
    assert max(half.lower, twice.lower) <= min(half.upper, twice.upper)
    least = HockeyStick.of("1/4", "3/4")
    assert least.largest().exact
    assert least.meets(0) == "true"
    assert least.meets("1e-30") == "false"
    assert HockeyStick.of("1/4", "0.75000001").meets(0) == "true"


def test_a_bound_of_zero_allows_no_difference():
    for guarantee in (RenyiGuarantee.of(2, 0), GDPGuarantee.of(0), ApproxDPGuarantee.of(1, 0), HockeyStick.of(3, 0), HockeyStick.of(1, 0)):
        assert (guarantee.largest().lower, guarantee.largest().exact) == (0, True)
        assert guarantee.meets(0) == "true"
        assert guarantee.meets("1e-30") == "false"


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: RenyiGuarantee.of(1, 1), "order"),
        (lambda: RenyiGuarantee.of("1/2", 1), "order"),
        (lambda: RenyiGuarantee.of(2, -1), "epsilon"),
        (lambda: RenyiGuarantee.of(2.5, 1), "order"),
        (lambda: GDPGuarantee.of(-1), "mu"),
        (lambda: GDPGuarantee.of("x"), "mu"),
        (lambda: ApproxDPGuarantee.of(-1, "1e-5"), "epsilon"),
        (lambda: ApproxDPGuarantee.of(1, -1), "delta"),
        (lambda: ApproxDPGuarantee.of(1, 1), "delta"),
        (lambda: ApproxDPGuarantee.of(1, "3/2"), "delta"),
        (lambda: ApproxDPGuarantee.of(1, 1e-5), "delta"),
        (lambda: ApproxDPGuarantee.of(1, "1e-5").largest(0), "digits"),
        (lambda: ApproxDPGuarantee.of(1, "1e-5").largest(True), "digits"),
        (lambda: GDPGuarantee.of(1).meets(-1), "mu_squared"),
        (lambda: HockeyStick.of(0, "1/2"), "gamma"),
        (lambda: HockeyStick.of(2, -1), "delta"),
        (lambda: HockeyStick.of(2, 1), "delta"),
        (lambda: HockeyStick.of("1/2", "1/4"), "delta"),
        (lambda: HockeyStick.of(2, "1/2").largest(0), "digits"),
    ],
)
def test_what_is_no_guarantee_is_refused(make, field):
    with pytest.raises(InputError) as caught:
        make()
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("guarantee", "text", "data"),
    [
        (RenyiGuarantee.of(8, "1/2"), "renyi(order=8, epsilon=1/2)", {"notion": "renyi", "order": "8", "epsilon": "1/2"}),
        (GDPGuarantee.of("0.5"), "gdp(mu=1/2)", {"notion": "gdp", "mu": "1/2"}),
        (ApproxDPGuarantee.of(1, "1/100"), "approx-dp(epsilon=1, delta=1/100)", {"notion": "approx-dp", "epsilon": "1", "delta": "1/100"}),
        (HockeyStick.of("1.5", "1/2"), "hockey-stick(gamma=3/2, delta=1/2)", {"notion": "hockey-stick", "gamma": "3/2", "delta": "1/2"}),
    ],
)
def test_how_a_guarantee_is_written(guarantee, text, data):
    assert str(guarantee) == text
    assert guarantee.to_json() == data
    assert guarantee.letter in guarantee.parameters()
    assert not free_names(guarantee.claim("1/3")) - {"sqrt", "theta", "exp"}
