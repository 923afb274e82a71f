"""How fast the shift solver is, how that grows, and what others need for the same problem, all in one run.

    PYTHONPATH=tests python -m benchmarks.shift_solver [--quick] [--peers] [--write docs/benchmarks.md]

Every time is the median of several repetitions of processor time in this process.  Times are stated as multiples of the floor:
one ``numpy.cumsum`` and one multiplication over arrays of the same length, which is about the least that touches all the data.
What is fast is measured by turns with the floor, so that another load of the machine strikes both.
``--quick`` leaves out the long instances; ``--peers`` adds general solvers as far as they are installed.
"""

import argparse
import importlib.metadata
import importlib.util
import os
import platform
import statistics
import sys
import time
import warnings
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import numpy as np
from flint import arb, fmpq

from pabisym.numerics.evaluator import working_precision
from pabisym.shift.allocate import allocate, solve
from pabisym.shift.instance import Instance

SEED = 20261121
FLOAT_SIZES = 10**4, 10**5, 10**6, 10**7
EXACT_SIZES = 10**3, 10**4, 10**5, 10**6
QUICK_FLOAT_SIZES, QUICK_EXACT_SIZES = FLOAT_SIZES[:2], EXACT_SIZES[:2]
ENOUGH = 0.5
"""Seconds of processor time after which a repeated call has been measured."""
LONG = 2.0
"""Seconds of processor time after which a long call is not repeated any more."""
LISTED = 10**5
"""Allocation and shifts of longer instances are not listed in exact and in ball arithmetic."""
LONGEST = 10**6
"""So many steps are solved exactly and in balls for two kinds of data only, as reading them takes longer."""
PACKAGES = "numpy", "scipy", "python-flint", "cvxpy", "clarabel", "osqp"

# Data


class Ratios(NamedTuple):
    """Rationals as arrays of numerators and denominators, so that every arithmetic is given the same."""

    above: np.ndarray
    below: np.ndarray

    def floats(self):
        return self.above / self.below

    def rationals(self):
        return list(map(Fraction, self.above.tolist(), self.below.tolist()))


class Data(NamedTuple):
    """One problem."""

    contraction: Ratios
    gap: Ratios
    noise_variance: Ratios
    diameter: int | None = None

    def arrays(self):
        rows = {name: getattr(self, name).floats() for name in ("contraction", "gap", "noise_variance")}
        return {**rows, "diameter": self.diameter}

    def instance(self):
        rows = {name: getattr(self, name).rationals() for name in ("contraction", "gap", "noise_variance")}
        return Instance.from_arguments(**rows, diameter=self.diameter)


def constant(steps, above, below=1):
    return Ratios(np.full(steps, above), np.full(steps, below))


def some(rng, steps, zeros=0.0):
    """Random rationals with short numerators and denominators."""
    above = rng.integers(1, 100, steps) * (rng.random(steps) >= zeros)
    return Ratios(above, rng.integers(1, 13, steps))


def dyadic(rng, steps):
    """Random numbers with the full precision of float64."""
    return Ratios(rng.integers(1, 2**53, steps), np.full(steps, 2**53))


def varying(steps, rng):
    contraction = Ratios(rng.integers(90, 101, steps), np.full(steps, 100))
    return Data(contraction, some(rng, steps, zeros=0.5), some(rng, steps))


def convex(steps, rng):
    return Data(constant(steps, 1), some(rng, steps, zeros=0.5), some(rng, steps))


def strongly_convex(steps, rng):
    return Data(constant(steps, 9, 10), some(rng, steps, zeros=0.5), some(rng, steps))


def full_precision(steps, rng):
    return Data(constant(steps, 1), dyadic(rng, steps), dyadic(rng, steps))


def single_gap(steps, rng):
    return Data(constant(steps, 9, 10), Ratios((np.arange(steps) == 0).astype(int), np.full(steps, 1)), constant(steps, 1))


