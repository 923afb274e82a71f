"""The last iterate of several phases, beside one run, and beside the allocation over all steps."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pabisym import allocate, privacy
from pabisym.accounting.phases import read_phases
from pabisym.errors import InputError
from pabisym.lang.rational import rational
from pabisym.notions.gaussian_dp import gdp_epsilon
from pabisym.training.filed import statement
from pabisym.training.phased import PhasedPrivacy, phased_privacy

RUN: dict[str, Any] = {"delta": "1e-5", "examples": 60, "batch": 20, "sampling": "cyclic", "loss": "convex", "smoothness": 1, "release": "last",
                       "adjacency": "replace", "learning_rate": "1/10", "noise_multiplier": 8}


def answer(*phases: dict[str, Any], **more: Any) -> PhasedPrivacy:
    return phased_privacy(read_phases({**RUN, **more, "phase": list(phases)}))


@pytest.mark.parametrize("more", [{}, {"sampling": "full", "batch": 60}, {"sampling": "shuffled"}, {"adjacency": "zero-out"},
                                  {"loss": "strongly-convex", "strong_convexity": "1/2"}])
def test_phases_of_one_run_are_that_run(more: dict[str, Any]) -> None:
    """The row by the best allocation, to all digits that are written, in one phase and in two."""
    whole = next(row for row in privacy({**RUN, **more, "epochs": 10}).rows if row.id == "pabisym/taut-string")
    for phases in ([{"epochs": 10}], [{"epochs": 3}, {"epochs": 7}], [{"epochs": 9}, {"epochs": 1}]):
        last = answer(*phases, **more).last
        assert last is not None
        assert not last.fails
        assert abs(last.upper - whole.upper) <= whole.upper / 10**5


def epsilon_of(square: Fraction) -> Fraction:
    """What so many mu^2 are worth at delta = 1e-5."""
    return Fraction(gdp_epsilon(rational(square, "square"), "1e-5", 9).upper)


def steps_of(phase: dict[str, Any]) -> list[tuple[Fraction, Fraction, Fraction]]:
    """Gap, variance and factor of every step, the record last in every epoch of three."""
    eta, z, count = (Fraction(phase[name]) for name in ("learning_rate", "noise_multiplier", "steps"))
    uses = {min(3 * k + 2, int(count) - 1) for k in range(int(count))}
    return [(2 * eta / 20 if k in uses else Fraction(0), (eta * z / 20) ** 2, 1 - eta / 4) for k in range(int(count))]


def test_two_phases_are_the_allocation_over_all_steps() -> None:
    """Other noise, other steps, an epoch that is broken; with mechanisms beside them the squares add up."""
    phases = [{"noise_multiplier": 6, "learning_rate": "1/5", "steps": 8}, {"noise_multiplier": 9, "learning_rate": "1/10", "steps": 9}]
    more = {"loss": "strongly-convex", "strong_convexity": "1/4", "drop_last": True, "adjacency": "replace"}
    found = answer(*phases, **more)
    steps = [step for phase in phases for step in steps_of(phase)]
    exact = Fraction(str(allocate(gap=[gap for gap, _, _ in steps], noise_variance=[noise for _, noise, _ in steps], contraction=[c for _, _, c in steps]).value))
    expected = epsilon_of(exact)
    assert found.last is not None
    assert found.epsilon == found.last.upper < found.found.upper * 2 / 3
    assert expected <= found.epsilon <= expected * (1 + Fraction(1, 10**5))
    document = found.to_json()
    assert (document["by"], document["about"]) == ("pabisym/taut-string", "last")
    beside = phased_privacy(read_phases({**RUN, **more, "phase": phases, "mechanism": [{"kind": "gaussian", "std": 3}]}))
    expected = epsilon_of(exact + Fraction(1, 9))
    assert expected <= beside.epsilon <= expected * (1 + Fraction(1, 10**5))


def test_a_domain_bounds_what_earlier_phases_left() -> None:
    """Full batches: the distance before each step is at most the diameter, and the best restart is used."""
    phases = [{"noise_multiplier": 6, "epochs": 200}, {"noise_multiplier": 9, "epochs": 300}]
    more = {"sampling": "full", "batch": 60}
    free, bounded, one = answer(*phases, **more), answer(*phases, diameter=".01", **more), answer(phases[0], {**phases[1], "diameter": 1}, **more)
    eta, gap = Fraction(1, 10), Fraction(2, 10) / 60
    exact = Fraction(str(allocate(gap=[gap] * 500, noise_variance=[(eta * z / 60) ** 2 for z in [6] * 200 + [9] * 300], diameter="1/100").value))
    expected = epsilon_of(exact)
    assert expected <= bounded.epsilon <= expected * (1 + Fraction(1, 10**5))
    assert bounded.epsilon < free.epsilon == one.epsilon, "a domain of one phase says nothing of the others"


@pytest.mark.campaign
def test_random_batches_are_hidden_in_every_phase() -> None:
    more = {"sampling": "poisson", "examples": 1000, "batch": 10, "adjacency": "add-remove", "noise_multiplier": 2}
    one, two = answer({"steps": 400}, **more), answer({"steps": 400}, {"steps": 100, "noise_multiplier": 10}, **more)
    whole = next(row for row in privacy({**RUN, **more, "steps": 400}).rows if row.id == "pabisym/hidden-batches")
    assert one.last is not None
    assert two.last is not None
    assert one.last.upper == whole.upper
    assert whole.upper < two.last.upper < two.found.upper
    assert two.epsilon == two.last.upper


@pytest.mark.parametrize(("phases", "more", "said"), [
    ([{"epochs": 2}, {"sample_rate": "1/10", "sampling": "poisson", "steps": 3}], {}, "does not say its examples"),
    ([{"steps": 4}], {"sampling": "poisson", "adjacency": "add-remove", "mechanism": [{"kind": "zcdp", "rho": "1/10"}]}, "beside a Rényi bound"),
    ([{"epochs": 2}, {"epochs": 1, "group": 2}], {"sampling": "full", "batch": 60}, "with group in a phase"),
    ([{"epochs": 2}, {"epochs": 1, "loss": "nonconvex"}], {}, "the loss of every example is convex"),
    ([{"epochs": 2}, {"epochs": 1, "learning_rate": 3}], {}, "learning rate is at most 2/M"),
    ([{"epochs": 2}, {"epochs": 1, "momentum": "1/2"}], {}, "no momentum"),
])  # fmt: skip
def test_what_is_not_covered_is_said_and_all_iterates_are_accounted(phases: list[dict[str, Any]], more: dict[str, Any], said: str) -> None:
    found = answer(*phases, **more)
    assert found.last is not None
    assert not found.last.applies
    assert said in found.last.fails + "; ".join(one.text for one in found.last.violated)
    assert found.epsilon == found.found.upper


DRAWN: dict[str, Any] = {"sampling": "poisson", "examples": 1000, "batch": 10, "adjacency": "add-remove", "noise_multiplier": 2}


def test_an_order_after_random_batches_is_a_gaussian_mechanism_beside_them() -> None:
    """One full step of the multiplier 10 is N(1/10, 1); it costs less than all iterates and more than nothing."""
    alone = answer({"steps": 100}, **DRAWN)
    phase = answer({"steps": 100}, {"sampling": "full", "batch": 1000, "steps": 1, "noise_multiplier": 10}, **DRAWN)
    beside = answer({"steps": 100}, **DRAWN, mechanism=[{"kind": "gaussian", "std": 10}])
    assert alone.last is not None
    assert phase.last is not None
    assert beside.last is not None
    assert abs(phase.last.upper - beside.last.upper) < beside.last.upper / 10**6
    assert max(alone.last.upper, epsilon_of(Fraction(1, 100))) < beside.epsilon == beside.last.upper < beside.found.upper
    assert any("every step uses all" in one.text for one in phase.last.hypotheses)


@pytest.mark.campaign
def test_the_noise_of_a_phase_is_sought_for_the_last_iterate() -> None:
    """It is less than for all iterates, meets the target, and a little less misses it."""
    described = {**RUN, **DRAWN, "phase": [{"steps": 400}]}
    del described["noise_multiplier"]
    found = phased_privacy(read_phases(described), 1)
    noise = Fraction(found.solved["value"])
    assert found.last is not None
    assert found.epsilon == found.last.upper <= 1 < found.found.upper
    assert answer({"steps": 400}, **{**DRAWN, "noise_multiplier": str(noise * Fraction(999, 1000))}).epsilon > 1


def test_the_noise_of_phases_in_an_order_is_sought_for_the_last_iterate() -> None:
    """What comes last is not hidden by what comes before; what comes first may have any noise, or is hidden although all iterates are not."""
    def sought(first: dict[str, Any], second: dict[str, Any], target: object) -> PhasedPrivacy:
        described = {**RUN, "phase": [{"epochs": 3, **first}, {"epochs": 7, **second}]}
        del described["noise_multiplier"]
        return phased_privacy(read_phases(described), target)

    found = sought({"noise_multiplier": 20}, {}, 2)
    noise = Fraction(found.solved["value"])
    assert found.epsilon <= 2 < found.found.upper
    assert answer({"epochs": 3, "noise_multiplier": 20}, {"epochs": 7, "noise_multiplier": str(noise * Fraction(999, 1000))}).epsilon > 2
    with pytest.raises(InputError, match="is met with every noise multiplier"):
        sought({}, {"noise_multiplier": 20}, 2)
    hidden = sought({}, {"noise_multiplier": 20}, "4/5")
    assert hidden.epsilon <= Fraction(4, 5) < hidden.found.lower
    with pytest.raises(InputError, match="is missed with every"):
        sought({}, {"noise_multiplier": 20}, "1/10")


def test_what_was_done_has_the_uses_of_a_record_and_the_statement_is_about_the_last_iterate() -> None:
    found = answer({"epochs": 5, "sampling": "shuffled"})
    assert [row[:2] for row in found.done()] == [("15", "Gaussian noise, multiplier 8; shuffled batches of 20, 5 uses of a record")]
    filed = statement(found)
    assert filed.epsilon == found.epsilon < found.found.upper
    assert "The model after the last step" in str(filed)
    assert statement(answer({"epochs": 5, "release": "all"})).epsilon == found.found.upper


def test_what_is_released_besides_is_no_last_iterate() -> None:
    assert answer({"epochs": 2}, {"epochs": 1, "release": "all"}).last is None
