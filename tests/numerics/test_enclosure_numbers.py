"""An enclosure as one number: of Python, mpmath and sympy, never below the value."""

from __future__ import annotations

import math
import random
import sys
from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest
import sympy

from pabisym.divergence.evaluate import enclose
from pabisym.lang.grammar import parse
from pabisym.numerics.enclosure import Enclosure, exactly, infinite


def enclosed(text: str, digits: int = 15) -> Enclosure:
    return enclose(parse(text), {}, digits)


@pytest.mark.parametrize("text", ["sqrt(2)", "-sqrt(2)", "exp(-700)", "exp(-800)", "exp(700)", "1/3", "-1/3", "0", "5", "1/2", "log(3)*10**20"])
@pytest.mark.parametrize("digits", [1, 5, 15, 30])
def test_floats_lie_on_their_side_and_next_to_the_end(text: str, digits: int) -> None:
    value = enclosed(text, digits)
    upper = Fraction(value.upper) if value.exact is None else value.exact
    lower = Fraction(value.lower) if value.exact is None else value.exact
    assert Fraction(math.nextafter(float(value), -math.inf)) < upper <= Fraction(float(value))
    assert Fraction(value.below()) <= lower < Fraction(math.nextafter(value.below(), math.inf))


def test_random_rationals_round_to_their_sides() -> None:
    rng = random.Random(7)
    for _ in range(500):
        number = Fraction(rng.randint(-10**30, 10**30), rng.randint(1, 10**rng.randint(1, 40)))
        text = str(number.numerator)
        value = Enclosure(text, text, number, 15, 0)
        assert Fraction(value.below()) <= number <= Fraction(float(value))
        assert float(value) in (value.below(), math.nextafter(value.below(), math.inf))


@pytest.mark.parametrize(
    ("lower", "upper", "below", "above"),
    [("1e400", "2e400", sys.float_info.max, math.inf), ("-2e400", "-1e400", -math.inf, -sys.float_info.max), ("inf", "inf", math.inf, math.inf),
     ("1e-400", "2e-400", 0.0, 5e-324), ("-2e-400", "-1e-400", -5e-324, 0.0), ("0.25", "0.25", 0.25, 0.25)],
)
def test_the_ends_of_the_scale(lower: str, upper: str, below: float, above: float) -> None:
    value = Enclosure(lower, upper, None, 5, 64)
    assert (value.below(), float(value)) == (below, above)


def fraction(number: object) -> Fraction:
    sign, mantissa, exponent, _ = number._mpf_  # type: ignore[attr-defined]
    return (-1) ** sign * int(mantissa) * Fraction(2) ** int(exponent)


@pytest.mark.parametrize("digits", [3, 20, 60])
@pytest.mark.parametrize("text", ["sqrt(2)", "-sqrt(3)", "exp(-1000)", "2/7"])
def test_numbers_of_mpmath_and_sympy_are_not_below(text: str, digits: int) -> None:
    value = enclosed(text, digits)
    upper = Fraction(value.upper) if value.exact is None else value.exact
    number = value.to_mpmath()
    found = fraction(number)
    assert upper <= found <= upper + abs(upper) / 10**digits
    whole = value.to_sympy()
    assert sympy.sympify(value) == whole
    if value.exact is not None:
        assert whole == sympy.Rational(2, 7)
    else:
        assert isinstance(whole, sympy.Float)
        assert fraction(whole) == found


def test_mpmath_asks_in_its_own_precision() -> None:
    value = enclosed("sqrt(2)", 40)
    with mpmath.workdps(10):
        low = mpmath.mpf(value)
    with mpmath.workdps(30):
        high = mpmath.mpf(value)
        assert 0 < low - high < mpmath.mpf(10) ** -9
        assert high * high >= 2
        assert high + 1 == mpmath.mpf(1) + value


def test_infinity_stays_infinite() -> None:
    assert infinite(15).to_sympy() is sympy.oo
    assert infinite(15).to_mpmath() == mpmath.inf


def test_the_exact_value_is_a_fraction() -> None:
    value = enclosed("1/3")
    assert type(value.exact) is Fraction
    assert value.exact == Fraction(1, 3)
    assert value.rational is not None
    assert exactly(value.rational, 15) == value
    assert enclosed("sqrt(2)").exact is None
    assert enclosed("sqrt(2)").rational is None


@pytest.mark.parametrize("text", ["sqrt(2)", "-sqrt(2)", "exp(-1000)", "2/7", "exp(10**6)"])
def test_what_bounds_from_below_is_rounded_downwards(text: str) -> None:
    value = replace(enclosed(text, 20), side="lower")
    lower = Fraction(value.lower) if value.exact is None else value.exact
    assert float(value) == value.below()
    assert lower - abs(lower) / 10**20 <= fraction(value.to_mpmath()) <= lower
    with mpmath.workdps(10):
        assert lower - abs(lower) / 10**9 <= fraction(mpmath.mpf(value)) <= lower
    whole = value.to_sympy()
    assert whole == sympy.Rational(2, 7) if value.exact is not None else fraction(whole) == fraction(value.to_mpmath())
    assert repr(value).endswith(", side='lower')")
