"""The random instances of ``allocation.py`` in all three arithmetics, which must say the same of each.

    PYTHONPATH=tests python -m campaigns.arithmetics [--instances 10000] [--seed 20261121]

Exact arithmetic is the truth.  Balls must have its restart and its blocks and contain all of its numbers; for every tenth
instance so must the decimal texts that are printed.  Floats must be within a relative 1e-12 of it, their value never below it and
their worst case never above it, as their data are rounded for the worse.  An infinite optimum must have one reason and one witness in all three.  Exits with 1 when anything fails.
"""

import argparse
import json
import math
import sys
import time
from collections import Counter
from fractions import Fraction

import numpy as np
from campaigns.allocation import random_instances

from pabisym.lang.rational import to_fraction
from pabisym.shift.allocate import solve
from pabisym.shift.float64.solve import solve_float
from pabisym.shift.instance import Instance
from pabisym.shift.reading.arrays import instance_arrays

NEAR = Fraction(1, 10**12)
"""The largest relative error of a float."""


def failures_of(instance, counts, printed):
    """What the arithmetics disagree about (an empty list is good); ``printed`` to compare printed numbers, too."""
    exact, ball, floating = (solve(instance, arithmetic) for arithmetic in ("exact", "ball", "float"))
    counts["instances"] += 1
    counts["steps"] += instance.steps
    counts[exact.status] += 1
    counts["restarted"] += exact.restart > 0
    counts["several blocks"] += len(exact.blocks) > 1
    if exact.status == "infinite":
        return list(infinite_failures(exact, ball, floating))
    found = [f"ball: {what}" for what in ball_failures(exact, ball)]
    if printed:
        counts["printed"] += 1
        found += [f"printed ball: {what}" for what in printed_failures(exact, ball)]
    found += [f"float: {what}" for what in float_failures(exact, floating, counts)]
    return found + [f"float: {what}" for what in directed_failures(instance, exact, counts)]


def infinite_failures(exact, ball, floating):
    """One reason and one witness, and no numbers."""
    for answer in (ball, floating):
        if (answer.status, answer.reason) != (exact.status, exact.reason):
            yield f"{answer.arithmetic}: {answer.status}, {answer.reason}, instead of {exact.reason}"
        elif not answer.value == answer.worst_case.value == math.inf or len(answer.allocation):
            yield f"{answer.arithmetic}: numbers"
    wanted = exact.exact.worst_contraction
    if not contained(wanted, ball._solution.worst_contraction):
        yield "ball: witness"
    if not all(near(*pair) for pair in zip(floating.worst_case.contraction, wanted, strict=True)):
        yield "float: witness"


def ball_failures(exact, ball):
    """Restart and blocks are equal, and every number is contained."""
    if ball.status != "optimal":
        yield ball.status
        return
    truth, found = exact.exact, ball._solution
    for name in ("restart", "block_first", "block_last"):
        if getattr(found, name) != getattr(truth, name):
            yield name
    for name in ("allocation", "shift", "block_slope", "worst_contraction"):
        if not contained(getattr(truth, name), getattr(found, name)):
            yield name
    if not (holds(found.value, truth.value) and holds(found.worst_value, truth.worst_value)) or found.gap != 0:
        yield "value"


def contained(numbers, balls):
    return len(numbers) == len(balls) and all(map(holds, balls, numbers))


def holds(ball, number):
    """Whether a ball contains a rational, decided in rationals."""
    middle, radius = ball.mid().fmpq(), ball.rad().fmpq()
    return middle - radius <= number <= middle + radius


def printed_failures(exact, ball):
    """The decimal texts enclose, too."""
    pairs = [(exact.value, ball.value), (exact.worst_case.value, ball.worst_case.value)]
    pairs += [(own.slope, other.slope) for own, other in zip(exact.blocks, ball.blocks, strict=True)]
    for name in ("allocation", "shift"):
        pairs += zip(getattr(exact, name), getattr(ball, name), strict=True)
    pairs += zip(exact.worst_case.contraction, ball.worst_case.contraction, strict=True)
    for number, interval in pairs:
        if not Fraction(interval.lower) <= number <= Fraction(interval.upper):
            yield f"{number} not in {interval}"


