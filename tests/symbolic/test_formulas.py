"""Formulas: values, other formulas, arithmetic, comparison, and what they are for sympy, numpy and mpmath."""

from __future__ import annotations

import pickle
from dataclasses import replace
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.examples import by_day

import pabisym as pb
from pabisym.errors import InputError, Undecided
from pabisym.symbolic.formula import Formula, formula_of, operations
from pabisym.symbolic.numbers import Letter, term_of

n, t = sp.symbols("n t", integer=True, positive=True)
L, sigma = sp.symbols("L sigma", positive=True)
alpha = sp.Symbol("alpha", real=True)
f = formula_of(2 * alpha * L**2 / (sigma**2 * (n + 1 - t)), where=[t <= n, alpha > 1])
REAL = {"x": "real", "y": "real"}


def test_a_formula_has_a_text_letters_and_the_callers_symbols() -> None:
    assert str(f) == repr(f) == "2*L**2*alpha/(sigma**2*(n - t + 1))"
    assert {name: letter.domain for name, letter in f.letters.items()} == {
        "L": "real, L > 0", "alpha": "real", "sigma": "real, sigma > 0", "n": "integer, n >= 1", "t": "integer, t >= 1"}
    assert f.symbols("alpha, L") == (alpha, L)
    assert f.sympy == 2 * alpha * L**2 / (sigma**2 * (n + 1 - t))
    assert [str(one) for one in f.assumptions] == ["t <= n", "alpha > 1"]
    assert sp.latex(f) == f.latex() == r"\frac{2 \, L^{2} \, \alpha}{\sigma^{2} \, (n - t + 1)}"


def test_equality_is_structural_and_formulas_pickle() -> None:
    same = formula_of(2 * alpha * L**2 / (sigma**2 * (n + 1 - t)), where=[alpha > 1, t <= n])
    assert f == same
    assert hash(f) == hash(same)
    assert f != formula_of(f.sympy)
    assert f != str(f)
    back = pickle.loads(pickle.dumps(f))
    assert (back, hash(back), back.symbols()) == (f, hash(f), f.symbols())


def test_values_are_certified_and_assumptions_checked() -> None:
    assert f.at(alpha=8, L=1, sigma=4, n=1000, t=10).exact == Fraction(1, 991)
    assert float(f.at({"alpha": 8, L: 0.5, "sigma": np.float64(0.25)}, n=1, t=1)) == 2 * 8 * 4
    root = f.at({alpha: 8, "L": 1, "sigma": sp.sqrt(3), n: 1000, t: 10}, digits=50)
    assert root.exact == Fraction(16, 3 * 991)
    log = formula_of(L, where=L > 1).at(L=sp.log(3), digits=30)
    assert Fraction(log.lower) <= Fraction("1.098612288668109691395245236922525704647490557822749") <= Fraction(log.upper)
    with pytest.raises(InputError, match="at: the assumption L > 1 does not hold there; choose another point; force=True evaluates all"):
        formula_of(L, where=L > 1).at(L=1)
    assert formula_of(L, where=L > 1).at(L=1, force=True).exact == 1


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"alpha": 2}, "at: no value for L, n, sigma, t; give L a number"), ({"q": 2}, "has no letter 'q'; it has L, alpha, sigma, n, t"),
        ({"alpha": 1, "L": 1, "sigma": 1, "n": 1, "t": 1}, "the assumption alpha > 1 does not hold"),
        ({"alpha": 2, "L": 1, "sigma": 1, "n": 1, "t": 2}, "the assumption t <= n does not hold"),
        ({"alpha": 2, "L": -1, "sigma": 1, "n": 1, "t": 1}, "the assumption L > 0 does not hold"),
        ({"n": "3/2"}, "at n: 3/2 is not an integer; n is an integer here"), ({"n": L}, "at n: L has the letter L; give a number"),
        ({"L": True}, "at L: a truth value is not a number"), ({"L": float("nan")}, "at L: nan is not a number here"),
    ],
)
def test_an_unusable_point_says_why(values: dict[str, Any], problem: str) -> None:
    with pytest.raises(InputError) as caught:
        f.at(values)
    assert problem in str(caught.value)


def test_arrays_are_on_the_safe_side() -> None:
    found = f.over(alpha=[2, 8], L=1, sigma=4, n=1000, t=10)
    assert [Fraction(one) >= Fraction(exact, 3964) for one, exact in zip(found, (1, 4), strict=True)] == [True, True]
    assert f.over({alpha: [[2.0], [8.0]]}, L=sp.sqrt(2), sigma=[1, 2], n=10, t=1).shape == (2, 2)
    with pytest.raises(InputError, match="over the assumption alpha > 1 does not hold"):
        f.over(alpha=[2, 0.5], L=1, sigma=4, n=10, t=1)
    assert np.isnan(f.over(alpha=[2, 0.5], L=1, sigma=4, n=10, t=1, outside="nan")).tolist() == [False, True]


