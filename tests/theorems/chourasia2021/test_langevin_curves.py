"""Figure 1 of Chourasia et al. to 20 digits, by a second route, and the pictures with their curves."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import mpmath
import numpy as np
import pytest
from pabisym_theorems.chourasia2021 import _figures as figures
from pabisym_theorems.chourasia2021._langevin_checks import crossing
from pabisym_theorems.chourasia2021._quadratic_losses import ALPHAS, CURVATURES, STEPS, figure_values

from pabisym.errors import InputError

PRINTED = {
    ("alpha = 10, lambda = 1", 1): "0.00015920266001331114282",
    ("alpha = 30, composition", 1000): "0.24000000000000000000",
}


def second_route(alpha: int, curvature: int | None, steps: int) -> mpmath.mpf:
    unit = mpmath.mpf(alpha) * 16 / (mpmath.mpf(4) / 10**4 * 5000**2)
    if curvature is None:
        return unit * steps / 200
    return unit / curvature * (1 - mpmath.exp(-mpmath.mpf(curvature) * steps / 100))


def test_all_curves_by_a_second_route() -> None:
    values = figure_values(20)
    assert len(values) == 12 * len(STEPS)
    with mpmath.workdps(40):
        for alpha in ALPHAS:
            for curvature in (*CURVATURES, None):
                name = f"alpha = {alpha}, composition" if curvature is None else f"alpha = {alpha}, lambda = {curvature}"
                for steps in STEPS:
                    value, other = values[name, steps], second_route(alpha, curvature, steps)
                    low, high = mpmath.mpf(value.lower), mpmath.mpf(value.upper)
                    assert low * (1 - mpmath.mpf(10) ** -35) <= other <= high * (1 + mpmath.mpf(10) ** -35)
                    assert high - low <= abs(other) * mpmath.mpf(10) ** -19


def test_some_values_are_written_down() -> None:
    values = figure_values(20)
    for where, digits in PRINTED.items():
        assert abs(Decimal(values[where].lower) - Decimal(digits)) <= Decimal(digits) * Decimal(10) ** -19


def test_the_curves_cross_where_it_is_said() -> None:
    assert crossing()[0] == "true"


def test_the_pictures_have_all_curves(tmp_path: Path) -> None:
    steps = (1, 100, 300)
    figure = figures.draw_figure(tmp_path / "figure.svg", steps)
    lines = {str(line.get_label()): np.asarray(line.get_ydata(), dtype=float).tolist() for line in figure.axes[0].get_lines()}
    assert lines == figures.figure_lines(steps)
    assert len(lines) == 12
    other = figures.draw_compared(tmp_path / "compared.png", 10, 1, steps)
    assert {line.get_label() for line in other.axes[0].get_lines()} == set(figures.compared_lines(10, 1, steps))
    assert (tmp_path / "figure.svg").stat().st_size > 1000 < (tmp_path / "compared.png").stat().st_size


def test_the_order_of_the_compared_curves() -> None:
    lines = figures.compared_lines(10, 1, (1, 10, 100, 300))
    for dynamics, allocated, lower, composed, exact in zip(*(lines[name] for name in (
            "privacy dynamics", "shift allocation", "lower bound (17)", "composition", "exact, from the start of Corollary 1")), strict=True):
        assert exact < allocated <= min(dynamics, composed)
        assert lower <= allocated


@pytest.mark.parametrize(("alpha", "lam", "steps"), [(1, 1, (1,)), (2, 0, (1,)), (2, 50, (1,)), (2, 1, ()), (2, 1, (0,)), (2, 1, (5000,))])
def test_unusable_arguments(alpha: int, lam: int, steps: tuple[int, ...]) -> None:
    with pytest.raises(InputError):
        figures.compared_lines(alpha, lam, steps)
