"""Specs derived through the door: proved, documented, checkable, and honest about what they leave open."""

from __future__ import annotations

import json
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flint import fmpq
from support.examples import by_day

from pabisym.cli import main
from pabisym.derivation.derive import _compared, derive
from pabisym.derivation.optimum import optimum, value_at
from pabisym.divergence.evaluate import decide, exact_value
from pabisym.errors import InputError, Undecided
from pabisym.lang.grammar import parse, to_text
from pabisym.proof.json import replay
from pabisym.show import notebook
from pabisym.show.article import derivation_latex

SPECS = Path(__file__).parent.parent / "specs"
CLOSED = ("single-impulse", "single-impulse-contractive", "constant-gap-contractive", "constant-gap-expanding", "multi-epoch",
          "cyclic-batches", "cyclic-batches-contractive", "multi-epoch-last-record", "public-tail", "start-shift", "start-shift-and-constant-gap",
          "algorithm-pnsgd", "algorithm-langevin",
          "algorithm-noisy-cgd", "algorithm-multi-epoch-pnsgd", "single-impulse-growing-noise", "single-impulse-decaying-noise",
          "constant-gap-public-tail", "step-sizes-geometric", "algorithm-pnsgd-strongly-convex")
NO_PRODUCT = """
[symbols]
n = "integer, n >= 1"
h = "real, 0 < h, h < 1"

[process]
steps = "n"
contraction = "1 - h/k"
gap = [ { at = "1", size = "1" } ]
noise = { law = "gaussian", std = "1" }

[goal]
divergence = "renyi"
order = "2"
"""
SUMS = ("step-sizes-harmonic", "step-sizes-power")
OF_EACH_KIND = ("single-impulse", "start-shift", "constant-gap-contractive", "multi-epoch", "algorithm-pnsgd", "step-sizes-harmonic")
"""One gap, none, one at every step, one in every epoch, an algorithm, and a sum that stays: what ``pytest -m quick`` derives."""


LONG = ("step-sizes-geometric", "single-impulse-decaying-noise", "constant-gap-expanding", "algorithm-pnsgd-strongly-convex",
        "algorithm-langevin", "step-sizes-power", "constant-gap-public-tail", "start-shift-and-constant-gap")  # fmt: skip
"""What takes more than a second, for a campaign."""


def marked(names: tuple[str, ...]) -> list[object]:
    marks = {**dict.fromkeys(LONG, pytest.mark.campaign), **dict.fromkeys(OF_EACH_KIND, pytest.mark.quick)}
    return [pytest.param(name, marks=marks.get(name, ())) for name in names]


@pytest.mark.parametrize("name", marked(CLOSED))
def test_a_closed_form_is_proved_and_equals_the_exact_optimum(name: str) -> None:
    found = derive(SPECS / f"{name}.toml")
    assert (found.derived.verdict.accepted, found.closed_form, found.tightness) == (True, True, "exact")
    for point in found.spec.points(by_day(80), seed=5):
        if all(decide(condition, point) == "true" for condition in found.derived.conditions):
            best = optimum(found.spec, point)
            assert best is not None
            order = value_at(found.spec.goal.order, point)  # type: ignore[arg-type]
            assert value_at(found.bound, point) == order * best / 2


@pytest.mark.parametrize("name", marked(SUMS))
def test_without_a_closed_form_the_sum_stays_and_is_said(name: str) -> None:
    found = derive(SPECS / f"{name}.toml")
    assert (found.derived.verdict.accepted, found.closed_form) == (True, False)
    assert "sum(" in found.to_json()["bound"]["expression"]


@pytest.mark.campaign
def test_accumulated_noise_is_summed_case_by_case() -> None:
    """Noise that falls as fast as the contractions has a sum of equal terms; else the sum is geometric."""
    found = derive(SPECS / "single-impulse-decaying-noise.toml")
    point = {"n": 4, "t": 2, "s": 1, "sigma": 2, "alpha": 3}
    for c, r in (("1/2", "1/2"), ("1/2", "1/3"), ("1/3", "1/2")):
        here = {**point, "c": c, "r": r}
        assert value_at(found.square, here) == optimum(found.spec, here)
    assert found.attainment is not None


@pytest.mark.parametrize(("contraction", "bound", "tightness"), [
    ("", "alpha*n**2*s**2/(2*sigma**2*(m + n))", "exact"),
    pytest.param('contraction = "c"', "alpha*n*s**2/(2*sigma**2)", "upper", marks=pytest.mark.campaign)])
