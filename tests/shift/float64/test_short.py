"""Short problems without numpy: bounds of the rational optimum, and the nearest floats of everything else."""

from __future__ import annotations

import json
import math
import random
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from flint import fmpq
from support.examples import by_day

from pabisym.cli import main
from pabisym.shift.allocate import solve, solve_short_floats
from pabisym.shift.float64.answer import STEPS, solve_short
from pabisym.shift.instance import Instance


def instance(rng: random.Random, steps: int) -> Instance:
    """Data of one of several kinds: whole numbers, quotients, decimals, very small and very large ones."""
    def number() -> fmpq:
        kind = rng.randrange(5)
        if kind == 0:
            return fmpq(rng.randrange(4))
        if kind == 1:
            return fmpq(rng.randrange(10), rng.randrange(1, 10))
        if kind == 2:
            return fmpq(rng.randrange(10**9), 10**9)
        return fmpq(rng.randrange(1, 10**6)) * fmpq(2) ** rng.randrange(-120, 120)

    def data(one: bool) -> list[fmpq]:
        return [number()] * steps if one else [number() for _ in range(steps)]

    contraction = rng.choice([[fmpq(1)] * steps, [fmpq(9, 10)] * steps, [fmpq(rng.randrange(21), 16) for _ in range(steps)]])
    return Instance(steps=steps, contraction=tuple(contraction), gap=tuple(data(rng.random() < 0.3)),
                    noise_variance=tuple(data(rng.random() < 0.3)), start_shift=rng.choice([fmpq(0), fmpq(1, 3), number()]))


@pytest.mark.parametrize("steps", [1, 2, 3, 7, 40, 100])
def test_numbers_are_those_of_the_rational_optimum(steps: int) -> None:
    rng, solved = random.Random(steps), 0
    for k in range(by_day(160 // steps + 20)):
        given = instance(rng, steps)
        given = replace(given, diameter=fmpq(2)) if k % 3 == 0 else given
        found, wanted = solve_short_floats(given), solve(given)
        assert (found is None) == (wanted.status == "infinite")
        if found is None:
            continue
        solved += 1
        value = Fraction(found.value)
        assert wanted.value <= value <= wanted.value * (1 + Fraction(1, 2**51)) + Fraction(1, 2**1074)
        assert Fraction(found.worst_case.value) <= wanted.value
        assert (found.restart, found.tightness) == (wanted.restart, wanted.tightness)
        assert [(one.first, one.last) for one in found.blocks] == [(one.first, one.last) for one in wanted.blocks]
        entered = max(wanted.shift, default=Fraction(0)) + sum(wanted.allocation)
        for got, exact in zip(found.allocation.tolist(), wanted.allocation, strict=True):
            assert got == math.inf or abs(Fraction(got) - exact) <= exact * Fraction(1, 2**52) + Fraction(1, 2**1074)
        for got, exact in zip(found.shift.tolist(), wanted.shift, strict=True):
            assert got == math.inf or abs(Fraction(got) - exact) <= entered * Fraction(1, 2**52) + Fraction(1, 2**1074)
    assert solved


def test_short_and_long_problems_agree() -> None:
    rng = random.Random(5)
    for _ in range(10):
        given = instance(rng, 30)
        found, other = solve_short_floats(given), solve(given, "float")
        if found is not None:
            assert found.value <= other.value <= found.value * (1 + 1e-12) + math.ulp(0.0)
            assert len(found.first_rows(5)["allocation"]) == 5


def test_what_is_long_or_has_no_optimum_is_left_to_arrays() -> None:
    plain = {"contraction": 1, "gap": 1, "noise_variance": 1}
    assert solve_short(Instance.from_arguments(steps=STEPS - 1, **plain)) is not None
    for other in ({"steps": STEPS}, {"steps": 3, "noise_variance": 0}, {"steps": 0, "gap": []}):
        assert solve_short(Instance.from_arguments(**plain | other)) is None


def test_the_command_loads_no_numpy_for_a_short_problem(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "instance.json"
    path.write_text(json.dumps({"steps": 4, "gap": ["1/3", 0.1, 0, 2], "noise_variance": 0.7}), encoding="utf-8")
    code = "import sys; from pabisym.cli import main\ntry: main()\nfinally: print('numpy' in sys.modules, file=sys.stderr)"
    command = [sys.executable, "-c", code, "allocate", str(path), "--arithmetic", "float", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr == "False\n"
    wanted = solve_short_floats(Instance.from_json({"steps": 4, "gap": ["1/3", "0.1", 0, 2], "noise_variance": "0.7"}))
    assert wanted is not None
    assert json.loads(done.stdout) == wanted.to_json()
    assert main.main(["allocate", str(path), "--arithmetic", "float"], standalone_mode=False) == 0
    assert f"mu^2 = {wanted.value}" in capsys.readouterr().out


@pytest.mark.parametrize("steps", [3, 3000])
def test_the_pair_of_rounded_data_is_below_the_optimum_of_those_that_were_given(steps: int) -> None:
    """Contractions and gaps that were rounded upwards make the pair of the floats better than any of the given data."""
    for factor in (fmpq(n, 1000) for n in range(990, 1000)):
        given = Instance(steps=steps, contraction=(factor,) * steps, gap=(fmpq(1, 10), *[fmpq(0)] * (steps - 1)),
                         noise_variance=(fmpq(3, 10),) * steps, start_shift=fmpq(1, 10))
        exact, short = solve(given), solve_short_floats(given)
        assert short is not None
        assert isinstance(exact.value, Fraction)
        for found in (short, solve(given, "float")):
            worst, value = found.worst_case.value, found.value
            assert isinstance(worst, float)
            assert isinstance(value, float)
            assert Fraction(worst) <= exact.value <= Fraction(value)
