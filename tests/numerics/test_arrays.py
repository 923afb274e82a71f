"""Terms on arrays: the ends enclose what exact arithmetic and balls find, and what floats represent stays exact."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from flint import arb, fmpq

from pabisym.divergence.evaluate import ALL, ball_value
from pabisym.errors import InputError
from pabisym.lang.grammar import parse
from pabisym.lang.rational import float_ends
from pabisym.lang.term import Call, Name, Number, Term
from pabisym.numerics.arrays import FloatEnds, value, verdicts
from pabisym.numerics.evaluator import TooCoarse, working_precision

POINTS = 24
EXTREME = [0.0, -0.0, 5e-324, 1e-310, 2.0**-1022, 1e-160, 1e160, 1.7e308, -1.7e308, 1.0, 2.0, 3.0, -1.0, 0.5, 1 / 3, 2.0**53, 1e16]


def random_term(rng: random.Random, depth: int) -> Term:
    if depth == 0:
        return Name(rng.choice("xyn")) if rng.random() < 0.7 else Number(fmpq(rng.randint(-9, 9), rng.choice((1, 2, 3, 7))))
    head = rng.choice(["+", "*", "/", "neg", "**", "sqrt", "abs", "min", "max", "exp", "log", "cases", "floor", "ceiling", "square", "half", "sum"])
    one, two, three = (random_term(rng, rng.randint(0, depth - 1)) for _ in range(3))
    if head in ("+", "*", "/", "min", "max"):
        return Call(head, (one, two))
    if head == "**":
        return Call("**", (one, Call("neg", (Name("n"),)) if rng.random() < 0.5 else Name("n")))
    if head in ("square", "half"):
        return Call("**", (one, Number(rng.choice((-3, -1, 2, 5)) if head == "square" else fmpq(1, 2))))
    if head == "cases":
        return Call("cases", (one, two, three))
    if head == "sum":
        return Call("sum", (Call("*", (one, Name("k"))), Name("k"), Number(1), Name("n")))
    return Call(head, (one,))


def letters(rng: random.Random) -> dict[str, list[float]]:
    def some() -> float:
        return rng.choice(EXTREME) if rng.random() < 0.3 else rng.choice((rng.random(), rng.randint(-20, 20) / 8, math.exp(rng.gauss(0, 20))))

    return {"x": [some() for _ in range(POINTS)], "y": [some() for _ in range(POINTS)], "n": [float(rng.randint(0, 6)) for _ in range(POINTS)]}


def check_terms(seed: int, count: int) -> tuple[int, int]:
    """How many points of random terms were compared, and of how many the floats said nothing."""
    rng, compared, silent = random.Random(seed), 0, 0
    for _ in range(count):
        term, at = random_term(rng, rng.randint(1, 4)), letters(rng)
        found = value(term, {name: FloatEnds.exactly(np.array(values)) for name, values in at.items()}, ALL)
        low, high = np.broadcast_to(found.low, POINTS), np.broadcast_to(found.high, POINTS)
        for i in range(POINTS):
            if math.isnan(low[i]) or math.isnan(high[i]):
                silent += 1
                continue
            point = {name: fmpq(*values[i].as_integer_ratio()) for name, values in at.items()}
            try:
                exact = ball_value(term, point, 3000)
            except TooCoarse:
                continue
            with working_precision(3000):
                assert not arb(exact) < ball_end(low[i]), (term, point)
                assert not arb(exact) > ball_end(high[i]), (term, point)
            compared += 1
    return compared, silent


def ball_end(x: float) -> arb:
    return arb(x) if math.isfinite(x) else arb(math.copysign(1, x)) * arb("inf")


def test_random_terms_are_enclosed() -> None:
    compared, silent = check_terms(1, 200)
    assert compared > silent


@pytest.mark.campaign
def test_many_random_terms_are_enclosed() -> None:
    compared, silent = check_terms(2, 5000)
    assert compared > silent
    assert compared > 60_000


@pytest.mark.parametrize("text", ["x + y", "x - y", "x*y", "x/y", "sqrt(x)", "x**2", "x**3", "min(x, y)", "max(x, -y)", "abs(x - y)", "x**(-2)"])
def test_what_floats_represent_is_exact(text: str) -> None:
    squares = np.array([1.0, 4.0, 16.0, 0.25])
    found = value(parse(text, "f"), {"x": FloatEnds.exactly(squares), "y": FloatEnds.exactly(squares[::-1].copy())}, ALL)
    assert (found.low == found.high).all()


def test_ends_are_one_rounding_apart() -> None:
    rng = np.random.default_rng(3)
    x, y = rng.random(1000) * 100, rng.random(1000)
    for text in ("x + y", "x*y", "x/y", "sqrt(x)", "x - y"):
        low, high = value(parse(text, "f"), {"x": FloatEnds.exactly(x), "y": FloatEnds.exactly(y)}, ALL)
        assert (high - low <= 2.0**-51 * np.abs(high)).all()
        assert (high > low).any()


def test_comparisons_are_exact_where_floats_are_and_certain_elsewhere() -> None:
    x = FloatEnds.exactly(np.array([1.0, 3.0, 0.1, 0.30000000000000004]))
    yes, no = verdicts(parse("x*10 == 1", "c", None), {"x": x}, ALL)
    assert (yes.any(), no.tolist()) == (False, [True, True, False, True])
    yes, no = verdicts(parse("1 <= x < 3", "c", None), {"x": x}, ALL)
    assert (yes.tolist(), no.tolist()) == ([True, False, False, False], [False, True, True, True])
    for relation in ("<", "<=", ">", ">=", "!="):
        yes, no = verdicts(parse(f"x {relation} 1", "c", None), {"x": x}, ALL)
        assert (yes ^ no).all()


def test_other_functions_are_enclosed_by_balls_once_for_each_argument() -> None:
    calls = []

    def counted(*args):
        calls.append(args)
        return ALL["theta"](*args)

    r = FloatEnds.exactly(np.array([[1.0, 2.0]] * 50))
    low, high = value(parse("theta(2, r)", "f"), {"r": r}, {**ALL, "theta": counted})
    assert (low.shape, len(calls)) == ((50, 2), 2)
    assert (high - low <= 2.0**-52).all()
    assert (low > 0).all()


def test_what_is_no_number_is_refused_or_nothing() -> None:
    x = {"x": FloatEnds.exactly(np.array([-1.0, 0.0, 1.0]))}
    assert np.isnan(value(parse("1/x", "f"), x, ALL).low).tolist() == [False, True, False]
    assert np.isnan(value(parse("sqrt(x)", "f"), x, ALL).high).tolist() == [True, False, False]
    assert np.isnan(value(parse("log(x)", "f"), x, ALL).high).tolist() == [True, True, False]
    assert np.isnan(value(parse("quantile(x)", "f"), x, ALL).high).all()
    with pytest.raises(InputError, match="z: has no value"):
        value(parse("x + z", "f"), x, ALL)
    with pytest.raises(InputError, match="is not a relation"):
        verdicts(parse("x + 1", "f"), x, ALL)
    with pytest.raises(InputError, match="is not a function of numbers"):
        value(Call("renyi", (Name("x"),)), x, ALL)


@pytest.mark.parametrize("number", [fmpq(1, 3), fmpq(10) ** 400, -(fmpq(10) ** 400), fmpq(1, 10**400), fmpq(0), fmpq(5, 4), -fmpq(1, 3)])
def test_a_rational_lies_between_neighbouring_floats(number: fmpq) -> None:
    low, high = float_ends(number)
    assert low == high or high == math.nextafter(low, math.inf)
    for end, sign in ((low, 1), (high, -1)):
        assert math.isinf(end) or sign * (number - fmpq(*end.as_integer_ratio())) >= 0
