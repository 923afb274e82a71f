"""Where people wait: files, whole processes, first calls, grids and batches; each line beside a peer that is measured in the same run.

    PYTHONPATH=tests python -m benchmarks.waiting [--quick] [--write docs/benchmarks-waiting.md] [--regressions]

Times are processor times, of child processes too, unless a line says otherwise.  ``--quick`` takes a tenth of the points;
``--regressions`` compares the ratios with those stored in ``ratios.json`` beside this file, says which have grown to more than
1.5 times, and never fails; ``--write`` stores them anew.
"""

from __future__ import annotations

import argparse
import atexit
import functools
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from benchmarks.shift_solver import SEED, Target, duration, machine, median_time, number, problem, say, table, target_table
from benchmarks.special import NOISES, ORDERS, SHARES

import pabisym
from pabisym.divergence.sampled_float import FEW
from pabisym.divergence.sampled_gaussian import sampled_gaussian_float, sampled_gaussian_floats
from pabisym.lang.reader import read_json
from pabisym.notions.arrays import gdp_delta, gdp_epsilon
from pabisym.shift.allocate import allocate
from pabisym.shift.batch import allocate_batch
from pabisym.shift.instance import Instance
from pabisym.shift.reading.files import read_float_json
from pabisym.sweeps.quantities import SweptQuantity
from pabisym.sweeps.run import read_sweep, sweep

STORED = Path(__file__).with_name("ratios.json")
SPECS = Path(__file__).parents[1] / "specs"
GROWN = 1.5
"""A ratio that has grown by more than this is reported."""


class Line(NamedTuple):
    """What was measured, against what, and what it may take: so many seconds, and so many times the peer."""

    what: str
    seconds: float
    peer: str
    peer_seconds: float
    most: float | None = None
    most_times: float | None = None

    @property
    def ratio(self) -> float:
        return self.seconds / self.peer_seconds

    def target(self) -> Target:
        aims = [f"under {duration(self.most)}"] if self.most is not None else []
        aims += [f"at most {number(self.most_times)} times {self.peer}"] if self.most_times is not None else []
        met = (self.most is None or self.seconds < self.most) and (self.most_times is None or self.ratio <= self.most_times)
        return Target(f"{self.what}: {', '.join(aims)}", f"{duration(self.seconds)}, {number(self.ratio)} times", met)


def child(*arguments: str, runs: int = 5, strict: bool = True) -> float:
    """Processor time of a fresh interpreter, the least of so many runs; the first of several is not counted, in which modules are compiled.

    ``strict`` raises where a run fails.
    """
    found = []
    for _ in range(runs + (runs > 1)):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], check=strict, stdout=subprocess.DEVNULL, env=_environment())
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found[-runs:])