def rising(steps, rng):
    return Data(constant(steps, 1), Ratios(np.arange(1, steps + 1), np.full(steps, 1)), constant(steps, 1))


def bounded(steps, rng):
    return convex(steps, rng)._replace(diameter=50)


VARYING, CONVEX, STRONGLY_CONVEX, FULL_PRECISION = "c, s, sigma vary", "c = 1", "c = 9/10", "c = 1, float64 data"
SINGLE_GAP, RISING, BOUNDED = "one gap, c = 9/10", "rising gaps, c = 1", "c = 1, diameter"
KINDS: dict[str, Callable[[int, np.random.Generator], Data]] = {
    VARYING: varying,
    CONVEX: convex,
    STRONGLY_CONVEX: strongly_convex,
    FULL_PRECISION: full_precision,
    SINGLE_GAP: single_gap,
    RISING: rising,
    BOUNDED: bounded,
}
WITHOUT_POWERS = CONVEX, FULL_PRECISION, RISING, BOUNDED
"""Where every contraction is 1, exact payments have few digits; elsewhere they have about as many as there are steps."""

# Measuring


def median_time(call):
    """The median processor time of 3 to 15 calls, as many as together take about :data:`ENOUGH` seconds; one or two of very long ones."""
    times = []
    while (len(times) < 3 and sum(times) < LONG) or (len(times) < 15 and sum(times) < ENOUGH):
        began = time.process_time()
        call()
        times.append(time.process_time() - began)
    return statistics.median(times)


def by_turns(calls):
    """The median processor times of several calls, each called 5 to 15 times and all by turns."""
    times = {name: [] for name in calls}
    while len(times["floor"]) < 5 or (len(times["floor"]) < 15 and sum(map(sum, times.values())) < 2 * ENOUGH):
        for name, call in calls.items():
            began = time.process_time()
            call()
            times[name].append(time.process_time() - began)
    return {name: statistics.median(found) for name, found in times.items()}


class Times:
    """Median seconds by name (an arithmetic, or the floor), kind of data and number of steps."""

    def __init__(self):
        self.seconds = {}

    def measure(self, name, kind, steps, call):
        self.keep(name, kind, steps, median_time(call))

    def keep(self, name, kind, steps, seconds):
        self.seconds.setdefault((name, kind), {})[steps] = seconds

    def of(self, name, kind, steps):
        """Seconds, or None where nothing was measured."""
        return self.seconds.get((name, kind), {}).get(steps)

    def floor(self, steps, kind):
        """The floor as measured by turns with this kind of data, or else with the first."""
        return self.of("floor", kind, steps) or self.of("floor", VARYING, steps)

    def sizes(self, name):
        return sorted({steps for (own, _), times in self.seconds.items() if own == name for steps in times})

    def growth(self, name, kind, least=10**4):
        """The exponent p of the law steps^p from ``least`` steps on, by least squares of logarithms; None for one size."""
        times = {steps: seconds for steps, seconds in self.seconds.get((name, kind), {}).items() if steps >= least}
        if len(times) < 2:
            return None
        return float(np.polyfit(*np.log([list(times), list(times.values())]), 1)[0])


def measure(float_sizes, exact_sizes, say):
    """The floor and the three arithmetics on all data, sizes ascending."""
    times = Times()
    for steps in sorted({*float_sizes, *exact_sizes}):
        for kind in KINDS:
            say(f"T = {steps}: {kind}")
            data = problem(kind, steps)
            measure_floats(times, kind, steps, data)
            if steps in exact_sizes and (steps < LONGEST or kind in (VARYING, CONVEX)):
                measure_rationals(times, kind, steps, data)
    return times


def problem(kind, steps):
    return KINDS[kind](steps, np.random.default_rng([SEED, steps]))