def float_failures(exact, floating, counts):
    """The value and the payments are near; the optimum of the data as rounded is enclosed."""
    if floating.status != "optimal":
        yield floating.status
        return
    found, rounded = floating._solution, solve(rounded_instance(exact.instance))
    if not Fraction(found.worst_value) <= exact.value <= Fraction(found.value):
        yield "the optimum does not lie between the worst case and the value"
    if not near(found.value, exact.exact.value) or not near(found.worst_value, exact.exact.value):
        yield "value"
    if not Fraction(found.lower) <= rounded.value <= Fraction(found.value) or Fraction(found.worst_value) > rounded.value:
        yield "the optimum of the rounded data is not enclosed"
    if found.restart != exact.restart:
        counts["another restart, as good"] += 1
        return
    if not all(near(*pair) for pair in zip(found.allocation.tolist(), exact.exact.allocation, strict=True)):
        yield "allocation"
    if not all(shifts_near(exact, found.shift.tolist())):
        yield "shift"


def rounded_instance(instance):
    """The data that a float answer is about, as rationals."""
    contraction, gap, variance, start, diameter, _ = instance_arrays(instance)
    rows = {"contraction": contraction, "gap": gap, "noise_variance": variance}
    return Instance.from_arguments(
        steps=instance.steps,
        start_shift=Fraction(start),
        diameter=None if diameter is None else Fraction(diameter),
        **{name: list(map(Fraction, row.tolist())) for name, row in rows.items()},
    )


def shifts_near(exact, shifts):
    """Whether each shift is right up to 1e-12 of all that had entered by then."""
    entered = exact.instance.start_shift
    for shift, wanted, factor, gap in zip(shifts, exact.exact.shift, exact.instance.contraction, exact.instance.gap, strict=True):
        entered = factor * entered + gap
        yield abs(Fraction(shift) - to_fraction(wanted)) <= NEAR * to_fraction(entered)


def directed_failures(instance, exact, counts):
    """With every datum rounded for the worse, the value is not below the optimum, and still near."""
    found = solve_float(*for_the_worse(instance))
    counts["not below, data rounded for the worse"] += Fraction(found.value) >= exact.value
    if not exact.value <= Fraction(found.value) <= exact.value * (1 + NEAR):
        yield "rounded for the worse, the value is below the optimum or far from it"


def for_the_worse(instance):
    """The data as floats, variances rounded downwards and everything else upwards: the optimum is monotone."""
    contraction, gap, variance, start, diameter, _ = instance_arrays(instance)
    return (
        directed(contraction, instance.contraction, math.inf),
        directed(gap, instance.gap, math.inf),
        directed(variance, instance.noise_variance, 0.0),
        *directed(np.array([start]), [instance.start_shift], math.inf),
        None if diameter is None else directed(np.array([diameter]), [instance.diameter], math.inf)[0],
    )


def directed(nearest, numbers, towards):
    """The floats next to the numbers towards one side, or the numbers themselves, given the nearest floats."""
    pairs = zip(nearest.tolist(), map(to_fraction, numbers), strict=True)
    return np.array([x if (Fraction(x) >= q if towards else Fraction(x) <= q) else math.nextafter(x, towards) for x, q in pairs])


def near(value, wanted):
    wanted = to_fraction(wanted)
    return math.isfinite(value) and abs(Fraction(value) - wanted) <= NEAR * wanted


def run(instances, seed, report=print, longest=200):
    """The whole campaign; returns the number of instances that failed."""
    counts, failed, began = Counter(), 0, time.perf_counter()
    for number, instance in enumerate(random_instances(instances, seed, longest)):
        failures = failures_of(instance, counts, printed=number % 10 == 0)
        failed += bool(failures)
        if failures:
            report(f"instance {number}: {'; '.join(failures)}: {json.dumps(instance.to_json())}")
    report(f"{dict(counts)} in {time.perf_counter() - began:.1f} s, {failed} failed")
    return failed


def main():
    """Read the options, run, exit."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--instances", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=20261121)
    options = parser.parse_args()
    sys.exit(run(options.instances, options.seed) > 0)


if __name__ == "__main__":
    main()
