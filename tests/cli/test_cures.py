"""What an error says to write instead is what helps: the nearest name, the option of this command, the arithmetic that there is."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pabisym
from pabisym.errors import InputError

Run = Callable[..., Any]
POINT = ("feldman2018/theorem-23", "--set", "L=1", "--set", "sigma=4", "--set", "n=1000")


@pytest.mark.parametrize(("arguments", "cure"), [
    (("evaluate", "ln(2)"), "did you mean log? known are "),
    (("evaluate", "2*α"), "(position 3); write alpha"),
    (("evaluate", "2^3"), "write **"),
    (("evaluate", "pi(3)"), "pi is a number and takes no argument"),
    (("evaluate", "e**2"), "Euler's number is exp(1)"),
    (("evaluate", "ceil(3/2)"), "did you mean ceiling?"),
    (("beliefs", "absorb"), "did you mean figure/absorb?"),
    (("beliefs", "figure/absorbs"), "did you mean figure/absorb"),
    (("privacy", "--noise", "1.1"), "--noise: is not an option; did you mean --noise-multiplier?"),
    (("privacy", "--learning", "1"), "did you mean --learning-rate?"),
    (("privacy", "--deltas", "1e-5"), "did you mean --delta"),
    (("evaluate", *POINT, "--set", "t=2000", "--set", "alpha=2"), "--force evaluates all the same"),
])
def test_a_cure_says_what_to_write(run: Run, arguments: tuple[str, ...], cure: str) -> None:
    done = run(*arguments)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert cure in done.err


def test_the_constant_pi_has_its_value(run: Run) -> None:
    """It was asked for as a letter, and what was given for it to 15 digits was wrong in the 17th."""
    done = run("evaluate", "sqrt(2)*pi", "--digits", "20", "--json").json["value"]
    assert done["lower"].startswith("4.442882938158366247")
    assert done["upper"].startswith("4.442882938158366247")
    assert run("evaluate", "pi*x", "--set", "pi=3", "--set", "x=1").status == 2


def test_greek_letters_are_the_names_of_letters(run: Run) -> None:
    at = ("--set", "t=10", "--set")
    assert run("evaluate", *POINT, *at, "α=8").out == run("evaluate", *POINT, *at, "alpha=8").out != ""
    assert "given twice" in run("evaluate", *POINT, *at, "α=8", "--set", "alpha=8").err


def test_float_arithmetic_is_named_only_where_there_is_one(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "instance.json"
    file.write_text(json.dumps({"steps": 2, "gap": 0.5, "noise_variance": 1}))
    assert run("allocate", str(file)).err.endswith('the float 0.5 is not exact; quote it, as "0.5", or --arithmetic float\n')
    assert run("calibrate", str(file), "--gdp", "1").err.endswith('the float 0.5 is not exact; quote it, as "0.5"\n')
    with pytest.raises(InputError, match=r'quote it, as "0.5", or arithmetic="float"$'):
        pabisym.allocate(gap=[0.5], noise_variance=1)
    with pytest.raises(InputError, match=r'quote it, as "0.5"$'):
        pabisym.calibrate(gap=[0.5], noise_variance=1, gdp=1)


def test_to_force_is_an_argument_in_python() -> None:
    with pytest.raises(InputError, match="force=True evaluates all the same"):
        pabisym.theorem("feldman2018/theorem-23").at(L=1, sigma=4, n=10, t=20, alpha=8)
