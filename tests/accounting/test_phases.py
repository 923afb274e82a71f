"""Runs of several phases and mechanisms, as files describe them: what an accountant is told, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from pabisym import Accountant, privacy
from pabisym.accounting.phases import read_phases
from pabisym.errors import InputError

TOP = {"delta": "1e-5", "examples": 1000, "batch": 10, "sampling": "poisson"}
SHORT = {"noise_multiplier": 1, "sample_rate": "1/100", "steps": 100}


def told(run: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = Accountant.read(run).state_dict()["told"]
    return found


def test_phases_are_told_as_by_hand() -> None:
    by_hand = Accountant()
    by_hand.step(**SHORT)
    by_hand.step(noise_multiplier=2, examples=1000, batch=50, steps=40)
    by_hand.gaussian(std=20)
    phases = [SHORT, {"noise_multiplier": 2, "batch": 50, "epochs": 2}]
    read = Accountant.read({**TOP, "phase": phases, "mechanism": [{"kind": "gaussian", "std": 20}]})
    assert read.state_dict() == by_hand.state_dict()
    again = Accountant.read({"delta": "1e-5", "mechanism": by_hand.state_dict()["told"]})
    assert again.state_dict() == by_hand.state_dict(), "what is stored is what a file may say"


@pytest.mark.parametrize(("phase", "steps", "rate"), [
    ({"noise_multiplier": 1, "sampling": "cyclic", "epochs": 3}, 3, None),
    ({"noise_multiplier": 1, "sampling": "shuffled", "batch": 300, "steps": 9}, 3, None),
    ({"noise_multiplier": 1, "sampling": "full", "batch": 1000, "steps": 9}, 9, None),
    ({"noise_multiplier": 1, "epochs": 1}, 100, "1/100"),
    ({"noise_multiplier": 1, "epochs": 1, "accumulated": 4}, 25, "1/25"),
    ({"noise_multiplier": 1, "sampling": "fixed-size", "steps": 7}, 7, "1/100"),
])  # fmt: skip
def test_how_batches_are_made_decides_what_is_told(phase: dict[str, Any], steps: int, rate: str | None) -> None:
    (one,) = told({**TOP, "phase": phase})
    assert (one["steps"], one.get("sample_rate")) == (steps, rate)


def test_one_run_beside_mechanisms_needs_no_phase() -> None:
    kinds = [one["kind"] for one in told({**TOP, "noise_multiplier": 1, "epochs": 1, "mechanism": {"kind": "laplace", "scale_multiplier": 3}})]
    assert kinds == ["dp-sgd", "laplace"]
    assert read_phases({**TOP, "epochs": 1, "mechanism": []}).open


@pytest.mark.parametrize(("run", "field"), [
    ({"phase": SHORT}, "delta"),
    ({**TOP, "phase": {**SHORT, "adjacency": "replace"}}, "phase 1: adjacency"),
    ({**TOP, "phase": [SHORT, {**SHORT, "delta": "1e-9"}]}, "phase 2: delta"),
    ({"delta": "1e-5", "clip": 3, "mechanism": {"kind": "gaussian", "std": 2}}, "run: steps"),
    ({"delta": "1e-5", "foo": 1, "mechanism": {"kind": "gaussian", "std": 2}}, "run: foo"),
    ({**TOP, "phase": 3}, "phase"),
    ({**TOP, "phase": {"noise_multiplier": 1, "epoch": 2}}, "phase 1: epoch"),
    ({"delta": "1e-5", "phase": {"noise_multiplier": 1, "epochs": 2}}, "phase 1: examples"),
    ({"delta": "1e-5", "phase": {"noise_multiplier": 1, "sample_rate": "1/10"}}, "phase 1: steps"),
    ({"delta": "1e-5", "sampling": "poisson", "phase": {"noise_multiplier": 1, "steps": 3}}, "phase 1: sample_rate"),
    ({**TOP, "phase": {"noise_multiplier": 1, "batch": 2000, "steps": 1}}, "phase 1: batch"),
    ({**TOP, "phase": [SHORT, {**SHORT, "sample_rate": 2}]}, "phase 2: sample_rate"),
    ({**TOP, "mechanism": {"std": 2}}, "mechanism 1: kind"),
    ({"delta": "1e-5", "mechanism": {"kind": "gaussian", "stdev": 2}}, "mechanism 1: stdev"),
])  # fmt: skip
def test_what_cannot_be_used_is_named_by_table_and_key(run: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as caught:
        Accountant.read(run)
    assert caught.value.field == field


def test_privacy_says_where_a_run_in_parts_is_read() -> None:
    with pytest.raises(InputError, match=r"phase: is a table of a run in parts; give the file to Accountant\.read"):
        privacy({**TOP, "phase": [SHORT]})
