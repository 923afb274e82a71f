"""Sweeps: every kind of value is the one that its function gives, on every executor, in every store, and after a kill."""

from __future__ import annotations

import csv
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pyarrow.dataset
import pytest

import pabisym
from pabisym.errors import InputError, PabisymError, Undecided
from pabisym.lang.reader import read_toml
from pabisym.sweeps import run
from pabisym.sweeps.quantities import DerivedBound, SweptQuantity, TheoremBound
from pabisym.sweeps.run import Sweep, SweepPlan, SweepPoint, read_sweep, sweep

ROOT = Path(__file__).resolve().parents[2]
SPEC = str(ROOT / "tests" / "specs" / "single-impulse.toml")
ID = "feldman2018/theorem-23"
GRID: dict[str, Any] = {"grid": {"n": [3, 10, 30], "t": [1, 2, 5, 7]}, "fixed": {"L": 1, "alpha": 2, "sigma": "1/2"}, "theorem": {"id": ID}}
PROCESS = {"grid": {"n": [2, 5], "t": [1, 4]}, "fixed": {"L": 1, "sigma": 2, "eta": "1/n"}}


def ends(point: SweepPoint) -> tuple[str, Any, Any]:
    return point.state, point.lower, point.upper


def letters(point: SweepPoint) -> dict[str, Fraction]:
    return {name: Fraction(value) for name, value in point.letters.items()}


def outside(point: SweepPoint) -> bool:
    return letters(point)["t"] > letters(point)["n"]


def test_bounds_of_a_theorem_are_those_of_the_theorem() -> None:
    found = sweep(GRID)
    assert (len(found), found.computed, found.states) == (12, 12, {"ok": 10, "outside": 2, "infinite": 0, "undecided": 0})
    for point in found:
        if outside(point):
            assert ends(point) == ("outside", "", "")
            assert point.reason.startswith("at: the assumption t <= n does not hold there")
        else:
            value = pabisym.theorem(ID).at(**letters(point), L=1, alpha=2, sigma="1/2").enclosure(15)
            assert ends(point) == ("ok", value.lower, value.upper)


def test_floats_enclose_them() -> None:
    exact, floats = sweep(GRID), sweep({**GRID, "theorem": {"id": ID, "arithmetic": "float"}})
    helped = sweep({**GRID, "fixed": {**GRID["fixed"], "sigma": "t/(2*t)"}, "theorem": {"id": ID, "arithmetic": "float"}})
    for point, near, other in zip(exact, floats, helped, strict=True):
        assert point.state == near.state == other.state
        if point.state == "ok":
            value = pabisym.theorem(ID).at(**letters(point), L=1, alpha=2, sigma="1/2").enclosure().exact
            assert all(Fraction(one.lower) <= value <= Fraction(one.upper) for one in (near, other))
            assert near.upper < near.lower * (1 + 1e-12)


def test_derived_bounds_are_those_of_the_derivation() -> None:
    found = sweep({**PROCESS, "fixed": {**PROCESS["fixed"], "alpha": 3}, "derive": {"spec": SPEC, "digits": 20}})
    for point in found:
        if not outside(point):
            value = pabisym.theorem(ID).at(**letters(point), L=1, alpha=3, sigma=2).enclosure(20)
            assert ends(point) == ("ok", value.lower, value.upper)
    assert found.states["outside"] == 1
    quantity = found.quantity
    assert isinstance(quantity, DerivedBound)
    for point, near in zip(found, sweep(SweepPlan("", found.points, replace(quantity, arithmetic="float"))), strict=True):
        assert (point.state, point.reason) == (near.state, near.reason)
        if point.state == "ok":
            assert Fraction(near.lower) <= Fraction(point.lower) <= Fraction(point.upper) <= Fraction(near.upper) <= Fraction(near.lower) * (1 + Fraction(1, 10**12))


@pytest.mark.parametrize("arithmetic", ["exact", "ball", "float"])
def test_allocations_are_those_of_the_solver(arithmetic: str) -> None:
    spec = read_toml(Path(SPEC), "spec", 10**6)
    found = sweep({**PROCESS, "allocate": {"spec": spec, "arithmetic": arithmetic}})
    assert found.states == {"ok": 3, "outside": 1, "infinite": 0, "undecided": 0}
    for point in found:
        if point.state == "ok":
            at = {name: int(value) for name, value in letters(point).items()}
            exact = pabisym.allocate(gap=[Fraction(2, at["n"]) if k == at["t"] else 0 for k in range(1, at["n"] + 1)],
                                     noise_variance=Fraction(4, at["n"] ** 2)).value
            assert isinstance(exact, Fraction)
            assert Fraction(point.lower) <= exact <= Fraction(point.upper) <= Fraction(point.lower) * Fraction(10**12 + 1, 10**12)


