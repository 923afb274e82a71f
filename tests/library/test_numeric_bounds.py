"""What evaluate evaluates: the number that a conclusion bounds, whichever notion of privacy it is about."""

from __future__ import annotations

from fractions import Fraction

import pytest
from support.small_statements import small

from pabisym.divergence.evaluate import enclose
from pabisym.errors import InputError
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import substitute
from pabisym.library.findings import bound_finding
from pabisym.library.library import builtin
from pabisym.library.point import evaluation, letters, numeric_bound, read_point
from pabisym.library.statement import Assumption, Statement, Structure, Symbol

LETTERS = (
    *(Symbol(name, f"real, {name} > 0", "a number") for name in ("x", "alpha", "epsilon", "delta", "mu")),
    Symbol("n", "integer, n >= 1", "a count"),
)
LAWS = (Structure("P", "law", "a law"), Structure("Q", "law", "another"), Structure("Z", "noise", "a noise"), Structure("a", "real sequence", "payments"))


def about(conclusion: str, **fields: object) -> Statement:
    positive = (Assumption("positive", "delta > 0"),)
    return small(conclusion=conclusion, symbols=LETTERS, structures=LAWS, assumptions=positive, spots=(), **fields)


@pytest.mark.parametrize(
    ("conclusion", "of", "bound"),
    [
        ("renyi(alpha, 0, P, Q, alpha*x)", "renyi", "alpha*x"),
        ("winf(P, Q, 2*x)", "winf", "2*x"),
        ("gdp(0, P, Q, mu**2)", "mu_squared", "mu**2"),
        ("moment(alpha, P, Q, exp(x))", "moment", "exp(x)"),
        ("dp(P, Q, epsilon, theta(exp(epsilon), mu))", "delta", "theta(exp(epsilon), mu)"),
        ("dp(P, Q, x + log(1/delta)/(alpha - 1), delta)", "epsilon", "x + log(1/delta)/(alpha - 1)"),
        ("dp(P, Q, epsilon, delta)", "delta", "delta"),
        ("dp(P, Q, 2*epsilon, x*delta)", "delta", "x*delta"),
        ("x <= mu**2", "value", "mu**2"),
        ("x > mu**2", "value", "x"),
        ("R(alpha, Z, x) == alpha*x**2", "value", "alpha*x**2"),
        ("theta(1, x) == R(alpha, Z, x)", "value", "theta(1, x)"),
        ("renyi(alpha, 0, P, Q, sum(a(i), i, 1, n))", "renyi", "sum(a(i), i, 1, n)"),
    ],
)
def test_what_a_conclusion_bounds(conclusion: str, of: str, bound: str) -> None:
    found = numeric_bound(about(conclusion))
    assert found is not None
    assert (found.of, to_text(found.bound)) == (of, bound)


@pytest.mark.parametrize(
    "conclusion", ["", "renyi(alpha, 0, P, Q, R(alpha, Z, x))", "equal(P, Q)", "forall(k, 1, n, a(k) <= x)", "renyi(alpha, 0, P, Q, y)"]
)
def test_what_bounds_no_number(conclusion: str) -> None:
    statement = about(conclusion)
    assert numeric_bound(statement) is None
    with pytest.raises(InputError, match="no numeric bound"):
        evaluation(statement, {"x": 1})


def test_a_recorded_bound_has_the_name_of_what_is_concluded() -> None:
    statement = about("dp(P, Q, x + log(1/delta), delta)", bound="log(1/delta) + x")
    found = numeric_bound(statement)
    assert found is not None
    assert (found.of, to_text(found.bound)) == ("epsilon", "log(1/delta) + x")
    finding = bound_finding(statement)
    assert finding is not None
    assert finding.verdict == "true"
    wrong = bound_finding(about("dp(P, Q, x + log(1/delta), delta)", bound="log(1/delta) - x"))
    assert wrong is not None
    assert wrong.verdict == "false"
    alone = numeric_bound(about("", bound="sampled(alpha, x, mu)", plain="definition"))
    assert alone is not None
    assert alone.of == "value"


def test_both_sides_of_an_approximate_guarantee_evaluate() -> None:
    given = {"epsilon": 1, "mu": 1}
    found = evaluation(about("dp(P, Q, epsilon, theta(exp(epsilon), mu))"), given)
    assert found.of == "delta"
    assert found.enclosure(12).lower.startswith("0.126936737506")
    found = evaluation(about("dp(P, Q, x + log(1/delta)/(alpha - 1), delta)"), {"x": "1/2", "alpha": 2, "delta": "1e-5"})
    assert found.of == "epsilon"
    assert found.enclosure(12).lower.startswith("12.0129254649")


def test_a_sequence_is_given_as_a_formula_in_k() -> None:
    statement = about("renyi(alpha, 0, P, Q, sum(a(i), i, 1, n))")
    with pytest.raises(InputError, match="give a a formula in k"):
        evaluation(statement, {"n": 3})
    assert evaluation(statement, {"n": 3, "a": "k**2"}).enclosure(5).exact == 14


def test_every_numeric_bound_of_the_catalogue_evaluates_at_its_spots() -> None:
    """To 20 digits, wherever a spot gives all letters; what the file expects there lies within."""
    library, done = builtin(), 0
    for name in library.files:
        statement = library.statement(name)
        found = numeric_bound(statement)
        for spot in statement.spots if found is not None else ():
            if letters(substitute(found.bound, read_point(statement, spot.at, "spot"))):  # type: ignore[union-attr]
                continue
            enclosure = evaluation(statement, spot.at).enclosure(20)
            done += 1
            if spot.expect and statement.bound:
                expected = enclose(parse(spot.expect), {}, 25)
                assert Fraction(expected.lower) <= Fraction(enclosure.upper)
                assert Fraction(enclosure.lower) <= Fraction(expected.upper)
    assert done >= 20
