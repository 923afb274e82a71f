"""Exact values and certified enclosures."""

from __future__ import annotations

import threading
from decimal import Decimal
from fractions import Fraction

import mpmath
import pytest
from flint import arb, ctx, fmpq
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.examples import by_day

from pabisym.errors import InputError, Undecided
from pabisym.lang.grammar import parse
from pabisym.lang.rational import rational, to_fraction
from pabisym.lang.term import Call, Name, Number, Term
from pabisym.numerics.enclosure import MAX_DIGITS, Enclosure, enclose, interval_json
from pabisym.numerics.evaluator import MAX_TERMS, decide, exact_value, tail, working_precision

ATOMS = st.one_of(st.fractions(min_value=-9, max_value=9, max_denominator=8).map(Number), st.sampled_from(["x", "y"]).map(Name))


def rational_calls(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    pair = st.tuples(inner, inner)
    return st.one_of(
        *(pair.map(lambda args, head=head: Call(head, args)) for head in ("+", "*", "/", "min", "max")),
        *(inner.map(lambda arg, head=head: Call(head, (arg,))) for head in ("neg", "abs", "floor", "ceiling")),
        st.tuples(inner, st.integers(-3, 3).map(lambda n: Number(n))).map(lambda args: Call("**", args)),
        st.tuples(inner, inner, inner).map(lambda args: Call("cases", args)),
    )


RATIONAL = st.recursive(ATOMS, rational_calls, max_leaves=12)
RATIONALS = st.fractions(min_value=-5, max_value=5, max_denominator=9)
POINT = st.fixed_dictionaries({"x": RATIONALS, "y": RATIONALS})


def by_fractions(term: Term, point: dict[str, Fraction]) -> Fraction:
    """The value by the standard library's rationals, independently of the code under test."""
    if isinstance(term, Number):
        return to_fraction(term.value)
    if isinstance(term, Name):
        return point[term.name]
    if term.head == "cases":
        return by_fractions(term.args[1 if by_fractions(term.args[0], point) >= 0 else 2], point)
    args = [by_fractions(a, point) for a in term.args]
    rules = {
        "+": lambda: args[0] + args[1],
        "*": lambda: args[0] * args[1],
        "/": lambda: args[0] / args[1],
        "min": lambda: min(args),
        "max": lambda: max(args),
        "neg": lambda: -args[0],
        "abs": lambda: abs(args[0]),
        "floor": lambda: Fraction(args[0].numerator // args[0].denominator),
        "ceiling": lambda: Fraction(-(-args[0].numerator // args[0].denominator)),
        "**": lambda: args[0] ** int(args[1]),
    }
    return Fraction(rules[term.head]())


@settings(max_examples=by_day(500), deadline=None)
@given(RATIONAL, POINT)
def test_rational_terms_are_exact(term: Term, point: dict[str, Fraction]) -> None:
    try:
        expected = by_fractions(term, point)
    except ZeroDivisionError:
        with pytest.raises(InputError, match="divides by zero"):
            exact_value(term, point)
        return
    value = exact_value(term, point)
    assert value is not None
    assert to_fraction(value) == expected


def check_certified(enclosure: Enclosure) -> None:
    """The two decimals are as near as promised."""
    lower, upper = Fraction(enclosure.lower), Fraction(enclosure.upper)
    assert lower <= upper
    size = min(abs(lower), abs(upper))
    assert (upper - lower) * 10**enclosure.digits <= size


@settings(max_examples=by_day(300), deadline=None)
@given(RATIONAL, POINT, st.integers(1, 40))
def test_decimals_of_rationals_enclose_them(term: Term, point: dict[str, Fraction], digits: int) -> None:
    try:
        enclosure = enclose(term, point, digits)
    except InputError:
        assume(False)
    assert enclosure.exact is not None
    assert enclosure.bits == 0
    assert Fraction(enclosure.lower) <= enclosure.exact <= Fraction(enclosure.upper)
    check_certified(enclosure)


@settings(max_examples=by_day(200), deadline=None)
@given(st.fractions(min_value=0, max_value=10**6), st.integers(1, 60))
def test_square_roots_are_enclosed(x: Fraction, digits: int) -> None:
    enclosure = enclose(parse("sqrt(x)"), {"x": x}, digits)
    assert Fraction(enclosure.lower) ** 2 <= x <= Fraction(enclosure.upper) ** 2
    check_certified(enclosure)


@settings(max_examples=by_day(100), deadline=None)
@given(st.integers(1, 400), st.integers(2, 9), st.integers(1, 30))
def test_digits_hold_at_every_scale(exponent: int, base: int, digits: int) -> None:
    exact = Fraction(base) ** -exponent
    enclosure = enclose(parse("exp(-n*log(b))"), {"n": exponent, "b": base}, digits)
    assert enclosure.exact is None
    assert Fraction(Decimal(enclosure.lower)) <= exact <= Fraction(Decimal(enclosure.upper))
    check_certified(enclosure)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2**10", "1024"),
        ("sqrt(4/9)", "2/3"),
        ("sqrt(2)**2", "2"),
        ("sqrt(2)**(-4)", "1/4"),
        ("8**(2/3)", "4"),
        ("0**0", "1"),
        ("0**(1/2)", "0"),
        ("0**sqrt(2)", "0"),
        ("exp(0)", "1"),
        ("log(1)", "0"),
        ("erfc(0)", "1"),
        ("sqrt(2)*0", "0"),
        ("0/sqrt(2)", "0"),
        ("floor(sqrt(5))", "2"),
        ("ceiling(-sqrt(5))", "-2"),
        ("floor(-5/2)", "-3"),
        ("ceiling(5/2)", "3"),
        ("max(2, sqrt(5), 3)", "3"),
        ("min(sqrt(5), 2)", "2"),
        ("cases(log(2) - 1/2, 1/3, 1/0)", "1/3"),
        ("cases(log(2) - 1, 1/0, 1/3)", "1/3"),
        ("cases(0, 1, 2)", "1"),
        ("harmonic(0)", "0"),
        ("harmonic(4)", "25/12"),
        ("theta(1, 0)", "0"),
        ("theta(1/2, 0)", "1/2"),
        ("theta(3, 0)", "0"),
        ("theta(0, 1)", "1"),
        ("sum(k**2, k, 1, 4)", "30"),
        ("sum(k, k, 2, 1)", "0"),
        ("sum(k, k, 3, 1)", "-2"),
        ("sum(k, k, 5, 1)", "-9"),
        ("sum(7, k, 5, 1)", "-21"),
        ("sum(1/3, k, 1, 10**12)", "1000000000000/3"),
        ("sum(sum(j*k, j, 1, k), k, 1, 3)", "25"),
        ("sum(k, k, k, 5) + k", "15"),
        ("1**(10**20)", "1"),
        ("abs(-3/2)", "3/2"),
    ],
)
def test_special_values_are_exact(text: str, value: str) -> None:
    assert exact_value(parse(text), {"k": 3}) == rational(value, "value")


@settings(max_examples=by_day(100), deadline=None)
@given(st.integers(-6, 6), st.integers(-6, 6), st.integers(-6, 6))
def test_sums_are_additive_over_their_range(a: int, b: int, c: int) -> None:
    point = {"a": a, "b": b, "c": c}
    whole, first, second = (
        exact_value(parse(f"sum(1/(k**2 + 1), k, {low}, {high})"), point) for low, high in (("a", "c"), ("a", "b"), ("b + 1", "c"))
    )
    assert whole == first + second


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("log(0)", r"^log\(0\): takes the logarithm of zero"),
        ("log(-1)", "logarithm of a negative"),
        ("log(-sqrt(2))", "logarithm of a negative"),
        ("0/0", "^0/0: divides by zero"),
        ("1/(x - 2)", r"^1/\(x - 2\): divides by zero"),
        ("0**(-1)", "divides by zero"),
        ("sqrt(-1)", r"^sqrt\(-1\): takes the square root of a negative"),
        ("sqrt(-log(2))", "square root of a negative"),
        ("sqrt(-1)**2", "square root of a negative"),
        ("(-8)**(1/3)", "fractional power of a negative"),
        ("(sqrt(2) - 2)**(1/2)", "fractional power of a negative"),
        ("harmonic(-1)", "infinite"),
        ("theta(-1, 1)", "not negative"),
        ("theta(1, -1)", "not negative"),
        ("sum(k, k, 1, 1/2)", "is not an integer"),
        ("z + 1", "^z: has no value"),
        ("(1 < 2) + 1", "is a relation"),
        ("1 <= x <= 3", "is a relation"),
    ],
)
def test_what_has_no_value_is_named(text: str, match: str) -> None:
    with pytest.raises(InputError, match=match):
        enclose(parse(text), {"x": 2})