@pytest.mark.parametrize("variance", ["v", "v/10**400"])
def test_allocations_in_one_call_are_those_one_by_one(variance: str) -> None:
    """Outside of a domain, without noise, in a bounded domain, and with numbers that floats do not hold, too."""
    spec = {"symbols": {"s": "real, s >= 0", "v": "real, v >= 0", "d": "real, d > 0"}, "goal": {"divergence": "gdp"},
            "process": {"steps": "6", "contraction": "9/10", "gap": [{"every": 2, "from": 1, "size": "s"}], "noise": {"variance": variance}, "diameter": "d"}}
    plan = read_sweep({"grid": {"s": [-1, "1/3", 2], "v": [0, "1/7", 1], "d": ["1/2", 2, 100]}, "allocate": {"spec": spec, "arithmetic": "float"}})
    together, singly = plan.quantity.over(plan.points, 0, 27), SweptQuantity.over(plan.quantity, plan.points, 0, 27)
    assert (together.state, together.reason) == (singly.state, singly.reason)
    for one, other in zip((*together.lower, *together.upper), (*singly.lower, *singly.upper), strict=True):
        assert one == other or float(one) == pytest.approx(float(other), rel=1e-13)
    assert set(together.state) == ({"outside", "infinite", "ok"} if variance == "v" else {"outside", "infinite"})
    assert ("" in [end for state, end in zip(together.state, together.lower, strict=True) if state == "ok"]) == (variance == "v")


def test_noise_is_calibrated_for_a_guarantee_that_depends_on_the_point() -> None:
    given = {"grid": {"mu": [1, 2]}, "fixed": {"n": 4, "t": 2, "L": 1, "sigma": 1, "eta": 1}, "calibrate": {"spec": SPEC, "gdp": "mu/2"}}
    assert [ends(point) for point in sweep(given)] == [("ok", "5.3333333333333333", "5.3333333333333334"), ("ok", "1.3333333333333333", "1.3333333333333334")]
    level = {**given, "grid": {"e": [1]}, "calibrate": {"spec": SPEC, "epsilon": "e", "delta": "1e-5"}}
    (point,) = sweep(level)
    known = pabisym.calibrate(gap=[0, 2, 0, 0], noise_variance=1, epsilon=1, delta="1e-5", digits=15)
    assert Fraction(point.lower) <= known.lower <= known.factor <= Fraction(point.upper)


def test_levels_are_converted() -> None:
    (one,) = sweep({"grid": {"n": [1000]}, "fixed": {"L": 1, "sigma": 4, "t": 10}, "convert": {"id": ID, "delta": "1/n**2", "digits": 6}})
    assert ends(one)[1:] == ("0.05540615357", pabisym.convert(pabisym.theorem(ID).at(L=1, sigma=4, n=1000, t=10), delta="1e-6", digits=6).value.upper)
    for kind, direct in (({"gdp": "x"}, {"gdp": 2}), ({"zcdp": "x"}, {"zcdp": 2}), ({"renyi": "x*alpha"}, {"renyi": "x*alpha", "at": {"x": 2}}),
                         ({"sampled": ["1/100", "x", 1]}, {"sampled": ("1/100", 2, 1)})):
        (point,) = sweep({"grid": {"x": [2]}, "convert": {**kind, "epsilon": 1, "digits": 5}})
        value = pabisym.convert(**direct, epsilon=1, digits=5).value  # type: ignore[arg-type]
        assert ends(point) == ("ok", value.lower, value.upper)


@pytest.mark.parametrize("several", [
    {"gdp": ["x", "4/5"]}, {"gdp": "x", "zcdp": ["1/10", "x"]}, {"sampled": [["1/100", "x", 10], ["1/50", 1, 5]]},
    pytest.param({"sampled": ["1/100", 1, 10], "gdp": ["x/10", "1/5"]}, marks=pytest.mark.campaign), {"sampled": [["1/100", 1, 10]], "zcdp": "x/8"},
])
def test_mechanisms_are_composed(several: dict[str, Any]) -> None:
    """One of them alone was all that a sweep took, where ``convert`` composes."""
    (point,) = sweep({"grid": {"x": ["3/5"]}, "convert": {**several, "epsilon": 1, "digits": 3}})
    at = {"x": "3/5", "x/10": "3/50", "x/8": "3/40"}

    def put(value: Any) -> Any:
        return [put(one) for one in value] if isinstance(value, list) else at.get(value, value)

    value = pabisym.convert(**{name: put(one) for name, one in several.items()}, epsilon=1, digits=3).value
    assert ends(point) == ("ok", value.lower, value.upper)
    first = {name: one[0] if isinstance(one, list) and name != "sampled" else one for name, one in several.items()}
    if first != several:
        (less,) = sweep({"grid": {"x": ["3/5"]}, "convert": {**first, "epsilon": 1, "digits": 3}})
        assert Fraction(less.upper) < Fraction(point.lower)


