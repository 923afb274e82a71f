"""Inequalities about powers that hold for every exponent, and about sums, proved by induction where a comparison needs them."""

from __future__ import annotations

import pytest
from support.examples import spread

from pabisym.kernel.check import check
from pabisym.kernel.judgement import Sequent
from pabisym.lang.grammar import parse
from pabisym.lang.term import Call
from pabisym.proof.build import Builder, NoProof, Step
from pabisym.proof.script import Script
from pabisym.refutation import weakening
from pabisym.refutation.sums import name_sums
from pabisym.refutation.weakening import Weakening

KINDS = {"c": "real", "x": "real", "g": "real", "m": "integer", "i": "integer", "j": "integer"}
BELOW = ("c > 0", "c < 1", "m >= 1")
ABOVE = ("c > 1", "m >= 1")


def proved(smaller: str, larger: str, known: tuple[str, ...]) -> bool:
    """Is one formula shown to be at most another, the kernel agreeing."""
    goal = parse(f"{smaller} <= {larger}", "goal", None)
    assert isinstance(goal, Call)
    sequent = Sequent("claim", KINDS, tuple((f"known {i}", parse(one, "known", None)) for i, one in enumerate(known)), goal)
    own, above = goal.args

    def last(b: Builder) -> Step:
        return b.prove(goal)

    try:
        proof = Weakening().compared(Builder.of(sequent), goal, own, above, last)
    except NoProof:
        return False
    verdict = check(sequent, proof, {})
    assert verdict.accepted, verdict.reason
    return True


@pytest.mark.parametrize(("smaller", "larger", "known"), spread([
    ("m*c**(m - 1)*(1 - c)", "1 - c**m", BELOW), ("1 - c**m", "m*(1 - c)", BELOW), ("1 - c**m", "m*(1 - c)", ABOVE),
    ("m*c**(m - 1)*(1 - c**2)", "1 - c**(2*m)", BELOW), ("1 - c**(2*m)", "m*c**(m - 1)*(1 - c**2)", ABOVE),
    ("((1 + c)/2)**m", "(1 + c**m)/2", BELOW), ("((2 + c)/3)**m", "(2 + c**m)/3", BELOW),
    ("c**m", "x**m", (*BELOW, "x > c", "x < 1")), ("c**m", "exp(m*(c - 1))", BELOW), ("(1 - x)**m", "exp(-x*m)", ("x > 0", "x < 1", "m >= 1")),
    ("m/2", "2**m/4", ("m >= 1",)), ("(1 - c**2)/(1 - c**(2*m))", "1", BELOW), ("c**m", "sqrt(c)**(2*m)", BELOW),
    ("c**m*m", "sqrt(c)**(2*m)*m", BELOW), ("sqrt(c)**(2*m)*m", "c**m*m", BELOW), ("c**(m + 1)*m", "sqrt(c)**(2*m + 2)*m", BELOW),
    ("c**(m - i)/m", "sqrt(c)**(2*m - 2*i)/m", (*BELOW, "i >= 1", "i < m")),
], 4, several=True))  # fmt: skip
def test_powers_are_compared(smaller: str, larger: str, known: tuple[str, ...]) -> None:
    assert proved(smaller, larger, known)


@pytest.mark.parametrize(("smaller", "larger", "known"), [
    ("1 - c**m", "m*c**(m - 1)*(1 - c)", BELOW), ("exp(m*(c - 1))", "c**m", BELOW), ("2*m/3", "2**m/4", ("m >= 1",)),
    ("sum(sqrt(j)/j, j, 1, m)", "2*sqrt(m) - 1/2", ("m >= 1",)), ("sqrt(c*x)", "sqrt(c)*sqrt(x)/2", ("c > 0", "x > 0")),
    ("sum(1/j**2, j, 1, m)", "2 - 2/m", ("m >= 1",)), ("sum(1/j, j, 1, m)", "log(m + 1)", ("m >= 1",)),
])  # fmt: skip
def test_what_is_false_is_not_proved(smaller: str, larger: str, known: tuple[str, ...]) -> None:
    assert not proved(smaller, larger, known)


@pytest.mark.parametrize(("smaller", "larger"), [
    ("sum(1/j**2, j, 1, m)", "2 - 1/m"), ("sum(1/j**2, j, 1, m)", "2"), ("1/sum(1/j**2, j, 1, m)", "(m + 1)*2/(3*m + 1)"),
    ("sum(1/j, j, 1, m)**2/m", "(1 + log(m))**2/m"), ("log(m + 1)", "sum(1/j, j, 1, m)"),
    ("sum(sqrt(j), j, 1, m)", "m*sqrt(m)"), ("sum(sqrt(j)/j, j, 1, m)**2/(2*m)", "2"),
    ("sqrt(m)", "sum(sqrt(j)/j, j, 1, m)"), ("sum(1/j/(j + 1), j, 1, m)", "1"), ("sum(1/(j + 1)**2, j, 1, m)", "1"),
])  # fmt: skip
def test_sums_are_compared_by_their_last_summand(smaller: str, larger: str) -> None:
    assert proved(smaller, larger, ("m >= 1",))


