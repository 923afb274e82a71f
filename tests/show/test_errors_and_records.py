"""Errors of tests and maps of records: what is drawn is what the exact routes say, and no curve claims more than its bound."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from statistics import NormalDist

import numpy as np
import pytest
from matplotlib.collections import QuadMesh
from matplotlib.colors import LogNorm

import pabisym
from pabisym.cli import main
from pabisym.errors import InputError
from pabisym.exact_law.chains import gaussian_chain
from pabisym.library.library import builtin
from pabisym.show import records, testing
from pabisym.show.plot import BLUE, ORANGE, VERMILION

ONE_PASS = {"n": 10, "t": 4, "L": 1, "beta": 1, "eta": "1/10", "sigma": 2}
LEVELS = {"n": 20, "i": 10, "L": 1, "D": 1, "c": 1, "eta": "1/10", "sigma": 4}


@pytest.mark.parametrize("gap", [[0, 2, 0, 0, 1], [1, 1, 1], [0, 0, 5]])
def test_an_optimum_and_its_worst_case_touch_everywhere(gap: list[int]) -> None:
    answer = pabisym.allocate(gap=gap, noise_variance=2)
    curves = testing.allocation_curves(answer)
    assert curves.pair == curves.bound
    assert curves.gap == 0
    slopes = list(answer.worst_case.contraction) if answer.worst_case else []
    runs = [gaussian_chain(steps=len(gap), noise=2, slope=slopes, offset=offset) for offset in (gap, [0] * len(gap))]
    assert curves.mu_squared == Fraction(str(runs[0].gdp_squared(runs[1])))


def test_the_worst_case_of_a_statement_is_never_below_its_bound() -> None:
    curves = testing.statement_curves(builtin().statement("feldman2018/theorem-23"), {**ONE_PASS, "alpha": 7})
    assert curves.mu_squared == Fraction(4, 4 * 7)
    assert curves.pair is not None
    assert all(high >= low for high, low in zip(curves.pair, curves.bound, strict=True))
    assert 0.01 < curves.gap < 0.2, "the way from Rényi divergence to tests loses something"
    assert (curves.first[0], curves.first[-1], curves.bound[-1]) == (0, 1, 0)


def test_the_curve_of_a_gaussian_comes_from_all_of_its_levels() -> None:
    """theta_gamma(mu) at every level encloses G_mu from below, and nearly touches it."""
    mu = Fraction(3, 2)
    statement = builtin().statement("pabisym/gaussian-mechanism")
    letters = {symbol.name: symbol.domain for symbol in statement.symbols}
    values = {name: {"a": mu, "sigma": 1}.get(name, 1) for name, domain in letters.items() if "integer" in domain or "real" in domain}
    curves = testing.statement_curves(statement, values)
    exact = [testing.gaussian_error(mu**2, a) for a in curves.first]
    assert all(low <= high for low, high in zip(curves.bound, exact, strict=True))
    assert max(high - low for low, high in zip(curves.bound, exact, strict=True)) < 0.01


def test_a_bound_at_levels_is_below_what_every_level_says() -> None:
    curves = testing.statement_curves(builtin().statement("asoodeh2020isit/theorem-4"), LEVELS)
    assert curves.pair is None
    delta = float(pabisym.theorem("asoodeh2020isit/theorem-4").at(epsilon=1, **LEVELS).enclosure(8).upper)
    assert all(low >= min(0.0, 1 - delta - math.e * a) for a, low in zip(curves.first, curves.bound, strict=True))
    assert list(curves.bound) == sorted(curves.bound, reverse=True)
    assert all(low <= 1 - a for a, low in zip(curves.first, curves.bound, strict=True))


@pytest.mark.parametrize(("name", "values", "why"), [
    ("feldman2018/lemma-7", {}, "bounds no divergence"), ("feldman2018/theorem-23", {**ONE_PASS, "eta": 3}, "does not hold"),
])  # fmt: skip
def test_what_has_no_curve_is_refused(name: str, values: dict[str, object], why: str) -> None:
    with pytest.raises(InputError, match=why):
        testing.statement_curves(builtin().statement(name), values)
    with pytest.raises(InputError, match="infinite"):
        testing.allocation_curves(pabisym.allocate(gap=[1], noise_variance=0))


def test_the_picture_of_errors_has_the_curves_and_says_what_they_are(tmp_path: Path) -> None:
    curves = testing.statement_curves(builtin().statement("feldman2018/theorem-23"), ONE_PASS)
    figure = testing.draw_errors(curves, tmp_path / "errors.svg")
    axes = figure.axes[0]
    drawn = {str(line.get_color()): tuple(map(float, line.get_ydata())) for line in axes.get_lines()}  # type: ignore[union-attr]
    assert (drawn[BLUE], drawn[VERMILION]) == (curves.bound, curves.pair)
    assert [patch.get_facecolor()[:3] for patch in axes.collections] != []  # type: ignore[union-attr]
    assert ORANGE not in drawn
    assert "probability" in axes.get_xlabel()
    assert "probability" in axes.get_ylabel()
    assert b"<svg" in (tmp_path / "errors.svg").read_bytes()


def test_the_point_of_a_delta_lies_on_the_curve_and_its_line_below() -> None:
    curves = testing.allocation_curves(pabisym.allocate(gap=[1], noise_variance=1))
    x, y, epsilon = testing.touching_point(curves, 0.01)
    cdf = NormalDist().cdf
    assert cdf(0.5 - epsilon) - math.exp(epsilon) * cdf(-0.5 - epsilon) == pytest.approx(0.01, rel=0.01), "the delta of mu = 1 at that epsilon"
    assert y == testing.gaussian_error(1, x)
    assert all(1 - 0.01 - math.exp(epsilon) * a <= low + 1e-9 for a, low in zip(curves.first, curves.bound, strict=True))
    axes = testing.draw_errors(curves, delta=0.01).axes[0]
    assert [one.get_label() for one in axes.get_lines()][-1] == f"δ = 0.01: ε ≈ {epsilon:.3g}"
    with pytest.raises(InputError, match="is no chance"):
        testing.touching_point(curves, 1.0)


def expected(epoch: int, batch: int, after: int) -> Fraction:
    """Every earlier gap is paid evenly over an epoch, the last one over the steps since; nothing before the first."""
    if after < batch:
        return Fraction(0)
    return Fraction((after - batch) // epoch, epoch) + Fraction(1, (after - batch) % epoch + 1)


def test_a_map_is_the_closed_form_of_cyclic_sgd() -> None:
    found = records.record_map(5, 23)
    assert (found.batches, found.steps) == (tuple(range(1, 6)), tuple(range(1, 24)))
    for batch, line in zip(found.batches, found.values, strict=True):
        assert list(line) == [expected(5, batch, after) for after in found.steps]


def test_contraction_and_diameter_never_hurt_and_units_scale() -> None:
    plain = records.record_map(3, 12)
    for found in (records.record_map(3, 12, contraction="9/10"), records.record_map(3, 12, diameter="1/2")):
        for one, other in zip(found.values, plain.values, strict=True):
            assert all(x <= y for x, y in zip(one, other, strict=True))
    scaled = records.record_map(3, 12, gap="3/2", noise_variance=4)
    assert [[v * Fraction(9, 16) for v in line] for line in plain.values] == [list(line) for line in scaled.values]


def test_long_maps_are_in_epochs_and_near_the_exact_ones() -> None:
    found = records.record_map(4, 400)
    assert len(found.steps) <= records.MAX_COLUMNS
    assert all(step % 4 == 0 for step in found.steps)
    assert found.steps[-1] == 400
    for batch, line in zip(found.batches, found.values, strict=True):
        assert all(abs(v / expected(4, batch, after) - 1) < Fraction(1, 10**9) for v, after in zip(line, found.steps, strict=True))


def test_a_long_pass_is_shown_at_the_steps_of_the_chosen_records() -> None:
    found = records.record_map(150, 150)
    assert found.steps == found.batches == tuple(sorted(set(found.batches)))
    assert (len(found.batches), found.batches[0], found.batches[-1]) == (records.MAX_ROWS, 1, 150)
    assert [found.values[k][k] for k in range(records.MAX_ROWS)] == [1] * records.MAX_ROWS
    assert "evenly chosen" in records.draw_records([found]).axes[0].get_ylabel()


@pytest.mark.parametrize(("epoch", "steps", "more", "field"), [(0, 4, {}, "epoch"), (2, 0, {}, "steps"), (2, 4, {"noise_variance": 0}, "noise_variance"),
                                                               (2, 4, {"contraction": 0.5}, "contraction"), (2, 10**9, {}, "steps")])  # fmt: skip
def test_unusable_maps_are_refused(epoch: int, steps: int, more: dict[str, object], field: str) -> None:
    with pytest.raises(InputError, match=field):
        records.record_map(epoch, steps, **more)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="no map"):
        records.draw_records([])


def test_the_picture_of_records_has_the_values_and_its_unit() -> None:
    maps = [records.record_map(4, 12, title="convex"), records.record_map(4, 12, contraction="1/2")]
    figure = records.draw_records(maps, quantity="μ², in units of (2L/σ)²")
    *panels, scale = figure.axes
    assert len(panels) == 2
    assert "(2L/σ)²" in scale.get_ylabel()
    for axes, one in zip(panels, maps, strict=True):
        (mesh,) = (artist for artist in axes.get_children() if isinstance(artist, QuadMesh))
        values = mesh.get_array()
        assert values is not None
        assert [float(v) for v in np.ma.filled(values, 0).ravel()] == [float(v) for line in one.values for v in line]  # 0 is left blank
        assert mesh.get_cmap().name == "cividis"
        assert isinstance(mesh.norm, LogNorm)
        assert mesh.get_clim() == (min(float(v) for m in maps for line in m.values for v in line if v > 0), 1.5)
        assert axes.get_xlabel() == "steps T so far (white lines: epochs)"


@pytest.fixture
def instance(tmp_path: Path) -> str:
    path = tmp_path / "instance.json"
    path.write_text('{"steps": 3, "gap": ["1", "0", "1"], "noise_variance": "1"}', encoding="utf-8")
    return str(path)


def run(*arguments: str) -> object:
    return main.main(list(arguments), standalone_mode=False)


def test_the_commands_draw_them(tmp_path: Path, instance: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "picture.png")
    at = [part for name, value in {**ONE_PASS, "alpha": 2}.items() for part in ("--set", f"{name}={value}")]
    assert run("evaluate", "feldman2018/theorem-23", *at, "--plot", out) == 0
    assert Path(out).read_bytes().startswith(b"\x89PNG")
    assert run("allocate", instance, "--tradeoff", str(tmp_path / "tradeoff.svg")) == 0
    assert "<svg" in (tmp_path / "tradeoff.svg").read_text(encoding="utf-8")
    for arguments in (["evaluate", "feldman2018/theorem-23", *at, "--plot", "x.gif"], ["allocate", instance, "--tradeoff", "x.gif"]):
        capsys.readouterr()
        assert run(*arguments) == 2
        assert capsys.readouterr().out == ""


def test_the_map_of_a_comparison(tmp_path: Path) -> None:
    from pabisym.comparison.symbols import RunSymbols
    from pabisym.show.compared import draw_who

    values: dict[str, object] = {"n": 12, "b": 3, "T": 8, "eta": "1/2", "L": 1, "sigma": 3, "delta": "1e-5", "M": 2, "m": 1}
    figure = draw_who(RunSymbols.of(values), str(tmp_path / "who.svg"))
    (mesh,) = (artist for artist in figure.axes[0].get_children() if isinstance(artist, QuadMesh))
    array = mesh.get_array()
    assert array is not None
    assert float(array.ravel()[0]) == pytest.approx(float(Fraction(1, 9) / Fraction(9, 4)), rel=0, abs=0)
    assert figure.axes[0].get_ylabel() == "batch, of 3 records"
    with pytest.raises(InputError, match="divide"):
        draw_who(RunSymbols.of({**values, "b": 5}))


def test_perfect_privacy_is_the_diagonal() -> None:
    assert [testing.gaussian_error(0, a) for a in (0.0, 0.25, 1.0)] == [1.0, pytest.approx(0.75, abs=1e-15), 0.0]
    assert testing.gaussian_error(4, 0.5) == pytest.approx(NormalDist().cdf(-2), rel=1e-14)