def test_an_infinite_optimum_is_a_state() -> None:
    spec = {"symbols": {"v": "real, v >= 0"}, "process": {"steps": "1", "gap": [{"at": "1", "size": "1"}], "noise": {"law": "gaussian", "variance": "v"}},
            "goal": {"divergence": "gdp"}}
    for arithmetic in ("exact", "float"):
        found = [ends(point) for point in sweep({"grid": {"v": [0, 1]}, "allocate": {"spec": spec, "arithmetic": arithmetic}})]
        assert [state for state, _, _ in found] == ["infinite", "ok"]
        assert {float(end) for end in found[0][1:]} == {float("inf")}


def test_what_is_undecided_at_a_point_is_said_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def undecided(self: object, point: object, points: object) -> None:
        raise Undecided("whether\nthis   holds")

    monkeypatch.setattr(TheoremBound, "value", undecided)
    found = sweep(GRID)
    assert found.states == {"ok": 0, "outside": 0, "infinite": 0, "undecided": 12}
    assert {(*ends(point), point.reason) for point in found} == {("undecided", "", "", "whether this holds")}


BOUNDS = "give id or renyi, or mechanisms: gdp, zcdp, and sampled = [Q, SIGMA, STEPS], each one or a list"
WRONG = [
    ({}, "theorem: is missing; give one of [theorem], [derive], [allocate], [calibrate], [privacy], [convert]"),
    ({"theorem": {"id": ID}, "convert": {}}, "convert: is given beside [theorem]; give one of [theorem], [derive], [allocate], [calibrate], [privacy], [convert]"),
    ({"theorem": {}}, "theorem.id: is missing; [theorem] needs id"),
    ({"theorem": {"id": "feldman2018/theorem-2"}}, "theorem.id: feldman2018/theorem-2: there is no statement of this id; did you mean"),
    ({"theorem": {"id": "feldman2018/lemma-20"}}, "theorem.id: feldman2018/lemma-20 has no numeric bound; pabisym show says what it states"),
    ({"theorem": {"id": ID, "digits": 0}}, "theorem.digits: 0 is not a number of digits; ask for 1 to 1000"),
    ({"theorem": {"id": ID, "digits": "x"}}, "theorem.digits: is no number of digits; give an integer, as digits = 15"),
    ({"theorem": {"id": ID, "arithmetic": "exact"}}, "theorem.arithmetic: 'exact' is not known; give one of ball, float"),
    ({"theorem": {"id": ID, "at": 1}}, "theorem.at: is not a key here; the keys are id, digits, arithmetic"),
    ({"theorem": {"id": ID}}, "fixed.L: is missing; give L values in [grid], or one in [fixed]"),
    ({"derive": {"spec": 1}}, 'derive.spec: is neither the name of a TOML file nor a table; write spec = "spec.toml"'),
    ({"derive": {"spec": "none.toml"}}, "derive.spec: none.toml: cannot be read: No such file or directory; name a readable TOML file"),
    ({"allocate": {"spec": SPEC, "arithmetic": "rough"}}, "allocate.arithmetic: 'rough' is not known; give one of exact, ball, float"),
    ({"allocate": {"spec": SPEC}}, "fixed.L: is missing; give L values in [grid], or one in [fixed]"),
    ({"calibrate": {"spec": SPEC}}, "calibrate: has no guarantee; give gdp = MU, or renyi = [ALPHA, EPSILON], or epsilon and delta"),
    ({"calibrate": {"spec": SPEC, "gdp": 1, "delta": 1}}, "calibrate.gdp: is no guarantee by itself; give gdp = MU, or renyi = [ALPHA, EPSILON], or epsilon and delta"),
    ({"calibrate": {"spec": SPEC, "renyi": 2}}, "calibrate.renyi: has 1 numbers; give 2"),
    ({"convert": {"gdp": 1}}, "convert.delta: is missing; give delta or epsilon, the one that is known"),
    ({"convert": {"gdp": 1, "delta": 1, "epsilon": 1}}, "convert.delta: is given beside epsilon; give delta or epsilon, the one that is known"),
    ({"convert": {"delta": 1}}, "convert.id: is missing; " + BOUNDS),
    ({"convert": {"delta": 1, "gdp": 1, "renyi": "alpha"}}, "convert.gdp: is given beside renyi; " + BOUNDS),
    ({"convert": {"delta": 1, "gdp": []}}, "convert.gdp: has 0 numbers; give 1"),
    ({"convert": {"delta": 1, "sampled": [["1/100", 1, 5], [1, 2]]}}, "convert.sampled: has 2 numbers; give 3"),
    ({"convert": {"delta": 1, "gdp": 1, "by": "luck"}}, "convert.by: 'luck' is not known; give one of mironov, canonne, lossless"),
    ({"convert": {"delta": 1, "gdp": "y"}}, "fixed.y: is missing; give y values in [grid], or one in [fixed]"),
    ({"convert": {"delta": "1/", "gdp": 1}}, "convert.delta: 'the end' where a number, a name or '(' was expected (position 3)"),
    ({"convert": {"delta": "1/9", "renyi": "alpha"}}, "grid.n: is no letter of the bound; it has none"),
]


