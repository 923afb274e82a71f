"""The benchmarks run, and their page says honestly what was met, missed and not measured."""

import sys

import numpy as np
import pytest
from benchmarks import shift_solver as benchmark
from benchmarks.shift_solver import Peer, Times


@pytest.fixture(scope="module")
def page():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(benchmark, "ENOUGH", 0.01)
        times = benchmark.measure((20, 40), (10, 20), lambda text: None)
        peers = [peer for peer in benchmark.measure_peers(lambda text: None, most=10) if peer.name == "scipy SLSQP"]
    return benchmark.page(times, peers, benchmark.single_gap_verdicts(4000))


def rows(page, heading):
    section = page.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| ")][2:]


def test_every_kind_of_data_is_in_every_table(page):
    lists = [f"{kind}, listed" for kind in benchmark.KINDS]
    assert [row[0] for row in rows(page, "Float arithmetic")] == ["the floor", *benchmark.KINDS, *lists]
    for heading in ("Exact arithmetic", "Ball arithmetic, 30 digits"):
        named = [row[0] for row in rows(page, heading)]
        assert named[: len(benchmark.KINDS)] == list(benchmark.KINDS)
        assert {f"{kind}, listed" for kind in benchmark.WITHOUT_POWERS} <= set(named)
    assert [row[0] for row in rows(page, "General solvers")] == ["scipy SLSQP"] * 2


def test_what_was_not_measured_is_not_met(page):
    verdicts = [row[-1] for row in rows(page, "Targets")]
    assert verdicts == ["not measured"] * 12 + ["met"]


def test_the_page_names_the_machine_and_no_paths(page):
    assert f"numpy {np.__version__}" in page
    assert "/home" not in page
    assert "/tmp" not in page
    assert all(len(line) <= 200 for line in page.splitlines())


def measured(seconds):
    times = Times()
    for name, kind, steps, value in seconds:
        times.seconds.setdefault((name, kind), {})[steps] = value
    return times


@pytest.mark.parametrize(("factor", "verdict"), [(1, "met"), (20, "**missed**")])
def test_targets_are_compared_with_what_was_measured(factor, verdict):
    sizes = 10**4, 10**5, 10**6, 10**7
    power = 1 if factor == 1 else 1.2
    seconds = [("floor", benchmark.VARYING, steps, steps * 1e-9) for steps in sizes]
    for kind in benchmark.KINDS:
        for name in ("float", "float, listed"):
            seconds += [(name, kind, steps, factor * 5e-9 * (steps / 10**6) ** power * 10**6) for steps in sizes]
        seconds += [("exact", kind, 10**5, factor * 0.105), ("ball", kind, 10**5, factor * 0.06)]
    peer = Peer("cvxpy with Clarabel", benchmark.VARYING, 10**4, 1.0, 1e-7, 0.0, 1e-3 * factor, 1e-15 * factor**8)
    right = dict.fromkeys(("exact", "ball", "float"), True)
    found = benchmark.targets(measured(seconds), [peer], right if factor == 1 else {**right, "ball": False})
    words = [row.split(" | ")[-1].strip("| ") for row in benchmark.target_table(found).splitlines()[2:]]
    assert [word for word, target in zip(words, found, strict=True) if "with a diameter" not in target.aim] == [verdict] * 12


def test_a_power_law_has_its_exponent():
    times = measured([("float", "x", steps, 3 * steps**1.5) for steps in (10, 10**4, 10**5, 10**6)])
    assert times.growth("float", "x") == pytest.approx(1.5)
    assert times.growth("float", "y") is None


def test_a_wrong_value_of_a_single_gap_is_seen(monkeypatch):
    monkeypatch.setattr(benchmark, "single_gap_value", lambda c, steps: c ** (2 * steps))
    assert benchmark.single_gap_verdicts(500) == {"exact": False, "ball": False, "float": False}


def test_the_command_writes_the_page(tmp_path, monkeypatch):
    monkeypatch.setattr(benchmark, "QUICK_FLOAT_SIZES", (50,))
    monkeypatch.setattr(benchmark, "QUICK_EXACT_SIZES", (50,))
    monkeypatch.setattr(sys, "argv", ["shift_solver.py", "--quick", "--write", str(tmp_path / "page.md")])
    benchmark.main()
    assert (tmp_path / "page.md").read_text(encoding="utf-8").startswith("# Benchmarks of the shift solver\n")
