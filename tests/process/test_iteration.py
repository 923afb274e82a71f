"""Noises with one convention, and iterations as instances."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import by_day
from support.gradient_noise import of_gradient
from support.linear_run import LinearRun, exact_linear

from pabisym.divergence.evaluate import exact_value
from pabisym.errors import InputError
from pabisym.lang.grammar import parse, to_text
from pabisym.process.iteration import GaussianNoise, Iteration, square
from pabisym.process.sequence import impulse, read_sequence
from pabisym.shift.instance import Instance

ONE_PASS = Iteration.of(
    steps="n",
    contraction="c",
    gap=[{"at": "t", "size": "2*eta*L"}],
    noise=of_gradient(std="sigma", step_size="eta"),
)
POINT = {"n": 5, "c": "9/10", "t": 2, "eta": "1/10", "L": 1, "sigma": 4}


def test_conventions_of_the_noise() -> None:
    letters = {"eta": "1/2", "sigma": 3}
    on_iterate = GaussianNoise.on_iterate(std="eta*sigma")
    gradient = of_gradient(std="sigma", step_size="eta")
    by_variance = GaussianNoise.on_iterate(variance="eta**2*sigma**2")
    for noise in (on_iterate, gradient, by_variance):
        assert noise.variance.values(2, letters) == (fmpq(9, 4), fmpq(9, 4))
        assert noise.letters == {"eta", "sigma"}
    assert GaussianNoise.on_iterate(std=3).variance.values(1, {}) == (9,)


@pytest.mark.parametrize(
    ("step_size", "std", "expected"),
    [
        (["1", "2", "3"], "sigma", (4, 16, 36)),
        ("eta", ["1", "2", "3"], (fmpq(1, 4), 1, fmpq(9, 4))),
        (["1", "2", "3"], ["2", "3", "4"], (4, 36, 144)),
        ("eta/k", "sigma", (1, fmpq(1, 4), fmpq(1, 9))),
        ("1/k", ["1", "2", "3"], (1, 1, 1)),
    ],
)
def test_gradient_noise_per_step(step_size: object, std: object, expected: tuple[object, ...]) -> None:
    noise = of_gradient(std=std, step_size=step_size)
    assert noise.variance.values(3, {"eta": "1/2", "sigma": 2}) == expected


def test_the_square_of_a_root_is_rational() -> None:
    noise = GaussianNoise.on_iterate(std="sqrt(2*eta)")
    assert noise.variance.values(1, {"eta": "1/3"}) == (fmpq(2, 3),)
    assert to_text(noise.variance.term()) == "2*eta"


@settings(max_examples=by_day(100), deadline=None)
@given(
    st.sampled_from(["x", "-x", "2*x", "x*y", "x/y", "x**3", "abs(x)", "x + y", "3/2", "-x*y/2", "sqrt(x**2)", "x**(-2)*sqrt(y**4)"]),
    st.fractions(min_value=Fraction(1, 5), max_value=5, max_denominator=9),
    st.fractions(min_value=Fraction(1, 5), max_value=5, max_denominator=9),
)
def test_squares_are_squares(text: str, x: Fraction, y: Fraction) -> None:
    point = {"x": x, "y": y}
    value = exact_value(parse(text), point)
    assert value is not None
    assert exact_value(square(parse(text)), point) == value**2


@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        ({}, "either std or variance"),
        ({"std": 1, "variance": 1}, "either std or variance"),
        ({"std": -1}, "noise.std: -1 is negative"),
        ({"variance": ["1", "-1/2"]}, "noise.variance: -1/2 is negative"),
        ({"std": 0.5}, "not exact"),
    ],
)
def test_noises_are_refused(arguments: dict[str, object], match: str) -> None:
    with pytest.raises(InputError, match=match):
        GaussianNoise.on_iterate(**arguments)


def test_deviations_and_step_sizes_are_as_many() -> None:
    with pytest.raises(InputError, match="2 step sizes for 3 deviations"):
        of_gradient(std=[1, 2, 3], step_size=[1, 2])


def test_instances_are_what_the_solver_reads() -> None:
    data = ONE_PASS.instance(**POINT)
    assert data == {
        "steps": 5,
        "contraction": "9/10",
        "gap": ["0", "1/5", "0", "0", "0"],
        "noise_variance": "4/25",
        "start_shift": "0",
        "diameter": None,
    }
    read = Instance.from_json(json.loads(json.dumps(data)))
    assert read.gap == ONE_PASS.gap.values(5, POINT)
    assert read.noise_variance == (fmpq(4, 25),) * 5


def test_diameter_start_and_lists_are_written() -> None:
    iteration = Iteration.of(steps=2, gap=read_sequence(["1", "D"]), noise=GaussianNoise.on_iterate(variance="1/k"), start_shift="z", diameter="D")
    assert iteration.letters == {"z", "D"}
    assert iteration.instance(z="1/3", D=2) == {
        "steps": 2,
        "contraction": "1",
        "gap": ["1", "2"],
        "noise_variance": ["1", "1/2"],
        "start_shift": "1/3",
        "diameter": "2",
    }
    assert iteration.describe()["diameter"] == "D"


def test_the_linear_pair_is_exact() -> None:
    run = exact_linear(ONE_PASS, **POINT)
    c, variance = Fraction(9, 10), Fraction(4, 25)
    assert run.mean_difference == fmpq(*(Fraction(1, 5) * c**3).as_integer_ratio())
    assert run.variance == fmpq(*sum(variance * c ** (2 * j) for j in range(5)).as_integer_ratio())
    assert run.mu_squared == run.mean_difference**2 / run.variance


def test_the_linear_pair_starts_apart_and_may_be_infinite() -> None:
    iteration = Iteration.of(steps="n", gap=0, noise=GaussianNoise.on_iterate(variance="v"), start_shift=3)
    assert exact_linear(iteration, n=0, v=1) == LinearRun(fmpq(3), fmpq(0))
    assert exact_linear(iteration, n=0, v=1).mu_squared is None
    assert exact_linear(iteration, n=4, v=1).mu_squared == fmpq(9, 4)
    assert LinearRun(fmpq(0), fmpq(0)).mu_squared == 0


@pytest.mark.parametrize(
    ("change", "match"),
    [
        ({"n": None}, "^n: has no value"),
        ({"beta": 1}, "^beta: is not a letter"),
        ({"k": 1}, "^k: is not a letter"),
        ({"n": "1/2"}, "^steps: n is 1/2"),
        ({"n": -1}, "^steps: n is -1"),
        ({"n": 10**9}, "^steps: 1000000000 is too large"),
        ({"t": 6}, "^at: step 6 of 5"),
        ({"c": -1}, "^contraction: -1 is negative"),
        ({"eta": "-1/10"}, r"^gap\[1\]: -1/5 is negative"),
        ({"L": 0.5}, "^L: the float 0.5 is not exact"),
    ],
)
def test_instances_are_refused(change: dict[str, object], match: str) -> None:
    letters = {name: value for name, value in {**POINT, **change}.items() if value is not None}
    with pytest.raises(InputError, match=match):
        ONE_PASS.instance(**letters)


def test_only_sizes_depend_on_the_step() -> None:
    for field in ("steps", "start_shift", "diameter"):
        arguments = {"steps": "n", "gap": 0, "noise": GaussianNoise.on_iterate(std=1), field: "k"}
        with pytest.raises(InputError, match=f"^{field}: depends on the step"):
            Iteration.of(**arguments)


def test_descriptions_are_formulas() -> None:
    described = ONE_PASS.describe()
    assert parse(described["gap"]) == impulse("t", "2*eta*L").term()
    assert set(described) == {"steps", "contraction", "gap", "noise_variance", "start_shift"}