def test_unknown_applications_have_no_value() -> None:
    with pytest.raises(InputError, match=r"a\(1\): has no value"):
        enclose(parse("a(1)", "f", None), {"a": 3})


@pytest.mark.parametrize(
    "text",
    [
        "log(2) + log(3) - log(6)",
        "floor(log(6)/log(2) - log(3)/log(2))",
        "1/(sqrt(2) - sqrt(2))",
        "cases(log(2) + log(3) - log(6), 1, 2)",
        "9**9**9**9",
        f"sum(k, k, 1, {MAX_TERMS + 1})",
    ],
)
def test_what_balls_cannot_tell_is_undecided(text: str) -> None:
    with pytest.raises(Undecided, match=r"limit|terms to add"):
        enclose(parse(text), {})


@pytest.mark.parametrize(("text", "value"), [
    ("floor(log(8)/log(2))", "3"), ("log(1/8)/log(2)", "-3"), ("floor(log(1/27)/log(1/3))", "3"), ("log(1)/log(7)", "0"),
    ("floor(log((9 + sqrt(81))/2)/log(3))", "2"), (f"floor(log({2**60} - 1)/log(2))", "59"), (f"floor(log({2**60} + 1)/log(2))", "60"),
    ("log(8)/log(4)", None), (f"log({2**60} + 1)/log(2)", None)])