@pytest.mark.parametrize(("data", "line"), WRONG, ids=[line.partition(";")[0][:60] for _, line in WRONG])
def test_what_is_wrong_is_named_in_one_line(data: dict[str, Any], line: str) -> None:
    with pytest.raises(InputError) as raised:
        sweep({"grid": {"n": [1]}, **data})
    assert str(raised.value).startswith(line)


def test_letters_that_nothing_speaks_of_are_refused_and_an_order_that_is_sought() -> None:
    with pytest.raises(InputError, match=r"^grid.m: is no letter of feldman2018/theorem-23; it has"):
        sweep({**GRID, "grid": {**GRID["grid"], "m": [1]}})
    with pytest.raises(InputError, match=r"^fixed.m: is no letter of feldman2018/theorem-23"):
        sweep({**GRID, "fixed": {**GRID["fixed"], "m": 1}})
    with pytest.raises(InputError, match=r"^alpha: is the order, of which the best one is sought; leave alpha out"):
        sweep({"grid": {"n": [9]}, "fixed": {"L": 1, "alpha": 2, "sigma": 1, "t": 1}, "convert": {"id": ID, "delta": "1/9"}})
    with pytest.raises(InputError, match=r"^x: is not a key of a sweep; the keys are title, grid, table, fixed, theorem"):
        sweep({"x": 1})
    with pytest.raises(InputError, match=r"^source: is empty; give a \[grid\]"):
        sweep(b"")  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"^source: not TOML: Expected '=' after a key"):
        sweep(b"1")  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"^executor: a str runs nothing"):
        sweep(GRID, executor="threads")


# Stores and executors.


@pytest.fixture(scope="module")
def known() -> list[SweepPoint]:
    return list(sweep(GRID))


@pytest.mark.parametrize("name", ["values.csv", "values.parquet"])
def test_values_are_written_and_not_computed_again(name: str, tmp_path: Path, known: list[SweepPoint], monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / name
    first = sweep(GRID, out=out, chunk=5)
    monkeypatch.setattr(run, "compute", None)
    again = sweep(GRID, out=out, chunk=7)
    assert (first.computed, again.computed, again.states, len(again)) == (12, 0, first.states, 12)
    for found in (first, again):
        for point, own in zip(known, found, strict=True):
            assert (point.number, point.letters, point.state, point.reason) == (own.number, own.letters, own.state, own.reason)
            if name.endswith("csv"):
                assert ends(point) == ends(own)
            elif point.state == "ok":
                assert own.lower <= float(point.lower) <= float(point.upper) <= own.upper
                assert Fraction(own.lower) <= Fraction(point.lower) <= Fraction(point.upper) <= Fraction(own.upper)
    if name.endswith("csv"):
        rows = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines()))
        assert [(row["point"], row["n"], row["t"], row["state"]) for row in rows] == [
            (str(p.number), p.letters["n"], p.letters["t"], p.state) for p in known]
    else:
        table = pyarrow.dataset.dataset(out, exclude_invalid_files=False, format="parquet").to_table().sort_by("point")
        assert table.column_names == ["point", "n", "t", "state", "lower", "upper", "reason"]
        assert [str(n) for n in table["n"].to_pylist()] == [p.letters["n"] for p in known]


@pytest.mark.parametrize("make", [ThreadPoolExecutor, pytest.param(ProcessPoolExecutor, marks=pytest.mark.campaign)])
def test_an_executor_gives_the_same_values_in_order(make: Callable[[int], Executor], tmp_path: Path, known: list[SweepPoint]) -> None:
    with make(2) as executor:
        found = sweep(GRID, out=tmp_path / "v.csv", chunk=1, executor=executor)
        assert list(found) == known
    assert [line.partition(",")[0] for line in (tmp_path / "v.csv").read_text().splitlines()] == ["point", *map(str, range(12))]


