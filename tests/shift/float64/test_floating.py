"""The float solver against exact arithmetic: enclosures, certificates, restarts, extreme magnitudes, all ways to pool."""

from __future__ import annotations

import dataclasses
import math
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pytest
from flint import arb, ctx, fmpq
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from support.examples import by_day, spread
from support.rational_pooling import optimum, solve_from

from pabisym.errors import InputError
from pabisym.lang.rational import float_ends, to_fraction
from pabisym.numerics import array_sums
from pabisym.numerics.arrays import product_error
from pabisym.shift.float64 import kernels, restarts, solve
from pabisym.shift.float64.answer import FloatSolution, float_bounds, mantissa_exponent
from pabisym.shift.float64.solve import solve_float
from pabisym.shift.instance import Instance
from pabisym.shift.reading.arrays import instance_arrays, one_float

TINY = Fraction(2) ** -1074
Row = list[Fraction]


WAYS = {"pool": {"_has_scipy": lambda: False, "SOME": 10**9, "STRETCH": 10**9}, "isotonic": {"_has_scipy": lambda: True, "FEW": 0},
        "stretches": {"_has_scipy": lambda: False, "STRETCH": 4}}
"""All points in Python; all by scipy; few of them, as the others lie above the string through the ends of stretches."""


@pytest.fixture(params=WAYS)
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Pool in one of the ways, whatever the number of steps."""
    for name, value in WAYS[request.param].items():
        monkeypatch.setattr(kernels, name, value)
    return str(request.param)


# An exact solver, which proves its own answer.


class Exact(NamedTuple):
    value: Fraction
    blocks: list[tuple[int, int]]
    y: Row
    a: Row
    z: Row


def exact(c: Row, s: Row, v: Row, start: Fraction) -> Exact | None:
    """The optimum by pooling in rationals, checked by its optimality conditions and by duality; None if infinite."""
    entering = [gap + (c[0] * start if t == 0 else 0) for t, gap in enumerate(s)]
    pools: list[tuple[int, int, Fraction, Fraction, Fraction]] = []
    for t, (factor, gap, noise) in enumerate(zip(c, entering, v, strict=True)):
        first, n, w, g = t, gap, noise, factor
        while pools and pools[-1][2] * w >= g * n * pools[-1][3]:
            first, _, n_left, w_left, g_left = pools.pop()
            n, w, g = g * n_left + n, g * g * w_left + w, g * g_left
        pools.append((first, t, n, w, g))
    if (pools[-1][3] == 0 < pools[-1][2]) if pools else start > 0:
        return None
    y = [Fraction(0)] * len(s)
    for first, last, n, w, _ in pools:
        y[last] = n / w if w else Fraction(0)
        for t in range(last - 1, first - 1, -1):
            y[t] = c[t + 1] * y[t + 1]
    a = [noise * multiplier for noise, multiplier in zip(v, y, strict=True)]
    z = [start]
    for factor, gap, paid in zip(c, s, a, strict=True):
        z.append(factor * z[-1] + gap - paid)
    value = sum((n * n / w for _, _, n, w, _ in pools if w), Fraction(0))
    assert min(z) >= 0
    assert z[-1] == 0
    assert all(y[t] <= c[t + 1] * y[t + 1] for t in range(len(y) - 1))
    assert value == sum(2 * p * q - noise * p * p for p, q, noise in zip(y, entering, v, strict=True))
    return Exact(value, [(first + 1, last + 1) for first, last, *_ in pools], y, a, z[1:])


def rationals(*rows: list[float]) -> list[Row]:
    return [[Fraction(x) for x in row] for row in rows]


def bound(solution: FloatSolution) -> Fraction:
    with ctx.workprec(200):
        return to_fraction(solution.enclosure.upper().fmpq())


# Instances.

SIMPLE = {
    "c": st.sampled_from([0.0, 0.5, 0.9, 1.0, 1.0, 2.0]),
    "s": st.sampled_from([0.0, 0.0, 0.5, 1.0, 2.0]),
    "v": st.sampled_from([0.0, 0.5, 1.0, 1.0, 2.0]),
}
DENSE = {
    "c": st.floats(0.25, 1.5),
    "s": st.floats(0, 4, allow_subnormal=False),
    "v": st.floats(0, 4, allow_subnormal=False),
}
EXTREME_VALUES = [0.0, 5e-324, 1e-300, 2.0**-150, 0.3, 1.0, 2.0**150, 1e300]
EXTREME = {"c": st.sampled_from(EXTREME_VALUES[1:]), "s": st.sampled_from(EXTREME_VALUES), "v": st.sampled_from(EXTREME_VALUES)}
Data = tuple[list[float], list[float], list[float], float]


@st.composite
def instances(draw: st.DrawFn, *kinds: dict[str, st.SearchStrategy[float]]) -> Data:
    kind, steps = draw(st.sampled_from(kinds)), draw(st.integers(0, 9))
    c, s, v = (draw(st.lists(kind[name], min_size=steps, max_size=steps)) for name in "csv")
    return c, s, v, draw(st.sampled_from([0.0, 0.0, 1.0]))


PLENTY = settings(max_examples=by_day(300), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@PLENTY
@given(instances(SIMPLE, DENSE, EXTREME))
@example(([1e300, 0.5, 2.0**150, 0.5, 2.0**-150, 0.5], [1e300, 0, 0, 1.0, 0, 1e300], [0, 1.0, 1e-300, 1.0, 0, 1e300], 0.0))
@example(([2.0**150, 2.0**150, 0.5, 1.0], [1e-300, 0.0, 1.0, 1.0], [1.0, 5e-324, 5e-324, 5e-324], 0.0))
@example(([1.0, 1.0, 1.0, 5e-324, 1.0], [0, 1.0, 1.0, 0, 0], [1.0, 1.0, 0, 0, 5e-324], 0.0))
def test_value_and_lower_enclose_the_optimum(engine: str, data: Data) -> None:
    c, s, v, start = data
    found, wanted = solve_float(np.array(c), np.array(s), np.array(v), start), exact(*rationals(c, s, v), Fraction(start))
    if wanted is None:
        assert found.infinite_reason is not None
        assert found.value == found.lower == found.worst_value == math.inf
        assert np.isnan(found.allocation).all()
        mean, variance = Fraction(start), Fraction(0)
        for worst, factor, gap, noise in zip(found.worst_contraction.tolist(), *rationals(c, s, v), strict=True):
            assert worst in {0, factor}
            mean, variance = Fraction(worst) * mean + gap, Fraction(worst) ** 2 * variance + noise
        assert mean > 0 == variance
        return
    assert found.infinite_reason is None
    assert wanted.value <= bound(found) <= wanted.value * (1 + Fraction(5, 10**13))
    assert found.value == math.inf or bound(found) <= Fraction(found.value)
    assert (found.value > 0) == (found.enclosure != 0) == (wanted.value > 0)
    assert 0 <= Fraction(found.lower) <= wanted.value
    assert to_fraction(found.worst_enclosure.lower().fmpq()) <= wanted.value


@PLENTY
@given(instances(SIMPLE, EXTREME))
@example(([1.0, 5e-324, 2.0**150, 2.0**-150], [0.3, 0, 0, 2.0**-150], [0, 0, 0, 2.0**-150], 0.0))
@example(([0.3], [0.0], [5e-324], 1.0))
def test_arrays_are_those_of_the_exact_optimum(engine: str, data: Data) -> None:
    c, s, v, start = data
    found, wanted = solve_float(c, s, v, start), exact(*rationals(c, s, v), Fraction(start))
    if wanted is None:
        return
    for got, want in ((found.multipliers, wanted.y), (found.allocation, wanted.a)):
        for x, y in zip(got.tolist(), want, strict=True):
            if x == math.inf:
                assert y > 2**1023
            else:
                assert abs(Fraction(x) - y) <= y * Fraction(2) ** -47 + 4 * TINY
    entered = Fraction(start)
    for x, y, factor, gap in zip(found.shift.tolist(), wanted.z, *rationals(c, s), strict=True):
        entered = factor * entered + gap
        if x == math.inf:
            assert y + entered * Fraction(2) ** -45 > 2**1023
        else:
            assert abs(Fraction(x) - y) <= entered * Fraction(2) ** -45 + 16 * TINY


@PLENTY
@given(instances(SIMPLE))
def test_blocks_slopes_and_worst_case_are_exact_for_short_numbers(engine: str, data: Data) -> None:
    c, s, v, start = ([x if x != 0.9 else 0.75 for x in row] if isinstance(row, list) else row for row in data)
    found, wanted = solve_float(c, s, v, start), exact(*rationals(c, s, v), Fraction(start))
    if wanted is None:
        return
    blocks = list(zip(found.block_first.tolist(), found.block_last.tolist(), strict=True))
    assert blocks == wanted.blocks
    assert all(p < q for p, q in pairwise(found.block_slope.tolist()))
    weight = Fraction(1)
    for (_, last), slope in reversed(list(zip(blocks, found.block_slope, strict=True))):
        weight = math.prod(map(Fraction, c[last:]), start=Fraction(1))
        assert float(wanted.y[last - 1] / weight) == pytest.approx(slope, rel=1e-15)
    contraction = list(c)
    for first, _ in blocks[1:]:
        contraction[first - 1] = float(wanted.y[first - 2] / wanted.y[first - 1])
    assert found.worst_contraction.tolist() == pytest.approx(contraction, rel=1e-15)
    assert (found.worst_contraction <= np.array(c)).all()
    assert float(wanted.value) * (1 - 5e-13) <= found.worst_value <= wanted.value


@pytest.mark.parametrize(
    ("contraction", "gap", "variance", "start", "reason"),
    [
        ([1, 1, 1, 1, 1], [1, 0, 2, 0, 3], [1, 1, 0, 0, 0], 0, "the gap at step 3"),
        ([1, 1, 1, 0, 1], [1, 0, 2, 0, 3], [1, 0, 0, 0, 0], 0, "the gap at step 5"),
        ([1, 1, 1, 0, 1], [1, 0, 2, 4, 3], [1, 1, 0, 0, 0], 0, "the gap at step 4"),
        ([1, 1], [0, 1], [0, 0], 0, "the gap at step 2"),
        ([1, 1], [0, 1], [0, 0], 2, "the start shift"),
        ([1, 0], [0, 1], [0, 0], 2, "the gap at step 2"),
        ([1, 1], [0, 1], [1, 0], 2, "the gap at step 2"),
        ([1, 1, 1], [0, 0, 0], [0, 0, 0], 2, "the start shift"),
        ([], [], [], 2, "the start shift"),
    ],
)
def test_the_reason_of_an_infinite_optimum_is_that_of_exact_arithmetic(
    engine: str, contraction: list[int], gap: list[int], variance: list[int], start: int, reason: str
) -> None:
    found = solve_float(*(np.array(row, float) for row in (contraction, gap, variance)), start)
    assert found.infinite_reason == f"{reason} survives to the end and no noise comes after it"
    wanted = optimum(Instance.from_arguments(contraction=contraction, gap=gap, noise_variance=variance, start_shift=start))
    assert found.infinite_reason == wanted.infinite_reason
    assert found.worst_contraction.tolist() == list(map(float, map(to_fraction, wanted.worst_contraction)))


def test_what_a_contraction_by_0_forgets_needs_no_noise(engine: str) -> None:
    assert solve_float(np.zeros(2), np.zeros(2), 0, start=2).value == 0


# Long instances.


def mixed(steps: int, seed: int, low: float, high: float) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(seed)
    gap = rng.random(steps) * (rng.random(steps) < 0.5) * np.linspace(1, 5, steps)
    return rng.uniform(low, high, steps), gap, rng.random(steps) * (rng.random(steps) < 0.9)


def dyadic(value: float) -> fmpq:
    return fmpq(*value.as_integer_ratio())


@pytest.mark.parametrize(
    ("steps", "low", "high"), [(2000, 1, 1), (300, 0.9, 0.9), (300, 0.5, 1.1), (300, 1.0, 1.1), (300, 0.99, 1.01)]
)
def test_long_instances_agree_with_the_rational_solver(engine: str, steps: int, low: float, high: float) -> None:
    c, s, v = mixed(steps, steps, low, high)
    v[-1] = 1.0
    found = solve_float(c, s, v, 0.25)
    rows = (tuple(map(dyadic, x.tolist())) for x in (c, s, v))
    wanted = solve_from(Instance(steps, *rows, start_shift=fmpq(1, 4)), 0, fmpq(1, 4))
    assert wanted is not None
    value = Fraction(int(wanted.value.p), int(wanted.value.q))
    assert value <= bound(found) <= value * (1 + Fraction(5, 10**13))
    assert value * (1 - Fraction(5, 10**13)) <= Fraction(found.worst_value) <= value
    assert [(b.first, b.last) for b in wanted.blocks] == list(zip(found.block_first, found.block_last, strict=True))


@pytest.fixture
def bits200() -> Iterator[None]:
    with ctx.workprec(200):
        yield


@pytest.mark.usefixtures("bits200")
@pytest.mark.parametrize(
    ("low", "high", "growth"), [(1, 1, 1), (0.9, 0.9, 1), (0.5, 1.2, 1), (0.99, 1.02, 1), (1, 1, 100), (1.05, 1.05, 1)]
)
def test_long_instances_have_a_matching_worst_case(low: float, high: float, growth: float) -> None:
    steps = 30_000
    c, s, v = mixed(steps, 7, low, high)
    s *= np.linspace(1, growth, steps)
    v[-1] = 1.0
    found = solve_float(c, s, v)
    value = found.enclosure.upper()
    mean, variance = arb(0), arb(0)
    for worst, factor, gap, noise in zip(found.worst_contraction.tolist(), c.tolist(), s.tolist(), v.tolist(), strict=True):
        assert worst <= factor
        mean, variance = worst * mean + gap, worst * (worst * variance) + noise
    attained = mean * mean / variance
    assert attained <= value
    assert value <= attained * (1 + arb("5e-13"))
    assert found.worst_value <= attained
    assert attained <= found.worst_value * (1 + arb("5e-13"))
    assert value <= found.lower * (1 + arb("5e-13"))


@pytest.mark.usefixtures("bits200")
@pytest.mark.parametrize(("low", "high", "growth"), [(1, 1, 1), (0.9, 0.9, 1), (0.5, 1.0, 1), (1, 1, 100)])
def test_allocations_of_long_instances_are_feasible_at_the_price_of_the_value(low: float, high: float, growth: float) -> None:
    steps = 30_000
    c, s, v = mixed(steps, 7, low, high)
    s, v = s * np.linspace(1, growth, steps), v + 0.01
    found = solve_float(c, s, v)
    z, cost, ends = arb(0), arb(0), set(found.block_last.tolist())
    for t, (factor, gap, noise, paid) in enumerate(zip(c.tolist(), s.tolist(), v.tolist(), found.allocation.tolist(), strict=True)):
        z = factor * z + gap
        payment = z if t + 1 in ends or z < paid else arb(paid)
        z, cost = z - payment, cost + payment * payment / noise
    assert found.lower <= cost
    assert cost <= found.value * (1 + arb("5e-13"))


@pytest.mark.usefixtures("bits200")
@pytest.mark.parametrize(("factor", "steps"), [(0.9, 100_000), (1.1, 20_000), (0.5, 5_000), (1.0, 100_000)])
def test_a_single_gap_has_its_closed_form_far_outside_the_floats(factor: float, steps: int) -> None:
    gap = np.zeros(steps)
    gap[0] = 3.0
    found = solve_float(factor, gap, 0.5)
    c = arb(factor)
    noise = arb(steps) if factor == 1 else (1 - c ** (2 * steps)) / (1 - c * c)
    value = 9 * c ** (2 * steps - 2) / (noise / 2)
    assert value in found.enclosure
    assert found.enclosure.upper() <= value * (1 + arb("5e-13"))
    worst = found.worst_enclosure.lower()
    assert worst <= value
    assert value <= worst * (1 + arb("5e-13"))
    assert found.lower <= value
    assert value <= found.value
    if factor == 0.9:
        assert found.value == 5e-324
        assert found.block_slope.tolist() == [0.0]


def test_what_overflows_is_infinite_and_has_an_enclosure(engine: str) -> None:
    found = solve_float(1, np.array([1e200, 0.0]), 1e-200)
    assert found.infinite_reason is None
    assert found.value == math.inf
    assert (2 * found.enclosure / arb("1e600") - 1).abs_upper() < arb("1e-12")
    assert found.lower == found.worst_value == np.finfo(float).max


def test_steps_may_shrink_and_grow_beyond_the_floats_inside_a_block(engine: str) -> None:
    c = np.array([0.5] * 2000 + [2.0] * 2000)
    gap = np.zeros(4000)
    gap[0] = 1.0
    found = solve_float(c, gap, 1.0)
    assert found.block_first.tolist() == [1]
    assert arb(2) ** -4001 < found.enclosure
    assert found.enclosure < arb(2) ** -3996
    assert found.shift.max() == 1.0
    assert (found.shift >= 0).all()
    assert found.shift[2100:].max() < 2.0**-50


# Restarts in a bounded domain.


def brute_force(c: Row, s: Row, v: Row, start: Fraction, diameter: Fraction) -> tuple[Fraction, int] | None:
    """The least optimum over all restarts and the first step that has it; None if all are infinite."""
    distances = [min(diameter, start)]
    for factor, gap in zip(c, s, strict=True):
        distances.append(min(diameter, factor * distances[-1] + gap))
    optima = [(exact(c[t:], s[t:], v[t:], z), t) for t, z in enumerate(distances)]
    return min(((optimum.value, t) for optimum, t in optima if optimum is not None), default=None)


RESTARTED: dict[str, dict[str, Callable[[random.Random], float]]] = {
    "short numbers": {
        "c": lambda rng: rng.choice([1, 1, 0.5, 2, 0.75]),
        "s": lambda rng: rng.choice([0, 0, 0.5, 1, 2]),
        "v": lambda rng: rng.choice([0, 1, 1, 2]),
    },
    "contractions 1": {"c": lambda _: 1, "s": lambda rng: rng.choice([0, 0, 1]), "v": lambda _: 1},
    "any": {
        "c": lambda rng: 0.0 if rng.random() < 0.03 else rng.uniform(0.3, 1.2),
        "s": lambda rng: max(0.0, rng.uniform(-1, 1)),
        "v": lambda rng: max(0.0, rng.uniform(-0.3, 1)),
    },
    "extreme": {name: lambda rng, name=name: rng.choice(EXTREME_VALUES[name == "c" :]) for name in "csv"},
}


@pytest.mark.parametrize("kind", spread(RESTARTED, len(RESTARTED) // 2))
def test_restarts_agree_with_brute_force(engine: str, kind: str) -> None:
    rng, restarted = random.Random(kind), 0
    count = by_day(150, 50)
    for _ in range(count):
        steps = rng.choice([0, 1, 2, 3, 5, 8, 13, 25] if kind != "extreme" else [1, 2, 4, 8])
        c, s, v = ([float(RESTARTED[kind][name](rng)) for _ in range(steps)] for name in "csv")
        start, diameter = rng.choice([0.0, 0.0, 0.3, 1.0]), rng.choice([0.0, 0.1, 0.5, 1.0, 2.0, 3.0, 4 * rng.random()])
        found = solve_float(np.array(c), np.array(s), np.array(v), start, diameter)
        wanted = brute_force(*rationals(c, s, v), Fraction(start), Fraction(diameter))
        if wanted is None:
            assert found.infinite_reason is not None
            continue
        value, restart = wanted
        assert value <= bound(found) <= value * (1 + Fraction(5, 10**13))
        assert Fraction(found.lower) <= value
        if kind in ("short numbers", "contractions 1"):
            assert found.restart == restart
        assert not found.allocation[: found.restart].any()
        assert (found.shift <= max(diameter, found.shift[found.restart :].max(initial=0.0))).all()
        assert found.block_first.tolist()[:1] == [found.restart + 1][: steps - found.restart]
        assert found.block_last.tolist()[-1:] == [steps][: steps - found.restart]
        assert found.worst_value <= found.value
        restarted += found.restart > 0
    assert restarted > count / 5


def test_a_restart_knows_the_distances_before_and_its_own_worst_case(engine: str) -> None:
    found = solve_float(1, np.array([1.0, 1.0, 1.0, 0.0, 0.0, 1.0]), 1.0, diameter=2)
    assert found.restart == 0
    found = solve_float(np.array([1.0, 1, 1, 0.5, 1]), np.array([2.0, 2.0, 2.0, 0.0, 0.0]), np.array([0.1, 0.1, 0.1, 1, 1]), diameter=1)
    assert found.restart == 3
    assert found.shift[:3].tolist() == [1.0, 1.0, 1.0]
    assert found.shift.tolist()[3:] == pytest.approx([0.25, 0.0])
    assert found.allocation.tolist() == pytest.approx([0, 0, 0, 0.25, 0.25])
    assert found.value == pytest.approx(0.125, rel=1e-14)
    assert found.worst_value == pytest.approx(0.125, rel=1e-14)


def test_a_diameter_of_0_restarts_after_the_last_gap(engine: str) -> None:
    found = solve_float(1, np.array([0.0, 2, 0]), 0, start=1, diameter=0)
    assert (found.value, found.lower, found.restart, found.infinite_reason) == (0, 0, 2, None)
    assert solve_float(1, np.array([0.0, 2, 1]), 0, diameter=0).restart == 3
    assert solve_float(np.array([1.0, 1, 0]), np.array([0.0, 2, 0]), 0, diameter=0).restart == 0
    assert solve_float(1, np.array([0.0, 2, 1]), 0, diameter=0).worst_value == 0


def test_the_optimum_over_restarts_is_saw_toothed_and_found(engine: str) -> None:
    steps, period = 400, 20
    gap = np.zeros(steps)
    gap[period - 1 :: period] = 1.0
    noise = np.ones(steps)
    found = solve_float(1, gap, noise, diameter=3.5)
    rows = rationals([1.0] * steps, gap.tolist(), noise.tolist())
    values = []
    for t in range(steps - 4 * period, steps):
        optimum = exact(*(row[t:] for row in rows), Fraction(7, 2))
        assert optimum is not None
        values.append(optimum.value)
    turns = sum((b - a) * (c - b) < 0 for a, b, c in zip(values, values[1:], values[2:], strict=False))
    assert turns > 2
    assert min(values) <= bound(found) <= min(values) * (1 + Fraction(5, 10**13))


# Sums, products, and balls as floats.


@PLENTY
@given(st.lists(st.floats(0.5, 2), min_size=1, max_size=200), st.integers(1, 50))
def test_sums_and_products_have_few_roundings(values: list[float], apart: int) -> None:
    array, unit = np.array(values), Fraction(2) ** -53
    products, sums = array_sums.prefixes(np.multiply, array), array_sums.prefixes(np.add, array)
    firsts = np.arange(0, len(values), apart)
    exact_product, exact_sum = Fraction(1), Fraction(0)
    for t, value in enumerate(map(Fraction, values)):
        exact_product, exact_sum = exact_product * value, exact_sum + value
        for found, wanted in ((products[t], exact_product), (sums[t], exact_sum)):
            assert abs(Fraction(float(found)) - wanted) <= wanted * array_sums.roundings(t + 1) * unit * Fraction(101, 100)
    for first, found in zip(firsts.tolist(), array_sums.run_sums(firsts, array)[0].tolist(), strict=True):
        wanted = sum(map(Fraction, values[first : first + apart]))
        assert abs(Fraction(found) - wanted) <= wanted * array_sums.roundings(apart) * unit


def test_long_sums_have_the_roundings_that_are_counted() -> None:
    values = np.full(10**6, 1 + 2.0**-52)
    assert array_sums.roundings(10**6) < 200
    total = Fraction(float(array_sums.run_sums(np.array([0]), values)[0][0]))
    assert abs(total / (10**6 * Fraction(values[0])) - 1) <= array_sums.roundings(10**6) * Fraction(2) ** -53
    total = Fraction(array_sums.sum_of_products(values, values))
    assert abs(total / (10**6 * Fraction(values[0]) ** 2) - 1) <= (array_sums.roundings(10**6) + 1) * Fraction(2) ** -53


@PLENTY
@given(st.one_of(st.just(0), st.integers(1, 2**200)), st.integers(-5000, 5000))
@example(2**100 + 1, -50)
@example(2**100 - 1, -1100)
@example(2**53 + 1, 0)
@example(2**53 - 1, 971)
@example(2**53 - 1, 972)
@example(1, -1074)
@example(3, -1076)
def test_rounding_to_floats_goes_the_wanted_way(m: int, e: int) -> None:
    exact_value = m * Fraction(2) ** e
    with ctx.workprec(300):
        ball = arb(m) * arb(2) ** e
    down, up = float_bounds(ball)
    assert Fraction(down) <= exact_value
    assert up == math.inf or exact_value <= Fraction(up)
    assert m == 0 or up in {down, math.nextafter(down, math.inf), math.nextafter(math.nextafter(down, math.inf), math.inf)}
    middle, exponent = mantissa_exponent(ball)
    assert abs(Fraction(middle) * Fraction(2) ** exponent - exact_value) <= exact_value * Fraction(1, 2**53)


@PLENTY
@given(st.floats(2.0**-450, 2.0**450), st.floats(2.0**-450, 2.0**450))
def test_errors_of_products_are_exact(a: float, b: float) -> None:
    assert Fraction(a * b) + Fraction(product_error(a, b, a * b)) == Fraction(a) * Fraction(b)


def test_few_points_are_not_worth_importing_scipy() -> None:
    code = ("import sys, numpy as np; from pabisym.shift.float64.solve import solve_float; rng = np.random.default_rng(1); "
            "solve_float(1, rng.random(10000), rng.random(10000) + 0.1, 0.0, 5.0); print('scipy.optimize' in sys.modules)")
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


# Input and output.


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"gap": [1.0, 2, 3, math.nan]}, "gap[3]: nan is not a finite number"),
        ({"gap": [1.0, math.inf, 3, 4]}, "gap[1]: inf is not a finite number"),
        ({"variance": [1.0, 1, -0.5, 1]}, "noise_variance[2]: -0.5 is negative"),
        ({"contraction": -1.0}, "contraction: -1.0 is negative"),
        ({"contraction": [1.0, 1, 1]}, "gap: 4 values for 3 steps"),
        ({"variance": np.ones((2, 2))}, "noise_variance[0]: a number was expected, not list"),
        ({"gap": 1.0}, "steps: cannot be told from single values"),
        ({"gap": ["abc", 1, 2, 3]}, "gap[0]: 'abc' is not a rational number"),
        ({"gap": [1.0, 2, 3, None]}, "gap[3]: a number was expected, not NoneType"),
        ({"gap": [1.0, [2, 3]]}, "gap[1]: a number was expected, not list"),
        ({"gap": [1.0, 2, 3, 4j]}, "gap[3]: a number was expected, not complex"),
        ({"gap": [True, False]}, "gap[0]: a truth value is not a number"),
        ({"gap": [10**400]}, "gap[0]: lies outside the range of floats"),
        ({"start": math.nan}, "start_shift: nan is not a finite number"),
        ({"start": [1.0]}, "start_shift: a number was expected, not list"),
        ({"diameter": -1.0}, "diameter: -1.0 is negative"),
        ({"diameter": math.inf}, "diameter: inf is not a finite number"),
        ({"diameter": "wide"}, "diameter: 'wide' is not a rational number"),
    ],
)
def test_unusable_input_is_named(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        solve_float(**{"contraction": 1, "gap": np.ones(4), "variance": 1} | arguments)
    assert str(caught.value).startswith(message)


def test_too_many_steps_are_refused() -> None:
    with pytest.raises(InputError, match="steps: is too large"):
        solve_float(1, np.broadcast_to(0.0, 10**7 + 1), 1)


def test_numbers_stand_for_all_steps_and_any_array_will_do() -> None:
    wanted = solve_float(np.full(4, 0.5), np.array([1.0, 0, 2, 0]), np.full(4, 2.0), 1.0)
    strided, read_only = np.arange(8.0)[::2], np.array([1.0, 0, 2, 0])
    strided[:] = [1, 0, 2, 0]
    read_only.flags.writeable = False
    for gap in ([1, 0, 2, 0], strided, read_only, np.array([1, 0, 2, 0], np.float32), [Fraction(1), 0, 2, Fraction(0)]):
        found = solve_float(0.5, gap, 2, 1)
        assert found.value == wanted.value
        assert found.allocation.tolist() == wanted.allocation.tolist()
    assert solve_float([0.5] * 4, 1, 2).value > 0


def test_no_steps_at_all() -> None:
    found = solve_float(1, np.zeros(0), 1)
    assert (found.value, found.lower, found.worst_value, found.enclosure) == (0, 0, 0, 0)
    assert [len(x) for x in (found.allocation, found.shift, found.multipliers, found.block_first, found.block_slope)] == [0] * 5
    assert solve_float(1, np.zeros(0), 1, start=2, diameter=0).value == 0


def test_results_are_frozen(engine: str) -> None:
    found = solve_float(1, np.ones(3), 1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.value = 0.0  # type: ignore[misc]
    for name in ("allocation", "shift", "multipliers", "block_first", "block_last", "block_slope", "worst_contraction"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(found, name)[0] = 1
    assert "_asked" not in repr(found)


@PLENTY
@given(instances(SIMPLE, DENSE), st.integers(0, 8), st.sampled_from(["c", "s", "v", "start"]))
def test_weaker_hypotheses_never_help(data: Data, position: int, name: str) -> None:
    c, s, v, start = data
    before = solve_float(np.array(c), np.array(s), np.array(v), start)
    if name == "start":
        start += 1
    elif position < len(c):
        row = {"c": c, "s": s, "v": v}[name]
        row[position] = row[position] / 2 if name == "v" else row[position] * 1.5
    after = solve_float(np.array(c), np.array(s), np.array(v), start)
    assert before.lower <= after.value


# data


SHORT = st.builds(fmpq, st.integers(0, 2**54) | st.integers(0, 40), st.integers(1, 2**54) | st.integers(1, 40))


@given(st.lists(SHORT, min_size=2, max_size=6))
@settings(max_examples=by_day(60), deadline=None)
@example([fmpq(1, 3), fmpq(2**53 - 1, 2**53 - 3)])
@example([fmpq(0), fmpq(2**70, 3)])
def test_lists_of_rationals_are_rounded_for_the_worse(values: list[fmpq]) -> None:
    instance = Instance.from_arguments(gap=values, noise_variance=values, contraction=values)
    contraction, gap, variance, _, _, rounded = instance_arrays(instance)
    assert rounded == any(len(set(float_ends(exact))) > 1 for exact in values)
    for exact, above, factor, below in zip(values, gap, contraction, variance, strict=True):
        assert above == factor == one_float(exact, "gap")
        assert below == one_float(exact, "noise_variance")
        assert (Fraction(float(below)), Fraction(float(above))) == tuple(map(Fraction, float_ends(exact)))
        assert Fraction(float(below)) <= to_fraction(exact) <= Fraction(float(above))


# The error analysis.


class Depth:
    """What numpy adds and multiplies in place of numbers, to count how many roundings are behind a result."""

    def __init__(self, roundings: int = 0) -> None:
        self.roundings = roundings

    def __add__(self, other: Depth) -> Depth:
        return Depth(1 + max(self.roundings, other.roundings))

    __mul__ = __add__


@pytest.mark.parametrize("count", [1, 2, 31, 32, 33, 64, 65, 1000, 1023, 1024, 1025, 1057, 32768, 34000, 70000])
def test_no_sum_or_product_has_more_roundings_than_are_counted(count: int) -> None:
    numbers = np.array([Depth() for _ in range(count)], object)
    for operation in (np.add, np.multiply):
        depths = [one.roundings for one in array_sums.prefixes(operation, numbers)]
        assert all(depth <= array_sums.roundings(t + 1) for t, depth in enumerate(depths))
        assert count < 1000 or 3 * max(depths) > array_sums.roundings(count)
    for apart in {1, 7, 31, 33, 500, 1024, 1100, 40000}:
        firsts = np.arange(0, count, apart)
        lengths = np.diff(firsts, append=count).tolist()
        for one, length in zip(array_sums.run_sums(firsts, numbers)[0], lengths, strict=True):
            assert one.roundings <= array_sums.roundings(length)


@pytest.mark.parametrize("steps", [1, 30, 100, 10**4, 10**6, 10**7])
def test_the_allowance_for_rounding_is_that_of_the_analysis(steps: int) -> None:
    """7 r + 16 roundings of U(B), and what wrong merges and non-merges lose; in all no more than is promised."""
    n = steps + 1
    delta = Fraction(16 * n, 2**53)
    log2n = Fraction(n.bit_length() - 1 if n & (n - 1) == 0 else math.log2(n))
    merges = delta**2 * log2n * (1 + 3 * (2 * n + 2) * delta / 2 if n < 10**6 else Fraction(math.exp((2 * n + 2) * float(delta) * 1.001)))
    lost = merges + 5 * delta**2
    assert lost <= Fraction(solve.inflation(steps, sums=False)) * (1 + Fraction(1, 10**9))
    charged = Fraction(solve.inflation(steps))
    assert lost + Fraction(7 * array_sums.roundings(n) + 16, 2**53) <= charged * (1 + Fraction(1, 10**9))
    assert charged < (Fraction(1, 10**14) if steps == 1 else Fraction(25, 10**14))


def test_the_best_restart_is_enclosed_from_below(engine: str) -> None:
    """Restarts that all cost nearly the same: the lower end stays below the least of them."""
    rng = random.Random(4)
    for _ in range(60):
        steps = rng.randint(2, 14)
        c, v = [rng.choice([0.9, 0.97, 1.0])] * steps, [rng.random() + 0.1] * steps
        s = [rng.random() + 0.1] * steps
        diameter = rng.random() * 3 + 0.1
        found = solve_float(np.array(c), np.array(s), np.array(v), 0.0, diameter)
        wanted = brute_force(*rationals(c, s, v), Fraction(0), Fraction(diameter))
        assert wanted is not None
        assert Fraction(found.lower) <= wanted[0] <= bound(found)
        assert bound(found) <= Fraction(found.lower) * (1 + Fraction(1, 10**12))


@pytest.mark.parametrize("before", [0, 5])
@pytest.mark.parametrize("apart", [2.0**-52 * k for k in range(-400, 401, 16)])
def test_restarts_that_nearly_tie_are_enclosed_together(monkeypatch: pytest.MonkeyPatch, apart: float, before: int) -> None:
    """Two restarts whose optima are 4 / (4 + apart) and 1, found among the last steps; the earlier is preferred though the later may cost less."""
    monkeypatch.setattr(solve, "LAST", 3)
    c, s, v = [1.0] * (before + 3), [0.0] * before + [1000.0, 1.0, 0.0], [1.0] * (before + 1) + [3.0 + apart, 1.0]
    found = solve_float(c, s, v, 0.0, 1.0)
    wanted = brute_force(*rationals(c, s, v), Fraction(0), Fraction(1))
    assert wanted is not None
    assert Fraction(found.lower) <= wanted[0] <= bound(found)


ROWS = [(steps, seed) for steps in (2, 3, 5, 9) for seed in range(12)]


@pytest.mark.parametrize(("steps", "seed"), ROWS)
def test_bounds_of_restarts_are_below_their_optima(steps: int, seed: int) -> None:
    """The dual bounds of one string for all restarts, and the bound of the best of them, each against the rational optima."""
    rng = np.random.default_rng([steps, seed])
    n, m = rng.random((1, steps)) * (rng.random((1, steps)) < 0.7), rng.random((1, steps)) + 0.1
    weight, diameter = np.ones((1, steps)), rng.random(1) + 0.1
    shift, noise = (np.cumsum(x[:, ::-1], axis=1)[:, ::-1] for x in (n, m))
    entering, (gaps, noises) = weight[:, :-1] * diameter[:, None], rationals(n[0].tolist(), m[0].tolist())
    every = [exact([Fraction(1)] * (steps - t), gaps[t:], noises[t:], Fraction(float(diameter[0]))) for t in range(1, steps)]
    optima = [one.value for one in every if one is not None]
    assert len(optima) == steps - 1
    for at in range(steps - 1):
        rows, places = np.zeros(1, np.int64), np.array([at])
        _, slope = restarts._from(n, m, entering, rows, places)
        dual = restarts._dual(n, m, entering, shift, noise, slope, places)[0]
        assert all(Fraction(low) <= wanted for low, wanted in zip(dual.tolist(), optima, strict=True))
        assert Fraction(float(dual[at])) >= optima[at] * (1 - Fraction(1, 10**11))
    found = restarts.least(n, m, weight, diameter, np.array([math.inf]))
    assert Fraction(float(found.lower[0])) <= min(optima) <= Fraction(float(found.lower[0])) * (1 + Fraction(1, 10**12))