def test_the_quotient_of_logarithms_of_a_power_is_its_exponent(text: str, value: str | None) -> None:
    found = exact_value(parse(text), {})
    assert (None if found is None else str(found)) == value


def test_the_limit_of_precision_is_stated() -> None:
    term = parse("sqrt(1 + exp(-1000)) - 1")
    with pytest.raises(Undecided, match="within the limit of 512 bits"):
        enclose(term, {}, 10, max_bits=512)
    enclosure = enclose(term, {}, 10)
    assert enclosure.bits > 1024
    check_certified(enclosure)


def test_min_and_max_of_balls_that_overlap() -> None:
    enclosure = enclose(parse("min(log(6), log(2) + log(3)) + max(log(6), log(2) + log(3))"), {}, 20)
    assert Fraction(enclosure.lower) < 2 * Fraction("1.791759469228055000812477358")
    assert Fraction(enclosure.upper) > 2 * Fraction("1.791759469228055000812477358")
    check_certified(enclosure)


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("exp(1)", "2.71828182845904523536028747135266249775724709369995"),
        ("erfc(1)", "0.15729920705028513065877936491739074070393300203"),
        ("harmonic(1/2)", "0.6137056388801093811655357570836468638489"),
        ("theta(2, 1)", "0.190610115236758400040008810837"),
        ("exp(-10**10)", "9.27858442032487257807"),
        ("(1/2)**(10**9)", "2.16779796761693400217"),
    ],
)
def test_known_digits(text: str, digits: str) -> None:
    count = len(digits.replace("0.", "").replace(".", "")) - 2
    enclosure = enclose(parse(text), {}, count)
    assert enclosure.lower.startswith(digits[: len(digits) - 3])
    assert enclosure.upper.startswith(digits[: len(digits) - 3])


def test_ten_thousand_digits() -> None:
    for text in ("exp(1)", "theta(2, 1)", "sqrt(2)/7"):
        enclosure = enclose(parse(text), {}, 10_000)
        assert len(enclosure.lower) > 10_000
        assert enclosure.lower[:10_000] == enclosure.upper[:10_000]
    assert enclose(parse("1/7"), {}, 10_000).lower.startswith("0." + "142857" * 1600)


def test_deep_and_long_formulas_are_evaluated() -> None:
    nested = parse("sqrt(1 + (" * 90 + "x" + "))" * 90)
    enclosure = enclose(nested, {"x": 1}, 30)
    golden = enclose(parse("(1 + sqrt(5))/2"), {}, 30)
    assert enclosure.lower[:30] == golden.lower[:30]
    assert exact_value(parse("+".join(["x/3"] * 2500)), {"x": 3}) == 2500


def test_values_next_to_a_round_number() -> None:
    for text in ("1 - exp(-200)", "1 + exp(-200)", "1 - 10**(-60)", "9*(1 - (9/10)**100000)"):
        check_certified(enclose(parse(text), {}, 20))
    assert enclose(parse("1 - exp(-60)"), {}, 20).upper.startswith("0." + "9" * 20)


@pytest.mark.parametrize(
    ("text", "decimal"),
    [
        ("0", "0"),
        ("-3", "-3"),
        ("5/4", "1.25"),
        ("1/1000", "0.001"),
        ("3/10**12", "3e-12"),
        ("12*10**30", "1.2e31"),
        ("12*10**10", "120000000000"),
        ("-1/8", "-0.125"),
    ],
)
def test_short_rationals_are_written_as_they_are(text: str, decimal: str) -> None:
    enclosure = enclose(parse(text), {}, 10)
    assert (enclosure.lower, enclosure.upper) == (decimal, decimal)
    assert interval_json(enclosure) == {"lower": decimal, "upper": decimal}


def test_exact_values_say_when_they_are_none() -> None:
    assert exact_value(parse("sqrt(x)"), {"x": 2}) is None
    assert exact_value(parse("sqrt(x)"), {"x": "9/4"}) == fmpq(3, 2)
    assert exact_value(parse("2**(10**9)"), {}) is None


