"""One gap, or one in every epoch, in a bounded domain: paid, or forgotten with a restart, whichever is the exact optimum."""

from __future__ import annotations

from pathlib import Path

import pytest

from pabisym.derivation.derive import Derivation, derive
from pabisym.derivation.optimum import optimum, value_at
from pabisym.spec.read import Spec, read_spec

SPECS = Path(__file__).parent.parent / "specs"
POINTS = 100
CASES = {"diameter-impulse": ("t", "n"), "diameter-single-gap": ("t", "n"), "diameter-cyclic": ("j", "l")}
"""Specs, each with the place of a gap and the last one that it can have."""


@pytest.fixture(scope="module")
def found() -> dict[str, Derivation]:
    return {name: derive(SPECS / f"{name}.toml") for name in (*CASES, "diameter-start")}


@pytest.mark.parametrize("name", CASES)
def test_the_price_is_proved_and_the_exact_optimum(name: str, found: dict[str, Derivation]) -> None:
    derived = found[name]
    assert (derived.derived.verdict.accepted, derived.closed_form, derived.tightness) == (True, True, "exact")
    free, forgotten, last = without_diameter(name), 0, 0
    for point in derived.spec.points(POINTS, seed=11):
        best, other = optimum(derived.spec, point), optimum(free, point)
        assert best is not None
        assert other is not None
        assert value_at(derived.mu_squared, point) == best
        forgotten += best < other
        last += point[CASES[name][0]] == point[CASES[name][1]]
    assert forgotten >= 10
    assert last >= 5


def test_a_distance_at_the_start_is_at_most_the_width(found: dict[str, Derivation]) -> None:
    derived = found["diameter-start"]
    assert (derived.derived.verdict.accepted, derived.closed_form, derived.tightness) == (True, True, "exact")
    for point in derived.spec.points(POINTS, seed=12):
        assert value_at(derived.mu_squared, point) == optimum(derived.spec, point)


def without_diameter(name: str) -> Spec:
    """The same process where no domain is known."""
    return read_spec((SPECS / f"{name}.toml").read_text(encoding="utf-8").replace('diameter = "D"\n', ""))