def test_a_public_tail_without_contraction_is_one_block_and_an_expanding_one_is_not(contraction: str, bound: str, tightness: str) -> None:
    text = (SPECS / "constant-gap-public-tail.toml").read_text().replace("0 < c < 1", "c > 1").replace('contraction = "c"', contraction)
    found = derive(text if contraction else text.replace('c = "real, c > 1"', ""))
    assert (to_text(found.bound), found.tightness) == (bound, tightness)


def test_real_powers_stay_in_a_sum_that_starts_at_the_gap() -> None:
    found = derive(SPECS / "step-sizes-power.toml")
    assert to_text(found.bound) == "2*L**2*alpha*(t**(-p))**2/(sigma**2*sum((j**(-p))**2, j, t, n))"
    assert found.attainment is not None
    point = {"n": 5, "t": 2, "eta0": 1, "p": 2, "L": 3, "sigma": 1, "alpha": 2}
    assert value_at(found.square, point) == optimum(found.spec, point)


@pytest.mark.parametrize(("change", "name"), [({}, "show altschuler2022/theorem-3.1"), ({"diameter": None}, "theorem-3.1: give a diameter"),
                                              ({"strongly_convex": "M/2"}, "show altschuler2022/theorem-5.1")])
def test_random_batches_are_refused_with_the_statement_that_covers_them(change: dict[str, str | None], name: str) -> None:
    spec = tomllib.loads((SPECS / "algorithm-noisy-sgd.toml").read_text())
    given = spec["algorithm"] | change
    spec["algorithm"] = {key: value for key, value in given.items() if value is not None}
    with pytest.raises(InputError, match="gaps come at random steps") as refused:
        derive(spec)
    assert name in str(refused.value)


def test_a_derived_proof_stands_alone(tmp_path: Path) -> None:
    document = derive(SPECS / "constant-gap-contractive.toml").proof_document()
    assert replay(json.loads(json.dumps(document))).accepted
    document["theorems"][-1]["conclusion"] = document["theorems"][-1]["conclusion"].replace("2*sigma", "4*sigma")
    document["conclusion"] = document["theorems"][-1]["conclusion"]
    assert not replay(document).accepted


def test_latex_and_notebook_forms() -> None:
    found = derive(SPECS / "multi-epoch.toml")
    assert r"\frac" in derivation_latex(found)
    assert notebook.derivation_latex(found).startswith("$")


