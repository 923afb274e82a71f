"""Numbers, letters and relations as people have them: read exactly, or refused with a cure."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest
import sympy as sp
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import by_day

from pabisym.divergence.evaluate import enclose, exact_value
from pabisym.errors import InputError
from pabisym.lang.grammar import to_text
from pabisym.symbolic.numbers import Letter, letter_of, letters_of, number_of, relations_of, step_symbol, term_of

n, t = sp.symbols("n t", integer=True, positive=True)
x, y = sp.symbols("x y", positive=True)


@pytest.mark.parametrize(
    "value", [fmpq(3, 4), Fraction(3, 4), Decimal("0.75"), "0.75", "3/4", sp.Rational(3, 4), mpmath.mpf("0.75")],
)
def test_exact_numbers_of_every_library_are_read(value: object) -> None:
    assert number_of(value, "x") == fmpq(3, 4)


@pytest.mark.parametrize("value", [3, np.int64(3), np.uint8(3), sp.Integer(3), sp.S(3)])
def test_integers_of_every_library_are_read(value: object) -> None:
    assert number_of(value, "x") == 3


@pytest.mark.parametrize("value", [0.375, np.float64(0.375), np.float32(0.375), sp.Float("0.375")])
def test_floats_are_refused_or_the_numbers_that_they_are(value: object) -> None:
    with pytest.raises(InputError, match=r"x: 0\.375 is a float and this answer is exact; write \"0\.375\", or a fraction"):
        number_of(value, "x")
    assert number_of(value, "x", floats=True) == fmpq(3, 8)


@pytest.mark.parametrize("value", [True, np.True_, float("nan"), float("inf"), sp.nan, sp.oo, mpmath.mpf("inf"), Decimal("NaN"), None, [1]])
def test_what_is_no_number_is_refused(value: object) -> None:
    with pytest.raises(InputError, match=r"^x: "):
        number_of(value, "x", floats=True)


def test_a_float_in_a_formula_is_refused_with_the_cure() -> None:
    with pytest.raises(InputError, match=r"formula: holds the float 0\.333333; write fractions exactly, as L/3 for 1/3\*L"):
        term_of(1 / 3 * x)
    assert to_text(term_of(sp.Float("0.5") * x, floats=True)) == "x/2"


@pytest.mark.parametrize(
    ("assumed", "domain"),
    [
        ({}, "real"), ({"real": True}, "real"), ({"positive": True}, "real, z > 0"), ({"nonnegative": True}, "real, z >= 0"),
        ({"negative": True}, "real, z < 0"), ({"nonpositive": True}, "real, z <= 0"), ({"nonzero": True}, "real, z != 0"),
        ({"integer": True}, "integer"), ({"integer": True, "positive": True}, "integer, z >= 1"),
        ({"integer": True, "nonnegative": True}, "integer, z >= 0"), ({"integer": True, "negative": True}, "integer, z <= -1"),
        ({"integer": True, "nonzero": True}, "integer, z != 0"),
    ],
)
def test_the_assumptions_of_a_symbol_are_its_domain(assumed: dict[str, bool], domain: str) -> None:
    symbol = sp.Symbol("z", **assumed)
    letter = letter_of(symbol)
    assert (letter.domain, letter.symbol) == (domain, symbol)
    if assumed:
        made = Letter("z", domain).symbol
        assert made == sp.Symbol("z", **({"real": True, **assumed} if "integer" not in assumed else assumed))


@pytest.mark.parametrize("word", ["even", "odd", "prime", "rational", "irrational", "imaginary", "finite", "zero", "complex"])
def test_other_assumptions_are_refused_by_name(word: str) -> None:
    with pytest.raises(InputError, match=f"letters: the symbol z is assumed to be {word}; assume integer, positive"):
        letter_of(sp.Symbol("z", **{word: True}))


@pytest.mark.parametrize(("name", "problem"), [("theta", "is a name of the grammar"), ("R", "is a name of the grammar"),
                                               ("two words", "is not a name of letters"), ("λ", "is not a name of letters")])
def test_names_that_letters_cannot_have_are_refused(name: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        letters_of(sp.Symbol(name, positive=True))


def test_two_symbols_of_one_name_are_refused() -> None:
    with pytest.raises(InputError, match="two symbols have the name x"):
        letters_of(x + sp.Symbol("x"))
    with pytest.raises(InputError, match="two symbols have the name x"):
        letters_of(x, [sp.Symbol("x", real=True) < 1])


def test_a_letter_with_a_text_domain_and_a_symbol_is_in_both_domains() -> None:
    letter = letters_of(x, {"x": "real, x < 1"})["x"]
    assert (letter.domain, letter.symbol) == ("real, x > 0, x < 1", x)


def test_the_step_is_one_symbol() -> None:
    assert step_symbol() == sp.Symbol("k", integer=True, positive=True)
    assert letters_of(step_symbol() + n, step=True).keys() == {"n"}
    with pytest.raises(InputError, match="has another symbol k than the step"):
        letters_of(sp.Symbol("k", integer=True) + n, step=True)


def test_relations_of_sympy_texts_and_chains_are_read() -> None:
    found = relations_of([t <= n, n >= 1, (x > 0) & (x < 1), "0 < r < 1", sp.Eq(x, y)])
    assert [to_text(one) for one in found] == ["t <= n", "x < 1", "0 < r", "r < 1", "x == y"]
    assert relations_of(None) == relations_of(n >= 1) == relations_of(True) == ()


@pytest.mark.parametrize("where", [False, n < 1, t == n, [x > 0, sp.false], x, "x + 1", (x > 2) | (x < 1), 3])
def test_what_is_no_relation_is_refused(where: Any) -> None:
    with pytest.raises(InputError, match=r"^where: "):
        relations_of(where)


@pytest.mark.parametrize(
    "expression",
    [
        sp.erf(x), sp.tanh(x), sp.coth(x), sp.sinh(x), sp.cosh(x), sp.sech(x), sp.Mod(n, 3), sp.frac(x), sp.sign(sp.Symbol("z", real=True)),
        sp.Piecewise((1, (x > 1) & (y > 1)), (2, True)), sp.Piecewise((1, (x > 1) | (y > 1)), (2, True)), sp.GoldenRatio**0 * sp.E**x,
    ],
)
def test_what_the_grammar_lacks_is_said_in_its_words(expression: sp.Expr) -> None:
    term = term_of(expression)
    for value in (sp.Rational(1, 2), sp.Rational(7, 3)):
        at = {"x": Fraction(int(value.p), int(value.q)), "y": 2, "n": 7, "z": Fraction(-1, 3)}
        exact = expression.subs({x: value, y: 2, n: 7, sp.Symbol("z", real=True): sp.Rational(-1, 3)})
        assert abs(float(enclose(term, at, 20).lower) - float(exact)) < 1e-12


@pytest.mark.parametrize("expression", [sp.gamma(x), sp.sin(x), sp.zeta(x), sp.Integral(x, x), sp.I * x, sp.Derivative(sp.exp(x), x)])
def test_what_the_grammar_cannot_say_is_refused_by_name(expression: sp.Expr) -> None:
    with pytest.raises(InputError, match=type(expression).__name__ if not expression.is_Mul else "ImaginaryUnit"):
        term_of(expression)


CONDITIONS = st.recursive(
    st.tuples(st.sampled_from([sp.Le, sp.Lt, sp.Ge, sp.Gt, sp.Eq, sp.Ne]), st.sampled_from([x, y]),
              st.sampled_from([x, y, sp.Integer(2)])).map(lambda got: got[0](got[1], got[2], evaluate=False)),
    lambda inner: st.one_of(st.tuples(inner, inner).map(lambda two: sp.And(*two)), st.tuples(inner, inner).map(lambda two: sp.Or(*two)),
                            inner.map(sp.Not)),
    max_leaves=5,
)


@settings(max_examples=by_day(200), deadline=None)
@given(CONDITIONS, st.fractions(0, 3, max_denominator=4).filter(bool), st.fractions(0, 3, max_denominator=4).filter(bool))
def test_every_condition_of_a_piecewise_is_said_by_cases(condition: Any, first: Fraction, second: Fraction) -> None:
    term = term_of(sp.Piecewise((10, condition), (20, True), evaluate=False))
    here = {x: sp.Rational(first), y: sp.Rational(second)}
    assert exact_value(term, {"x": first, "y": second}) == (10 if condition.subs(here) == sp.true else 20)