def test_chunks_that_come_in_another_order_are_put_in_order(tmp_path: Path, known: list[SweepPoint]) -> None:
    gates = {start: Event() for start in (-3, 0, 3, 6, 9)}
    gates[9].set()

    class Backwards(ThreadPoolExecutor):
        """Does the last task first."""

        def submit(self, function: Any, /, *arguments: Any) -> Any:
            def later() -> Any:
                assert gates[arguments[1]].wait(60)
                found = function(*arguments)
                gates[arguments[1] - 3].set()
                return found

            return super().submit(later)

    told: list[str] = []
    with Backwards(8) as executor:
        found = sweep(GRID, out=tmp_path / "v.csv", chunk=3, executor=executor, progress=told.append)
    assert list(found) == known
    assert told == [f"swept {count} of 12 points" for count in (3, 6, 9, 12)]
    assert list(sweep(GRID, out=tmp_path / "v.csv")) == known


KILLED = """
import os, signal, sys
from pabisym.sweeps import quantities, run
own, log, chunk = quantities.TheoremBound.value, open(sys.argv[2], "a"), 4
def value(self, point, points):
    print(*point.values(), file=log, flush=True)
    if sys.argv[3] != "0" and os.path.getsize(sys.argv[2]) > int(sys.argv[3]):
        os.kill(os.getpid(), signal.SIGKILL)
    return own(self, point, points)
quantities.TheoremBound.value = value
found = run.sweep(GRID, out=sys.argv[1], chunk=chunk)
print(found.computed)
"""


@pytest.mark.parametrize("name", ["v.csv", pytest.param("v.parquet", marks=pytest.mark.campaign)])
def test_after_a_kill_one_chunk_at_most_is_computed_twice(name: str, tmp_path: Path) -> None:
    grid = {**GRID, "grid": {"n": [30, 40, 50, 60, 70, 80], "t": [1, 2, 3, 4, 5]}}
    code, log = KILLED.replace("GRID", repr(grid)), tmp_path / "log"

    def once(bytes_until_killed: int) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-c", code, str(tmp_path / name), str(log), str(bytes_until_killed)], capture_output=True, text=True, check=False)

    assert once(140).returncode == -9
    begun = len(log.read_text().splitlines())
    assert begun > 4
    assert begun % 4
    kept = begun - begun % 4
    done = once(0)
    assert (done.stdout.strip(), done.stderr) == (str(30 - kept), "")
    computed = log.read_text().splitlines()
    assert len(set(computed)) == 30
    assert len(computed) - 30 == begun - kept < 4
    assert list(map(ends, sweep(grid, out=tmp_path / name))) == list(map(ends, sweep(grid))) or name == "v.parquet"


@pytest.mark.parametrize("cut", [1, 7, 30, 100])
def test_an_unfinished_end_is_cut_off_and_no_more(cut: int, tmp_path: Path, known: list[SweepPoint]) -> None:
    out = tmp_path / "v.csv"
    whole = sweep(GRID, out=out, chunk=3)
    text = out.read_bytes()
    out.write_bytes(text[:-cut])
    lines = 12 + 1 - text[:-cut].count(b"\n")
    again = sweep(GRID, out=out)
    assert (again.computed, again.mended) == (lines, "" if text[:-cut].endswith(b"\n") else "1 torn or repeated line was taken out of v.csv")
    assert (out.read_bytes(), list(again), again.states) == (text, known, whole.states)


def torn(lines: list[bytes]) -> dict[str, tuple[list[bytes], int, int]]:
    """Damages of a file of a first line and twelve points: what it holds then, how many lines are wrong, how many points are missing."""
    first, *rest = lines
    cut = rest[1].rstrip().rpartition(b",")[0]
    return {
        "cut into each other": ([first, rest[0], cut[:-9] + b"," + rest[4], *rest[5:]], 1, 4),
        "every line twice": ([first, *(line for line in rest for _ in "12")], 12, 0),
        "twice in turn": ([first, *rest, *rest], 12, 0),
        "two writers": ([first, *rest[:6], *rest[3:9], *rest[6:]], 6, 0),
        "a line in the middle": ([first, *rest[:4], rest[4][:11], *rest[5:]], 1, 2),
        "a line of something else": ([first, *rest[:4], b"\xff\x00,\n", *rest[4:]], 1, 0),
        "another letter": ([first, *rest[:4], rest[4].replace(b",10,", b",11,"), *rest[5:]], 1, 1),
        "no such point": ([first, *rest, rest[0].replace(b"0,", b"12,", 1), b"9" * 5000 + rest[0]], 2, 0),
        "another order": ([first, *rest[6:], *rest[:6]], 0, 0),
        "ends the wrong way round": ([first, *rest[:3], swapped(rest[3]), *rest[4:]], 1, 1),
        "no state": ([first, rest[0].replace(b"ok", b"good"), *rest[1:]], 1, 1),
        "no number": ([first, rest[0].replace(b"5.33", b"5.3.3"), *rest[1:]], 1, 1),
    }