@pytest.mark.parametrize(("smaller", "larger"), [
    ("sum(c**j, j, 1, m)", "c/(1 - c)"), ("sum(x*c**(2*(m - j)), j, 1, m)", "x/(1 - c**2)"), ("(1 - c**m)/(1 - c)", "sum(c**(m - j), j, 1, m)"),
    ("sum(c**j/2, j, 0, m)", "1/(2 - 2*c)"), ("sum(c**j, j, 1, m)", "m*c"),
])  # fmt: skip
def test_geometric_sums_are_compared(smaller: str, larger: str) -> None:
    assert proved(smaller, larger, (*BELOW, "x > 0"))


def test_a_sum_that_is_no_geometric_one_is_left_as_it_is() -> None:
    assert not proved("sum(j*c**j, j, 1, m)", "c/(1 - c)", BELOW)
    assert proved("sum(j*c**j, j, 1, m)", "m**2", BELOW)
    known = tuple((one, parse(one, "known", None)) for one in BELOW)
    for text, geometric in (("2*c**j", True), ("cases(j - 3, 2, 1)*c**j", False)):  # the latter is one up to the third summand
        p = Script(Builder.of(Sequent("claim", KINDS, known, parse("m >= 0", "goal", None))))
        name_sums(p, [parse(f"sum({text}, j, 1, m)", "sum", None)])
        assert any(label.startswith("geometric") for label, _ in p.scope.known) == geometric


@pytest.mark.parametrize(("smaller", "larger"), [
    ("2*sqrt(x*c)", "x + c"), ("sqrt(x + c)", "sqrt(x) + sqrt(c)"), ("sqrt(x**2 + c**2)", "x + c"), ("exp(-x)", "1/(1 + x)"),
    ("log(1 + x)", "x"), ("x/(1 + x)", "log(1 + x)"), ("m", "2**m"), ("exp(-x*c)*x", "x/(1 + x*c)"),
])  # fmt: skip
def test_roots_exponentials_and_logarithms_are_compared(smaller: str, larger: str) -> None:
    known = ("x > 0", "c > 0", "m >= 1")
    assert proved(smaller, larger, known)
    assert not proved(larger, f"({smaller})*9/10", known)


def test_what_is_below_both_is_below_their_minimum() -> None:
    assert proved("1 - c**m", "min(m*(1 - c), 1)", BELOW)
    assert not proved("1 - c**m", "min(m*(1 - c), 1/2)", BELOW)


def test_integers_that_differ_are_one_apart() -> None:
    assert proved("(c + x)**2/(m - i + 1)", "c**2 + x**2", ("c > 0", "x > 0", "i >= 1", "i < m"))
    assert not proved("(c + x)**2/(m - i + 1)", "c**2 + x**2", ("c > 0", "x > 0", "i >= 1", "i <= m"))


def test_roots_of_products_are_compared_with_products_of_roots() -> None:
    assert proved("(c + m*x)/sqrt(m)", "c/sqrt(m) + sqrt(m)*x", ("c > 0", "x > 0", "m >= 1"))
    assert proved("sqrt(m*x)", "sqrt(m)*sqrt(x)*c", ("c >= 1", "x > 0", "m >= 1"))


def test_what_a_derivation_established_beside_a_goal_is_left_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    signs = ("i - 1 >= 0", "j - i >= 0", "(j - i) - 1 >= 0", "m - j + 1 >= 0", "(m - j + 1) - 1 >= 0", "i*x + m*c + c - j*c - j*x >= 0",
             "g*(j - i) > 0", "g*(m - j + 1) > 0", "c + x > 0", "g*(j - i) + g*(m - j + 1) > 0", "c*(g*(m - j + 1)) >= x*(g*(j - i))",
             "c > 0", "x > 0", "g > 0", "m - i + 1 > 0", "(c + x)/(g*(m - i + 1)) >= 0", "c - (c + x)/(g*(m - i + 1))*(g*(j - i)) >= 0", "1 > 0", "g >= 0", "m >= 1")
    given = "(c + x)**2/(m - i + 1)", "c**2 + x**2", ("c > 0", "x > 0", "i >= 1", "i < j", "j <= m", "g > 0", *signs)
    assert proved(*given)
    monkeypatch.setattr(weakening, "_nearby", lambda b, _: b.scope)
    assert not proved(*given)