def measure_floats(times, kind, steps, data):
    arrays = data.arrays()
    gap, contraction, variance = arrays["gap"], arrays["contraction"], arrays["noise_variance"]
    calls = {
        "floor": lambda: (np.cumsum(gap), contraction * variance),
        "float": lambda: allocate(**arrays, arithmetic="float"),
        "float, listed": lambda: listed(allocate(**arrays, arithmetic="float")),
    }
    for name, seconds in by_turns(calls).items():
        times.keep(name, kind, steps, seconds)


def measure_rationals(times, kind, steps, data):
    """Value and blocks of an instance that has been read; then all payments and shifts besides, which are made on demand."""
    times.measure("reading", kind, steps, data.instance)
    instance = data.instance()
    for name in ("exact", "ball"):
        times.measure(name, kind, steps, lambda name=name: solve(instance, name))
        if steps <= LISTED and (name == "ball" or kind in WITHOUT_POWERS):
            times.measure(f"{name}, listed", kind, steps, lambda name=name: listed(solve(instance, name)))


def listed(answer):
    """Payments and shifts in the numbers of the solver."""
    return answer._solution.allocation, answer._solution.shift


# Correctness far outside the range of floats


def single_gap_verdicts(steps):
    """By arithmetic, whether the value of one gap at the first step, c = 9/10, is its closed form; 0.9^(2 T) is no float."""
    data = problem(SINGLE_GAP, steps)
    exact, ball = (solve(data.instance(), name)._solution for name in ("exact", "ball"))
    floating = allocate(**data.arrays(), arithmetic="float")._solution
    true = single_gap_value(fmpq(9, 10), steps)
    middle, radius = ball.value.mid().fmpq(), ball.value.rad().fmpq()
    with working_precision(200):
        as_given = single_gap_value(arb(fmpq(*(0.9).as_integer_ratio())), steps)
        found = floating.enclosure.upper()
        right = bool(found >= as_given and found <= as_given * (1 + 5 * arb(10) ** -13) and floating.value > 0)
    return {
        "exact": exact.value == true,
        "ball": middle - radius <= true <= middle + radius and ball.value.rel_accuracy_bits() > 99,
        "float": right,
    }


def single_gap_value(c, steps):
    """The gap 1 at the first of so many steps of noise 1."""
    return c ** (2 * steps - 2) * (1 - c * c) / (1 - c ** (2 * steps))


# Peers


class Peer(NamedTuple):
    """One solver on one problem: seconds, relative error of its value, largest violation over the largest gap; and our own."""

    name: str
    kind: str
    steps: int
    seconds: float
    error: float
    violation: float
    ours: float
    our_error: float


def solve_cvxpy(arrays, solver):
    """The payments that a general convex solver finds with its default settings."""
    import cvxpy

    c, s, v = arrays["contraction"], arrays["gap"], arrays["noise_variance"]
    a, z = cvxpy.Variable(len(s), nonneg=True), cvxpy.Variable(len(s), nonneg=True)
    later = z[1:] == cvxpy.multiply(c[1:], z[:-1]) + s[1:] - a[1:]
    cost = cvxpy.sum_squares(cvxpy.multiply(1 / np.sqrt(v), a))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cvxpy.Problem(cvxpy.Minimize(cost), [z[0] == s[0] - a[0], later, z[len(s) - 1] == 0]).solve(solver=solver)
    return a.value


def solve_slsqp(arrays):
    """The payments that sequential quadratic programming finds, from paying every gap at once."""
    from scipy.optimize import minimize

    c, s, v = arrays["contraction"], arrays["gap"], arrays["noise_variance"]
    reach = np.eye(len(s))
    for t in range(1, len(s)):
        reach[t] += c[t] * reach[t - 1]
    entered = reach @ s
    rules = [
        {"type": "ineq", "fun": lambda a: (entered - reach @ a)[:-1], "jac": lambda a: -reach[:-1]},
        {"type": "eq", "fun": lambda a: (entered - reach @ a)[-1:], "jac": lambda a: -reach[-1:]},
    ]
    options = {"maxiter": 1000, "ftol": 1e-12}
    bounds = [(0, None)] * len(s)
    found = minimize(lambda a: a @ (a / v), s, jac=lambda a: 2 * a / v, method="SLSQP", bounds=bounds, constraints=rules, options=options)
    return found.x


