"""The judge of relations is one-sided: what it calls true or false is so at every point."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import by_day

from pabisym.divergence.evaluate import decide
from pabisym.kernel.exact import Scope
from pabisym.lang.grammar import parse
from pabisym.lang.term import Call
from pabisym.spec.domains import domain_scope, read_symbols, satisfying
from pabisym.spec.knowledge import Knowledge

DOMAINS = {
    "n": "integer, n >= 1",
    "t": "integer, 1 <= t <= n",
    "E": "integer, E >= 1",
    "c": "real, 0 < c < 1",
    "m": "real, m > 0",
    "M": "real, M >= m",
    "eta": "real, 0 < eta <= 2/(m + M)",
    "L": "real, L > 0",
}


def scope(domains: dict[str, str]) -> Scope:
    return domain_scope(read_symbols(domains))


KNOWN = Knowledge(scope(DOMAINS))


@cache
def points() -> tuple[dict[str, Fraction], ...]:
    """Found when a test first asks."""
    return tuple(satisfying(KNOWN.scope, 120, seed=3))


def relation(text: str) -> Call:
    term = parse(text)
    assert isinstance(term, Call)
    return term


@pytest.mark.parametrize(
    "text",
    [
        "t <= n", "n*E >= t", "n*E - t + 1 > 0", "n > 0", "n > 1/2", "2*t < 2*n + 1", "eta*(m + M) <= 2", "eta*m <= 1",
        "1 - eta*m >= 0", "L*(1 - c**n) >= 0", "c**t >= c**n", "sqrt(L) > 0", "sqrt(n) >= 1", "max(L, eta) > 0",
        "min(n, t) >= 1", "abs(eta - 1) >= 0", "ceiling(n/2) <= n", "floor(n/2) >= 0", "harmonic(n) >= 1", "log(n) >= 0",
        "exp(-L) <= 1", "theta(1, L) <= 1", "erfc(L) > 0", "L/(1 + n - t) > 0", "t*(n - t) >= 0", "sum(c**j, j, 1, n) >= 0",
        "cases(n - t, L, -L) >= 0", "2**10 > 1000", "exp(1) < 3", "M + m > 0", "L**(-c) > 0", "m <= M",
    ],
)
def test_what_follows_is_seen(text: str) -> None:
    assert KNOWN.judge(relation(text)).value == "true"
    assert KNOWN.holds(relation(text))


@pytest.mark.parametrize("text", ["t > n", "L < 0", "c >= 1", "eta*m > 1", "n <= 0", "n < 1", "3 < 2", "sqrt(L) < 0"])
def test_what_never_holds_is_seen(text: str) -> None:
    assert KNOWN.judge(relation(text)).value == "false"


@pytest.mark.parametrize("text", ["t < n", "t < n + 0", "n >= 5", "eta <= 1", "L <= M", "c > 1/2", "t*t >= n", "M > m", "n > 1"])
def test_what_depends_stays_open(text: str) -> None:
    assert KNOWN.judge(relation(text)).value == "undecided"
    verdicts = {decide(relation(text), point) for point in points()}
    assert verdicts == {"true", "false"}


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("1/(n - t) > 0", "n - t"), ("sqrt(L - 1) >= 0", "L - 1"), ("log(n - t) > 0", "n - t"), ("(L - M)**(1/2) > 0", "L - M"),
        ("(n - t)**(-1) > 0", "n - t"), ("1/0 > 0", "0"),
    ],
)
def test_what_may_have_no_value_is_open_and_says_why(text: str, part: str) -> None:
    verdict = KNOWN.judge(relation(text))
    assert verdict.value == "undecided"
    assert part in verdict.undefined


NAMES = st.sampled_from(["n", "t", "c", "m", "M", "eta", "L", "1", "2", "1/2", "n - t", "1 - c", "M - m", "c**n", "t/n", "1/n"])
PRODUCTS = st.builds("({})*({})".format, NAMES, NAMES)
SIDES = st.builds("{} {} {}".format, PRODUCTS, st.sampled_from(["+", "-"]), PRODUCTS)


@settings(max_examples=by_day(20, 4), deadline=None)
@given(SIDES, SIDES, st.sampled_from(["<", "<=", ">", ">=", "==", "!="]))
def test_verdicts_are_sound(left: str, right: str, head: str) -> None:
    claim = relation(f"{left} {head} {right}")
    verdict = KNOWN.judge(claim)
    assert not verdict.undefined
    if verdict.value != "undecided":
        assert {decide(claim, point) for point in points()} == {verdict.value}


@pytest.mark.parametrize(
    ("domains", "letters"),
    [
        ({"x": "integer, 2 < x < 3"}, {"x"}),
        ({"x": "integer, 1/3 < x < 2/3"}, {"x"}),
        ({"x": "integer, 2*x == 1"}, {"x"}),
        ({"a": "real, a > b", "b": "real, b > a"}, {"a", "b"}),
        ({"x": "real, x > y, y > z", "y": "real", "z": "real, z > x"}, {"x", "z"}),
        ({"x": "real, x**2 < 0"}, {"x"}),
        ({"x": "real, x > 2, 1/x > 1"}, {"x"}),
        ({"x": "real, 0 < x < 1, x*x > 2"}, {"x"}),
    ],
)
def test_empty_domains_are_seen_and_named(domains: dict[str, str], letters: set[str]) -> None:
    labels = Knowledge(scope(domains)).contradiction()
    assert {label.removeprefix("domain of ").partition(" ")[0] for label in labels} == letters


def test_domains_with_points_are_not_called_empty() -> None:
    assert points()
    assert KNOWN.contradiction() == ()
    tight = Knowledge(scope({"x": "real, 0 <= x <= 0", "n": "integer, 1 < n < 3", "y": "real, y*y <= 0"}))
    assert tight.contradiction() == ()


def test_an_index_has_its_range() -> None:
    inner = KNOWN.within("k", parse("1"), parse("n"))
    assert inner.holds(relation("L*(n - k) >= 0"))
    assert not inner.holds(relation("k <= n - 1"))
    endless = KNOWN.within("k", parse("1"), None)
    assert endless.holds(relation("k >= 1"))
    assert not endless.holds(relation("k <= n"))
    assert endless.knowing("fact", parse("k <= n")).holds(relation("k <= n"))