@functools.cache
def _environment() -> dict[str, str]:
    """That of this process, with a folder of its own for bytecode."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    folder = tempfile.mkdtemp(prefix="bytecode-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return kept | {"PYTHONPYCACHEPREFIX": folder}


def grids(count: int) -> Iterator[Line]:
    rng = np.random.default_rng(SEED)
    theorem = pabisym.theorem("feldman2018/theorem-23")
    L, sigma, t, alpha = rng.random(count) + 0.1, rng.random(count) + 0.5, rng.integers(1, 900, count), 1 + 9 * rng.random(count)
    ours = median_time(lambda: theorem.over(L=L, sigma=sigma, n=1000, t=t, alpha=alpha))
    peer = median_time(lambda: 2 * alpha * L**2 / (sigma**2 * (1001 - t)))
    yield Line(f"{count} points of a theorem's bound", ours, "the formula in numpy, neither rounded nor checked", peer, 0.5 * count / 10**6)


def batches(count: int) -> Iterator[Line]:
    rng = np.random.default_rng(SEED)
    gap = rng.random((count, 100)) * (rng.random((count, 100)) < 0.5)
    variance = rng.random((count, 100)) + 0.5
    allocate_batch(gap=gap[:1000], noise_variance=1)
    floor = median_time(lambda: (np.cumsum(gap), gap * variance))
    ours = median_time(lambda: allocate_batch(gap=gap, noise_variance=variance))
    yield Line(f"{count} allocations with T = 100, all cores together", ours, "the floor", floor, 5 * count / 10**6)
    few = count // 10
    ours = median_time(lambda: allocate_batch(gap=gap[:few], noise_variance=variance[:few], diameter=2))
    yield Line(f"{few} allocations with T = 100 and a diameter", ours, "the floor", floor / 10)


GRID = [(order, q, sigma) for order in map(float, ORDERS) for q in map(float, SHARES) for sigma in map(float, NOISES)]
"""The points of the page of special values."""


def divergences(count: int) -> Iterator[Line]:
    """Sampled Gaussians: each point of the grid by itself, many times in one call; the time of the point in the middle."""
    repeated = max(count // len(GRID), 2 * FEW)
    for direction in ("mixture-first", "mixture-second"):
        many, single = partial(sampled_gaussian_floats, direction=direction), partial(sampled_gaussian_float, direction=direction)
        many([2.0] * repeated, 0.1, 1.0)
        ours = statistics.median(once(partial(many, [order] * repeated, q, sigma)) for order, q, sigma in GRID) / repeated
        peer = statistics.median(once(partial(single, *point)) for point in GRID)
        yield Line(f"a sampled Gaussian divergence among many, {direction}, the median of {len(GRID)} points", ours, "by itself", peer, 3e-6)


def conversions(count: int) -> Iterator[Line]:
    rng = np.random.default_rng(SEED)
    mu, few = rng.random(count) + 0.1, count // 50
    peer = median_time(lambda: np.exp(mu))
    yield Line(f"{count} deltas of Gaussian differential privacy", median_time(lambda: gdp_delta(mu, 1.0)), "numpy.exp", peer)
    delta = 10 ** rng.uniform(-9, -2, few)
    yield Line(f"{few} epsilons of Gaussian differential privacy", median_time(lambda: gdp_epsilon(mu[:few], delta)), "numpy.exp", peer / 50)


def once(call: Callable[[], object]) -> float:
    began = time.process_time()
    call()
    return time.process_time() - began


def domains(steps: int) -> Iterator[Line]:
    for words, changed, most in (("a diameter", {}, 12), ("a diameter, gaps that fall", {"gap": 5 / np.arange(1.0, steps + 1)}, 12),
                                 ("a diameter, no gaps", {"gap": np.zeros(steps), "start_shift": 60}, 12)):
        yield _over_the_floor(f"T = {steps}, {words}", problem("c = 1, diameter", steps).arrays() | changed, most)
    arrays = problem("c = 1", steps).arrays()
    few, falling = (np.arange(steps) % 100 == 3) * 1.0, 5 / np.arange(1.0, steps + 1)
    for words, changed in (("random gaps", {}), ("few gaps", {"gap": few}), ("falling gaps", {"gap": falling}),
                           ("variances of 1e-300", {"noise_variance": arrays["noise_variance"] * 1e-300})):
        yield _over_the_floor(f"T = {steps}, {words}", arrays | changed, 3)
    yield _over_the_floor(f"T = {steps}, every step a block", problem("rising gaps, c = 1", steps).arrays(), 3)
    yield _over_the_floor(f"T = {steps}, c, s, sigma vary", problem("c, s, sigma vary", steps).arrays(), 3)
    yield _over_the_floor("T = 10000", problem("c = 1", 10**4).arrays(), 10)


def _over_the_floor(what: str, arrays: dict[str, Any], most: float) -> Line:
    """A float allocation beside the floor."""
    gap, variance, contraction = arrays["gap"], arrays["noise_variance"], arrays["contraction"]
    ours = median_time(lambda: allocate(**arrays, arithmetic="float"))
    return Line(what, ours, "the floor", median_time(lambda: (np.cumsum(gap), contraction * variance)), most_times=most)


PROCESS = """
[symbols]
s = "real, s >= 0"
v = "real, v > 0"
[process]
steps = "100"
contraction = "9/10"
gap = [ { every = 2, from = 1, size = "s" } ]
noise = { variance = "v" }
[goal]
divergence = "gdp"
"""


def sweeps(count: int) -> Iterator[Line]:
    side = int(count**0.5)
    values = {"from": 1, "to": side}
    plan = read_sweep({"grid": {"L": values, "sigma": values}, "fixed": {"n": 1000, "t": 7, "alpha": 2},
                       "theorem": {"id": "feldman2018/theorem-23", "arithmetic": "float"}})
    L, sigma = (axis.ravel() for axis in np.meshgrid(np.arange(1.0, side + 1), np.arange(1.0, side + 1)))
    theorem = pabisym.theorem("feldman2018/theorem-23")
    peer = median_time(lambda: theorem.over(L=L, sigma=sigma, n=1000, t=7, alpha=2))
    yield Line(f"a sweep of {side**2} points of a theorem", median_time(lambda: sweep(plan)), "the same in one call of over", peer)
    side = max(int((count / 1000) ** 0.5), 2)
    values = {"from": 1, "to": side}
    plan = read_sweep({"grid": {"s": values, "v": values}, "allocate": {"spec": PROCESS, "arithmetic": "float"}})
    together = median_time(lambda: plan.quantity.over(plan.points, 0, side**2))
    singly = median_time(lambda: SweptQuantity.over(plan.quantity, plan.points, 0, side**2))
    yield Line(f"a sweep of {side**2} allocations with T = 100", together, "point by point", singly)


COMPARED = ("n=1000", "b=1", "T=1000", "eta=1/10", "L=1", "sigma=4", "delta=1e-5")
PAPERS = ("feldman2018", "altschuler2022", "asoodeh2020", "asoodeh2020isit", "chourasia2021", "pabisym")


def commands() -> Iterator[Line]:
    """Commands that read the library, with its replays kept, beside starting Python; the audit, which keeps none, by the clock."""
    nothing = child("-c", "pass")
    yield Line("pabisym list, warm", child("-m", "pabisym", "list"), "python -c pass", nothing, 1)
    settings = [word for one in COMPARED for word in ("--set", one)]
    yield Line("pabisym compare, warm", child("-m", "pabisym", "compare", *settings), "python -c pass", nothing, 1.5)
    specs = [str(path) for path in sorted(SPECS.glob("*.toml"))[::3]]
    found = [child("-m", "pabisym", "derive", path, runs=1, strict=False) for path in specs]
    yield Line(f"pabisym derive, the median of {len(specs)} specs", statistics.median(found), "python -c pass", nothing, 1)
    began = time.perf_counter()
    child("-m", "pabisym", "audit", *PAPERS, runs=1)
    yield Line("pabisym audit of the papers and of our own theorems, all cores, by the clock", time.perf_counter() - began, "python -c pass", nothing, 10)


def files(folder: Path, steps: int) -> Iterator[Line]:
    rng = np.random.default_rng(SEED)
    floats, rationals = folder / "floats.json", folder / "rationals.json"
    data = {"steps": steps, "gap": rng.random(steps).tolist(), "noise_variance": (rng.random(steps) + 0.5).tolist()}
    floats.write_text(json.dumps(data), encoding="utf-8")
    written = [f"{p}/{q}" for p, q in rng.integers(1, 1000, (steps, 2))]
    rationals.write_text(json.dumps({"steps": steps, "gap": written, "noise_variance": 1}), encoding="utf-8")
    content, text, share = floats.read_bytes(), rationals.read_bytes(), steps / 10**6
    peer = median_time(lambda: json.loads(content))
    yield Line(f"reading {steps} steps of floats from JSON", median_time(lambda: read_float_json(content)), "json.loads", peer, most_times=5)
    peer = median_time(lambda: json.loads(text))
    ours = median_time(lambda: Instance.from_json(read_json(text)))
    yield Line(f"reading {steps} rationals from JSON", ours, "json.loads", peer, 3 * share)
    nothing = child("-c", "pass")
    ours = child("-m", "pabisym", "allocate", str(floats), "--arithmetic", "float")
    yield Line(f"pabisym allocate, {steps} steps of floats, the whole process", ours, "python -c pass", nothing, 0.5 + 2 * share)


def processes(folder: Path) -> Iterator[Line]:
    rng = np.random.default_rng(SEED)
    for steps in (100, 10**4):
        gap = [f"{p}/{q}" for p, q in rng.integers(1, 10, (steps, 2))]
        data = {"steps": steps, "gap": gap, "noise_variance": 1}
        (folder / f"{steps}.json").write_text(json.dumps(data), encoding="utf-8")
        (folder / f"{steps}-contracting.json").write_text(json.dumps(data | {"contraction": "9/10"}), encoding="utf-8")
    nothing, short, long = child("-c", "pass"), str(folder / "100.json"), str(folder / "10000.json")
    yield Line("pabisym allocate, T = 100, exact, the whole process", child("-m", "pabisym", "allocate", short), "python -c pass", nothing, 0.15)
    for words, file in (("", long), (", c = 9/10", str(folder / "10000-contracting.json"))):
        exact = child("-m", "pabisym", "allocate", file)
        ours = child("-m", "pabisym", "allocate", file, "--arithmetic", "float")
        yield Line(f"pabisym allocate, T = 10000{words}, float, the whole process", ours, "exact arithmetic", exact, most_times=1)


FIRST = """
import sys, time, numpy as np
from pabisym.shift.allocate import allocate
rng, steps, times = np.random.default_rng(1), int(sys.argv[1]), []
gap, noise = rng.random(steps), np.ones(steps)
for _ in range(int(sys.argv[2])):
    began = time.perf_counter()
    allocate(gap=gap, noise_variance=noise, arithmetic="float").value
    times.append(time.perf_counter() - began)
