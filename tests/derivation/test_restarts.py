"""Processes in a bounded domain: the best restart in closed form, equal to the exact optimum and compared with what is printed."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from support.examples import by_day

from pabisym.derivation.derive import Derivation, derive
from pabisym.derivation.optimum import optimum, value_at
from pabisym.divergence.evaluate import decide, exact_value
from pabisym.lang.rational import to_fraction

SPECS = Path(__file__).parent.parent / "specs"
POINTS = by_day(400)
BOUNDED = ("diameter-full-batch", "diameter-contractive", "algorithm-noisy-gd")


@pytest.fixture(scope="module")
def found() -> dict[str, Derivation]:
    return {name: derive(SPECS / f"{name}.toml") for name in BOUNDED}


@pytest.mark.parametrize("name", BOUNDED)
def test_the_best_restart_is_proved_and_equals_the_exact_optimum(name: str, found: dict[str, Derivation]) -> None:
    derived = found[name]
    assert (derived.derived.verdict.accepted, derived.closed_form, derived.tightness) == (True, True, "exact")
    compared, restarted = 0, 0
    for point in derived.spec.points(POINTS, seed=9):
        if all(decide(condition, point) == "true" for condition in derived.derived.conditions):
            best = optimum(derived.spec, point)
            assert best is not None
            own, own_order = exact_value(derived.bound, point), value_at(derived.spec.goal.order, point)  # type: ignore[arg-type]
            if own is None:  # a floor of a quotient of logarithms that is an integer there
                continue
            assert to_fraction(own) == own_order * best / 2
            compared, restarted = compared + 1, restarted + (best < unbounded(derived, point))
    assert compared >= POINTS * 9 // 10
    assert restarted >= 5


def unbounded(derived: Derivation, point: dict[str, object]) -> Fraction:
    """The optimum without the diameter."""
    from pabisym.shift.allocate import solve
    from pabisym.shift.instance import Instance

    value = solve(Instance.from_json({**derived.spec.instance(**point), "diameter": None})).value
    assert isinstance(value, Fraction)
    return value
