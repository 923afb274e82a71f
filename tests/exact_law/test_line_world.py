"""Worlds on the line: a judgement holds there where it is true, and nothing that is false holds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pabisym.errors import InputError
from pabisym.exact_law.line_world import MOST, Unsaid, World, ground, read_world
from pabisym.lang.grammar import parse
from pabisym.lang.term import Number

KINDS = {
    "P": "law", "Q": "law", "X": "law sequence", "f": "map", "g": "map", "h": "map", "Z": "noise", "W": "noise", "l": "loss", "j": "loss",
    "K": "set", "x": "vector", "A": "mechanism", "B": "mechanism", "s": "real", "u": "real sequence", "n": "integer",
}  # fmt: skip
VALUES = {
    "P": "normallaw(0, 4)", "Q": "normallaw(3, 4)", "f": "affine(1/2, 1)", "g": "affine(1/2, 3)", "h": "affine(0, 5)", "Z": "white(4)",
    "W": "doubleexponential(2)", "l": "quadratic(2, 1)", "j": "quadratic(-1, 0)", "K": "interval(-1, 2)", "x": "1/2", "A": "surely(affine(1/2, 0))",
    "B": "always(normallaw(1, 1))", "s": "3/2", "u": "k**2", "n": "3",
}  # fmt: skip
TIGHT: dict[str, tuple[str, str, bool]] = {
    "Rényi": ("renyi(2, 0, P, Q, {})", "9/4", True), "Rényi, shifted": ("renyi(2, 1, P, Q, {})", "1", True), "zCDP": ("zcdp(P, Q, {})", "9/8", True),
    "Gaussian privacy": ("gdp(0, P, Q, {})", "9/4", True), "Gaussian privacy, shifted": ("gdp(2, P, Q, {})", "1/4", True),
    "distance": ("winf(P, Q, {})", "3", True), "told apart": ("apart(P, Q, {})", "9/4", False), "same law": ("renyi(3, 0, P, P, {})", "0", True),
    "moment": ("moment(2, P, P, {})", "1", True), "slope": ("lipschitz(f, {})", "1/2", True), "slope of a projection": ("lipschitz(projection(K), {})", "1", True),
    "slope of two": ("lipschitz(compose(f, g), {})", "1/4", True), "gap": ("gap(f, g, {})", "2", True), "gap on a set": ("gapon(f, h, K, {})", "9/2", True),
    "variance": ("gaussian(Z, {})", "4", True), "width": ("bounded(projection(K), {})", "3", True), "width after": ("bounded(compose(f, projection(K)), {})", "3/2", True),
    "smoothness": ("smooth(j, {}, K)", "1", True), "gradients": ("lipschitzloss(l, {}, K)", "5", True), "steady": ("steady(A, {})", "1/2", True),
    "steady with noise": ("steady(withnoise(A, Z), {})", "1/2", True), "log-Sobolev": ("lsi(convolve(push(f, P), Z), {})", "5", True),
    "traced": ("traced(P, f, f, Z, {})", "5", True), "answers near": ("near(A, surely(affine(1/2, 2)), {})", "2", True),
    "magnitude": ("R(3, Z, 2) <= {}", "3/2", True), "Gaussian magnitude": ("gdpsize(Z, 2) <= {}", "1", True), "norm": ("norm(x) <= {}", "1/2", True),
    "product": ("inner(x, minus(x, x)) <= {}", "0", True), "gradient": ("lipschitz(gradient(l, 1/4), {})", "1/2", True),
    "a batch": ("lipschitz(batchstep(i, 1, 3, affine(i, 0)), {})", "2", True), "a mixture": ("winf(mix(1/2, point(x), point(x)), point(x), {})", "0", True),
    "two clipped": ("winf(push(projection(K), P), push(projection(K), Q), {})", "3", True), "answers of one": ("spread(B, 0, {})", "0", True),
    "close": ("close(2, B, B, {})", "0", True), "sequence": ("u(n) <= {}", "9", True), "sum": ("sum(u(i), i, 1, n) <= {}", "14", True),
}  # fmt: skip
TRUE = (
    "equal(convolve(P, Z), normallaw(0, 8))", "equal(push(f, P), normallaw(1, 1))", "equal(push(h, P), normallaw(5, 0))",
    "equal(through(A, P), push(affine(1/2, 0), P))", "equal(through(sampledstep(i, 4, 2, h), P), normallaw(5, 0))", "convexset(K)", "convex(l, K)",
    "member(x, K)", "laplace(W, 2)", "finite(2, Z, 5)", "finite(2, W, 0)", "gdpfinite(Z, 1)", "dp(P, Q, 1, theta(exp(1), 3/2) + 1/10**9)", "dp(P, Q, -3, 1)",
    "contracts(B, 1, 0)", "chance(point(x), K) == 1", "chance(P, best(P, P, 0)) == 0", "equal(joint(P, B), product(P, normallaw(1, 1)))",
)  # fmt: skip
FALSE = (
    "renyi(1, 0, P, P, 1)", "renyi(1/2, 0, P, P, 1)", "renyi(2, -1, P, P, 1)", "renyi(2, 0, P, convolve(Q, Z), 100)", "winf(P, P, -1)", "dp(P, Q, 1, theta(exp(1), 3/2) - 1/10**9)",
    "dp(P, P, -1, 1/10)", "lipschitz(f, -1)", "gap(f, h, 1000)", "gap(f, f, -1)", "convex(j, K)", "laplace(Z, 4)", "gaussian(W, 2)", "finite(2, white(0), 1)",
    "finite(1, Z, 1)", "member(point(x), K)", "spread(A, 1, 99/100)", "equal(P, Q)", "equal(P, convolve(P, Z))", "chance(P, K) >= 0", "unknown(P)",
    "equal(mix(2, P, Q), P)", "u(1/0) <= 1", "bounded(f, 1000)", "contracts(A, 0, 1/2)", "near(A, B, 1000)", "coupled(P, P, 1, 1, 1, 1, 1, 0, 0)",
)  # fmt: skip


def world() -> World:
    return read_world(KINDS, {name: parse(text, name, None) for name, text in VALUES.items()})


@pytest.mark.parametrize("name", TIGHT)
def test_a_bound_holds_from_the_exact_value_on(name: str) -> None:
    judgement, value, upper = TIGHT[name]
    exact = Fraction(value)
    assert world().holds(parse(judgement.format(value), "judgement", None))
    for by, within in ((Fraction(1, 10**12), upper), (-Fraction(1, 10**12), not upper)):
        held = world().holds(parse(judgement.format(f"({exact + by})"), "judgement", None))
        assert held is (within and not judgement.startswith("gaussian")), exact + by


def test_what_is_true_holds_and_what_is_false_or_unsaid_does_not() -> None:
    assert [text for text in TRUE if not world().holds(parse(text, "judgement", None))] == []
    assert [text for text in FALSE if world().holds(parse(text, "judgement", None))] == []


def test_hypotheses_say_what_letters_are() -> None:
    said = ["forall(k, 1, 3, equal(X(k), convolve(push(f, X(k - 1)), Z)))", "gaussian(Z, 4)", "bounded(projection(K), 1)", "equal(P, X(3))"]
    found = World({**KINDS, "a": "law"}, {}, {"f": ((), parse("affine(1/2, 0)", "f", None))})
    for judgement in (one for text in said for one in ground(parse(text, "said", None), {}, [MOST])):
        found.learn(judgement)
    assert found.holds(parse("equal(P, normallaw(0, 4 + 1 + 1/4))", "judgement", None))
    assert found.holds(parse("equal(X(0), point(x))", "judgement", None))
    assert found.holds(parse("bounded(projection(K), 1)", "judgement", None))
    assert not found.holds(parse("bounded(projection(K), 1/2)", "judgement", None))


def test_a_definition_of_a_letter_by_itself_is_decided_and_not_presumed() -> None:
    found = World(KINDS, {})
    loop = parse("equal(P, convolve(P, Z))", "loop", None)
    found.learn(loop)
    assert not found.holds(loop)


@pytest.mark.parametrize(("letter", "text"), [("s", "sqrt(2)"), ("n", "1/2"), ("y", "1"), ("s", "n"), ("f", "affine(s, 0)"), ("u", "j")])
def test_a_value_is_said_in_numbers(letter: str, text: str) -> None:
    with pytest.raises(InputError):
        read_world(KINDS, {letter: parse(text, letter, None)})


@pytest.mark.parametrize(("letter", "text", "judgement"), [
    ("f", "normallaw(0, 1)", "gap(f, f, 0)"), ("P", "affine(1, 0)", "equal(P, P)"), ("A", "normallaw(0, 1)", "close(2, A, A, 0)"),
    ("l", "interval(0, 1)", "convex(l, K)"), ("K", "quadratic(0, 0)", "convexset(K)"), ("Z", "affine(0, 0)", "finite(2, Z, 1)"),
])  # fmt: skip
def test_a_letter_stands_for_something_of_its_kind(letter: str, text: str, judgement: str) -> None:
    assert World(KINDS, {}).holds(parse(judgement, "judgement", None))
    assert not World(KINDS, {}, {letter: ((), parse(text, letter, None))}).holds(parse(judgement, "judgement", None))


def test_ranges_are_bounded() -> None:
    with pytest.raises(Unsaid):
        list(ground(parse("forall(k, 1, 10000000, gap(f, f, k))", "range", None), {}, [MOST]))
    nested = parse("forall(i, 1, n, forall(k, 1, i, gap(f, f, k)))", "range", None)
    assert len(list(ground(nested, {"n": ((), Number(4))}, [MOST]))) == 10
