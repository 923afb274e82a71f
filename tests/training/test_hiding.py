"""The map of where hiding iterates helps: guarantees that are those of the runs themselves, and where each thing begins to help."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import fmpq

from pabisym.errors import InputError
from pabisym.library.library import builtin
from pabisym.show.blocks import Assumptions, Section
from pabisym.show.hiding import draw_hiding
from pabisym.show.results import report
from pabisym.spec.configuration import Configuration
from pabisym.training.hiding import DECAY, DIAMETER, HidingMap, MapAxis, hiding_map, values_of
from pabisym.training.known import answer

RUN = Configuration.of({"examples": 20, "batch": 5, "epochs": 6, "noise_multiplier": 4, "sampling": "cyclic", "delta": "1e-5",
                        "loss": "convex", "smoothness": 1, "learning_rate": "1/10", "adjacency": "replace"})


@pytest.fixture(scope="module")
def found() -> HidingMap:
    return hiding_map(RUN, builtin())


def axis(found: HidingMap, name: str) -> MapAxis:
    return next(one for one in found.axes if one.key == name)


def test_the_last_iterate_and_all_of_them_are_those_of_the_run(found: HidingMap) -> None:
    assert found.last.upper == answer(RUN.changed(release="last"), builtin()).epsilon < found.composed.upper == answer(RUN, builtin()).epsilon
    assert not found.unfinished


def test_a_small_domain_and_weight_decay_begin_to_help(found: HidingMap) -> None:
    for name in (DIAMETER, DECAY):
        begins = axis(found, name).begins
        assert begins is not None
        assert begins.upper < found.last.upper
        alone = answer(RUN.changed(release="last", **{name: begins.value}), builtin())
        assert alone.epsilon <= begins.upper, "the run with that value has the guarantee"
    diameters = axis(found, DIAMETER).points
    assert [one.upper for one in diameters] == sorted(one.upper for one in diameters), "a smaller domain is never worse"


def test_every_way_to_make_batches_has_its_releases(found: HidingMap) -> None:
    assert {sampling for sampling, _ in found.cells} == {"poisson", "fixed-size", "cyclic", "shuffled"}
    for sampling in ("poisson", "fixed-size", "cyclic", "shuffled"):
        every, last = (found.cells[sampling, release].upper for release in ("all", "last"))
        assert last <= every


def test_what_was_not_promised_is_said() -> None:
    told = hiding_map(RUN.changed(loss="clipped", smoothness=None, steps=4, momentum=fmpq(1, 2)), builtin())
    assert told.assumed == ("every loss is convex and never clipped, or depends on one linear score", "every loss is 10-smooth", "there is no momentum")
    with pytest.raises(InputError, match="--learning-rate: is missing"):
        hiding_map(RUN.changed(learning_rate=None), builtin())


def test_the_values_stay_where_steps_contract() -> None:
    assert all(value * fmpq(1, 10) <= 2 - fmpq(1, 10) for value in values_of(DECAY, RUN))
    assert list(values_of(DIAMETER, RUN.changed(diameter=fmpq(8)))) == [8, 2, fmpq(1, 2), fmpq(12, 100)]


def test_it_is_shown_with_what_it_needs_and_drawn(found: HidingMap) -> None:
    blocks = report(found)
    promised = [block for one in blocks if isinstance(one, Section) for block in one.blocks if isinstance(block, Assumptions)]
    assert {state for state, _ in promised[0].listed} == {"promised"}
    figure = draw_hiding(found)
    assert [axes.get_xlabel() for axes in figure.axes[:3]] == ["diameter", "weight decay", "learning rate"]
    data = found.to_json()
    assert Fraction(data["last_iterate"]["upper"]) < Fraction(data["all_iterates"]["upper"])  # type: ignore[index]


def test_no_weight_decay_is_tried_where_steps_are_too_long() -> None:
    long = RUN.changed(learning_rate=fmpq(3))
    assert list(values_of(DECAY, long)) == []
    assert all(value > 0 for value in values_of(DIAMETER, long))
