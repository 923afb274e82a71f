"""Bounds of every notion as (epsilon, delta): what is read, which orders are used, and what the two ends say."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

import pabisym
from pabisym.accounting.conversion import CONVERSIONS, CONVEX, GaussianBound, RenyiBound
from pabisym.divergence.evaluate import decide
from pabisym.errors import InputError, Undecided
from pabisym.lang.grammar import parse
from pabisym.lang.rational import rational_text
from pabisym.library.convert import composed_bound, convert, from_statement, gdp, renyi, zcdp
from pabisym.library.library import builtin
from pabisym.library.statement import Assumption, Reference, Statement, Structure, Symbol
from pabisym.notions.conversion import CANONNE, LinearCurve, best_epsilon, gdp_delta, gdp_epsilon
from pabisym.numerics.enclosure import Enclosure

RATES = st.fractions(min_value=Fraction(1, 100), max_value=5, max_denominator=100)
DELTAS = st.integers(1, 40).map(lambda power: Fraction(1, 10**power))


def about(conclusion: str, *more: Assumption) -> Statement:
    """A statement about two laws, for all alpha > 1 and mu > 0."""
    names = ("alpha", "mu")
    return Statement(
        "mine/one", "One", "theorem", Reference("mine", "1"), "One.\n", conclusion=conclusion,
        symbols=tuple(Symbol(name, "real", "a number") for name in names),
        structures=(Structure("P", "law", "a law"), Structure("Q", "law", "another")),
        assumptions=(Assumption("order", "alpha > 1"), Assumption("size", "mu > 0"), *more) if "alpha" in conclusion else (),
    )  # fmt: skip


def ends(value: Enclosure) -> tuple[Fraction, Fraction]:
    return Fraction(value.lower), Fraction(value.upper)


@settings(max_examples=8, deadline=None)
@given(RATES, DELTAS, st.sampled_from(sorted(CONVERSIONS)))
def test_epsilon_and_delta_are_inverse(rate: Fraction, delta: Fraction, by: str) -> None:
    bound = zcdp(rate)
    epsilon = convert(bound, delta=delta, digits=12, by=by)
    least, most = ends(epsilon.value)
    assert ends(convert(bound, epsilon=most, digits=12, by=by).value)[0] <= delta
    assert least == 0 or ends(convert(bound, epsilon=least, digits=12, by=by).value)[1] >= delta
    assert 0 <= most - least <= Fraction(1, 10**9) * most or least == 0


@settings(max_examples=8, deadline=None)
@given(RATES, DELTAS)
def test_what_loses_nothing_is_below_what_is_in_use_is_below_the_oldest(rate: Fraction, delta: Fraction) -> None:
    """And the exact trade-off of Gaussians with the same divergences is below all of them."""
    lossless, canonne, mironov = (convert(zcdp(rate), delta=delta, digits=10, by=by) for by in ("lossless", "canonne", "mironov"))
    exact = gdp_epsilon(2 * rate, delta, 10)
    assert ends(exact)[0] <= ends(lossless.value)[1] <= ends(canonne.value)[1] * (1 + Fraction(1, 10**9))
    assert ends(canonne.value)[0] <= ends(mironov.value)[1]
    assert not lossless.assumes


def test_gaussian_bounds_are_exact_whatever_the_method() -> None:
    for by in CONVERSIONS:
        found = convert(gdp("3/2"), delta="1e-30", digits=30, by=by)
        assert found.value == gdp_epsilon("9/4", "1e-30", 30)
        assert found.order is None
    assert convert(gdp(1), epsilon=1).value == gdp_delta(1, 1)
    assert convert(gdp(0), delta="0.1").value.exact == 0


@pytest.mark.parametrize("text", ["alpha*rho", "rho*alpha**1*1", "2*alpha*rho/2", "min(alpha*rho, alpha*3)", "alpha*rho + alpha*rho - rho*alpha"])
def test_a_multiple_of_the_order_is_recognised(text: str) -> None:
    bound = renyi(text, {"rho": "1/3"})
    found, wanted = convert(bound, delta="1e-6", digits=20), best_epsilon(LinearCurve.of("1/3"), "1e-6", 20)
    assert ends(found.value)[0] <= ends(wanted.value)[1]
    assert ends(wanted.value)[0] <= ends(found.value)[1]
    assert bound.convex == ("**" not in text)


def test_what_the_lower_end_assumes_is_said() -> None:
    assert convert(renyi("sqrt(2)*alpha"), delta="1e-6").assumes == ""
    assert convert(renyi("alpha*alpha/9"), delta="1e-6").assumes == ""
    assert convert(renyi("1/2"), delta="1e-6").assumes == ""
    assert convert(renyi("alpha + log(alpha)"), delta="1e-6").assumes == CONVEX
    assert convert(composed_bound(sampled=[("0.1", 1, 10)]), delta="1e-6").assumes == ""


def test_the_upper_end_is_what_the_method_gives_at_the_order() -> None:
    """Also for a bound that is not convex: a jump at order 4 makes the best order the last one before it."""
    bound = renyi("floor(alpha)")
    found = convert(bound, delta="1e-3")
    at_order = CANONNE.epsilon(found.order, rational_text(found.order.floor()), "1e-3", 25)  # type: ignore[union-attr]
    assert ends(at_order)[0] <= ends(found.value)[1]
    assert found.value.digits < 15


def test_a_statement_is_used_only_at_orders_at_which_it_holds() -> None:
    """Feldman et al. (2018), theorem 26, asks for sigma >= L sqrt(2 alpha (alpha - 1))."""
    statement = builtin().statement("feldman2018/theorem-26")
    bound = from_statement(statement, {"n": 10, "L": 1, "sigma": 3})
    assert isinstance(bound, RenyiBound)
    assert bound.orders is not None
    limit = parse("2*x*(x - 1) <= 9")
    assert decide(limit, {"x": bound.orders[1]}) == "true"
    assert decide(limit, {"x": bound.orders[1] + fmpq(1, 10**9)}) == "false"
    found = convert(bound, delta="1e-20")
    assert found.order == bound.orders[1]
    assert pabisym.theorem(statement.id).best_epsilon("1e-20", n=10, L=1, sigma=3) == found
    wide = pabisym.theorem("feldman2018/theorem-23").best_epsilon("1e-5", n=1000, t=1, L=1, sigma=4, by="canonne")
    assert wide.order is not None
    assert 200 < wide.order < 400
    back = pabisym.theorem("feldman2018/theorem-23").best_delta(wide.value.upper, n=1000, t=1, L=1, sigma=4, by="canonne")
    assert ends(back.value)[0] <= Fraction(1, 10**5)


def test_statements_about_gaussian_privacy() -> None:
    bound = from_statement(about("gdp(0, P, Q, mu**2)"), {"mu": 2})
    assert bound == GaussianBound(fmpq(4))
    irrational = convert(from_statement(about("gdp(0, P, Q, sqrt(2)*mu)"), {"mu": 2}), delta="1e-10", digits=20)
    exact = gdp_epsilon("2.8284271247461900976033774484193961571", "1e-10", 20)
    assert abs(ends(irrational.value)[0] - ends(exact)[0]) < Fraction(1, 10**18)
    assert irrational.value.digits == 20


def test_a_bound_that_fails_in_between_is_not_used_there() -> None:
    """The orders from 5 to 6 are excluded, and the best one is among them: nothing is claimed."""
    gap = Assumption("outside", "abs(alpha - 11/2) > 1/2")
    statement = about("renyi(alpha, 0, P, Q, mu*alpha)", gap)
    good, bad = "1e-3", "1e-6"
    assert convert(from_statement(statement, {"mu": "1/2"}), delta=good).order is not None
    with pytest.raises(Undecided, match="not seen to hold"):
        convert(from_statement(statement, {"mu": "1/2"}), delta=bad)


@pytest.mark.parametrize(
    ("conclusion", "values", "problem"),
    [
        ("renyi(alpha, 1, P, Q, alpha*mu)", {"mu": 1}, "neither"),
        ("gdp(1, P, Q, mu)", {"mu": 1}, "neither"),
        ("dp(P, Q, mu, mu)", {"mu": 1}, "neither"),
        ("alpha <= mu", {"mu": 1}, "neither"),
        ("", {"mu": 1}, "neither"),
        ("renyi(2, 0, P, Q, mu)", {"mu": 1}, "one order"),
        ("renyi(alpha, 0, P, Q, alpha*mu)", {"mu": 1, "alpha": 2}, "the order"),
        ("renyi(alpha, 0, P, Q, alpha*mu)", {"mu": -1}, "does not hold"),
        ("renyi(alpha, 0, P, Q, alpha*mu)", {}, "no value for mu"),
    ],
)
def test_what_is_no_bound_for_this(conclusion: str, values: dict[str, object], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        from_statement(about(conclusion), values)


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: gdp(-1), "gdp"),
        (lambda: zcdp("-1/2"), "zcdp"),
        (lambda: composed_bound(sampled=[(2, 1, 1)]), "q"),
        (lambda: composed_bound(sampled=[("0.1", 0, 1)]), "sigma"),
        (lambda: composed_bound(sampled=[("0.1", 1, "1.5")]), "steps"),
        (lambda: composed_bound(sampled=[("0.1", 1, -1)]), "steps"),
        (lambda: renyi("beta"), "renyi"),
        (lambda: renyi("alpha +"), "renyi"),
        (lambda: renyi("alpha", orders=("1", "x")), "orders"),
        (lambda: convert(renyi("1 - alpha"), delta="0.1"), "renyi"),
        (lambda: convert(renyi("alpha", orders=(3, 2)), delta="0.1"), "orders"),
        (lambda: convert(gdp(1)), "delta"),
        (lambda: convert(gdp(1), delta="0.1", epsilon=1), "delta"),
        (lambda: convert(gdp(1), delta=1), "delta"),
        (lambda: convert(gdp(1), epsilon=-1), "epsilon"),
        (lambda: convert(zcdp(1), delta="0.1", by="magic"), "by"),
    ],
)
def test_unusable_input_is_named(make: object, field: str) -> None:
    with pytest.raises(InputError) as caught:
        make()  # type: ignore[operator]
    assert caught.value.field == field


def test_json_names_what_was_found_and_what_was_given() -> None:
    data = convert(zcdp("1/2"), delta="1e-5").to_json()
    assert data["delta"] == "1/100000"
    assert set(data["epsilon"]) == {"lower", "upper"}  # type: ignore[call-overload]
    assert Fraction(str(data["order"])) > 1
    data = convert(gdp(1), epsilon=1).to_json()
    assert (data["epsilon"], data["order"]) == ("1", None)
