"""Processes described piece by piece are derived by the taut string in letters, proved by the kernel, and exact."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from shift.letters.families import FAMILIES
from support.examples import spread

from pabisym.cli import main
from pabisym.derivation.derive import derive
from pabisym.derivation.explain import explain
from pabisym.lang.grammar import to_text
from pabisym.proof.json import replay

PROVED = {
    "two records": "cases(T*g + t*h + g - u*g - u*h, alpha*(g + h)**2/(2*v*(T - t + 1)), "
                   "alpha*g**2/(2*v*(u - t)) + alpha*h**2/(2*v*(T - u + 1)))",
    "window": "alpha*g**2*(b - a + 1)**2/(2*v*(T - a + 1))",
    "two phases of noise": "cases(w - v, alpha*g**2*(M + K)**2/(2*(v*M + K*w)), alpha*g**2*(v*K + M*w)/(2*w*v))",
    "full batch and a gap": "alpha*g**2*(t - 1)/(2*v) + alpha*(T*g + g + h - t*g)**2/(2*v*(T - t + 1))",
    "public first": "cases(D - M*g, alpha*(T*g + D)**2/(2*v*(M + T)), alpha*(M*T*g**2 + D**2)/(2*M*v))",
    "two-phase Langevin": "alpha*g**2*(M*e + K*f)/(4*s**2)",
    "cyclic any length": "alpha*floor((T - t)/n)*g**2/(2*n*v) + alpha*g**2/(2*v*(T - n*floor((T - t)/n) - t + 1))",
    "noise in every m-th step": "alpha*K*g**2*m**2/(2*v)",
}
ONLY_AT_POINTS = ("full batch and a gap", "cyclic any length", "noise in every m-th step")
"""Families by day whose optimum is compared at points only: a first block may be empty, or rounds recur."""
ATTAINED = ("two records any order", "three records", "two records contraction", "two windows", "window contraction", "noise-free")
"""Further families of which it is proved that the bound is attained."""
WITH_POWERS = ("window contraction", *(name for name in FAMILIES if name not in PROVED and name not in (
    "window contraction", "start, learn, unlearn", "start, learn, unlearn contraction", "contraction at most one", "expansion")))


def spec(name: str, **goal: str) -> dict[str, Any]:
    symbols = {**FAMILIES[name]["symbols"], "alpha": "real, alpha > 1"}  # type: ignore[dict-item]
    return {**FAMILIES[name], "symbols": symbols, "goal": goal or {"divergence": "renyi", "order": "alpha"}}


@pytest.mark.parametrize("name", [*spread(PROVED, 4), *(pytest.param(name, marks=pytest.mark.campaign) for name in WITH_POWERS)])
def test_a_family_is_derived_exactly(name: str) -> None:
    found = derive(spec(name))
    shape = {"cyclic contraction": "a gap in every epoch, and a contraction", "public last": "one block"}.get(name, "the taut string in letters")
    assert (found.derived.shape, found.statement.verdict.accepted, found.tightness) == (shape, True, "exact")
    assert found.checked == 20
    if name in ONLY_AT_POINTS or name in PROVED or name in ATTAINED:
        assert found.tightness_by == ("20 random points" if name in ONLY_AT_POINTS else "proof")
    assert to_text(found.bound) == PROVED.get(name, to_text(found.bound))


def test_rounds_with_factors_above_one_are_each_paid_at_a_rate_of_their_own() -> None:
    found = derive(spec("cyclic above one"))
    assert (found.derived.shape, found.statement.verdict.accepted, found.tightness) == ("the taut string in letters", True, "exact")
    assert to_text(found.bound) == (
        "alpha*g**2*c**(2*(n - 1))*(c - 1)*(c + 1)*(E - 1)/(2*v*(c**n - 1)*(c**n + 1)) + "
        "alpha*g**2*c**(2*(n - t))*(c - 1)*(c + 1)/(2*v*(c**(n - t + 1) - 1)*(c**(n - t + 1) + 1))")


@pytest.mark.parametrize("name", ["window", pytest.param("public first", marks=pytest.mark.campaign)])
def test_other_notions_follow(name: str) -> None:
    assert to_text(derive(spec(name, divergence="gdp")).bound).startswith("sqrt(")
    assert derive(spec(name, divergence="hockey-stick", epsilon="1")).statement.verdict.accepted


def test_an_explanation_says_which_steps_pay_together() -> None:
    parts = [part for part in explain(derive(spec("window"))).parts if part.title == "Which steps hide together"]
    assert [[(word, to_text(term)) for word, term in part.formulas] for part in parts] == [[
        ("block from step", "a"), ("to step", "T"), ("shift at its end, if nothing is hidden", "g*(b - a + 1)"),
        ("noise of it at its end", "v*(T - a + 1)"), ("rate", "g*(b - a + 1)/(v*(T - a + 1))")]]


def test_the_pair_is_that_of_the_blocks_and_its_proofs_stand_alone() -> None:
    worst = derive(spec("public first")).attainment
    assert worst is not None
    assert worst.to_json()["slope"] == "cases(D - M*g, 1, cases(k - (M + 1), cases(M - k + 1, D/(g*M), 1), 1))"
    for document in worst.documents():
        assert replay(json.loads(json.dumps(document))).accepted


def test_the_proof_file_stands_alone_and_a_smaller_bound_is_refused() -> None:
    document = json.loads(json.dumps(derive(spec("window")).proof_document()))
    assert replay(document).accepted
    own = document["theorems"][-1]
    own["conclusion"] = document["conclusion"] = own["conclusion"].replace("2*v", "3*v")
    assert not replay(document).accepted



def test_gaps_in_every_epoch_of_a_contraction_have_a_gaussian_form() -> None:
    assert derive(spec("cyclic contraction", divergence="gdp")).statement.verdict.accepted


GROWING = {
    "symbols": {"T": "integer, T >= 1", "c": "real, 0 < c, c < 1", "g": "real, g > 0", "v": "real, v > 0"},
    "process": {"steps": "T", "contraction": "c", "gap": [{"each": "g*(k + 1)"}], "noise": {"variance": "v"}},
    "goal": {"divergence": "gdp"},
}


def test_a_fallback_is_called_loose_with_the_reason_and_a_point() -> None:
    found = derive(GROWING)
    assert (found.tightness, found.derived.shape) == ("upper", "paid at once")
    assert found.loose is not None
    assert found.loose.ratio is not None
    assert found.loose.ratio > 1
    assert "changes from step to step" in found.loose.reason
    assert found.to_json()["loose"]["at"].keys() == {"T", "c", "g", "v"}
    assert 0 < found.longer <= found.checked


@pytest.mark.campaign
def test_strict_is_undecided_unless_the_bound_is_attained(tmp_path: Path) -> None:
    for name, data, status in (("loose", GROWING, 3), ("exact", spec("window"), 0)):
        lines = [f"[{table}]\n" + "\n".join(f"{key} = {toml(value)}" for key, value in data[table].items())
                 for table in ("symbols", "process", "goal")]
        (tmp_path / f"{name}.toml").write_text("\n".join(lines))
        answer = CliRunner().invoke(main, ["derive", str(tmp_path / f"{name}.toml"), "--strict"])
        assert (answer.exit_code, answer.stdout.splitlines()[1].startswith("not the optimum: at ")) == (status, status == 3)


def toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(own)}" for key, own in value.items()) + " }"
    return "[" + ", ".join(map(toml, value)) + "]" if isinstance(value, list) else json.dumps(value)
