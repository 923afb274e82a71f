"""Long problems in floats: points that are left out, and windows, must not change the answer."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from support.examples import seeds

from pabisym.errors import InputError
from pabisym.lang.once import working_precision
from pabisym.lang.rational import to_fraction
from pabisym.numerics import array_sums
from pabisym.shift.exact.solve import ExactSolution, optimum
from pabisym.shift.float64 import kernels
from pabisym.shift.float64 import solve as solve_module
from pabisym.shift.float64.answer import BITS, FloatSolution
from pabisym.shift.float64.solve import solve_float
from pabisym.shift.instance import Instance
from pabisym.shift.reading.arrays import FloatData

ENGINES = {"isotonic": (16, {"_has_scipy": lambda: True, "FEW": 0, "STRETCH": 16, "LONG": 32}),
           "pool": (64, {"_has_scipy": lambda: False, "STRETCH": 64, "SOME": 10**9})}
WINDOWS = 40
"""Fewer orders of magnitude in a window, so that there are several."""


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Look at all problems of at least two stretches by stretches, pooled by scipy or in Python, and in small windows."""
    for name, value in ENGINES[request.param][1].items():
        monkeypatch.setattr(kernels, name, value)
    monkeypatch.setattr(solve_module, "WINDOW", WINDOWS)
    return str(request.param)


def by_steps(monkeypatch: pytest.MonkeyPatch, *data: Any) -> FloatSolution:
    """The answer to the same problem by balls; everything in it is computed now."""
    with monkeypatch.context() as changed:
        changed.setattr(solve_module, "PLAIN", -1)
        found = solve_float(*data)
        _ = found.allocation, found.shift, found.multipliers, found.worst_contraction, found.worst_value
        return found


def same_value(found: FloatSolution, wanted: FloatSolution, orders: int = 0) -> bool:
    """Whether two enclosures overlap and are about as narrow, where the second is of a problem with values ``2**orders`` times as large."""
    with working_precision(200):
        scaled = wanted.enclosure * arb(2) ** -orders
        both = found.enclosure.union(scaled)
        return found.enclosure.overlaps(scaled) and (both == 0 or both.rel_accuracy_bits() > 38)


def contractions(kind: str, steps: int, rng: np.random.Generator) -> Any:
    return {
        "1": lambda: np.ones(steps),
        "7/8": lambda: np.full(steps, 0.875),
        "3/4..1": lambda: rng.integers(48, 65, steps) / 64,
        "around 1": lambda: rng.integers(60, 69, steps) / 64,
        "some 0": lambda: np.where(rng.random(steps) < 0.01, 0.0, 0.96875),
        "some 4": lambda: np.where(rng.random(steps) < 0.01, 4.0, 0.875),
        "1/8": lambda: np.full(steps, 0.125),
    }[kind]()


