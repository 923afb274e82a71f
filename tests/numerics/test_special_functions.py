"""The special functions of the grammar: two routes, domains, balls as arguments, and what the kernel knows of them."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import mpmath
import pytest
from support.examples import spread
from support.mpmath_route import explore

from pabisym.divergence.evaluate import decide, enclose
from pabisym.errors import InputError
from pabisym.kernel.exact import Scope, same
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.rational import rational
from pabisym.lang.sympy_bridge import UNDEFINED, convert, revert
from pabisym.lang.term import FUNCTIONS
from pabisym.show.latex import latex
from pabisym.show.unicode import unicode_text

VALUES = (
    "normal(-7/3)",
    "normal(40)",
    "normal(-40)",
    "quantile(1/3)",
    "quantile(1e-40)",
    "quantile(1 - 1e-10)",
    "sampled(2, 0.1, 4)",
    "sampled(64.5, 0.5, 100)",
    "sampled(1, 0.01, 1)",
    "sampled_first(10, 0.01, 1)",
    "sampled_first(1, 0.01, 1)",
    "sampled_first(1 + sqrt(2), 1/7, sqrt(5))",
    "sampled(1 + sqrt(2), sqrt(2)/9, exp(1))",
    "admissible(0.01, 4)",
    "admissible(sqrt(2)/9, 9*sqrt(2))",
    "survival(1, sqrt(2), 5, 1, 0, 0)",
    "survival(2, 5/2, 5/2, 1, 0, 0)",
    "survival(2, 1/1000, sqrt(6), 9/10, sqrt(2)/4, 1/1000)",
    "survival(2, 1, 3/2, 4/3, 1, 1)",
    "survival(2, 1, 2, 0, 1, 1/2)",
)


def as_fraction(value: mpmath.mpf) -> Fraction:
    sign, mantissa, exponent, _ = value._mpf_
    return Fraction((-1) ** sign * int(mantissa)) * Fraction(2) ** int(exponent)


@pytest.mark.parametrize("text", spread(VALUES, 7))
def test_both_routes_overlap(text: str) -> None:
    ball, other = enclose(parse(text), {}, 25), as_fraction(explore(parse(text), {}, 30))
    radius = abs(other) / 10**25
    assert Fraction(ball.lower) <= other + radius
    assert other - radius <= Fraction(ball.upper)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("normal(0)", "1/2"),
        ("quantile(1/2)", "0"),
        ("sampled(3, 0, 2)", "0"),
        ("sampled_first(3, 1, 2)", "3/8"),
        ("sampled(3/2, 1, 2)", "3/16"),
        ("survival(7, 0, 3, 1, 1, 0)", "0"),
        ("survival(2, 1, 0, 1, 1, 1)", "0"),
    ],
)
def test_rational_values_are_exact(text: str, value: str) -> None:
    assert enclose(parse(text), {}).rational == rational(value, "value")


@pytest.mark.parametrize(
    "text",
    [
        "quantile(0)",
        "quantile(1)",
        "quantile(-sqrt(2))",
        "sampled(1/2, 0.1, 1)",
        "sampled(2, -0.1, 1)",
        "sampled(2, 1.1, 1)",
        "sampled_first(2, 0.1, 0)",
        "sampled_first(2, 0.1, -sqrt(2))",
        "admissible(0, 4)",
        "admissible(0.1, 0.79)",
        "survival(0, 1, 1, 1, 0, 0)",
        "survival(3/2, 1, 1, 1, 0, 0)",
        "survival(2, 1, 1, 1, 0, -sqrt(2))",
    ],
)
def test_outside_of_its_domain_a_function_has_no_value(text: str) -> None:
    with pytest.raises(InputError, match="needs"):
        enclose(parse(text), {})
    with pytest.raises(InputError):
        explore(parse(text), {})


def test_the_order_of_the_arguments_is_the_papers() -> None:
    """S_alpha has the mixture second, and is the smaller of the two (anchors of the catalogue, and the ratio 55)."""
    for text, anchor in (("sampled(2, 0.1, 4)", "6.336049e-4"), ("sampled(8, 0.01, 4)", "2.564756e-5"), ("sampled(32, 0.05, 8)", "6.147708e-4")):
        value = Fraction(enclose(parse(text), {}, 12).lower)
        assert abs(value / Fraction(anchor) - 1) < Fraction(1, 10**6)
    assert decide(parse("55*sampled(10, 0.01, 1) < sampled_first(10, 0.01, 1)"), {}) == "true"
    assert decide(parse("56*sampled(10, 0.01, 1) < sampled_first(10, 0.01, 1)"), {}) == "false"


def test_a_ball_of_orders_contains_the_value_at_each_of_them() -> None:
    """sqrt(6.25) is rational, sqrt(2)*sqrt(3.125) is the same number as a ball."""
    for head in ("sampled", "sampled_first"):
        rational, ball = (enclose(parse(f"{head}({order}, 0.1, 2)"), {}, 30) for order in ("5/2", "sqrt(2)*sqrt(25/8)"))
        assert Fraction(ball.lower) <= Fraction(rational.upper)
        assert Fraction(rational.lower) <= Fraction(ball.upper)


def test_ten_thousand_digits_of_theta() -> None:
    value = enclose(parse("theta(exp(1), 1)"), {}, 10_000)
    assert value.lower.startswith(str(explore(parse("theta(exp(1), 1)"), {}, 60))[:14])
    assert len(value.lower) >= 10_000
    assert value.lower[:10_002] == value.upper[:10_002]


@pytest.mark.parametrize("name", UNDEFINED)
def test_every_special_function_prints_and_converts(name: str) -> None:
    term = parse(f"{name}({', '.join('uvwxyz'[: FUNCTIONS[name][0]])})")
    assert parse(to_text(term)) == term
    assert revert(convert(term, {})) == term
    assert "mathrm{sampled}" not in latex(term)
    assert unicode_text(term) != to_text(term)


def test_renderings() -> None:
    term = parse("normal(x) + quantile(p) + sampled(alpha, q, sigma) + sampled_first(alpha, q, sigma) + admissible(q, sigma)")
    assert unicode_text(term) == "Φ(x) + Φ⁻¹(p) + S_α(q, σ) + S^first_α(q, σ) + α*(q, σ)"
    assert r"S_{\alpha}\left(q, \sigma\right)" in latex(term)
    assert r"S^{\mathrm{first}}_{\alpha}\left(q, \sigma\right)" in latex(term)
    assert r"\alpha^{*}\left(q, \sigma\right)" in latex(term)
    assert r"\Phi^{-1}\left(p\right)" in latex(term)


@pytest.mark.parametrize("name", UNDEFINED)
def test_the_kernel_knows_nothing_of_them_but_equality(name: str) -> None:
    letters = "xyzuvw"[: FUNCTIONS[name][0]]
    scope = Scope(dict.fromkeys("xyzuvw", "real"))
    one, two = parse(f"{name}({', '.join(letters)})"), parse(f"{name}({', '.join((letters[0] + ' + 0', *letters[1:]))})")
    assert same(scope, one, two)
    assert not same(scope, one, parse(f"{name}({', '.join((letters[0] + ' + 1', *letters[1:]))})"))
    assert not scope.arithmetic.evident(parse(f"{to_text(one)} >= 0"))
    assert not scope.arithmetic.evident(parse(f"{to_text(one)} <= 1"))


def test_exploring_terms_without_them_loads_no_module_of_theirs() -> None:
    code = (
        "import sys; from pabisym.divergence.evaluate import enclose; from pabisym.lang.grammar import parse; enclose(parse('theta(2, 1)'), {});"
        "print('pabisym.divergence.sampled_gaussian' in sys.modules, 'sympy' in sys.modules);"
        "enclose(parse('sampled(2, 1/2, 1)'), {}); print('pabisym.divergence.sampled_gaussian' in sys.modules, 'sympy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False", "True", "False"]
