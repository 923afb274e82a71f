"""``pi`` is a constant of the grammar: read, printed, evaluated, known to be positive, and neither declared nor bound nor replaced."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import sympy
from flint import acb, arb

from pabisym.coq.text import coq
from pabisym.derivation.derive import derive
from pabisym.divergence.evaluate import enclose, exact_value
from pabisym.errors import InputError
from pabisym.kernel.exact import Refusal, Scope
from pabisym.kernel.judgement import check_sort, declarable, formula, sort
from pabisym.lang.grammar import parse, spell_greek, to_text
from pabisym.lang.sympy_bridge import convert, revert, symbol
from pabisym.lang.term import Call, Name, Number, free_names, substitute
from pabisym.numerics import arrays
from pabisym.numerics.complex_evaluator import complex_value
from pabisym.show.latex import latex
from pabisym.show.mathml import mathml
from pabisym.show.unicode import unicode_text
from pabisym.spec.domains import read_symbols

PI = Name("pi")
DIGITS = "3.14159265358979323846264338327950288"
SPEC = """
[symbols]
n = "integer, n >= 1"
sigma = "real, sigma > 0"
alpha = "real, alpha > 1"
[process]
steps = "n"
gap = [ { each = "2*pi" } ]
noise = { law = "gaussian", std = "sigma*sqrt(pi)" }
[goal]
divergence = "renyi"
order = "alpha"
"""


def test_it_is_read_and_printed_and_depends_on_nothing() -> None:
    assert parse("pi") == PI
    assert to_text(parse("2*pi*r**2")) == "2*pi*r**2"
    assert free_names(parse("2*pi*r**2")) == {"r"}
    assert substitute(parse("pi*r"), {"pi": ((), Number(3)), "r": ((), Number(2))}) == parse("pi*2")


@pytest.mark.parametrize("text", ["pi(3)", "sum(pi, pi, 1, 3)", "sum(k, pi, 1, 3)"])
def test_it_takes_no_argument_and_is_no_index(text: str) -> None:
    with pytest.raises(InputError):
        parse(text)


def test_its_digits_are_right() -> None:
    found = enclose(PI, {}, 30)
    assert Fraction(found.lower) < Fraction(DIGITS) < Fraction(found.upper)
    assert Fraction(found.upper) - Fraction(found.lower) < Fraction(1, 10**29)
    root = enclose(parse("sqrt(2)*pi"), {}, 20)
    assert Fraction("4.44288293815836624701588099006") - Fraction(root.lower) < Fraction(1, 10**19)
    assert Fraction(root.lower) < Fraction("4.44288293815836624701588099006") < Fraction(root.upper)
    assert exact_value(PI, {}) is None
    low, high = arrays.value(parse("pi*x"), {"x": arrays.FloatEnds.exactly(np.array([1.0, 3.0]))}, {})
    assert np.all(low < high)
    assert Fraction(low[0]) < Fraction(DIGITS) < Fraction(high[0])
    assert complex_value(parse("pi*z"), {"z": acb(2)}, analytic=False).real.overlaps(2 * arb.pi())


def test_the_kernel_knows_that_it_is_positive_and_nothing_else() -> None:
    scope = Scope({"x": "real"})
    assert sort(scope, PI) == "real"
    check_sort(scope, parse("pi*x"), "real")
    for text in ("pi > 0", "0 < 1/pi", "2*pi + 1 >= 1", "pi*x - x*pi == 0", "pi**2/pi == pi"):
        assert scope.arithmetic.holds(parse(text)), text
    for text in ("pi > 3", "pi < 4", "pi == 3", "pi >= 1", "pi < 0", "x*pi > 0"):
        assert not scope.arithmetic.holds(parse(text)), text
    assert not scope.arithmetic.integral(PI)


def test_no_proof_declares_or_binds_it() -> None:
    assert not declarable("pi")
    with pytest.raises(InputError, match=r"symbols\.pi: is the name of a function or reserved"):
        read_symbols({"pi": "real, pi > 3"})
    bound = Call("forall", (PI, Number(1), Number(3), Call(">", (PI, Number(0)))))
    for term in (bound, Call("sum", (PI, PI, Number(1), Number(3)))):
        with pytest.raises(Refusal):
            formula(term)
        with pytest.raises(Refusal):
            check_sort(Scope({}), term, sort(Scope({}), term))


def test_it_is_typeset_and_written_for_sympy_and_coq() -> None:
    term = parse("pi*x/2")
    assert unicode_text(term) == "π·x/2"
    assert r"\pi" in latex(term)
    assert "&#x003C0;" in mathml(term)
    assert convert(term, {}) == sympy.pi * sympy.Symbol("x", real=True) / 2
    assert revert(sympy.pi / 2) == parse("pi/2")
    with pytest.raises(InputError, match=r"write sympy\.pi"):
        symbol("pi")
    assert coq(PI) == "PI"


def test_a_bound_with_it_is_derived_and_proved(tmp_path: Path) -> None:
    """n steps of size 2 pi with variance pi sigma^2 cost (2 pi)^2 n/(pi sigma^2)."""
    file = tmp_path / "circle.toml"
    file.write_text(SPEC)
    bound = parse(derive(file).to_json()["bound"]["expression"])
    value, exact = enclose(bound, {"n": 10, "sigma": 3, "alpha": 2}, 20), enclose(parse("40*pi/9"), {}, 20)
    assert Fraction(exact.lower) <= Fraction(value.upper)
    assert Fraction(value.lower) <= Fraction(exact.upper)


@pytest.mark.parametrize(("text", "named"), [("α", "alpha"), ("λ_1", "lambda_1"), ("ς", "sigma"), ("Σ", "Sigma"), ("é", "é"), ("x", "x")])
def test_greek_letters_are_spelled(text: str, named: str) -> None:
    assert spell_greek(text) == named
