"""Short problems without numpy: every number is that of the solver with arrays, and what is left to it is."""

from __future__ import annotations

import json
import math
import random
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flint import fmpq
from support.examples import by_day

from pabisym.cli import main
from pabisym.shift.allocate import solve, solve_short_floats
from pabisym.shift.float64 import long
from pabisym.shift.float64.arrays import one_float
from pabisym.shift.float64.short import STEPS, _float, solve_short
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


def numbers(values: Any) -> list[float]:
    return values if isinstance(values, list) else values.tolist()


@pytest.mark.parametrize("steps", [1, 2, 3, 7, 40, 300])
def test_every_number_is_that_of_the_solver_with_arrays(steps: int) -> None:
    rng, solved = random.Random(steps), 0
    for _ in range(by_day(400 // steps + 20)):
        given = instance(rng, steps)
        found, wanted = solve_short_floats(given), solve(given, "float")
        assert (found is None) == (wanted.status == "infinite")
        if found is not None:
            solved += 1
            assert found.to_json() == wanted.to_json()
            assert found.first_rows(5) == wanted.first_rows(5)
            assert (found.value, found.restart, found.tightness) == (wanted.value, wanted.restart, wanted.tightness)
            np.testing.assert_array_equal(found.allocation, wanted.allocation)
            assert found.blocks == wanted.blocks
    assert solved


@pytest.mark.parametrize("up", [True, False])
def test_a_rational_is_rounded_as_for_arrays(up: bool) -> None:
    rng = random.Random(1)
    for _ in range(3000):
        bits = rng.choice([3, 30, 60, 200])
        value = fmpq(rng.getrandbits(bits), rng.getrandbits(bits) + 1)
        found, moved = _float(value, up=up)
        assert found == one_float(value, "gap" if up else "noise_variance")
        exact = Fraction(int(value.p), int(value.q))
        assert found is not None
        assert (Fraction(found) >= exact) if up else (Fraction(found) <= exact)
        assert moved == (Fraction(found) != exact)
    for outside in (fmpq(10) ** 400, fmpq(1, 10**400)):
        assert _float(outside, up=False)[0] is None
    assert _float(fmpq(1, 10**400), up=True) == (math.ulp(0.0), True)


def test_what_needs_arrays_is_left_to_them() -> None:
    assert STEPS == long.LONG
    plain = {"contraction": 1, "gap": 1, "noise_variance": 1}
    assert solve_short(Instance.from_arguments(steps=STEPS - 1, **plain)) is not None
    for other in ({"steps": STEPS}, {"steps": 3, "diameter": 5}, {"steps": 3, "noise_variance": 0}, {"steps": 3, "gap": "1e400"},
                  {"steps": 0, "gap": []}):
        assert solve_short(Instance.from_arguments(**plain | other)) is None


def test_the_command_loads_no_numpy_for_a_short_problem(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "instance.json"
    path.write_text(json.dumps({"steps": 4, "gap": ["1/3", 0.1, 0, 2], "noise_variance": 0.7}), encoding="utf-8")
    code = "import sys; from pabisym.cli import main\ntry: main()\nfinally: print('numpy' in sys.modules, file=sys.stderr)"
    command = [sys.executable, "-c", code, "allocate", str(path), "--arithmetic", "float", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr == "False\n"
    wanted = solve(Instance.from_json({"steps": 4, "gap": ["1/3", "0.1", 0, 2], "noise_variance": "0.7"}), "float")
    assert json.loads(done.stdout) == wanted.to_json()
    assert main.main(["allocate", str(path), "--arithmetic", "float"], standalone_mode=False) == 0
    assert f"mu^2 = {wanted.value}" in capsys.readouterr().out


@pytest.mark.parametrize("steps", [3, 300])
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