@pytest.mark.parametrize(
    ("make", "side"),
    [
        (lambda low, high: low, "lower"), (lambda low, high: -low, "upper"), (lambda low, high: 1 - high, "lower"),
        (lambda low, high: low / 3, "lower"), (lambda low, high: low * -2, "upper"), (lambda low, high: sp.Symbol("y", positive=True) * high, "upper"),
        (lambda low, high: low + 1, "lower"), (lambda low, high: low - high, "lower"), (lambda low, high: high - low, "upper"),
        (lambda low, high: low + high, ""), (lambda low, high: sp.Symbol("y", real=True) * low, ""), (lambda low, high: 1 / low, ""),
        (lambda low, high: low * high, ""), (lambda low, high: low.subs(x="x + 1"), "lower"), (lambda low, high: (low + low).simplify(), "lower"),
        (lambda low, high: low.map(sp.exp), ""), (lambda low, high: pb.formula(low, where="x > 2"), "lower"), (lambda low, high: abs(low), ""),
    ],
)  # fmt: skip
def test_a_bound_is_rounded_to_the_side_from_which_it_bounds(make: Any, side: str) -> None:
    low, high = (formula_of("1/x", letters={"x": "real, x > 0"}), formula_of("2/x", letters={"x": "real, x > 0"}))
    found = make(replace(low, side="lower"), replace(high, side="upper"))
    assert found.side == side
    point = dict.fromkeys(found.letters, 3)
    exact = Fraction(found.at(point, digits=40).lower)
    down = side == "lower"
    whole = found.at(point)
    assert float(whole) == (whole.below() if down else float(replace(whole, side="upper")))
    for one in (float(whole), float(found.over(point)), float(whole.mpmath)):
        assert Fraction(one) <= exact if down else Fraction(one) >= exact


def test_a_theorem_that_bounds_from_below_is_rounded_downwards() -> None:
    th, at = pb.theorem("chourasia2021/theorem-3"), {"S": 1, "sigma": 2, "n": 3, "eta": "1/5", "K": 4}
    for bound in (th.bound, th.apply(n=3).bound):
        point = {name: value for name, value in at.items() if name in bound.letters}
        assert float(bound.at(point)) == bound.at(point).below()
        for one in (float(bound.at(point)), float(bound.over(point)), float(th.at(at)), float(pb.evaluate(th.id, at))):
            assert Fraction(one) <= Fraction(bound.at(point, digits=30).lower) < Fraction(one) * Fraction(1000001, 1000000)
    assert pb.theorem("feldman2018/theorem-23").bound.side == "upper"


def test_substitution_keeps_what_is_not_proved() -> None:
    assert (str(f.subs(t=1)), [str(one) for one in f.subs(t=1).assumptions]) == ("2*L**2*alpha/(sigma**2*n)", ["alpha > 1"])
    assert str(f.subs({"t": n})) == "2*L**2*alpha/sigma**2"
    assert [str(one) for one in f.subs(t=t + 1).assumptions] == ["t + 1 <= n", "alpha > 1"]
    swapped = formula_of("x - y", letters=REAL).subs(x="y", y="x")
    assert str(swapped) == "y - x"
    with pytest.raises(InputError, match="subs: the assumption t >= 1 does not hold: 0 >= 1; give values inside the domains"):
        f.subs(t=0)
    with pytest.raises(InputError, match=r"subs: the assumption t <= n does not hold: n \+ 1 <= n"):
        f.subs(t=n + 1)
    with pytest.raises(InputError, match="t: n/2 is not known to be an integer"):
        f.subs(t=n / 2)


def test_arithmetic_gives_formulas_in_all_letters() -> None:
    assert str(f / 2 + 1) == "L**2*alpha/(sigma**2*(n - t + 1)) + 1"
    assert str(L * f) == "2*L**3*alpha/(sigma**2*(n - t + 1))"
    assert str(sp.Rational(1, 3) * f - np.int64(2)) == "2*L**2*alpha/(3*sigma**2*(n - t + 1)) - 2"
    assert str(2 - formula_of("x", letters=REAL) ** 2) == "2 - x**2"
    assert str(abs(-formula_of("x", letters=REAL))) == "abs(-x)"
    assert (L * f).assumptions == f.assumptions
    for bad in (lambda: f * 0.5, lambda: np.float64(0.5) * f, lambda: f + sp.Float("0.5"), lambda: f + sp.Symbol("L", real=True), lambda: f / 0):
        with pytest.raises(InputError):
            bad()
    with pytest.raises(TypeError):
        f * [1]