@pytest.mark.parametrize("digits", [0, -1, True, 1.5, MAX_DIGITS + 1])
def test_digits_are_checked(digits: int) -> None:
    with pytest.raises(InputError, match="digits"):
        enclose(parse("x"), {"x": 1}, digits)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("1 < 2", "true"),
        ("2 <= 2", "true"),
        ("2 != 2", "false"),
        ("x == 2", "true"),
        ("sqrt(2)**2 <= 2", "true"),
        ("exp(1) < 3", "true"),
        ("exp(1) == 3", "false"),
        ("exp(1) != 3", "true"),
        ("exp(1) >= 3", "false"),
        ("0 < 1 < sqrt(2) < 3/2", "true"),
        ("1 <= 2 < 1", "false"),
        ("2 < 1 < log(0)", "false"),
        ("log(2) + log(3) <= log(6)", "undecided"),
        ("log(2) + log(3) == log(6)", "undecided"),
        ("log(2) + log(3) < log(6) + 1/10**300", "true"),
        ("0 < 1 <= log(2) + log(3) - log(6) + 1", "undecided"),
        ("log(6) <= log(2) + log(3) < 1", "false"),
        ("sum(k, k, 1, 10**7) > 0", "undecided"),
    ],
)
def test_relations_are_decided(text: str, verdict: str) -> None:
    assert decide(parse(text), {"x": 2}) == verdict


def test_only_relations_are_decided() -> None:
    for text in ("x", "x + 1"):
        with pytest.raises(InputError, match="is not a relation"):
            decide(parse(text), {"x": 2})
    with pytest.raises(InputError, match="logarithm of zero"):
        decide(parse("log(0) < 1"), {})


@settings(max_examples=by_day(100), deadline=None)
@given(RATIONALS, RATIONALS, st.sampled_from(["<=", "<", ">=", ">", "==", "!="]))
def test_rational_relations_are_decided(x: Fraction, y: Fraction, head: str) -> None:
    expected = {"<=": x <= y, "<": x < y, ">=": x >= y, ">": x > y, "==": x == y, "!=": x != y}[head]
    assert decide(Call(head, (Name("x"), Name("y"))), {"x": x, "y": y}) == ("true" if expected else "false")


def fail_within(bits: int) -> None:
    with working_precision(bits):
        assert ctx.prec == bits
        raise ZeroDivisionError


def test_precision_is_restored() -> None:
    before = ctx.prec
    enclose(parse("exp(1)"), {}, 500)
    with pytest.raises(InputError):
        enclose(parse("log(0)"), {})
    with pytest.raises(Undecided):
        enclose(parse("log(2) + log(3) - log(6)"), {})
    assert ctx.prec == before
    with pytest.raises(ZeroDivisionError):
        fail_within(777)
    assert ctx.prec == before


def test_threads_do_not_disturb_each_other() -> None:
    expected = {digits: enclose(parse("exp(1)"), {}, digits) for digits in (10, 100, 1000)}
    found: list[bool] = []

    def work(digits: int) -> None:
        found.extend(enclose(parse("exp(1)"), {}, digits) == expected[digits] for _ in range(30))

    threads = [threading.Thread(target=work, args=(digits,)) for digits in (10, 100, 1000) * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 180


def test_exact_sums_and_balls_agree_where_sums_grow_large() -> None:
    point = {"c": "9/10", "n": 5000}
    by_sum = enclose(parse("sum(c**k, k, 1, n)"), point, 40)
    closed = enclose(parse("(c - c**(n + 1))/(1 - c)"), point, 40)
    assert closed.exact is not None
    assert Fraction(by_sum.lower) <= closed.exact <= Fraction(by_sum.upper)


def test_balls_contain_what_they_claim_at_low_precision() -> None:
    with working_precision(300):
        sharp = arb(2).sqrt().exp()
    low = enclose(parse("exp(sqrt(2))"), {}, 5)
    with working_precision(300):
        assert arb(low.lower) < sharp < arb(low.upper)


@pytest.mark.parametrize("x", [fmpq(5, 3), fmpq(10**4, 3), fmpq(10**6, 3), fmpq(10**9, 7)])
def test_a_tail_far_out_keeps_its_digits(x: fmpq) -> None:
    with working_precision(200):
        found = tail(arb(x))
        with mpmath.workdps(120):
            known = mpmath.erfc(mpmath.mpf(int(x.p)) / int(x.q) / mpmath.sqrt(2)) / 2
            place = int(mpmath.floor(mpmath.log10(known)))
            digits = int(mpmath.floor(known / mpmath.mpf(10) ** (place - 40)))
        scale = arb(10) ** (place - 40)
        assert found > (digits - 1) * scale
        assert found < (digits + 2) * scale


def test_a_tail_far_out_holds_both_ends() -> None:
    with working_precision(100):
        wide = tail(arb(3000, 1))
        assert wide.contains(tail(arb(2999)))
        assert wide.contains(tail(arb(3001)))