@pytest.mark.campaign  # by day other specs end with status 3
def test_what_has_no_shape_has_a_simple_bound(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text(NO_PRODUCT)
    answer = CliRunner().invoke(main, ["derive", str(tmp_path / "one.toml"), "--set", "n=3", "--set", "h=1/2"])
    assert answer.exit_code == 0
    assert answer.output.splitlines()[1].startswith("not the optimum: at ")
    assert "contractions are taken as 1" in answer.output
    assert "at n = 3, h = 1/2: between 0.33333333333333333 and 0.33333333333333334" in answer.output
    assert Fraction(225, 1201) - Fraction("0.18734388009991673") < Fraction(1, 10**17)
    assert "by the exact solver: between 0.18734388009991673 and 0.18734388009991674" in answer.output


def test_a_table_has_the_bound_and_the_optimum_for_several_values(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text(NO_PRODUCT)
    answer = CliRunner().invoke(main, ["derive", str(tmp_path / "one.toml"), "--set", "h=1/2", "--table", "n=1,3", "--json"])
    grid = json.loads(answer.stdout)["grid"]
    assert [one["at"] for one in grid] == [{"h": "1/2", "n": "1"}, {"h": "1/2", "n": "3"}]
    assert Fraction(grid[0]["optimum"]["lower"]) <= 1 <= Fraction(grid[0]["optimum"]["upper"])
    assert Fraction(grid[1]["optimum"]["lower"]) <= Fraction(225, 1201) <= Fraction(grid[1]["optimum"]["upper"])
    for text in ("n", "n=1,", "h=1"):
        wrong = CliRunner().invoke(main, ["derive", str(tmp_path / "one.toml"), "--set", "h=1/2", "--table", text])
        assert (wrong.exit_code, wrong.stderr.count("\n")) == (2, 1), text


def test_where_nothing_is_proved_the_optimum_at_the_point_is_given(tmp_path: Path) -> None:
    text = NO_PRODUCT.replace('std = "1"', 'variance = "cases(k - n, cases(n - k, 0, 1), cases(k - 1, cases(1 - k, 1, 0), 0))"')
    (tmp_path / "one.toml").write_text(text)
    answer = CliRunner().invoke(main, ["derive", str(tmp_path / "one.toml"), "--set", "h=1/2", "--set", "n=2", "--json"])
    assert answer.exit_code == 3
    found = json.loads(answer.stdout)
    assert found["status"] == "undecided"
    assert Fraction(found["grid"][0]["optimum"]["lower"]) == 1


@pytest.mark.quick
@pytest.mark.parametrize(("name", "claim", "status", "code"), [
    ("claim-one-pass", "", "refuted", 1), ("single-impulse", '[claim]\nbound = "2*alpha*L**2/(sigma**2*(n - t + 1))"\n', "proved", 0),
    pytest.param("claim-multi-epoch", "", "proved", 0, marks=pytest.mark.campaign)])
def test_claims_at_the_command_line(tmp_path: Path, name: str, claim: str, status: str, code: int) -> None:
    spec = tmp_path / "claim.toml"
    spec.write_text(f"{(SPECS / f'{name}.toml').read_text(encoding='utf-8')}\n{claim}", encoding="utf-8")
    answer = CliRunner().invoke(main, ["refute", str(spec), "--json"])
    assert (answer.exit_code, json.loads(answer.stdout)["status"]) == (code, status)


def test_derive_at_the_command_line(tmp_path: Path) -> None:
    out = tmp_path / "proof.json"
    answer = CliRunner().invoke(main, ["derive", str(SPECS / "single-impulse.toml"), "--json", "--proof", str(out)])
    data = json.loads(answer.stdout)
    assert (answer.exit_code, data["status"], data["tightness"]) == (0, "proved", "exact")
    checked = CliRunner().invoke(main, ["check", str(out), "--json"])
    assert (checked.exit_code, json.loads(checked.stdout)[0]["accepted"]) == (0, True)
    assert CliRunner().invoke(main, ["refute", str(SPECS / "single-impulse.toml")]).exit_code == 2


FORGETFUL: dict[str, Any] = {
    "symbols": {"T": "integer, T >= 1", "t": "integer, 1 <= t <= T", "s": "real, s >= 0", "v": "real, v > 0", "alpha": "real, alpha > 1"},
    "process": {"steps": "T", "contraction": "1 - 1", "gap": [{"each": "s"}], "noise": {"variance": "v*k"}, "start_shift": "s"},
    "goal": {"divergence": "renyi", "order": "alpha"},
}


@pytest.mark.campaign
def test_steps_that_forget_pay_the_last_gap_alone() -> None:
    """With the contraction 0, also where it is written as a difference; a gap before the last step costs nothing."""
    found = derive(FORGETFUL)
    assert to_text(found.bound) == "alpha*s**2/(2*v*T)"
    assert (found.tightness, found.derived.conditions) == ("exact", ())
    assert found.statement.verdict.accepted
    one = derive({**FORGETFUL, "process": {**FORGETFUL["process"], "gap": [{"at": "t", "size": "s"}]}})
    for t, said in ((2, 0), (3, Fraction(2 * 25, 2 * 4 * 3))):
        point = {name: fmpq(value) for name, value in {"T": 3, "t": t, "s": 5, "v": 4, "alpha": 2}.items()}
        assert exact_value(one.bound, point) == fmpq(Fraction(said).numerator, Fraction(said).denominator)


def test_langevin_with_the_curvature_of_its_step_is_decided() -> None:
    spec = tomllib.loads((SPECS / "algorithm-langevin.toml").read_text(encoding="utf-8"))
    spec["algorithm"] |= {"smooth": "1", "strongly_convex": "1", "step_size": "1"}
    found = derive(spec)
    assert (to_text(found.bound), found.tightness, found.derived.conditions) == ("L**2*alpha/(n**2*sigma**2)", "exact", ())
    assert found.statement.verdict.accepted


def test_a_bound_that_is_loose_in_a_corner_alone_is_not_called_exact() -> None:
    found = derive({"symbols": {"T": "integer, T >= 1", "g": "real, g > 0", "v": "real, v > 0", "alpha": "real, alpha > 1"},
                    "process": {"steps": "T", "gap": [{"each": "g"}], "noise": {"variance": "v"}},
                    "goal": {"divergence": "renyi", "order": "alpha"}})
    assert _compared(found.spec, found.square, found.derived) == ("exact", 20, found.longer, None)
    for factor in ("max(1, T/20)", "max(1, g/(1000*v))", "max(1, 99/100 + v/10000)", "cases(T - 2, 1, 2)"):
        tightness, checked, longer, loose = _compared(found.spec, parse(f"{factor}*T*g**2/v"), found.derived)
        assert (tightness, longer) == ("upper", found.longer)
        assert loose is not None
        assert loose.ratio is not None
        assert loose.ratio == value_at(parse(factor), loose.at) > 1
        assert checked == 20
    with pytest.raises(Undecided, match="below the optimum"):
        _compared(found.spec, parse("min(1, 20/T)*T*g**2/v"), found.derived)
