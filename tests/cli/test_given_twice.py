"""An option that takes one value refuses a second one, whichever command it belongs to; those that take several are known here."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import click
import pytest

from pabisym.cli import main
from pabisym.errors import InputError

Run = Callable[..., Any]
SEVERAL = {"--set", "--limit", "--folder"}
"""Options whose values are a list: of letters, which are refused one by one where they come twice, of limits, and of folders."""
COMPOSED = {("convert", "--gdp"), ("convert", "--zcdp"), ("convert", "--sampled"), ("calibrate", "--sampled"),
            ("convert", "--laplace"), ("convert", "--pure"), ("convert", "--exponential"), ("derive", "--table")}
"""Options that name mechanisms, which are composed, see ``test_convert.py`` and ``test_phased_command.py``; and the letters of a grid."""


def options() -> list[tuple[str, click.Option]]:
    """All options of all commands that take a value."""
    return [(name, option) for name, command in sorted(main.commands.items()) for option in command.params
            if isinstance(option, click.Option) and not option.is_flag]


def test_every_option_takes_one_value_or_is_known_to_take_several() -> None:
    several = {(name, option.opts[0]) for name, option in options() if option.multiple}
    assert len(options()) > 80
    assert {pair for pair in several if pair[1] not in SEVERAL} == COMPOSED


def test_a_second_value_is_refused_in_one_line(run: Run) -> None:
    """The values need not be right ones: what is given twice is seen first."""
    for command, option in options():
        if not option.multiple:
            said = option.opts[0]
            one = [said, *["1"] * option.nargs]
            for twice in (["x", *one, *one], [f"{said}=1", *one] if option.nargs == 1 else [*one, *one, "x"]):
                done = run(command, *twice)
                assert (done.status, done.out, done.err) == (2, "", f"pabisym: error: {said}: is given twice; give it once\n"), command


@pytest.mark.parametrize("arguments", [
    ("privacy", "--examples", "1000", "--batch", "10", "--steps", "10", "--sampling", "poisson", "--delta", "1e-5", "--noise-multiplier", "0.5",
     "--noise-multiplier", "5"),
    ("calibrate", "--sampled", "0.01", "10", "--epsilon", "1", "--delta", "1e-5", "--epsilon", "9"),
    ("convert", "--gdp", "1", "--delta", "1e-5", "--delta", "0.1"),
    ("evaluate", "1/3", "--digits", "30", "--digits", "3"),
    ("evaluate", "x", "--set", "x=1", "--set", "x=2"),
])
def test_a_second_value_does_not_replace_the_first(run: Run, arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert "is given twice" in done.err


def test_flags_may_be_repeated(run: Run) -> None:
    assert run("evaluate", "1/3", "--json", "--json").json == run("evaluate", "1/3", "--json").json


TARGET = ("--epsilon", "1", "--delta", "1e-5", "--json")


def test_all_steps_reach_the_accountant(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two options the second was once dropped, or the first."""
    def seen(**given: object) -> None:
        raise InputError("steps", f"{given['rate']} {given['steps']} and {given['further']}", "nothing")

    monkeypatch.setattr("pabisym.accounting.accountant.least_noise_multiplier", seen)
    done = run("calibrate", "--sampled", "0.01", "30", "--sampled", "0.05", "2", *TARGET)
    assert done.err == "pabisym: error: --sampled: 0.01 30 and [('0.05', '2')]; nothing\n"


@pytest.mark.campaign
def test_calibrated_noise_is_that_of_all_steps_together(run: Run) -> None:
    """Steps at another rate need more noise than the first alone, for which 0.8312 is enough and 0.8278 is not."""
    done = run("calibrate", "--sampled", "0.01", "30", "--sampled", "0.05", "2", *TARGET).json
    assert Fraction(done["noise_multiplier"]) > Fraction("0.8312")
    assert "q = 1/100" in done["certified"]["pair"]
    assert "q = 1/20" in done["certified"]["pair"]


@pytest.mark.campaign
def test_steps_at_one_rate_may_be_cut_in_two(run: Run) -> None:
    whole = run("calibrate", "--sampled", "0.01", "300", *TARGET).json["noise_multiplier"]
    assert run("calibrate", "--sampled", "0.01", "100", "--sampled", "0.01", "200", *TARGET).json["noise_multiplier"] == whole
