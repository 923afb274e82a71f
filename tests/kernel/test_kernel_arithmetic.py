"""Exact arithmetic against evaluation at rational points: what it calls equal or evident is true, and it sees what is equal."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from support.examples import by_day
from support.random_terms import FACTS, POSITIVE, disturbed, holds, random_point, random_term, read, rewritten, scope, value

from pabisym.kernel.exact import Refusal, same
from pabisym.lang.grammar import to_text
from pabisym.lang.term import Call, Name, Term, substitute

pytestmark = pytest.mark.quick

many = settings(max_examples=by_day(400), deadline=None, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
randomness = st.integers(0, 2**40).map(random.Random)


def values(rng: random.Random, terms: tuple[Term, ...], facts: tuple[str, ...] = (), count: int = 5) -> list[tuple[object, ...]]:
    """Values of terms at points that satisfy the facts and at which all of them have one."""
    found = []
    for _ in range(4 * count):
        point = random_point(rng, *facts)
        if point is not None and len(found) < count:
            try:
                found.append(tuple(value(term, point) for term in terms))
            except (ZeroDivisionError, ValueError):
                continue
    return found


@many
@given(randomness)
def test_a_rewritten_term_is_the_same(rng: random.Random) -> None:
    term = random_term(rng, 3, nested=False)
    other = rewritten(rng, term, rng.randint(1, 4))
    assert all(x == y for x, y in values(rng, (term, other), count=2)), "the rewriting itself"
    assert same(scope(), term, other), f"{to_text(term)}   {to_text(other)}"


@many
@given(randomness)
def test_what_is_the_same_has_the_same_value(rng: random.Random) -> None:
    term = random_term(rng, 3)
    other = disturbed(rng, rewritten(rng, term, rng.randint(0, 2)))
    other = other if rng.random() < 0.7 else random_term(rng, 2)
    try:
        agreed = same(scope(), term, other)
    except Refusal:
        assume(False)
    found = values(rng, (term, other))
    assert not agreed or all(x == y for x, y in found), f"{to_text(term)}   {to_text(other)}"


def test_different_terms_are_told_apart_often_enough_to_matter() -> None:
    rng, kinds = random.Random(1), {"same": 0, "different": 0, "refused": 0}
    for _ in range(400):
        term = random_term(rng, 3)
        try:
            kinds["same" if same(scope(), term, disturbed(rng, term)) else "different"] += 1
        except Refusal:
            kinds["refused"] += 1
    assert kinds["different"] > 200
    assert kinds["refused"] < 60


CONDITIONS = (
    "t <= m",
    "m <= t",
    "n <= m",
    "x >= y",
    "y >= x",
    "x > 0",
    "y < 0",
    "x <= 2*y + 1",
    "a(t) >= 0",
    "a(n) <= x",
    "t - m <= -1",
    "c <= 1",
)


@many
@given(randomness)
def test_equality_and_cases_under_further_facts_are_true(rng: random.Random) -> None:
    """k <= t and t <= k make a(k) and a(t) equal, and decide cases: never wrongly."""
    facts = tuple(rng.sample(CONDITIONS, rng.randint(1, 4)))
    term = random_term(rng, 3)
    other = disturbed(rng, term) if rng.random() < 0.8 else rewritten(rng, term, 2)
    swap = rng.choice((("t", "m"), ("x", "y"), ("n", "t")))
    other = substitute(other, {swap[0]: ((), Name(swap[1]))}) if rng.random() < 0.4 else other
    try:
        agreed = same(scope(*facts), term, other)
    except Refusal:
        assume(False)
    assert not agreed or all(x == y for x, y in values(rng, (term, other), facts)), f"{facts}: {to_text(term)}   {to_text(other)}"


def candidates(rng: random.Random, facts: tuple[str, ...]) -> str:
    """A relation near a known one: scaled, moved, turned round, or something else."""
    kind = rng.randrange(4)
    base = read(rng.choice((*FACTS, *facts)))
    if kind == 0 or not isinstance(base, Call):
        return f"{to_text(random_term(rng, 2))} {rng.choice(('>=', '>', '<=', '<', '==', '!='))} {to_text(random_term(rng, 1))}"
    if kind == 1:
        product = "*".join(f"({one})" for one in rng.sample(POSITIVE, rng.randint(1, 3)))
        return f"{product} + {rng.choice((0, 1, '1/2', -1))} {rng.choice(('>', '>='))} 0"
    left, right = (to_text(arg) for arg in base.args)
    factor, move = rng.choice(("1", "2", "-1", "1/3", "-2", "p")), rng.choice(("0", "0", "1", "-1", "1/2", "-1/2"))
    return f"({factor})*({left}) + {move} {rng.choice((base.head, '>=', '>', '<=', '<', '==', '!='))} ({factor})*({right})"


@many
@given(randomness)
def test_what_is_evident_is_true(rng: random.Random) -> None:
    facts = tuple(rng.sample(CONDITIONS, rng.randint(0, 4)))
    relation = candidates(rng, facts)
    try:
        evident = scope(*facts).arithmetic.evident(read(relation))
    except Refusal:
        assume(False)
    points = [point for _ in range(6) if (point := random_point(rng, *facts)) is not None]
    for point in points:
        try:
            assert not evident or holds(relation, point), f"{facts}: {relation}"
        except (ZeroDivisionError, ValueError):
            continue


def test_something_is_evident_and_something_is_not() -> None:
    rng, found = random.Random(2), {True: 0, False: 0}
    for _ in range(300):
        facts = tuple(rng.sample(CONDITIONS, rng.randint(0, 4)))
        try:
            found[scope(*facts).arithmetic.evident(read(candidates(rng, facts)))] += 1
        except Refusal:
            continue
    assert min(found.values()) > 60


@pytest.mark.parametrize("term", POSITIVE)
def test_the_positive_terms_are_evidently_positive(term: str) -> None:
    arithmetic = scope().arithmetic
    assert arithmetic.positive(read(term))
    assert arithmetic.evident(read(f"{term} > 0"))
    assert arithmetic.evident(read(f"{term} != 0"))
    assert not arithmetic.evident(read(f"{term} <= 0"))
    assert same(scope(), read(f"x/({term})*({term})"), read("x"))


@pytest.mark.parametrize(
    ("term", "other"),
    [
        ("sum(k, k, 1, 0)", "0"),
        ("sum(k, k, 1, -3)", "-(-2 + -1 + 0)"),
        ("sum(x, k, t, n)", "x*(n - t + 1)"),
        ("sum(a(k), k, 1, n + 2)", "sum(a(i), i, 1, n) + a(n + 1) + a(n + 2)"),
        ("sum(a(k), k, t, t + 2)", "a(t) + a(t + 1) + a(t + 2)"),
        ("sum(a(k), k, 1, n - 1)", "sum(a(k), k, 1, n) - a(n)"),
        ("sum(sum(a(i), i, 1, k), k, 1, 2)", "2*a(1) + a(2)"),
        ("sum(c**k, k, 1, n)*c", "sum(c**(k + 1), k, 1, n)"),
        ("sum(cases(k, x, y), k, 1, n)", "n*x"),
        ("c**(2*n - 1)", "(c**n)**2/c"),
        ("c**0", "1"),
        ("x**0", "1"),
        ("(x + y)**3", "x**3 + 3*x**2*y + 3*x*y**2 + y**3"),
        ("cases(p, x, 1/0*0)", "x"),
        ("floor(n)", "n"),
        ("0.125", "1/8"),
    ],
)
def test_what_everybody_knows_is_the_same(term: str, other: str) -> None:
    assert same(scope(), read(term), read(other))
    assert not same(scope(), read(term), read(f"{other} + 1"))


def test_facts_about_the_index_of_a_sum_do_not_leave_it() -> None:
    """A refusal inside a sum must not leave the range of its index among the facts."""
    arithmetic = scope().arithmetic
    before = list(arithmetic.facts)
    with pytest.raises(Refusal):
        arithmetic.normal(read("sum(1/(x*k), k, 1, n)"))
    assert arithmetic.facts == before


def test_a_negative_divisor_under_a_sum_does_not_change_the_sign() -> None:
    """The denominator of a normal form is positive, whatever the signs of its factors."""
    inside = scope("y < 0")
    arithmetic = inside.arithmetic
    for text in ("sum(1/(k*y), k, 1, n)", "sum(c**k/y, k, 1, n)", "sum(x/(c**k*y), k, t, n)", "sum(1/(k - n - 1), k, 1, n)"):
        bottom = arithmetic.normal(read(text)).bottom
        assert arithmetic.bounded(bottom, strict=True), text


@pytest.mark.parametrize("term", ["n", "3", "-n*m + 2", "floor(x)", "ceiling(x/2) - n", "floor(n/m)*m", "n/1", "n*n - n", "(2*n)/2",
                                  "(6*n*m - 3*n)/3", "n/(1/2)"])
def test_integers_are_told_apart_whatever_is_rounded(term: str) -> None:
    assert scope().arithmetic.integral(read(term))


@pytest.mark.parametrize("term", ["x", "1/2", "n/2", "n + x", "floor(x)/2", "floor(x)*x", "n**(1/2)", "a(n)", "-(1/2)", "(3*n)/2",
                                  "(2*x)/2", "(2*n + 1)/2", "n/(2/3)"])
def test_what_is_no_integer_is_not_called_one(term: str) -> None:
    assert not scope().arithmetic.integral(read(term))


EVIDENT = [
    ("x < 1", "x <= 1"), ("x < 1", "x < 1"), ("x < 1", "x < 2"), ("x < 1", "1 > x"), ("x >= 2", "x > 1"), ("x >= 2", "2*x >= 3"), ("x == y", "y >= x"),
    ("x == y", "x - y == 0"), ("x - y >= 3", "x - y >= 2"), ("x > 0", "x*p > 0"), ("x >= 0", "x*p >= 0"), ("x <= -1", "x != 0"), ("x >= y", "x + 1 > y"),
    ("1 >= 0", "p + c > 0"), ("1 >= 0", "0 >= 0"), ("1 >= 0", "p**x > 0"), ("x >= -1", "x >= -2"), ("x >= -1", "x + 2 > 0"),
]  # fmt: skip
NOT_EVIDENT = [
    ("x <= 1", "x < 1"), ("x >= 2", "x > 2"), ("x >= 2", "x >= 3"), ("x >= 2", "x >= 5/2"), ("x >= 2", "-x >= -2"), ("x >= 2", "-x >= 2"), ("x != y", "x >= y"),
    ("x != y", "x > y"), ("x != 0", "x > 0"), ("x >= -1", "x >= 0"), ("x >= -1", "x >= 1"), ("x + 1 >= 0", "x > -1"), ("x >= 0", "x > 0"), ("x >= 0", "x*p > 0"),
    ("1 >= 0", "p - c > 0"), ("1 >= 0", "p - 1 >= 0"), ("1 >= 0", "m > 0"), ("1 >= 0", "0 > 0"), ("1 >= 0", "x*y >= 0"), ("1 >= 0", "x**y > 0"),
    ("x >= y", "x == y"), ("x >= y", "y >= x"), ("x >= 0", "x != 0"), ("x <= y", "x == y"), ("x > 0", "x >= 1"),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "relation"), EVIDENT)
def test_these_are_evident(fact: str, relation: str) -> None:
    assert scope(fact).arithmetic.evident(read(relation))


@pytest.mark.parametrize(("fact", "relation"), NOT_EVIDENT)
def test_these_do_not_follow(fact: str, relation: str) -> None:
    assert not scope(fact).arithmetic.evident(read(relation))


def test_cases_at_zero_take_the_first_branch() -> None:
    assert same(scope("x < 0"), read("cases(x, 1, 2)"), read("2"))
    assert same(scope("x >= 0"), read("cases(x, 1, 2)"), read("1"))
    assert not same(scope("x <= 0"), read("cases(x, 1, 2)"), read("2"))
    assert same(scope(), read("cases(0, 1, 2)"), read("1"))


@pytest.mark.parametrize(("fact", "term"), [("x >= 0", "1/x"), ("x <= 0", "1/x"), ("x >= y", "1/(x - y)"), ("x >= 0", "1/(x*p)"), ("1 >= 0", "1/m")])
def test_what_may_be_zero_is_not_divided_by(fact: str, term: str) -> None:
    with pytest.raises(Refusal, match="not known to be nonzero"):
        scope(fact).arithmetic.normal(read(term))


@pytest.mark.parametrize(("fact", "base", "exponent"), [("1 >= 0", "x", "1/2"), ("x >= 0", "x", "y"), ("x >= 0", "x", "-1"), ("x >= 0", "x", "-(1/2)"), ("x <= 1", "x", "p")])
def test_what_a_base_does_not_have_is_no_power(fact: str, base: str, exponent: str) -> None:
    with pytest.raises(Refusal):
        scope(fact).arithmetic.check_power(read(base), read(exponent))
    scope("x > 0").arithmetic.check_power(read(base), read(exponent))
    scope("x >= 0").arithmetic.check_power(read(base), read("p"))


def test_products_that_are_too_large_are_refused() -> None:
    many_terms = " + ".join(f"a({k})" for k in range(400))
    with pytest.raises(Refusal, match="too large"):
        scope().arithmetic.normal(read(f"({many_terms})*({many_terms})"))
