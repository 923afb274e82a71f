"""Many instances at once: each answer is that of the instance by itself."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import arb

from pabisym.errors import InputError
from pabisym.lang.once import working_precision
from pabisym.shift import batch
from pabisym.shift.allocate import allocate, solve
from pabisym.shift.batch import Allocations, allocate_batch
from pabisym.shift.float64 import kernels
from pabisym.shift.instance import Instance


def same_as_single(found: Allocations) -> None:
    """The two enclosures of each optimum overlap, are about equal, and begin at the same restart unless others are as good."""
    for i, one in enumerate(found):
        solved = one._solution
        assert found.lower[i] <= solved.value, i
        assert solved.lower <= found.value[i], i
        assert found.value[i] == solved.value or abs(found.value[i] / solved.value - 1) <= 1e-12, i
        assert 0 <= found.restart[i] <= len(solved.allocation)


def numbers(rng: np.random.Generator, shape: tuple[int, ...], kind: str) -> np.ndarray:
    x = rng.random(shape)
    if kind == "contraction":
        return rng.choice([0.0, 0.5, 1.0, 1.1, 0.99], shape) if rng.random() < 0.5 else x
    if rng.random() < 0.3:
        return x * 10.0 ** rng.integers(-200, 200, shape)
    return x * (rng.random(shape) < 0.7) * rng.choice([1, 8])


def random_batch(rng: np.random.Generator) -> dict[str, object]:
    count, steps = int(rng.integers(1, 12)), int(rng.integers(1, 40))
    given: dict[str, object] = {}
    if rng.random() < 0.4:
        lengths = [*rng.integers(0, 40, count), 41]
        for name in ("gap", "noise_variance", "contraction"):
            given[name] = [numbers(rng, (n,), name) for n in lengths] if name == "gap" or rng.random() < 0.5 else numbers(rng, (len(lengths), 1), name)
        count += 1
    else:
        for name in ("gap", "noise_variance", "contraction"):
            given[name] = numbers(rng, (count, steps) if name == "gap" else [(count, steps), (steps,), (count, 1), ()][rng.integers(4)], name)
    given["start_shift"] = rng.random(count) * (rng.random(count) < 0.5)
    if rng.random() < 0.6:
        given["diameter"] = rng.choice([0.0, 0.5, 2.0, 50.0, math.inf], count)
    return given


@pytest.mark.parametrize("count", [60, pytest.param(2000, marks=pytest.mark.campaign)])
def test_every_answer_is_that_of_the_instance_by_itself(count: int) -> None:
    rng = np.random.default_rng(count)
    for _ in range(count):
        same_as_single(allocate_batch(**random_batch(rng)))  # type: ignore[arg-type]


def test_rows_are_solved_together_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    given = random_batch(np.random.default_rng(5))
    whole = allocate_batch(**given)  # type: ignore[arg-type]
    monkeypatch.setattr(batch, "_PART", 64)
    parts = allocate_batch(**given)  # type: ignore[arg-type]
    assert all(np.allclose(getattr(whole, name), getattr(parts, name), rtol=1e-13) for name in ("value", "lower", "restart"))


def test_many_rows_need_few_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strings that follow each other in one array are pooled by themselves."""
    rng, calls = np.random.default_rng(9), []
    pooled = kernels._isotonic
    monkeypatch.setattr(kernels, "_isotonic", lambda slope, m: calls.append(len(slope)) or pooled(slope, m))
    gap = rng.integers(0, 3, (500, 20)) * rng.random((500, 20)) * 2.0 ** rng.integers(-20, 20, (500, 1))
    same_as_single(allocate_batch(gap=gap, noise_variance=rng.random((500, 20)) + 0.1))
    assert len(calls) < 20


def test_optima_are_enclosed() -> None:
    rng = np.random.default_rng(8)
    gap, variance = rng.integers(0, 3, (30, 9)), rng.integers(1, 4, (30, 1))
    found = allocate_batch(gap=gap, noise_variance=variance, contraction="9/10", diameter=2)
    for i in range(30):
        exact = allocate(gap=gap[i], noise_variance=int(variance[i, 0]), contraction=Fraction(np.nextafter(0.9, 1)), diameter=2).value
        assert isinstance(exact, Fraction)
        assert Fraction(found.lower[i]) <= exact <= Fraction(found.value[i])