PEERS = {
    "cvxpy with Clarabel": ("clarabel", (100, 1000, 10**4), lambda arrays: solve_cvxpy(arrays, "CLARABEL")),
    "cvxpy with OSQP": ("osqp", (100, 1000, 10**4), lambda arrays: solve_cvxpy(arrays, "OSQP")),
    "scipy SLSQP": ("scipy", (10, 100), solve_slsqp),
}
"""By name: the package, the numbers of steps, and how to get payments."""


def measure_peers(say, most=10**4):
    """All peers that are installed, on two kinds of data, up to ``most`` steps."""
    found = []
    for name, (package, sizes, run) in PEERS.items():
        if importlib.util.find_spec(package) is None or (package != "scipy" and importlib.util.find_spec("cvxpy") is None):
            say(f"{name} is not installed")
            continue
        for kind in (VARYING, CONVEX):
            for steps in (steps for steps in sizes if steps <= most):
                say(f"T = {steps}: {kind}: {name}")
                found.append(measure_peer(name, kind, steps, run))
    return found


def measure_peer(name, kind, steps, run):
    data = problem(kind, steps)
    arrays = data.arrays()
    optimum = solve(data.instance()).value
    ours = allocate(**arrays, arithmetic="float")
    payments = run(arrays)
    pairs = zip(payments.tolist(), arrays["noise_variance"].tolist(), strict=True)
    cost = sum(Fraction(a) ** 2 / Fraction(v) for a, v in pairs)
    z, least = 0.0, min(0.0, payments.min())
    for a, c, s in zip(payments, arrays["contraction"], arrays["gap"], strict=True):
        z = c * z + s - a
        least = min(least, z)
    return Peer(
        name,
        kind,
        steps,
        median_time(lambda: run(arrays)),
        float(abs(cost / optimum - 1)),
        max(-least, abs(z)) / arrays["gap"].max(),
        median_time(lambda: allocate(**arrays, arithmetic="float")),
        float(abs(Fraction(ours.value) / optimum - 1)),
    )


# Targets


class Target(NamedTuple):
    """What was aimed at, what was found, and whether that is good enough; None where it was not measured."""

    aim: str
    found: str
    met: bool | None


def at_most(aim, value, limit, unit):
    return Target(aim, "not measured" if value is None else f"{number(value)} {unit}".strip(), None if value is None else value <= limit)


def targets(times, peers, verdicts):
    """All targets, in the order in which they were set."""
    long, usual = 10**6, 10**5
    growths = [times.growth("float", kind) for kind in KINDS]
    growths = growths if max(times.sizes("float"), default=0) >= 10**7 else [None]
    balls = [times.of("ball", kind, usual) for kind in KINDS]
    return [
        at_most("float, T = 10^6, c, s, sigma vary: at most 6 times the floor", over_floor(times, "float", VARYING, long), 6, "times"),
        at_most("... with all payments and shifts", over_floor(times, "float, listed", VARYING, long), 6, "times"),
        *peer_targets(peers),
        at_most("float, growth from T = 10^4 to 10^7: exponent at most 1.1 for all data", largest(growths), 1.1, ""),
        at_most("exact, T = 10^5, c = 1, short rationals: under 0.5 seconds", times.of("exact", CONVEX, usual), 0.5, "s"),
        at_most("exact, T = 10^5, c = 1, float64 data: under 0.5 seconds", times.of("exact", FULL_PRECISION, usual), 0.5, "s"),
        at_most("exact, T = 10^5, c = 9/10, random rationals: under 2 seconds", times.of("exact", STRONGLY_CONVEX, usual), 2, "s"),
        at_most("ball, T = 10^5, 30 digits, all data: under 1 second", largest(balls), 1, "s"),
        at_most("exact, T = 10^5, c, s, sigma vary: at most 1090 floors, half of what it was", over_floor(times, "exact", VARYING, usual), 1090, "times"),
        at_most("ball, T = 10^5, c, s, sigma vary: at most 695 floors, half of what it was", over_floor(times, "ball", VARYING, usual), 695, "times"),
        at_most("float, T = 10^6, with a diameter: at most 12 times the floor", over_floor(times, "float", BOUNDED, long), 12, "times"),
        single_gap_target(verdicts),
    ]