def test_a_function_of_sympy_is_mapped_and_not_applied() -> None:
    assert f.map(lambda e: e.subs(alpha, 2)).equals(4 * L**2 / (sigma**2 * (n + 1 - t)))
    assert formula_of("4*x**2", letters={"x": "real, x > 0"}).map(sp.sqrt) == formula_of("2*x", letters={"x": "real, x > 0"})
    with pytest.raises(sp.SympifyError, match="a Formula is no expression"):
        sp.sqrt(f)


def test_equality_is_proved_refuted_or_open() -> None:
    square = formula_of("(x + y)**2", letters=REAL)
    assert square.equals("x**2 + 2*x*y + y**2") is True
    assert square.equals("x**2 + y**2") is False
    assert pb.Eq(square, "x**2").decide().at == {"x": 0, "y": 1}
    assert formula_of("abs(x)", letters=REAL).equals("sqrt(x**2)") is None
    assert formula_of("(x**2 - y**2)/(x - y)", letters=REAL).equals("x + y") is True
    proofs = pb.Eq(formula_of("(x**2 - y**2)/(x - y)", letters=REAL), "x + y").decide().proof
    assert [one.verdict.accepted for one in proofs] == [True, True]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("sqrt(g**2/(n*s**2))", "g/(s*sqrt(n))"), ("a*exp(x - y + b)", "a*exp(x)*exp(b)/exp(y)"),
        *(pytest.param(*pair, marks=pytest.mark.campaign) for pair in (
            ("max(sqrt(a*b), 1)", "max(1, sqrt(a)*sqrt(b))"),
            ("sqrt(12*a/b)/a", "2*sqrt(3)/sqrt(a*b)"), ("sqrt(c**(2*n)*a)", "c**n*sqrt(a)"), ("sqrt(a**2 + 2*a*b + b**2)", "a + b"),
            ("sqrt(y*a)", "sqrt(y)*sqrt(a)"), ("theta(2, 3*sqrt(n*s**2/a)/(1 + b))", "theta(2, 3*sqrt(n)*s/sqrt(a)/(b + 1))"),
            ("exp(x)*exp(y)", "exp(x + y)"), ("log(a*exp(-x))", "log(a/exp(x))"), ("log(a + exp(0))", "log(1 + a)"))),
    ],
)  # fmt: skip
def test_roots_of_products_and_exponentials_of_sums_are_equal_by_proof(one: str, other: str) -> None:
    domains = {name: f"real, {name} > 0" for name in "abgs"} | {"n": "integer, n >= 1", "x": "real", "y": "real, y >= 0", "c": "real, 0 < c < 1"}
    verdict = pb.Eq(formula_of(one, letters=domains), other).decide()
    assert verdict.status == "proved"
    assert all(proof.verdict.accepted for proof in verdict.proof)
    assert pb.Eq(formula_of(one, letters=domains), f"{other} + 1").decide().status == "refuted"


@pytest.mark.parametrize(
    ("text", "domains", "shorter"),
    [
        ("(x**2 - 1)/(x - 1)", {"x": "real, x > 1"}, "x + 1"), ("x*y + x*y", REAL, "2*x*y"), ("x + y", REAL, "x + y"),
        ("cases(x, y, y)", REAL, "y"), ("exp(x)", REAL, "exp(x)"),
    ],
)
def test_the_simplified_form_is_proved_and_never_longer(text: str, domains: dict[str, str], shorter: str) -> None:
    formula = formula_of(text, letters=domains)
    found = formula.simplify()
    assert found.equals(shorter)
    assert operations(found.term) <= operations(term_of(shorter))
    assert found.equals(formula)


def test_limits_and_series() -> None:
    found = f.limit(alpha=1)
    assert found.value is not None
    assert found.status == "proved"
    assert found.value.equals(2 * L**2 / (sigma**2 * (n + 1 - t)))
    away = f.limit(n=sp.oo)
    assert (str(away.value), str(away.leading), str(away.near)) == ("0", "2*L**2*alpha/(n*sigma**2)", "(2*t <= n,)")
    assert sp.simplify(f.series(alpha, 1, 2).removeO() - f.sympy) == 0
    for bad in ({}, {"alpha": 1, "n": sp.oo}, {"q": 1}):
        with pytest.raises(InputError):
            f.limit(bad)


