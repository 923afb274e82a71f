"""The campaign over the three arithmetics finds nothing, and would find what is wrong."""

from fractions import Fraction

import pytest
from campaigns import arithmetics
from flint import arb, fmpq

from pabisym.shift.instance import Instance


def test_sixty_instances_agree():
    lines = []
    assert arithmetics.run(instances=60, seed=7, report=lines.append) == 0, lines
    (summary,) = lines
    assert "'instances': 60" in summary
    assert all(f"'{what}': " in summary for what in ("optimal", "infinite", "restarted", "several blocks"))


@pytest.fixture
def instance():
    return Instance.from_arguments(gap=[1, 0, "1/3", 0], noise_variance=[1, 2, 0, "1/3"], contraction="9/10")


def failures(instance, monkeypatch, arithmetic, other):
    """What is found when one arithmetic answers for another instance."""
    solve = arithmetics.solve

    def astray(given, name="exact"):
        return solve(other if name == arithmetic else given, name)

    monkeypatch.setattr(arithmetics, "solve", astray)
    return arithmetics.failures_of(instance, arithmetics.Counter(), printed=True)


def test_balls_beside_the_truth_are_found(instance, monkeypatch):
    other = Instance.from_arguments(gap=[1, 0, "1/3", fmpq(1, 10**29)], noise_variance=[1, 2, 0, "1/3"], contraction="9/10")
    found = failures(instance, monkeypatch, "ball", other)
    assert {"ball: value", "ball: allocation", "ball: block_slope"} <= set(found)
    assert any(what.startswith("printed ball") for what in found)


def test_floats_that_are_not_near_are_found(instance, monkeypatch):
    other = Instance.from_arguments(gap=[1, 0, "1/3", "1/100000000000"], noise_variance=[1, 2, 0, "1/3"], contraction="9/10")
    found = failures(instance, monkeypatch, "float", other)
    assert {"float: value", "float: allocation", "float: the optimum of the rounded data is not enclosed"} <= set(found)


def test_infinite_answers_must_agree(instance, monkeypatch):
    infinite = Instance.from_arguments(gap=[1, 0, "1/3", 0], noise_variance=[1, 2, 0, 0], contraction="9/10")
    assert failures(infinite, monkeypatch, "float", instance) != []
    other = Instance.from_arguments(gap=[1, 0, 0, 1], noise_variance=[1, 2, 0, 0], contraction="9/10")
    assert any("the gap at step 4" in what for what in failures(infinite, monkeypatch, "ball", other))


def test_data_are_rounded_for_the_worse():
    instance = Instance.from_arguments(gap=["1/3", "2/3", "1/2"], noise_variance=["1/3", "2/3", "1/2"], contraction="1/3", diameter="2/3")
    contraction, gap, variance, start, diameter = arithmetics.for_the_worse(instance)
    for row, exact in ((contraction, instance.contraction), (gap, instance.gap), ([diameter], [instance.diameter])):
        assert all(0 <= Fraction(x) - arithmetics.to_fraction(q) < Fraction(1, 2**53) for x, q in zip(row, exact, strict=True))
    for x, q in zip(variance, instance.noise_variance, strict=True):
        assert 0 <= arithmetics.to_fraction(q) - Fraction(x) < Fraction(1, 2**53)
    assert (start, gap[2], variance[2]) == (0, 0.5, 0.5)


def test_containment_is_decided_exactly():
    third = arb(fmpq(1, 3))
    assert arithmetics.holds(third, fmpq(1, 3))
    assert not arithmetics.holds(third, fmpq(1, 3) + fmpq(1, 2**50))
    assert not arithmetics.holds(third.mid(), fmpq(1, 3))