def peer_targets(peers):
    rivals = [peer for peer in peers if peer.name == "cvxpy with Clarabel" and peer.steps == 10**4]
    speed, closer = "float, T = 10^4: at least 500 times as fast as cvxpy with Clarabel", "... and closer to the exact optimum"
    if not rivals:
        return [Target(speed, "not measured", None), Target(closer, "not measured", None)]
    least = min(peer.seconds / peer.ours for peer in rivals)
    errors = ", ".join(f"{peer.our_error:.0e} against {peer.error:.0e}" for peer in rivals)
    return [
        Target(speed, f"{least:.0f} times", least >= 500),
        Target(closer, f"relative error {errors}", all(peer.our_error < peer.error for peer in rivals)),
    ]


def single_gap_target(verdicts):
    aim = "one gap, c = 9/10, T = 10^5: right in all three arithmetics"
    if verdicts is None:
        return Target(aim, "not measured", None)
    return Target(aim, ", ".join(f"{name} {'right' if right else 'wrong'}" for name, right in verdicts.items()), all(verdicts.values()))


def largest(values):
    """The largest of the values, or None if one is missing."""
    return None if None in values else max(values)


def over_floor(times, name, kind, steps):
    seconds, floor = times.of(name, kind, steps), times.floor(steps, kind)
    return None if seconds is None or floor is None else seconds / floor


# The page


EXPLANATION = """# Benchmarks of the shift solver

Written by `PYTHONPATH=tests python -m benchmarks.shift_solver --peers --write docs/benchmarks.md`. Times depend on the machine, ratios less so.

Every number is the median of 3 to 15 repetitions of processor time in one process (one or two of long ones). *The floor* is one `numpy.cumsum` and one
multiplication over arrays of the same length: hardly anything that looks at all the data can be faster. Floats are measured by
turns with the floor, after scipy has been imported. `float` is the whole call `pabisym.allocate(..., arithmetic="float")`
on arrays: checks and a copy of the data, certified value, blocks. `exact` and `ball` (30 digits) find the value and the blocks of
an instance that has been read; *listed* adds all payments and shifts, which are computed when asked for. With contractions
other than 0 and 1 the exact payments have about as many digits as there are steps, so that they are not listed here.

| data | contraction | gaps | variances |
|---|---|---|---|
| c, s, sigma vary | k/100, k = 90..100 | half are 0, otherwise p/q with p < 100, q < 13 | p/q likewise |
| c = 1 | 1 | as above | as above |
| c = 9/10 | 9/10 | as above | as above |
| c = 1, float64 data | 1 | k/2^53 | k/2^53 |
| one gap, c = 9/10 | 9/10 | 1 at the first step | 1 |
| rising gaps, c = 1 | 1 | t at step t, so that every step is a block | 1 |
| c = 1, diameter | 1 | as for c = 1, diameter 50 | as for c = 1 |
"""


def page(times, peers, verdicts):
    """The document."""
    parts = [EXPLANATION, "Measured on " + machine() + ".", "## Targets", target_table(targets(times, peers, verdicts))]
    parts += ["## Float arithmetic", float_table(times), "## Exact arithmetic", rational_table(times, "exact")]
    parts += ["## Ball arithmetic, 30 digits", rational_table(times, "ball")]
    if peers:
        parts += ["## General solvers", PEER_EXPLANATION, peer_table(peers)]
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