print(times[0], max(times), sorted(times)[len(times) // 2])
"""


def first_calls(steps: int) -> Iterator[Line]:
    """The first and the slowest call of a loop in a fresh process, by the clock, beside the call in the middle."""
    for length, calls in ((100, 4000), (10**4, 60), (steps, 15)):
        done = subprocess.run([sys.executable, "-c", FIRST, str(length), str(calls)], check=True, capture_output=True, text=True)
        first, most, usual = map(float, done.stdout.split())
        yield Line(f"the first call, T = {length}, in a fresh process", first, "a later call", usual)
        yield Line(f"the slowest of {calls} calls, T = {length}, in a fresh process", most, "the call in the middle", usual)


def measure(quick: bool) -> list[Line]:
    """All lines."""
    count, lines = (10**5 if quick else 10**6), []
    with tempfile.TemporaryDirectory() as name:
        for part in (grids(count), batches(count), divergences(count), conversions(count), domains(count),
                     files(Path(name), count), processes(Path(name)), first_calls(count),
                     sweeps(count), *([] if quick else [commands()])):
            for line in part:
                say(f"{line.what}: {duration(line.seconds)}, {number(line.ratio)} times {line.peer}")
                lines.append(line)
    return lines


EXPLANATION = """# Benchmarks of what people wait for

Written by `PYTHONPATH=tests python -m benchmarks --write`, with the pages of the [shift solver](benchmarks.md) and of
[special values](benchmarks-special.md). Times are processor times, of child processes too, unless a line says otherwise; what is beside
each is measured in the same run. *The floor* is one `numpy.cumsum` and one multiplication over arrays of the same length.
"""


def page(lines: list[Line]) -> str:
    """The document."""
    rows = [[line.what, duration(line.seconds), line.peer, duration(line.peer_seconds), number(line.ratio)] for line in lines]
    aimed = [line.target() for line in lines if line.most is not None or line.most_times is not None]
    parts = [EXPLANATION, f"Measured on {machine()}.", "## Targets", target_table(aimed), "## Everything",
             table(["what", "time", "beside", "its time", "ratio"], rows)]
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def grown(lines: list[Line], stored: dict[str, float]) -> list[str]:
    """What to say of ratios that have grown by more than :data:`GROWN`."""
    return [f"{line.what}: {number(line.ratio)} times {line.peer}, where {number(stored[line.what])} is stored"
            for line in lines if line.what in stored and line.ratio > GROWN * stored[line.what]]


def main() -> None:
    """Read the options, measure, write or print the page."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of the points")
    parser.add_argument("--regressions", action="store_true", help="compare with the stored ratios, and report")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page there, and store the ratios")
    options = parser.parse_args()
    lines = measure(options.quick)
    if options.regressions:
        found = grown(lines, json.loads(STORED.read_text(encoding="utf-8")))
        print("\n".join(found) or "no ratio has grown")
    elif options.write:
        options.write.write_text(page(lines), encoding="utf-8")
        known = json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else {}
        known |= {line.what: float(f"{line.ratio:.3g}") for line in lines}
        STORED.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    else:
        print(page(lines), end="")


if __name__ == "__main__":
    main()
