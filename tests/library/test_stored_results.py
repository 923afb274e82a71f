"""Theorems, derivations, instances and answers are stored by pickle, and have content hashes that every process agrees on."""

from __future__ import annotations

import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import pabisym
from pabisym.library.library import Library
from pabisym.shift.instance import Instance
from pabisym.spec.read import read_spec

ROOT = Path(__file__).resolve().parents[2]
SPECS = ROOT / "tests" / "specs"
RENYI = {"L": 1, "sigma": 4, "n": 1000, "t": 10}
IMPULSE: dict[str, Any] = {"gap": [0, 1, "1/3", 0], "noise_variance": 1}
FILE = '''"""A bound of one's own."""

from pabisym.library.statement import Reference, Spot, Statement, Symbol

STATEMENT = Statement(
    id="mine/half", title="Half", kind="remark", reference=Reference("own", "Half", "1"), text=__doc__,
    conclusion="x/2 <= x", bound="x/NUMBER", symbols=(Symbol("x", "real, x >= 0", "a number", "x"),), spots=(Spot({"x": "1"}, "1/2"),),
)
'''  # fmt: skip


def results() -> dict[str, Any]:
    theorem = pabisym.theorem("feldman2018/theorem-23")
    return {
        "theorem": theorem, "step": pabisym.theorem(next(one for one in pabisym.catalogue().steps)),
        "definition": pabisym.theorem("feldman2018/definition-16"), "derivation": pabisym.derive(SPECS / "start-shift.toml"),
        "instance": pabisym.allocate(**IMPULSE).instance, "exact": pabisym.allocate(**IMPULSE), "ball": pabisym.allocate(**IMPULSE, arithmetic="ball"),
        "float": pabisym.allocate(**IMPULSE, arithmetic="float"), "infinite": pabisym.allocate(gap=[0, 1], noise_variance=0),
        "calibration": pabisym.calibrate(**IMPULSE, epsilon=1, delta="1e-6"),
    }  # fmt: skip


READER = "import pickle, sys; print({name: one.fingerprint for name, one in pickle.load(sys.stdin.buffer).items()})"


def test_results_come_back_equal_and_another_process_agrees_on_their_content() -> None:
    made = results()
    back = pickle.loads(pickle.dumps(made))
    assert back == made
    assert back["derivation"].to_json() == made["derivation"].to_json()
    assert back["calibration"].to_json() == made["calibration"].to_json()
    hashes = {name: one.fingerprint for name, one in made.items()}
    assert len(set(hashes.values())) == len(made)
    done = subprocess.run([sys.executable, "-c", READER], input=pickle.dumps(made), capture_output=True, check=False)
    assert (done.stdout.decode().strip(), done.stderr) == (str(hashes), b"")


def test_specs_come_back_with_tables_that_cannot_be_changed() -> None:
    spec = read_spec(SPECS / "algorithm-noisy-cgd.toml")
    back = pickle.loads(pickle.dumps(spec))
    assert back == spec
    assert spec.algorithm is not None
    other = replace(spec.algorithm, adjacency="remove", order="shuffled")
    assert pickle.loads(pickle.dumps(other)) == other, "no field is forgotten"
    assert back.algorithm is not None
    for table in (back.symbols, back.algorithm.parameters):
        with pytest.raises(TypeError):
            table["x"] = None  # type: ignore[index]


def test_evaluations_and_converted_bounds_come_back_elsewhere() -> None:
    point = pabisym.theorem("feldman2018/theorem-23").at(**RENYI)
    made = (point, pabisym.convert(point, delta="1e-6", digits=6))
    code = "import pickle, pabisym, sys; at, found = pickle.load(sys.stdin.buffer); print(pabisym.convert(at, delta='1e-6', digits=6) == found)"
    done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(made), capture_output=True, check=False)
    assert (done.stdout.decode().strip(), done.stderr) == ("True", b"")


def test_a_hash_changes_with_the_content_alone() -> None:
    assert pabisym.allocate(gap=["0.5"], noise_variance=1).fingerprint == pabisym.allocate(gap=["1/2"], noise_variance=[1]).fingerprint
    assert Instance.from_arguments(gap=[1], noise_variance=1).fingerprint != Instance.from_arguments(gap=[1], noise_variance=2).fingerprint
    exact, ball = (pabisym.allocate(gap=[1], noise_variance=1, arithmetic=one) for one in ("exact", "ball"))
    assert exact.fingerprint != ball.fingerprint
    assert pabisym.calibrate(gap=[1], noise_variance=1, gdp=1).fingerprint != pabisym.calibrate(gap=[1], noise_variance=1, gdp=2).fingerprint
    spec = {"symbols": {"n": "integer, n >= 1", "s": "real, s >= 0"},
            "process": {"steps": "n", "gap": [{"at": "1", "size": "s"}], "noise": {"law": "gaussian", "variance": "1"}}, "goal": {"divergence": "gdp"}}
    once, again = pabisym.derive(spec), pabisym.derive(spec)
    assert once.fingerprint == again.fingerprint
    other = pabisym.derive({**spec, "process": {**spec["process"], "gap": [{"at": "1", "size": "2*s"}]}})
    assert other.fingerprint != once.fingerprint


def test_a_theorem_of_a_folder_of_ones_own_is_stored_as_its_file(tmp_path: Path) -> None:
    file = tmp_path / "mine" / "half.py"
    file.parent.mkdir()
    file.write_text(FILE.replace("NUMBER", "2"), encoding="utf-8")
    made = pabisym.theorem("mine/half", tmp_path)
    stored = pickle.dumps((made, made.at(x=3)))
    back, point = pickle.loads(stored)
    assert (str(back.bound), back.fingerprint, point.enclosure()) == ("x/2", made.fingerprint, made.at(x=3).enclosure())
    assert pickle.loads(stored)[0] == back
    file.write_text(FILE.replace("NUMBER", "3"), encoding="utf-8")
    assert pabisym.theorem("mine/half", tmp_path).fingerprint != made.fingerprint


def test_what_has_no_files_cannot_be_stored() -> None:
    with pytest.raises(TypeError, match="only a library of folders"):
        pickle.dumps(Library({}))