PEER_EXPLANATION = """The same problems given to general solvers with their default settings (SLSQP with ftol 1e-12), building the
problem included. *Error* is the relative distance of the cost of the payments found, or of our certified value, from the exact
optimum; *violation* the largest negative payment or shift, or what is left unpaid at the end, over the largest gap: payments that
violate something prove no bound."""


def machine():
    """Processor, cores and versions."""
    versions = [f"Python {platform.python_version()}"]
    for name in PACKAGES:
        if importlib.util.find_spec(name.replace("python-", "")) is not None:
            versions.append(f"{name} {importlib.metadata.version(name)}")
    return f"{processor()}, {os.cpu_count()} cores; " + ", ".join(versions)


def processor():
    described = Path("/proc/cpuinfo")
    lines = described.read_text(encoding="utf-8").splitlines() if described.is_file() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.machine()


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def target_table(found):
    words = {True: "met", False: "**missed**", None: "not measured"}
    return table(["target", "found", ""], [[target.aim, target.found, words[target.met]] for target in found])


def float_table(times):
    sizes = times.sizes("float")
    rows = [["the floor", *[duration(times.floor(steps, VARYING)) for steps in sizes], ""]]
    for name, words in (("float", ""), ("float, listed", ", listed")):
        for kind in KINDS:
            exponent = times.growth(name, kind)
            growth = "" if exponent is None else f"{exponent:.2f}"
            rows.append([kind + words, *[cell(times, name, kind, steps) for steps in sizes], growth])
    return table(["data, in floors (time)", *map(power, sizes), "growth from 10^4"], rows)


def rational_table(times, name):
    sizes = times.sizes(name)
    rows = [[kind, *[cell(times, name, kind, steps) for steps in sizes]] for kind in KINDS]
    rows += [[f"{kind}, listed", *[cell(times, f"{name}, listed", kind, steps) for steps in sizes]] for kind in KINDS]
    rows += [["reading the data: " + VARYING, *[cell(times, "reading", VARYING, steps) for steps in sizes]]]
    head = ["data, in floors (time)", *map(power, sizes)]
    return table(head, [row for row in rows if any(text != "" for text in row[1:])])


def peer_table(peers):
    head = ["solver", "data", "T", "time", "times ours", "error", "our error", "violation"]
    rows = [
        [
            peer.name,
            peer.kind,
            str(peer.steps),
            duration(peer.seconds),
            number(peer.seconds / peer.ours),
            f"{peer.error:.0e}",
            f"{peer.our_error:.0e}",
            f"{peer.violation:.0e}",
        ]
        for peer in peers
    ]
    return table(head, rows)


def cell(times, name, kind, steps):
    seconds, ratio = times.of(name, kind, steps), over_floor(times, name, kind, steps)
    taken = "" if ratio is None else duration(seconds).replace(" ", "\N{NO-BREAK SPACE}")
    return taken and f"{number(ratio)} ({taken})"


def number(value):
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def duration(seconds):
    unit, name = next((unit, name) for unit, name in ((1, "s"), (1e-3, "ms"), (1e-6, "µs")) if seconds >= unit or name == "µs")
    return f"{number(seconds / unit)} {name}"


def power(steps):
    exponent = len(str(steps)) - 1
    return f"T = 10^{exponent}" if steps == 10**exponent else f"T = {steps}"


def say(text):
    print(text, file=sys.stderr, flush=True)


def main():
    """Read the options, measure, write or print the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="short instances only")
    parser.add_argument("--peers", action="store_true", help="general solvers, too, as far as they are installed")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page there instead of printing it")
    options = parser.parse_args()
    sizes = (QUICK_FLOAT_SIZES, QUICK_EXACT_SIZES) if options.quick else (FLOAT_SIZES, EXACT_SIZES)
    times = measure(*sizes, say)
    peers = measure_peers(say) if options.peers else []
    text = page(times, peers, None if options.quick else single_gap_verdicts(10**5))
    if options.write:
        options.write.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
