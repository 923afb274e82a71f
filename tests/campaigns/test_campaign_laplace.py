"""The campaign for Laplace noise runs, and would see a wrong answer."""

import dataclasses

import pytest
from campaigns import laplace


def test_a_general_solver_agrees():
    lines = []
    assert laplace.run(instances=25, seed=3, report=lines.append) == 0, lines
    assert "25 instances" in lines[-1]


@pytest.mark.parametrize(("change", "words"), [(0.99, "differ"), (1.01, "differ")])
def test_a_wrong_value_is_seen(monkeypatch, change, words):
    right = laplace.allocate_general
    monkeypatch.setattr(laplace, "allocate_general", lambda **data: dataclasses.replace(right(**data), value=right(**data).value * change))
    lines = []
    assert laplace.run(instances=4, seed=3, report=lines.append) > 0
    assert words in lines[0]


def test_a_lower_bound_that_is_none_is_seen(monkeypatch):
    right = laplace.allocate_general
    monkeypatch.setattr(laplace, "allocate_general", lambda **data: dataclasses.replace(right(**data), lower=right(**data).value * 1.5))
    lines = []
    assert laplace.run(instances=4, seed=3, report=lines.append) > 0
    assert "below the certified lower bound" in lines[0]