def test_fast_functions_take_arrays_and_numbers_of_mpmath() -> None:
    found = f.lambdify()(alpha=8, L=1, sigma=4, n=np.arange(10, 99), t=10)
    assert np.allclose(found, 1 / (np.arange(10, 99) - 9))
    with mpmath.workdps(40):
        assert abs(f.lambdify("mpmath")(alpha=8, L=1, sigma=sp.sqrt(3), n=1000, t=10) - mpmath.mpf(16) / (3 * 991)) < mpmath.mpf(10) ** -38
    for bad in (lambda: f.lambdify("torch"), lambda: f.lambdify()(L=1), lambda: f.lambdify()(q=1)):  # type: ignore[arg-type]
        with pytest.raises(InputError):
            bad()


FUNCTIONS = {
    "cases(x - y, x, y)": "xy", "min(x, y, 1) + max(x, y)": "xy", "theta(1 + x, y)": "xy", "sum(x**k/k, k, 1, n)": "xn", "sum(k, k, 4, n - 9)": "n",
    "harmonic(n)": "n", "normal(x - y) - quantile(x/(1 + x + y))": "xy", "erfc(x)/exp(-y)": "xy", "floor(3*x) + ceiling(y)": "xy",
    "(1 - theta(1 + x, 9*y)**n)/(1 - theta(1 + x, 9*y)) + 1/(1 - exp(-x/9))": "xyn", "1/(1 - (1 - x/9)*theta(1, 9*y))": "xy", "1 - normal(3*x) + (1 - erfc(y/9))": "xy",
    "sampled(1 + x, y/(1 + y), 2)": "xy", "survival(n, x, 5, 1/2, 1, 1)": "xn", "abs(x - y)**(3/2)": "xy", "log(1 + x)*sqrt(y)": "xy", "pi*x": "x",
}  # fmt: skip


@settings(max_examples=by_day(150, 20), deadline=None)
@given(st.sampled_from(sorted(FUNCTIONS)), st.fractions(Fraction(1, 9), 4, max_denominator=9), st.fractions(Fraction(1, 9), 4, max_denominator=9),
       st.integers(1, 12))  # fmt: skip
def test_fast_functions_agree_with_certified_values(text: str, x: Fraction, y: Fraction, number: int) -> None:
    formula = formula_of(text, letters={"x": "real, x > 0", "y": "real, y > 0", "n": "integer, n >= 1"})
    point = {name: value for name, value in (("x", x), ("y", y), ("n", number)) if name in FUNCTIONS[text]}
    exact = formula.at(point, digits=20)
    for backend in ("numpy", "mpmath"):
        with mpmath.workdps(200):
            value = formula.lambdify(backend)(point)
        assert abs(float(value) - float(exact)) <= 1e-10 * max(abs(float(exact)), 1e-6)


@pytest.mark.parametrize("text", ["1 - theta(1 + x, 9)", "1 - exp(-x)", "1 - normal(8*x)", "1 - erfc(x)", "1 - theta(1 + x, 9)**n",
                                  "1 - (1 - x)*theta(1 + x, 9)", "1 - theta(1 + x, 9)*exp(-x)"])  # fmt: skip
def test_one_less_what_is_nearly_one_keeps_its_digits(text: str) -> None:
    x = Fraction(1, 10**9) if "normal" not in text else Fraction(1)
    formula = formula_of(text, letters={"x": "real, x > 0", "n": "integer, n >= 1"})
    point = {name: value for name, value in (("x", x), ("n", 3)) if name in formula.letters}
    assert float(formula.lambdify()(point)) == pytest.approx(float(formula.at(point, digits=20)), rel=1e-12)


def test_sums_of_arrays_have_an_end_for_each_point() -> None:
    formula = formula_of("sum(x**k, k, 1, n)", letters={"x": "real", "n": "integer, n >= 0"})
    assert formula.lambdify()(x=np.array([[1.0], [2.0]]), n=[0, 1, 3]).tolist() == [[0, 1, 3], [0, 2, 14]]


def test_a_picture_is_drawn_over_the_letter_that_is_listed(tmp_path: Any) -> None:
    figure = f.plot(n=range(1, 9), t=1, alpha=2, L=1, sigma=2, path=tmp_path / "f.svg")
    (line,) = figure.axes[0].lines
    assert np.allclose(line.get_ydata(), 1 / np.arange(1, 9))
    assert (tmp_path / "f.svg").stat().st_size > 1000
    with pytest.raises(InputError, match="0 letters are listed"):
        f.plot(n=1, t=1, alpha=2, L=1, sigma=2)