def gaps(kind: str, steps: int, rng: np.random.Generator) -> Any:
    noise = rng.integers(0, 4, steps) * rng.integers(0, 2, steps)
    t = np.arange(steps)
    return {
        "random": lambda: noise,
        "all 1": lambda: np.ones(steps),
        "rising": lambda: t + 1,
        "slowly rising": lambda: noise + t // 64,
        "falling": lambda: noise + (steps - t) // 64,
        "one": lambda: (t == 3).astype(int),
        "some": lambda: (t % 97 == 5) * (1 + t // 97),
        "late": lambda: (t > steps // 2) * noise,
    }[kind]() / 4


@pytest.mark.parametrize("contraction", ["1", "7/8", "3/4..1", "around 1", "some 0", "some 4", "1/8"])
@pytest.mark.parametrize("gap", ["random", "all 1", "rising", "slowly rising", "falling", "one", "some", "late"])
def test_chunks_do_not_change_the_answer(engine: str, monkeypatch: pytest.MonkeyPatch, contraction: str, gap: str) -> None:
    rng = np.random.default_rng([len(contraction), len(gap)])
    steps = 10 * ENGINES[engine][0] + 7
    v = rng.integers(0, 5, steps) / 4
    v[-1] = 1.0
    data = contractions(contraction, steps, rng), gaps(gap, steps, rng), v, 0.5
    found, wanted = solve_float(*data), by_steps(monkeypatch, *data)
    assert found.block_first.tolist() == wanted.block_first.tolist()
    assert same_value(found, wanted)
    accuracy = {"rtol": 1e-13, "atol": 1e-300}
    np.testing.assert_allclose(found.allocation, wanted.allocation, **accuracy)
    np.testing.assert_allclose(found.multipliers, wanted.multipliers, **accuracy)
    np.testing.assert_allclose(found.worst_contraction, wanted.worst_contraction, **accuracy)
    np.testing.assert_allclose(found.shift, wanted.shift, rtol=0, atol=1e-12 * float(wanted.shift.max()))
    assert found.lower <= wanted.value
    assert wanted.lower <= found.value


@pytest.mark.parametrize("seed", range(6))
def test_the_rational_optimum_is_enclosed(engine: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    steps = 3 * ENGINES[engine][0] + int(rng.integers(0, 40))
    c = np.full(steps, [1.0, 0.5, 1.0, 0.75, 1.0, 0.875][seed])
    s, v = rng.integers(0, 5, steps) / 8, rng.integers(1, 5, steps) / 8
    found = solve_float(c, s, v, 0.25)
    rows = {name: list(map(Fraction, x.tolist())) for name, x in zip(("contraction", "gap", "noise_variance"), (c, s, v), strict=True)}
    wanted = optimum(Instance.from_arguments(**rows, start_shift=Fraction(1, 4)))
    assert isinstance(wanted, ExactSolution)
    value, tolerance = to_fraction(wanted.value), Fraction(5, 10**13)
    assert value <= Fraction(found.value) <= value * (1 + tolerance)
    assert value * (1 - tolerance) <= Fraction(found.lower) <= value
    assert found.block_last.tolist() == list(wanted.block_last)
    for got, want in zip(found.allocation.tolist(), wanted.allocation, strict=True):
        assert abs(Fraction(got) - to_fraction(want)) <= to_fraction(want) / 10**13 + Fraction(1, 10**300)


def test_restarts_of_long_problems_agree(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = 12 * ENGINES[engine][0]
    rng = np.random.default_rng(5)
    s = rng.random(steps) * (np.arange(steps) < steps // 3)
    data = np.ones(steps), s, rng.random(steps) + 0.5, 0.0, 3.0
    found, wanted = solve_float(*data), by_steps(monkeypatch, *data)
    assert found.restart == wanted.restart > 0
    np.testing.assert_allclose(found.allocation, wanted.allocation, rtol=1e-13)
    np.testing.assert_allclose(found.shift, wanted.shift, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("extreme", [0.0, 5e-324, 1e-300, 2.0**-150, 2.0**150, 1e300])
@pytest.mark.parametrize("row", [0, 1, 2])
def test_extreme_numbers_are_looked_at_step_by_step(
    engine: str, monkeypatch: pytest.MonkeyPatch, row: int, extreme: float
) -> None:
    chunk = ENGINES[engine][0]
    steps = 6 * chunk
    rng = np.random.default_rng(3)
    data = [rng.integers(56, 65, steps) / 64, rng.random(steps), rng.random(steps) + 0.5]
    data[row][[chunk + 3, 4 * chunk - 1]] = extreme
    found, wanted = solve_float(*data), by_steps(monkeypatch, *data)
    assert found.block_first.tolist() == wanted.block_first.tolist()
    assert same_value(found, wanted)
    np.testing.assert_allclose(found.allocation, wanted.allocation, rtol=1e-12, atol=1e-300)


def test_an_infinite_optimum_has_its_reason(engine: str) -> None:
    steps = 4 * ENGINES[engine][0]
    v = np.ones(steps)
    v[-5:] = 0.0
    found = solve_float(1, np.ones(steps), v)
    assert found.value == math.inf
    assert found.infinite_reason == f"the gap at step {steps - 4} survives to the end and no noise comes after it"
    assert np.isnan(found.allocation).all()


@pytest.mark.parametrize("place", [0, 40, -1])
@pytest.mark.parametrize("bad", [math.nan, math.inf, -1.0, -5e-324])
def test_unusable_numbers_in_long_arrays_are_named(engine: str, place: int, bad: float) -> None:
    steps = 3 * ENGINES[engine][0] + 5
    for row, name in enumerate(["contraction", "gap", "noise_variance"]):
        data = [np.ones(steps), np.ones(steps), np.ones(steps)]
        data[row][place] = bad
        with pytest.raises(InputError) as caught:
            solve_float(*data)
        assert str(caught.value).startswith(f"{name}[{place % steps}]: {bad!r} is ")


@pytest.mark.parametrize("place", [0, array_sums.PART - 1, array_sums.PART, -1])
@pytest.mark.parametrize("extreme", [5e-324, 2.0**-129, 2.0**-128, 2.0**128, 2.0**129])
@pytest.mark.parametrize("zeros", [False, True])
def test_numbers_far_from_1_are_seen_in_every_part(place: int, extreme: float, zeros: bool) -> None:
    steps = 2 * array_sums.PART + 7
    s, v = np.where(np.arange(steps) % 3 == 0, 0.0, 0.5) if zeros else np.full(steps, 0.5), np.ones(steps)
    s[place] = extreme
    problem = solve_module._read_problem(FloatData(np.full(steps, 0.5), s, v, 0.0, None))
    assert problem.plain == (2.0**-128 <= extreme <= 2.0**128)
    for bad in (math.nan, math.inf, -1.0):
        s[place] = bad
        with pytest.raises(InputError, match=f"gap\\[{place % steps}\\]"):
            solve_module._read_problem(FloatData(np.full(steps, 0.5), s, v, 0.0, None))


def test_negative_zeros_are_zeros(engine: str) -> None:
    steps = 3 * ENGINES[engine][0]
    gap = np.where(np.arange(steps) % 2, 1.0, -0.0)
    assert solve_float(1, gap, 1.0).value == solve_float(1, np.abs(gap), 1.0).value
    assert math.copysign(1.0, min(solve_float(1, gap, 1.0).shift.tolist())) == 1.0


def test_what_is_computed_later_does_not_see_changes_of_the_data(engine: str) -> None:
    steps = 5 * ENGINES[engine][0]
    rng = np.random.default_rng(1)
    data = [np.full(steps, 0.99), rng.random(steps), rng.random(steps) + 0.5]
    first, second = solve_float(*data), solve_float(*data)
    wanted = first.allocation.tolist(), first.shift.tolist(), first.multipliers.tolist(), first.worst_value
    for x in data:
        x[:] = 7.0
    assert (second.allocation.tolist(), second.shift.tolist(), second.multipliers.tolist(), second.worst_value) == wanted


def test_dense_fine_structure_is_found_inside_chunks(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A string that touches a point in the middle of a chunk which the ends of chunks do not show."""
    chunk = ENGINES[engine][0]
    s, v = np.ones(8 * chunk), np.ones(8 * chunk)
    s[: 3 * chunk + chunk // 2] = 0.5
    s[3 * chunk + chunk // 2 :] = 1.5
    found = solve_float(1, s, v)
    assert found.block_last.tolist() == [3 * chunk + chunk // 2, 8 * chunk]
    value = Fraction(1, 4) * (3 * chunk + chunk // 2) + Fraction(9, 4) * (4 * chunk + chunk // 2)
    assert Fraction(found.lower) <= value <= Fraction(found.value)


def wild(rng: np.random.Generator, steps: int) -> tuple[Any, Any, Any, float]:
    """Data of all kinds and magnitudes, with and without structure."""
    t = np.arange(steps)
    c = [
        lambda: np.ones(steps),
        lambda: rng.uniform(0.5, 1.2, steps),
        lambda: np.full(steps, rng.uniform(1, 1.1)),
        lambda: np.where(rng.random(steps) < 0.02, 0, 1.0),
        lambda: np.exp(rng.normal(0, 0.3, steps)),
        lambda: np.where(rng.random(steps) < 0.05, 1e-40, 0.9),
    ][rng.integers(6)]()
    shapes = [np.ones(steps), np.linspace(0, 50, steps), np.linspace(5, 0, steps), np.exp(t * 0.01), t % 50 == 0]
    s = rng.random(steps) * (rng.random(steps) < rng.choice([0.01, 0.1, 1])) * shapes[rng.integers(5)]
    v = rng.random(steps) * (rng.random(steps) < rng.choice([0.05, 1])) * [np.ones(steps), np.exp(-t * 0.01)][rng.integers(2)]
    v[-1] = rng.random()
    s, v = s * 2.0 ** rng.integers(-300, 300), v * 2.0 ** rng.integers(-300, 300)
    return c, s, v, float(rng.choice([0, 0, 1.0, 1e3])) * float(s.max())


@pytest.mark.parametrize("seed", seeds(60))
def test_chunks_do_not_change_the_answer_to_wild_problems(engine: str, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    rng = np.random.default_rng([7, seed])
    data = wild(rng, int(rng.integers(2, 20)) * ENGINES[engine][0] // 2 + 11)
    found, wanted = solve_float(*data), by_steps(monkeypatch, *data)
    assert found.infinite_reason == wanted.infinite_reason
    if wanted.infinite_reason is not None:
        return
    assert found.block_last.tolist() == wanted.block_last.tolist()
    assert same_value(found, wanted)
    np.testing.assert_allclose(found.allocation, wanted.allocation, rtol=1e-12, atol=1e-295)
    entered = data[3]
    for got, want, factor, gap in zip(found.shift.tolist(), wanted.shift.tolist(), data[0].tolist(), data[1].tolist(), strict=True):
        entered = factor * entered + gap
        assert got == want or abs(got - want) <= 1e-12 * entered + 1e-295


# restarts


FACTORS = {"1": [1.0], "below 1": [0.75, 0.875, 1.0], "around 1": [0.75, 1.0, 1.25], "some 0": [0.0, 1.0, 1.0, 1.0]}
GAPS = {"falling": lambda t, u: u / (1 + t), "ending": lambda t, u: u * (t < len(t) / 2), "few": lambda t, _: (t % 7 == 3) * 1.0, "none": lambda t, _: 0.0 * t,
        "valley": lambda t, _: abs(t - len(t) / 2), "any": lambda _, u: u}


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("factors", FACTORS)
def test_restarts_enclose_the_rational_optimum(monkeypatch: pytest.MonkeyPatch, factors: str, gap: str) -> None:
    monkeypatch.setattr(solve_module, "LAST", 8)
    rng = np.random.default_rng([len(factors), len(gap)])
    for _ in range(12):
        steps = int(rng.integers(8, 40))
        c, u = rng.choice(FACTORS[factors], steps), rng.integers(0, 9, steps) / 4.0
        s, v = np.asarray(GAPS[gap](np.arange(steps), u), float), rng.integers(0, 5, steps) / 2.0**rng.integers(0, 3)
        v[-1 - rng.integers(0, 2)] = 1.0
        start, diameter = float(rng.choice([0.0, 0.5, 8.0])), float(rng.choice([0.25, 1.0, 4.0]))
        found = solve_float(c, s, v, start, diameter)
        exact = optimum(instance_of(c, s, v, start, diameter))
        if not isinstance(exact, ExactSolution):
            assert found.infinite_reason is not None
            continue
        wanted = to_fraction(exact.value)
        assert Fraction(found.lower) <= wanted <= Fraction(found.value) <= wanted * (1 + Fraction(1, 10**12))
        assert Fraction(found.lower) >= wanted * (1 - Fraction(1, 10**12))


def instance_of(c: Any, s: Any, v: Any, start: float, diameter: float) -> Instance:
    rows = {name: [Fraction(x) for x in row.tolist()] for name, row in (("contraction", c), ("gap", s), ("noise_variance", v))}
    return Instance.from_arguments(**rows, start_shift=Fraction(start), diameter=Fraction(diameter))


# units


@pytest.mark.parametrize("exponent", [-1040, -997, -300, 300, 1000])
@pytest.mark.parametrize("diameter", [None, 2.0])
def test_very_small_and_large_variances_are_taken_in_another_unit(engine: str, exponent: int, diameter: float | None) -> None:
    rng = np.random.default_rng(5)
    steps = 4 * ENGINES[engine][0] + 3
    c, s, v = rng.integers(6, 9, steps) / 8, rng.integers(0, 3, steps) / 2, rng.integers(1, 5, steps) / 4
    plain, scaled = (solve_float(c, s, np.ldexp(v, e), 0.5, diameter) for e in (0, exponent))
    assert scaled.restart == plain.restart
    assert same_value(scaled, plain, exponent)
    for name in ("allocation", "shift", "worst_contraction", "block_first"):
        assert np.array_equal(getattr(scaled, name), getattr(plain, name)), name
    if abs(exponent) <= 1000:  # else multipliers leave the range of floats
        np.testing.assert_allclose(scaled.multipliers, np.ldexp(plain.multipliers, -exponent), rtol=1e-15, atol=1e-300)
        np.testing.assert_allclose(scaled.block_slope, np.ldexp(plain.block_slope, -exponent), rtol=1e-15, atol=1e-300)
    with working_precision(200):
        assert (scaled.worst_enclosure * arb(2) ** exponent).overlaps(plain.worst_enclosure)


def test_variances_that_differ_too_much_keep_their_unit(engine: str) -> None:
    """The smallest would be lost in the unit of the largest."""
    steps = 4 * ENGINES[engine][0]
    v = np.full(steps, 5e-324)
    v[0] = 1e300
    found = solve_float(1.0, (np.arange(steps) == 1) * 1.0, v, 0.0)
    assert (found.enclosure * (steps - 1) / arb(2) ** 1074 - 1).abs_upper() < arb("1e-12")


@pytest.mark.parametrize("seed", range(8))
def test_sums_and_products_of_windows_are_charged(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """N, W, and the product that carries a window to the end, each differ from the exact ones by what is said of them, and by something."""
    monkeypatch.setattr(solve_module, "WINDOW", WINDOWS)
    rng = np.random.default_rng([11, seed])
    c = np.full(400, 0.9) if seed == 0 else rng.uniform(0.5, 0.9, 400)
    s, v = rng.random(400) + 0.1, rng.random(400) + 0.1
    problem = solve_module._read_problem(FloatData(c, s, v, 0.0, None))
    windows, products = solve_module._rows(problem, 0), [Fraction(1)]
    for x in c[:0:-1].tolist():
        products.append(products[-1] * Fraction(x))
    weight, differs = products[::-1], [False] * 3
    sums, ends = (x.tolist() for x in array_sums.run_sums(windows.begins, *problem.coordinates(windows))), [*windows.begins.tolist(), 400]
    assert len(windows.after) > 1
    for k, ((first, end), shift, noise) in enumerate(zip(pairwise(ends), *sums, strict=True)):
        with working_precision(BITS):
            balls = *windows.balls(k, shift, noise), windows.after[k]
        exact = (sum(w * Fraction(x) for w, x in zip(weight[first:end], s[first:end].tolist(), strict=True)),
                 sum(w * w * Fraction(x) for w, x in zip(weight[first:end], v[first:end].tolist(), strict=True)), weight[end - 1])
        with working_precision(400):
            for k, (ball, truth) in enumerate(zip(balls, exact, strict=True)):
                assert fmpq(*truth.as_integer_ratio()) in ball
                differs[k] |= ball.mid() != fmpq(*truth.as_integer_ratio())
    assert all(differs)


@pytest.mark.parametrize("factor", [0.5, 2.0])
@pytest.mark.parametrize("gap", [-127, 127])
@pytest.mark.parametrize("variance", [-127, 127])
def test_floats_have_room_for_the_widest_row(monkeypatch: pytest.MonkeyPatch, factor: float, gap: int, variance: int) -> None:
    """Contractions, gaps and variances together are at the ends of what is said to be plain, in one row and in two."""
    for steps in (solve_module.WINDOW - 1, solve_module.WINDOW + 9):
        rng = np.random.default_rng(steps)
        data = np.full(steps, factor), np.ldexp(rng.uniform(0.5, 1, steps), gap), np.ldexp(rng.uniform(0.5, 1, steps), variance)
        for scipy_loaded in (False, True):
            monkeypatch.setattr(kernels, "_has_scipy", lambda loaded=scipy_loaded: loaded)
            found, wanted = solve_float(*data), by_steps(monkeypatch, *data)
            assert same_value(found, wanted)
            assert found.block_first.tolist() == wanted.block_first.tolist()
            np.testing.assert_allclose(found.allocation, wanted.allocation, rtol=1e-12)


def test_steps_of_a_window_before_its_first_gap_are_one_block() -> None:
    """Their slopes are 0, and no rounding of means that stand for it makes several blocks of them."""
    for seed in range(20):
        rng = np.random.default_rng([17, seed])
        c, s, v = rng.uniform(0.3, 1.0, 1500), np.zeros(1500), rng.random(1500) + 0.01
        s[rng.integers(30, 1490, 4)] = 1.0
        found = solve_float(c, s, v)
        assert found.block_first.tolist()[:2] == [1, 1 + int(np.flatnonzero(s)[0])]
        assert np.isfinite(found.worst_contraction).all()


def test_little_shift_is_carried_from_window_to_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers near the least floats keep their digits, though products in the coordinates of a window have none."""
    c, s, v = np.full(3000, 0.75), np.zeros(3000), np.ones(3000)
    s[[3, 2500]] = 1.0
    v[:2400] = 2.0**-100
    found, wanted = solve_float(c, s, v), by_steps(monkeypatch, c, s, v)
    assert 0 < wanted.shift[wanted.shift > 0].min() < 1e-300
    np.testing.assert_allclose(found.shift[:2300], wanted.shift[:2300], rtol=1e-9, atol=1e-315)


@pytest.mark.parametrize("steps", [2, 3, 77, 128])
def test_products_of_rows_are_charged(steps: int) -> None:
    """They are known to about twice as many digits as floats have, and no better than is said."""
    rows = np.random.default_rng(steps).uniform(0.5, 2, (9, steps))
    with working_precision(400):
        for row, ball in zip(rows.tolist(), solve_module._products(rows), strict=True):
            truth = math.prod(map(Fraction, row))
            assert fmpq(*truth.as_integer_ratio()) in ball
            assert ball.rel_accuracy_bits() > 85


def test_slopes_far_apart_do_not_make_rows_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a block is 2**-340 times as steep as the next, the pair forgets what came before, and attains the value all the same."""
    c, s, v = np.ones(6000), np.zeros(6000), np.full(6000, 2.0**-20)
    s[0], s[3001:] = 2.0**-120, 2.0**100
    v[:3001] = 2.0**100
    found, counts, rows = solve_float(c, s, v), list[int](), solve_module._rows
    monkeypatch.setattr(solve_module, "_rows", lambda *given: counts.append(len((own := rows(*given)).after)) or own)
    assert 0.0 < found.worst_contraction[3001] < 2.0**-300
    assert found.value * (1 - 1e-12) <= found.worst_value <= found.lower * (1 + 1e-12)
    assert counts == [1]


@pytest.mark.parametrize("share", [0.1, 1.0, 0.0])
def test_blocks_of_windows_enclose_the_rational_optimum(monkeypatch: pytest.MonkeyPatch, share: float) -> None:
    """Blocks within a window and blocks of several; after the first step gaps have this share of the others."""
    monkeypatch.setattr(solve_module, "WINDOW", WINDOWS)
    for seed in range(20):
        rng = np.random.default_rng([13, seed])
        c, s, v = rng.uniform(0.3, 1.2, 150), rng.random(150) * (rng.random(150) < share), rng.random(150) + 0.1
        s[0] = 0.3
        found = solve_float(c, s, v)
        rows = {name: [Fraction(x) for x in row.tolist()] for name, row in (("contraction", c), ("gap", s), ("noise_variance", v))}
        wanted = optimum(Instance.from_arguments(**rows))
        assert isinstance(wanted, ExactSolution)
        assert wanted.value in found.enclosure
        assert found.enclosure.rel_accuracy_bits() > 39


@pytest.mark.parametrize("orders", [20, 150, 200, 400])
def test_strings_that_are_pooled_together_are_those_alone(orders: int) -> None:
    """Whatever magnitudes they span: no product of a slope and a noise underflows, not even next to the least of them."""
    rng = np.random.default_rng(orders)
    for _ in range(20):
        count, steps = int(rng.integers(2, 9)), 60
        w = np.exp2(np.sort(rng.uniform(-orders, 0, (count, steps)), axis=1))
        n, m = w * rng.random((count, steps)) * (rng.random((count, steps)) < 0.3), w * w * rng.uniform(0.1, 1, (count, steps))
        n[:, -1] = 1.0
        rows = np.arange(0, n.size, steps)
        wanted = [kernels.pool(zip(range(steps), a.tolist(), b.tolist(), strict=True), lambda p, q: p[1] * q[2] >= q[1] * p[2],
                               lambda p, q: (p[0], p[1] + q[1], p[2] + q[2])) for a, b in zip(n, m, strict=True)]
        found = kernels.rows_firsts(n.ravel(), m.ravel(), rows).tolist()
        assert found == [int(row) + block[0] for row, blocks in zip(rows, wanted, strict=True) for block in blocks]