def test_sequences_of_instances() -> None:
    instances = [Instance.from_arguments(gap=[0, 1, 0, 0], noise_variance=1), {"gap": [1, "1/3"], "noise_variance": [1, 0.5], "diameter": 3},
                 {"gap": 1, "steps": 5, "noise_variance": 2.0, "start_shift": 1}, {"gap": [], "noise_variance": 1}]
    found = allocate_batch(instances)
    same_as_single(found)
    assert abs(found.value[0] - 1 / 3) < 1e-12
    assert found[-1].value == 0
    assert len(allocate_batch([])) == 0
    with pytest.raises(IndexError):
        found[4]


def test_an_infinite_optimum_is_infinite_from_both_sides() -> None:
    found = allocate_batch(gap=[[1, 0], [0, 1]], noise_variance=[1, 0])
    assert found.value[1] == found.lower[1] == math.inf
    assert found.value[0] < math.inf
    assert found[1].status == "infinite"


@pytest.mark.parametrize(("given", "problem"), [
    ({"gap": [[1, 2], [3, math.nan]], "noise_variance": 1}, r"gap\[1, 1\]: nan"), ({"gap": [[1, 2], [3, -4]], "noise_variance": 1}, r"gap\[1, 1\]: -4.0"),
    ({"gap": [[1, 2], [3]], "noise_variance": [[1, 2], [3, 4]]}, "gap: the shapes do not go together"),
    ({"gap": np.ones((2, 3)), "noise_variance": np.ones(4)}, "gap: the shapes do not go together"), ({"gap": [1]}, "noise_variance: is missing"),
    ({"gap": np.ones((2, 3, 1)), "noise_variance": 1}, "gap: has 3 dimensions"), ({"gap": [["x", 1]], "noise_variance": 1}, "gap: 'x' is not a rational"),
    ({"gap": np.ones((2, 3)), "noise_variance": 1, "diameter": [1, 2, 3]}, r"diameter: has the shape \(3,\) for 2 instances"),
    ({"gap": np.ones((2, 3)), "noise_variance": 1, "start_shift": [1, -2]}, r"start_shift\[1\]"),
    ({"instances": [{"gap": [1], "noise_variance": 1, "sigma": 2}]}, r"instances\[0\].sigma: is no argument"),
    ({"instances": [{"gap": [1]}]}, r"instances\[0\].noise_variance: is missing"), ({"instances": [], "gap": [1]}, "instances: cannot be combined"),
    ({"instances": [{"gap": [1], "noise_variance": -1}]}, r"instances\[0\].noise_variance"),
])
def test_unusable_batches_are_refused(given: dict[str, object], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        allocate_batch(**given)  # type: ignore[arg-type]


def bounded(rng: np.random.Generator, steps: int) -> dict[str, object]:
    """A long bounded instance: gaps that go on, are rare, fall, or stop; noise that varies, grows or falls."""
    t = np.arange(1.0, steps + 1)
    gap = [rng.random(steps), (rng.random(steps) < 0.05) * 1.0, 1 / t, rng.random(steps) * (t < steps / 3), t / steps, np.exp(-t / 9)][rng.integers(6)]
    variance = [rng.random(steps) + 0.01, t, 1 / t, np.ones(steps), np.exp(t / 20), (rng.random(steps) < 0.3) + 1e-9][rng.integers(6)]
    contraction = [np.ones(steps), np.full(steps, 0.97), rng.choice([0.9, 1.0, 1.05], steps), np.full(steps, 1.001)][rng.integers(4)]
    return {"gap": gap, "noise_variance": variance, "contraction": contraction, "diameter": float(rng.choice([0.3, 1.0, 3.0, 20.0])),
            "start_shift": float(rng.choice([0.0, 1.0, 30.0]))}


@pytest.mark.parametrize("count", [6, pytest.param(300, marks=pytest.mark.campaign)])
def test_the_best_restart_is_the_best_of_all(count: int) -> None:
    """Steps that are not solved are no better: every restart is solved by itself."""
    rng, later = np.random.default_rng(count), 0
    for _ in range(count):
        steps = int(rng.integers(50, 300))
        given = bounded(rng, steps)
        found = allocate(**given, arithmetic="float")._solution  # type: ignore[arg-type]
        rows = [{name: given[name][tau:] for name in ("gap", "noise_variance", "contraction")} for tau in range(steps)]  # type: ignore[index]
        starts = [min(given["start_shift"], given["diameter"]), *[given["diameter"]] * (steps - 1)]  # type: ignore[type-var]
        every = allocate_batch([{**row, "start_shift": start} for row, start in zip(rows, starts, strict=True)])
        assert every.lower.min() <= found.value <= every.value.min() * (1 + 1e-12)
        assert found.lower <= every.value.min()
        later += found.restart > 0
    assert later > count / 4


@pytest.mark.parametrize("seed", range(40))
def test_random_floats_enclose_the_rational_optimum(seed: int) -> None:
    """Data that no sum or product of is a float, so that what rounding is charged decides."""
    rng = np.random.default_rng([21, seed])
    c, s, v = rng.uniform(0.8, 1.1, (4, 3)), rng.random((4, 3)), rng.random((4, 3)) + 0.1
    limit = [None, 2.0][seed % 2]
    found = allocate_batch(contraction=c, gap=s, noise_variance=v, start_shift=0.3, diameter=limit)
    for i in range(4):
        rows = {name: list(map(Fraction, x[i].tolist())) for name, x in (("contraction", c), ("gap", s), ("noise_variance", v))}
        exact = allocate(**rows, start_shift=Fraction(0.3), diameter=limit and Fraction(limit)).value  # type: ignore[arg-type]
        assert isinstance(exact, Fraction)
        assert Fraction(found.lower[i]) <= exact <= Fraction(found.value[i]) <= exact * (1 + Fraction(1, 10**12))


@pytest.mark.parametrize("last", [1.49, 1.51])
def test_products_that_always_round_the_same_way_are_charged(last: float) -> None:
    """Each factor 1 + 2^-52 adds one unit in the last place to 1.49 where 1.49 are due, and two to 1.51."""
    steps = 6000
    c = np.full(steps, 1 + 2.0**-52)
    c[-1] = last
    gap = np.zeros(steps)
    gap[0] = 1.0
    found = allocate_batch(gap=[gap], noise_variance=1.0, contraction=[c])
    with working_precision(300):
        n, w = arb(1), arb(1)
        for factor in c[1:].tolist():
            n, w = n * arb(factor), w * arb(factor) ** 2 + 1
        value = n * n / w
        assert arb(found.lower[0]) <= value
        assert value <= arb(found.value[0])


def test_products_that_underflow_are_not_taken_for_0() -> None:
    """Two contractions by 2^-90 many times: the first gap is not forgotten."""
    c = np.full((1, 20), 2.0**-90)
    gap = np.zeros((1, 20))
    gap[0, 0] = 1.0
    found = allocate_batch(gap=gap, noise_variance=1.0, contraction=c)
    assert found.value[0] > 0.0 == found.lower[0]


def test_lower_bounds_of_rational_instances() -> None:
    """Contractions and gaps were rounded upwards, which makes the optimum of the floats larger."""
    steps, given = 300, []
    for n in range(990, 1000):
        given.append(Instance.from_arguments(steps=steps, contraction=Fraction(n, 1000), gap=["1/10", *[0] * (steps - 1)], noise_variance="3/10"))
    found = allocate_batch(given)
    lower = batch.lower_of_rationals(found)
    exact = [solve(one).value for one in given]
    charged = 1 - Fraction(4 * (steps + 2) - 4, 2**53)
    assert all(Fraction(x) <= Fraction(y) * charged for x, y in zip(lower.tolist(), found.lower.tolist(), strict=True))
    assert all(Fraction(x) <= y <= Fraction(z) for x, y, z in zip(lower.tolist(), exact, found.value.tolist(), strict=True))