def swapped(line: bytes) -> bytes:
    cells = line.rstrip().split(b",")
    return b",".join((*cells[:4], cells[5], cells[4], b"")) + b"\n"


DAMAGES = sorted(torn([b"first\n", *(b"%d,10,1,ok,1.00000000000,1.00000000001,\n" % k for k in range(12))]))


@pytest.mark.parametrize("damage", DAMAGES)
def test_lines_that_are_torn_or_repeated_are_taken_out_and_said(damage: str, tmp_path: Path, known: list[SweepPoint]) -> None:
    out, told = tmp_path / "v.csv", list[str]()
    sweep(GRID, out=out)
    text = out.read_bytes()
    lines, wrong, missing = torn(text.splitlines(keepends=True))[damage]
    out.write_bytes(b"".join(lines))
    again = sweep(GRID, out=out, progress=told.append)
    said = f"{wrong} torn or repeated {'line was' if wrong == 1 else 'lines were'} taken out of v.csv" if wrong else ""
    assert (again.computed, again.mended, told[:1] if wrong else []) == (missing, said, [said] if wrong else [])
    assert (out.read_bytes(), list(again)) == (text, known)
    assert sweep(GRID, out=out).mended == ""


def test_a_file_of_a_folder_that_is_damaged_is_taken_out_and_said(tmp_path: Path) -> None:
    out = tmp_path / "v.parquet"
    whole = list(sweep(GRID, out=out, chunk=4))
    first, second, _ = sorted(out.glob("*.parquet"))
    first.write_bytes(first.read_bytes()[:-9])
    (out / second.name.replace("000000000004", "000000000006")).write_bytes(second.read_bytes())
    again = sweep(GRID, out=out)
    assert (again.computed, again.mended) == (4, "2 damaged or repeated files were taken out of v.parquet")
    assert list(again) == whole
    assert len(list(out.glob("*.parquet"))) == 3
    (out / "chunk-000000000.parquet").write_bytes(second.read_bytes())
    with pytest.raises(InputError, match=r"is damaged: an earlier version of pabisym has written it; move it away, or ask for a fresh start"):
        sweep(GRID, out=out)
    assert sweep(GRID, out=out, fresh=True).computed == 12
    assert len(list(out.glob("*.parquet"))) == 1


WAITS = """
import sys, time
from pabisym.sweeps import quantities, run
own = quantities.TheoremBound.value
def value(self, point, points):
    time.sleep(0.05)
    return own(self, point, points)
quantities.TheoremBound.value = value
print(run.sweep(GRID, out=sys.argv[1], chunk=2).computed, flush=True)
"""


@pytest.mark.parametrize("name", ["v.csv", "v.parquet"])
def test_a_second_run_of_a_sweep_is_refused_while_the_first_lives(name: str, tmp_path: Path, known: list[SweepPoint]) -> None:
    """And goes on from what it had when it was killed, as a lock ends with its process."""
    out = tmp_path / name
    command = [sys.executable, "-c", WAITS.replace("GRID", repr(GRID)), str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as first:
        while not out.exists() or len(out.read_bytes().splitlines() if out.is_file() else list(out.iterdir())) < 4:
            assert first.poll() is None
            time.sleep(0.01)
        with pytest.raises(InputError, match=rf"^out: .*{name} cannot be written: another run is writing it; wait for it, or name another place$"):
            sweep(GRID, out=out)
        with pytest.raises(InputError, match="another run is writing it"):
            sweep(GRID, out=out, fresh=True)
        first.kill()
    again = sweep(GRID, out=out)
    assert 0 < again.computed <= 10
    assert [(point.number, point.state) for point in again] == [(point.number, point.state) for point in known]
    assert sorted(path.name for path in tmp_path.iterdir()) == (["v.csv", "v.csv.sweep"] if name == "v.csv" else ["v.parquet"])


@pytest.mark.parametrize("count", [3, pytest.param(6, marks=pytest.mark.campaign)])
def test_runs_at_once_leave_one_sweep(count: int, tmp_path: Path, known: list[SweepPoint]) -> None:
    out = tmp_path / "v.csv"
    command = [sys.executable, "-c", WAITS.replace("GRID", repr(GRID)), str(out)]
    runs = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(count)]
    ended = [one.communicate() for one in runs]
    assert sum(int(told or 0) for told, _ in ended) == 12
    assert all(told or "another run is writing it" in error for told, error in ended)
    assert out.read_text(encoding="utf-8").count("\n") == 13
    again = sweep(GRID, out=out)
    assert (again.computed, again.mended, list(again)) == (0, "", known)


