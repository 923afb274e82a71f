"""Claims are decided by a proof of the kernel, by a point, or not at all; an undecided one has no truth value."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import by_day

import pabisym as pb
from pabisym.divergence.evaluate import decide
from pabisym.errors import InputError, Undecided
from pabisym.kernel.check import check
from pabisym.symbolic.claim import Claim
from pabisym.symbolic.formula import formula_of

DOMAINS = {"x": "real, x > 0", "y": "real", "n": "integer, n >= 1", "t": "integer, 1 <= t <= n", "c": "real, 0 < c < 1"}


def formula(text: str, where: Any = None) -> pb.Formula:
    return formula_of(text, letters=DOMAINS, where=where)


@pytest.mark.parametrize(
    ("left", "head", "right"),
    [
        ("x", ">", "0"), ("y**2 + 1", ">=", "2*y"), ("1/n", "<=", "1"), ("1/(n + 1 - t)", "<=", "1"), ("c**n", "<=", "1"), ("x/(1 + x)", "<", "1"),
        ("cases(y, y, -y)", ">=", "0"), ("(1 - c**2)/(1 - c)", "==", "1 + c"), ("min(x, 1)", "<=", "1"), ("1/y", "==", "y/y**2"),
        ("sqrt(x)", ">=", "0"), ("exp(x)", ">=", "1 + x"),
    ],
)
def test_what_holds_is_proved_by_the_kernel(left: str, head: str, right: str) -> None:
    claim = related(left, head, right)
    verdict = claim.decide()
    assert verdict.status == "proved", verdict
    assert verdict
    for one in verdict.proof:
        assert check(one.sequent, one.tree).accepted
        assert one.sequent.conclusion == claim.term


@pytest.mark.parametrize(
    ("left", "head", "right"),
    [("x", ">", "1"), ("y**2", ">", "0"), ("1/n", "<", "1"), ("c**n", ">=", "c"), ("x", "==", "y"), ("1/(n + 1 - t)", "<", "1")],
)
def test_what_does_not_hold_is_refuted_at_a_point_of_the_domains(left: str, head: str, right: str) -> None:
    claim = related(left, head, right)
    verdict = claim.decide()
    assert verdict.status == "refuted"
    assert not verdict
    assert decide(claim.term, verdict.at) == "false"
    for letter in claim.letters.values():
        assert all(decide(one, verdict.at) == "true" for one in letter.relations)


def related(left: str, head: str, right: str) -> Claim:
    first, second = formula(left), formula(right)
    made: dict[str, Callable[[pb.Formula], Claim]] = {"<": first.__lt__, "<=": first.__le__, ">": first.__gt__, ">=": first.__ge__, "==": lambda other: pb.Eq(first, other)}
    return made[head](second)


def test_an_open_claim_has_no_truth_value_and_says_why() -> None:
    verdict = (formula("exp(x)") >= formula("1 + x + x**2/2")).decide()
    assert (verdict.status, verdict.reason) == ("undecided", "no certificate was found for exp(x) >= 1 + x + x**2/2")
    with pytest.raises(Undecided, match="undecided: "):
        bool(verdict)


def test_assumptions_count() -> None:
    assert (formula("y", where="y >= 1") > 0).decide()
    assert (formula("y") > 0).decide().at
    assert (formula("x*y", where=[sp.Symbol("y", real=True) >= 2]) >= formula("x")).decide()


def test_a_chain_has_no_truth_value() -> None:
    with pytest.raises(InputError, match=r"claim: x > 0 has no truth value; write \(f <= g\)\.decide\(\)"):
        0 < formula("x") < 1  # noqa: B015
    with pytest.raises(InputError, match="has no truth value"):
        bool(pb.Eq(formula("x"), 1))


def test_a_claim_is_shown_and_compared_by_what_it_says() -> None:
    claim = formula("x") <= 2
    assert (str(claim), claim.latex(), claim.sympy) == ("x <= 2", r"x \le 2", sp.Le(sp.Symbol("x", positive=True), 2))
    assert claim == (formula("x") <= 2)
    assert hash(claim) == hash(formula("x") <= 2)
    assert claim != (formula("x") < 2)
    assert (claim == "x <= 2") is False


def test_divisors_of_unknown_sign_are_taken_as_positive_then_as_negative() -> None:
    verdict = (formula("y/y") >= 1).decide()
    assert [str(one.sequent.assumptions[-1][0]) for one in verdict.proof] == ["y > 0", "y < 0"]


TERMS = st.recursive(
    st.sampled_from(["x", "y", "1", "2", "1/3"]),
    lambda inner: st.tuples(inner, st.sampled_from(["+", "-", "*"]), inner).map(lambda got: f"({got[0]} {got[1]} {got[2]})"),
    max_leaves=5,
)


@settings(max_examples=by_day(100, 15), deadline=None)
@given(TERMS, st.integers(0, 3), st.integers(-2, 2))
def test_no_false_claim_is_proved_and_no_true_one_refuted(text: str, above: int, factor: int) -> None:
    left = formula(text)
    true = (left + above >= left - factor**2).decide()
    assert true.status == "proved"
    false = (left * 1 >= left + above + Fraction(1, 2)).decide()
    assert false.status == "refuted"


def test_nothing_is_proved_from_assumptions_that_contradict_each_other() -> None:
    """Every claim would be: x >= 5 and x <= 5 were both proved under x > 1 and x < 0."""
    f = pb.formula("x", letters={"x": "real"}, where=["x > 1", "x < 0"])
    with pytest.raises(pb.InputError, match="assumptions: no value satisfies x > 1; x < 0"):
        (f >= 5).decide()
    stated = pb.Statement(letters={"x": "real"}, assumptions=["x > 1", "x < 0"], conclusion="0 >= 1")
    with pytest.raises(pb.InputError, match="assumptions: no value satisfies x > 1; x < 0"):
        stated.prove()
    assert (pb.formula("x", letters={"x": "real"}, where=["x > 1", "x < 3"]) >= 1).decide().status == "proved"