def test_names_without_a_domain_are_refused() -> None:
    with pytest.raises(InputError, match=r'formula: L has no domain; give letters=\{"L": "real, L > 0"\}'):
        formula_of("L/2")
    with pytest.raises(InputError, match="L has no domain"):
        Formula(term_of("L/2"), {})
    assert formula_of("L/n", letters={"L": "real, L > 0", "n": Letter("n", "integer, n >= 1")}).symbols() == (L, n)


def test_an_undecided_assumption_is_said() -> None:
    open_one = formula_of("x", letters=REAL, where="exp(log(x)) == x")
    with pytest.raises(Undecided, match="whether the assumption"):
        open_one.at(x=2)
    assert open_one.at(x=2, force=True).exact == 2


TEXTS = st.recursive(
    st.sampled_from(["x", "y", "n", "2", "1/3"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/"]), inner).map(lambda got: f"({got[0]} {got[1]} {got[2]})"),
        st.tuples(st.sampled_from(["sqrt", "exp", "abs", "floor"]), inner).map(lambda got: f"{got[0]}({got[1]})"),
        st.tuples(st.sampled_from(["min", "max"]), inner, inner).map(lambda got: f"{got[0]}({got[1]}, {got[2]})"),
        st.tuples(inner, inner, inner).map(lambda got: f"cases({got[0]}, {got[1]}, {got[2]})"),
    ),
    max_leaves=5,
)


@settings(max_examples=by_day(200, 15), deadline=None)
@given(TEXTS, st.fractions(Fraction(1, 5), 5, max_denominator=5), st.fractions(Fraction(1, 5), 5, max_denominator=5), st.integers(1, 9))
def test_a_formula_comes_back_from_sympy_with_its_values(text: str, x: Fraction, y: Fraction, number: int) -> None:
    domains = {"x": "real, x > 0", "y": "real, y > 0", "n": "integer, n >= 1"}
    try:
        formula = formula_of(text, letters=domains)
        back = Formula(term_of(formula.sympy), formula.letters)
        point = {name: value for name, value in (("x", x), ("y", y), ("n", number)) if name in formula.letters}
        here = formula.at(point, digits=12)
    except (InputError, Undecided):
        assume(False)
    there = back.at({name: value for name, value in point.items() if name in back.letters}, digits=12)
    assert float(there) == pytest.approx(float(here), rel=1e-10)
    assert back.equals(formula) is not False


@pytest.mark.parametrize("given", [range(10**12), [range(10**12), "2"], range(10**30), range(10**12, 0, -1)])
def test_a_grid_that_no_memory_holds_is_refused(given: object) -> None:
    with pytest.raises(InputError, match=r"x: has 10+1? entries; at most 10000000 are read"):
        formula_of("x + 1", {"x": "real"}).over(x=given)


def test_a_fast_function_refuses_what_does_not_fit_together() -> None:
    wide = pb.formula("x + y", letters={"x": "real", "y": "real"})
    with pytest.raises(InputError, match="x: has more than 10000000 entries"):
        wide.lambdify()(x=range(10**12), y=1)
    with pytest.raises(InputError, match="lambdify: "):
        wide.lambdify()(x=np.zeros(2), y=np.zeros(3))
    with pytest.raises(InputError, match="lambdify: "):
        pb.formula("max(x, 2)", letters={"x": "real"}).lambdify("mpmath")(x=np.zeros(2))


def test_sympy_is_not_asked_to_factor_a_number_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside a number of thousands of digits sympy looks for its factors; the formula stays as it is."""
    asked: list[object] = []
    monkeypatch.setattr("sympy.factor", asked.append)
    long = pb.formula("9" * 5000 + "*(x + x - x)", letters={"x": "real"})
    assert operations(long.simplify().term) <= operations(long.term)
    assert not asked
    pb.formula("x*y + x*z", letters=dict.fromkeys("xyz", "real")).simplify()
    assert asked


def test_a_fast_floor_is_that_of_the_exact_number() -> None:
    """In floats a quotient that is an integer may lie on either side of it."""
    fast = pb.formula("floor(D*n/(2*eta*L)) + ceiling(D*n/(2*eta*L))", letters={name: f"real, {name} > 0" for name in ("D", "n", "eta", "L")}).lambdify()
    assert [fast(D=0.1 * j, n=7, eta=0.35, L=0.1) for j in range(1, 300)] == [20 * j for j in range(1, 300)]
    assert fast(D=1.0, n=7, eta=0.35, L=0.3) == 2 * 33 + 1
