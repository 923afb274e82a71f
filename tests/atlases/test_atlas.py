"""The atlas: all classes are there, each cell has a source that exists, applies and evaluates, and what is stored is computed again."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from flint import fmpq
from support.examples import spread
from support.page_builders import page_builder

import pabisym
from pabisym.atlases.atlas import STORED, Atlas, stored_cells
from pabisym.atlases.cells import applicable_rows, cells, evaluate_class
from pabisym.atlases.classes import ENGINES, GAUSSIAN, LAPLACE, POINTS, REALISTIC, WORDS, Cell, CellValue, ProcessClass, classes, points_of
from pabisym.errors import InputError
from pabisym.library.library import builtin
from pabisym.library.status import ESTABLISHED
from pabisym.numerics.enclosure import Enclosure

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "atlas.md").read_text(encoding="utf-8")
QUICK = (ProcessClass("convex", "full", "unbounded", GAUSSIAN, "last"), ProcessClass("strongly-convex", "cyclic", "unbounded", GAUSSIAN, "last"),
         ProcessClass("nonconvex", "shuffled", "bounded", GAUSSIAN, "all"), ProcessClass("convex", "cyclic", "unbounded", LAPLACE, "all"),
         ProcessClass("convex", "poisson", "unbounded", GAUSSIAN, "last"))  # fmt: skip


def test_every_class_has_one_cell_with_a_value_at_every_point() -> None:
    found = stored_cells()
    assert list(found) == [kind.words for kind in classes()]
    assert len(found) == 4 * 5 * 2 * 2 * 2
    for cell in found.values():
        assert [value.point for value in cell.values] == [point.name for point in points_of(cell.kind.noise)]


def test_every_source_is_an_engine_or_a_statement_that_is_established() -> None:
    library, sources = builtin(), {value.by for cell in stored_cells().values() for value in cell.values}
    named = sources - ENGINES.keys()
    assert named
    assert sorted(name for name in named if name not in library.files) == []
    assert {library.recalled(name).status for name in named} <= set(ESTABLISHED)


def test_both_ends_are_in_order_and_no_promise_makes_a_bound_worse() -> None:
    found = stored_cells()
    for cell in found.values():
        for place, value in enumerate(cell.values):
            assert value.least is None or 0 < value.least <= value.most, cell.kind
            for weaker in weaker_classes(cell.kind):
                assert Fraction(value.upper.lower) <= found[weaker.words].values[place].most, (cell.kind, weaker)


def weaker_classes(kind: ProcessClass) -> list[ProcessClass]:
    """Classes that promise less."""
    order = {"strongly-convex": "convex", "convex": "nonconvex"}
    found = [replace(kind, domain="unbounded"), replace(kind, release="all")]
    return found + ([replace(kind, loss=order[kind.loss])] if kind.loss in order else [])


@pytest.mark.parametrize("kind", spread(QUICK, 2), ids=str)
def test_ends_are_computed_again_and_the_source_applies(kind: ProcessClass) -> None:
    """Which of several statements with the same number is named may change as statements are added; the numbers do not grow."""
    library, point, known = builtin(), POINTS[0], stored_cells()[kind.words].values[0]
    found = evaluate_class(kind, point, library)
    computed, stored_ends = ({key: one.to_json().get(key) for key in ("upper", "lower", "lower_by")} for one in (found, known))
    assert computed == stored_ends
    source = next(row for row in applicable_rows(point.run(kind), kind, library) if row.id == known.by)
    assert not source.violated
    assert source.epsilon is not None
    assert Fraction(source.epsilon.lower) <= known.most <= Fraction(source.epsilon.upper) * (1 + Fraction(1, 10**5))


def test_the_realistic_run_has_the_same_noise_on_the_mean_in_all_classes() -> None:
    """60,000 examples, 20 epochs in batches of 256, of which an epoch has 235, the last one smaller."""
    for kind in classes(noise=GAUSSIAN):
        run = REALISTIC.run(kind)
        assert run.noise_multiplier / run.batch == fmpq(1, 320)
        assert run.steps == 20 * 235


@pytest.mark.campaign
def test_convex_losses_on_poisson_batches_are_known_at_the_realistic_run() -> None:
    """3.4506 by hidden batches, 3.4256 by linear losses; all iterates cost about twice as much."""
    found = evaluate_class(QUICK[4], REALISTIC, builtin())
    assert found.by == "pabisym/hidden-batches-replaced"
    assert found.ratio is not None
    assert 1 < found.ratio < Fraction("1.01")


def test_strongly_convex_losses_on_poisson_batches_are_known_within_a_tenth_where_noise_is_large() -> None:
    """What batches that are smaller than expected cost, and what is lost in the walks of the lower side, is little."""
    cell = stored_cells()["strongly-convex", "poisson", "unbounded", GAUSSIAN, "last"]
    for value in cell.values[:2]:
        assert value.ratio is not None
        assert 1 < value.ratio < Fraction("1.1")


@pytest.mark.campaign
@pytest.mark.parametrize("batches", WORDS["batches"])
def test_all_cells_are_computed_again(batches: str) -> None:
    known = stored_cells()
    for cell in cells(classes(batches=batches), builtin()):
        assert cell.to_json() == known[cell.kind.words].to_json(), cell.kind


def value(lower: str | None, upper: str, *, ends: tuple[str, str] | None = None, recorded: str = "exact") -> CellValue:
    high = Enclosure(*(ends or (upper, upper)), None, 6, 0)
    low = None if lower is None else Enclosure(lower, lower, None, 6, 0)
    return CellValue("short", "some/id", "", "", "proved", high, low, recorded=recorded)


def test_tightness_is_read_off_both_ends() -> None:
    kind = QUICK[0]
    met, apart, unknown = value("1", "1"), value("1/2", "1"), value(None, "1")
    assert Cell(kind, (met, met)).tightness == "exact"
    assert Cell(kind, (met, replace(met, recorded="upper"))).tightness == "attained"
    assert Cell(kind, (met, apart)).tightness == "factor"
    assert Cell(kind, (met, unknown)).tightness == "upper only"
    assert Cell(kind, (value("0", "1"), met)).tightness == "upper only"
    assert Cell(kind, (met, met)).open == ""
    assert Cell(kind, (met, apart)).open == "the truth at the short run lies between 0.5000 and 1.0000"
    assert Cell(kind, (unknown,), ("the domain",)).open.startswith("at the short run no pair of runs is known")
    assert Cell(kind, (unknown,), ("the domain", "the convexity")).open.endswith("; the best bound makes no use of the domain and the convexity")
    engine = replace(met, by="accountant", recorded="")
    assert Cell(kind, (engine,)).tightness == "factor"
    assert Cell(kind, (replace(engine, recorded="tight"),)).tightness == "attained"


def test_what_is_exact_is_recorded_so() -> None:
    library = builtin()
    exact = [cell for cell in stored_cells().values() if cell.tightness == "exact"]
    assert exact
    for cell in exact:
        assert {library.statement(one.by).tightness for one in cell.values} == {"exact"}, cell.kind


def test_wide_intervals_of_engines_are_not_taken_for_one_number() -> None:
    """Both intervals overlap, and the guarantee of one is less."""
    kind = ProcessClass("convex", "fixed-size", "unbounded", GAUSSIAN, "last")
    one, other = (stored_cells()[replace(kind, loss=loss).words].values[0] for loss in ("strongly-convex", "nonconvex"))
    assert (one.by, other.by) == ("interpolation", "accountant")
    assert one.most < other.most
    assert "accountant" not in one.also


def test_a_cell_survives_json() -> None:
    for cell in stored_cells().values():
        assert Cell.of_json(json.loads(json.dumps(cell.to_json()))) == cell


def test_the_public_function_selects_classes() -> None:
    found = pabisym.atlas(loss="convex", batches="full", noise="gaussian")
    assert isinstance(found, Atlas)
    assert len(found.cells) == 4
    assert {cell.kind.loss for cell in found.cells} == {"convex"}
    with pytest.raises(InputError, match="loss: 'concave' is not known"):
        pabisym.atlas(loss="concave")


def test_a_library_of_ones_own_is_computed() -> None:
    kind = QUICK[3]
    found = pabisym.atlas(library=builtin(), **dict(zip(WORDS, kind.words, strict=True)))
    assert [cell.to_json() for cell in found.cells] == [stored_cells()[kind.words].to_json()]


def test_the_page_is_what_is_stored() -> None:
    built = page_builder("atlas_page")
    assert "\n".join(built.page(pabisym.atlas(), builtin())) + "\n" == PAGE
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and "ε ≤" in line]
    assert len(rows) == len(stored_cells())
    assert all("](papers/" in line or "](#" in line or "](accounting.md)" in line for line in rows)


def test_the_stored_cells_are_those_of_the_package() -> None:
    assert STORED.is_file()
    assert json.loads(STORED.read_text(encoding="utf-8")) == pabisym.atlas().to_json()