def test_a_thread_is_refused_as_a_process_is(tmp_path: Path) -> None:
    refused = list[Exception]()

    def second() -> None:
        try:
            sweep(GRID, out=tmp_path / "v.csv")
        except InputError as error:
            refused.append(error)

    def progress(told: str) -> None:
        thread = Thread(target=second)
        thread.start()
        thread.join()

    sweep(GRID, out=tmp_path / "v.csv", chunk=6, progress=progress)
    assert ["another run is writing it" in str(error) for error in refused] == [True, True]


@pytest.mark.parametrize("workers", [0, 2])
def test_what_was_computed_in_time_is_written_before_a_chunk_is_whole(workers: int, tmp_path: Path, known: list[SweepPoint],
                                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    own, told = TheoremBound.value, list[str]()

    def value(self: TheoremBound, *arguments: Any) -> Any:
        time.sleep(0.02)
        return own(self, *arguments)

    monkeypatch.setattr(TheoremBound, "value", value)
    monkeypatch.setattr(run, "SECONDS", 0.05)
    with ThreadPoolExecutor(max(workers, 1)) as executor:
        found = sweep(GRID, out=tmp_path / "v.csv", chunk=100, progress=told.append, executor=executor if workers else None)
    assert 4 <= len(told) <= 12
    assert list(found) == known


def test_in_floats_as_many_points_as_go_in_time_are_computed_together() -> None:
    plan = read_sweep({**GRID, "grid": {"n": list(range(5, 105)), "t": [1, 2, 7]}, "theorem": {"id": ID, "arithmetic": "float"}})
    whole = plan.quantity.over(plan.points, 0, 300)
    assert plan.quantity.over(plan.points, 0, 300, 100.0) == whole
    few = plan.quantity.over(plan.points, 0, 300, 0.0)
    assert 1 <= len(few.state) < 300
    assert few == type(whole)(*(column[: len(few.state)] for column in whole))


def test_a_file_of_something_else_is_never_touched(tmp_path: Path) -> None:
    other, out = tmp_path / "mine.csv", tmp_path / "v.csv"
    other.write_text("my own\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"^out: .*mine.csv is there and is no result of a sweep; name another file"):
        sweep(GRID, out=other)
    sweep(GRID, out=out, chunk=3)
    before = out.read_bytes()
    with pytest.raises(InputError, match=r"^out: .*v.csv holds another sweep; name another file, or ask for a fresh start"):
        sweep({**GRID, "theorem": {"id": ID, "digits": 9}}, out=out)
    assert (other.read_text(encoding="utf-8"), out.read_bytes()) == ("my own\n", before)
    out.write_bytes(b"x" + before)
    with pytest.raises(InputError, match="is damaged: its first line is another one; move it away, or ask for a fresh start"):
        sweep(GRID, out=out)
    assert sweep(GRID, out=out, fresh=True).computed == 12
    assert out.read_bytes().splitlines()[0] == before.splitlines()[0]
    for wrong, line in (("v.txt", "is neither .csv nor .parquet"), ("no/v.csv", "cannot be written")):
        with pytest.raises(InputError, match=f"^out: .*{line}"):
            sweep(GRID, out=tmp_path / wrong)
    with pytest.raises(InputError, match=r"^chunk: is no number of points"):
        sweep(GRID, chunk=0)
    (tmp_path / "w.parquet").mkdir()
    sweep(GRID, out=tmp_path / "w.parquet", chunk=6)
    next((tmp_path / "w.parquet").glob("points-000000000006-*.parquet")).unlink()
    assert sweep(GRID, out=tmp_path / "w.parquet").computed == 6


def test_a_worker_with_other_theorem_files_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pickle, "loads", lambda stored: run._Job(plan.points, plan.quantity, "other"))
    plan = read_sweep(GRID)
    with pytest.raises(PabisymError, match="a worker has other theorem files"):
        run.compute(b"never seen before", 0, 1)


def test_a_worker_finds_the_key_of_what_it_computes_itself() -> None:
    plan = read_sweep(GRID)
    assert plan.quantity.key
    again = pickle.loads(pickle.dumps(plan.quantity))
    assert "key" not in vars(again)
    assert again.key == plan.quantity.key


def test_a_broken_pool_leaves_what_was_written(tmp_path: Path) -> None:
    class Broken(ThreadPoolExecutor):
        """Breaks down at the third task."""

        def submit(self, function: Any, /, *arguments: Any) -> Any:
            def fails() -> None:
                raise BrokenExecutor("killed")

            return super().submit(fails) if arguments[1] >= 6 else super().submit(function, *arguments)

    with Broken(1) as executor, pytest.raises(PabisymError, match="the same call goes on from 6 points"):
        sweep(GRID, out=tmp_path / "v.csv", chunk=3, executor=executor)
    assert sweep(GRID, out=tmp_path / "v.csv").computed == 6


def test_content_hashes_tell_sweeps_apart() -> None:
    plans = [read_sweep(GRID), read_sweep({**GRID, "fixed": {**GRID["fixed"], "sigma": "1/3"}}), read_sweep({**GRID, "theorem": {"id": ID, "digits": 9}}),
             read_sweep({**GRID, "grid": {**GRID["grid"], "t": [1, 2, 5, 8]}})]
    assert len({plan.fingerprint for plan in plans}) == len(plans)
    assert isinstance(pickle.loads(pickle.dumps(plans[0])), SweepPlan)
    assert pickle.loads(pickle.dumps(plans[0])).fingerprint == read_sweep(GRID).fingerprint
    found = sweep(plans[0])
    assert isinstance(found, Sweep)
    assert found.to_json()["sweep"] == plans[0].fingerprint


# A Dask cluster.


@pytest.mark.campaign
def test_a_dask_cluster_goes_on_when_a_worker_is_killed(tmp_path: Path) -> None:
    """In a process of its own: the cluster's threads and warnings are not those of the tests."""
    code = f"""
import os, signal, sys, threading, time
from dask import config
from distributed import Client, LocalCluster
from pabisym.sweeps.run import sweep
if __name__ == "__main__":
    config.set({{"distributed.scheduler.allowed-failures": 10}})
    grid = {{**{GRID!r}, "grid": {{"n": list(range(10, 60)), "t": list(range(1, 9))}}}}
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        pids = client.run(os.getpid)
        killed = []
        def progress(said):
            if not killed:
                killed.append(next(iter(pids.values())))
                os.kill(killed[0], signal.SIGKILL)
        found = sweep(grid, out={str(tmp_path / "v.csv")!r}, chunk=10, executor=client, progress=progress)
        assert killed and len(client.run(os.getpid)) >= 1
    print(found.computed, found.states["ok"], found.states["outside"])
    assert list(found) == list(sweep(grid))
"""
    file = tmp_path / "cluster.py"
    file.write_text(code, encoding="utf-8")
    done = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    assert done.stdout.strip() == "400 400 0", done.stderr


def test_a_sweep_of_training_runs_is_what_privacy_says() -> None:
    from pabisym import privacy

    run = {"examples": 20, "batch": 5, "learning_rate": "1/10", "loss": "convex", "smoothness": 1, "sampling": "cyclic", "release": "last",
           "delta": "1e-4"}
    found = sweep({"title": "runs", "grid": {"z": [2, 4], "E": [3]}, "privacy": {**run, "epochs": "E", "noise_multiplier": "z"}})
    told = [privacy(**run, epochs=e, noise_multiplier=z).epsilon for z in (2, 4) for e in (3,)]
    assert [Fraction(one.upper) for one in found] == told


@pytest.mark.parametrize(("more", "by"), [
    ({"sampling": "poisson", "release": "last"}, "pabisym/hidden-batches"),
    ({"sampling": "poisson", "checkpoints": [100, 200]}, "pabisym/hidden-batches"),
    pytest.param({"sampling": "shuffled", "release": "last", "adjacency": "replace"}, "pabisym/hidden-places", marks=pytest.mark.campaign),
    pytest.param({"sampling": "fixed-size", "release": "last", "adjacency": "replace"}, "pabisym/hidden-subsets", marks=pytest.mark.campaign),
], ids=["last", "checkpoints", "shuffled", "fixed-size"])  # fmt: skip
def test_releases_that_hide_batches_are_swept(more: dict[str, object], by: str) -> None:
    from pabisym import privacy

    run = {"examples": 600, "batch": 6, "steps": 200, "learning_rate": "1/10", "loss": "convex", "smoothness": "1/2", "delta": "1e-5", **more}
    found = sweep({"title": "runs", "grid": {"z": ["3/4"]}, "privacy": {**run, "noise_multiplier": "z"}})
    told = privacy(**{**run, **({"checkpoints": "100,200"} if "checkpoints" in run else {})}, noise_multiplier="3/4")
    assert told.best is not None
    assert told.best.id == by
    assert [Fraction(one.upper) for one in found] == [told.epsilon]


def test_a_training_run_with_an_unknown_letter_is_refused() -> None:
    given = {"examples": 20, "batch": 5, "sampling": "cyclic", "delta": "1e-4", "epochs": "E", "noise_multiplier": 1}
    with pytest.raises(InputError, match=r"fixed\.E: is missing"):
        sweep({"title": "runs", "grid": {"z": [2, 4]}, "privacy": given})
