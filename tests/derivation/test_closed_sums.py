"""Closed forms of accumulated noise: proposed by sympy, proved in their scope, equal to the sums term by term."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pabisym.derivation.shapes import sums
from pabisym.derivation.shapes.distinctions import shorter
from pabisym.derivation.shapes.sums import over_geometric, positive_first, summed
from pabisym.divergence.evaluate import exact_value
from pabisym.kernel.exact import Scope
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.rational import to_fraction
from pabisym.lang.sympy_bridge import convert
from pabisym.lang.term import Call, Name
from pabisym.proof.build import Builder, term_of
from pabisym.proof.certificate import multiple

KINDS = {"n": "integer", "t": "integer", "a": "real", "r": "real", "c": "real", "p": "real"}
KNOWN = ("n >= 1", "t >= 1", "t <= n", "a > 0", "r > 0", "c > 0", "c + r > 0", "p > 0")
POINT = {"a": Fraction(3), "r": Fraction(1, 2), "c": Fraction(2, 3), "t": 2, "n": 5, "p": 2}


def builder(*more: str) -> Builder:
    return Builder(Scope(KINDS, tuple((f"fact {i}", parse(text, "fact", None)) for i, text in enumerate((*KNOWN, *more)))))


def value(text: str, **more: object) -> Fraction:
    found = exact_value(parse(text, "formula", None), {**POINT, **more})
    assert found is not None
    return to_fraction(found)


@pytest.mark.parametrize(("body", "more"), [
    ("a", ()), ("a*k", ()), ("a*k**2", ()), ("a*(2*k - 1)**3", ()), ("a*r**k", ("r < 1",)), ("a*k*r**k", ("r < 1", "1 - r > 0")),
    ("a*(r**k)**2/(c**k)**2", ("c - r > 0",)), ("a*r**k/r**k", ())])
def test_a_closed_form_adds_up(body: str, more: tuple[str, ...]) -> None:
    total, closed = summed(builder(*more), KINDS, body)
    assert closed
    assert "sum" not in total
    for k in range(6):
        assert value(total, k=k) == sum((value(body, k=j) for j in range(1, k + 1)), Fraction(0))


@pytest.mark.parametrize(("body", "more", "total"), [
    ("a/k**2", (), "(a)*sum(1/j**2, j, 1, k)"), ("a*(k**(-p))**2", (), "(a)*sum((j**(-p))**2, j, t, k)"),
    ("a*r**k/c**k", (), "(a)*sum(r**j/c**j, j, t, k)")])
def test_what_is_not_proved_stays_a_sum(body: str, more: tuple[str, ...], total: str) -> None:
    """Of a geometric sum whose ratio may be 1 the closed form has no value there; reciprocals need a sum from 1."""
    assert summed(builder(*more), KINDS, body, "t") == (total, False)


def test_a_ratio_of_one_is_a_sum_of_equal_terms() -> None:
    assert summed(builder("r - c >= 0", "c - r >= 0"), KINDS, "a*(r**k)**2/(c**k)**2") == ("(a)*k", True)


def test_one_over_a_geometric_sum() -> None:
    found = over_geometric(KINDS, "a", "(r**k)**2/(c**k)**2", "t", "n")
    assert found is not None
    assert value(found) == value("a") / sum(value("(r**k)**2/(c**k)**2", k=k) for k in range(2, 6))
    assert over_geometric(KINDS, "a", "k", "t", "n") is None


def test_a_known_relation_divided_by_something_positive() -> None:
    b = builder("a*(r**2 - c**2)/c > 0")
    found = multiple(b.scope, b.term("r**2 - c**2 > 0"))
    assert found is not None
    assert b.scope.arithmetic.positive(term_of(found["multiplier"]))  # type: ignore[arg-type]
    for wrong in ("c**2 - r**2 > 0", "r**2 - c**2 - 1 > 0", "a*p > 1", "r**2 == c**2"):
        assert multiple(b.scope, b.term(wrong)) is None
    weak = builder("a*(r - c) >= 0")
    assert multiple(weak.scope, weak.term("r - c > 0")) is None
    assert multiple(weak.scope, weak.term("r - c >= 0")) is not None


def test_conditions_are_shortened_only_by_what_is_positive() -> None:
    b = builder()
    assert shorter(b, b.term("r*(a**2*(t - 1)) - c*(a**2*n - a**2*(t - 1))"), KINDS) == "r*(t - 1) - c*(n - t + 1)"
    unknown = "x*r - x*c"
    free = Builder(Scope({**KINDS, "x": "real"}, b.scope.known))
    assert shorter(free, free.term(unknown), {**KINDS, "x": "real"}) == unknown


def test_what_is_added_comes_first() -> None:
    assert to_text(positive_first(parse("(-c + r)*(-a - r)*(n - t + 1)"))) == "(r - c)*(-a - r)*(n - t + 1)"


def test_a_ratio_that_is_no_polynomial_in_its_letters_has_no_second_form() -> None:
    """As that of Langevin dynamics with a number for a step size."""
    ratio, domains = parse("max(abs(1 - M), abs(1 - m))"), {"M": "real", "m": "real"}
    assert list(sums._alike(Call("**", (ratio, Name("k"))), domains, [convert(ratio, domains) - 1])) == []
