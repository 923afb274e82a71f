"""The certified accountant against exact values, on small problems where these are known.

    PYTHONPATH=tests python -m campaigns.accountant [--problems 200] [--seed 20261123]

One step has a closed form, two steps are an integral in balls (:mod:`support.exact_composition`), and steps on full batches are one step with more
signal.  Every certified interval for epsilon must contain the exact value: delta is at least the given one at the lower end and at most at the
upper end.  Exits with 1 when one does not.
"""

import argparse
import random
import sys
from fractions import Fraction

from flint import arb, fmpq
from support.exact_composition import BITS, TwoSteps

from pabisym.accounting import accountant
from pabisym.accounting.curves import Curve
from pabisym.accounting.shapes import GaussianShape
from pabisym.accounting.solve import epsilon_of
from pabisym.divergence.hockey_stick import theta_ball
from pabisym.lang.rational import rational
from pabisym.numerics.evaluator import working_precision

WIDEST = Fraction(3, 1000)
"""Widest relative gap, where epsilon is no rounding error."""


def random_problem(draw):
    """A problem: how many steps, sampling rate, noise multiplier, delta, and what neighbours are."""
    rate = rational(draw.choice([Fraction(1, 1000), Fraction(1, 100), Fraction(1, 20), Fraction(1, 4), Fraction(1, 2), Fraction(9, 10)]), "rate")
    noise = rational(draw.choice([Fraction(2, 5), Fraction(7, 10), 1, Fraction(3, 2), 3, 8]), "noise")
    adjacency = draw.choice(["remove", "add", "add-remove", "replace", "full"])
    steps = draw.choice([1, 2, 2, 2]) if adjacency != "full" else draw.randint(2, 40)
    return {"steps": steps, "rate": rate, "noise": noise, "delta": Fraction(draw.randint(1, 9), 10 ** draw.randint(2, 8)), "adjacency": adjacency}


def certified(problem):
    """The interval for epsilon; the one of full batches by the same way as all others."""
    delta, noise = problem["delta"], problem["noise"]
    if problem["adjacency"] == "full":
        ends = epsilon_of([(Curve(GaussianShape("absent", fmpq(1), 1 / noise**2)), problem["steps"])], rational(delta, "delta"), 1e-3)
        return accountant.outward(ends.lower, up=False), accountant.outward(ends.upper, up=True)
    found = accountant.certified_epsilon(delta, noise_multiplier=noise, steps=problem["steps"], rate=problem["rate"],
                                         adjacency=problem["adjacency"])
    return found.lower, found.upper


def profile(problem, epsilon):
    """Delta at an epsilon, from the definition: a ball."""
    gamma, noise = arb(rational(epsilon, "epsilon")).exp(), problem["noise"]
    if problem["adjacency"] == "full":
        return theta_ball(gamma, gamma.log(), arb(fmpq(problem["steps"])).sqrt() / noise)
    exact = TwoSteps(problem["rate"], 1 / noise**2, problem["adjacency"] == "replace")
    value = exact.single if problem["steps"] == 1 else exact.double
    values = [value(gamma)] if problem["adjacency"] != "add" else []
    if problem["adjacency"] in ("add", "add-remove"):
        values.append(1 - gamma + gamma * value(1 / gamma))
    return values[0] if len(values) == 1 else values[0].max(values[1])


def check(problem):
    """What is wrong with the answer to a problem, or None."""
    lower, upper = certified(problem)
    delta = rational(problem["delta"], "delta")
    with working_precision(BITS):
        if lower > upper:
            return f"the ends {lower} and {upper} are exchanged"
        if not profile(problem, upper) <= delta and profile(problem, upper) > delta:
            return f"delta is larger at the upper end {float(upper)}"
        if lower > 0 and profile(problem, lower) < delta:
            return f"delta is smaller at the lower end {float(lower)}"
        wide = upper > Fraction(1, 100) and (upper - lower) / upper > WIDEST
        if wide:
            return f"the interval from {float(lower)} to {float(upper)} is wide"
        if not profile(problem, upper).is_finite() or not profile(problem, lower).is_finite():
            return "the exact value is not known"
    return None


def run(problems, seed, report=print):
    """The number of problems with a wrong answer."""
    draw, wrong = random.Random(seed), 0
    for number in range(problems):
        problem = random_problem(draw)
        problem_of = check(problem)
        if problem_of is not None:
            wrong += 1
            report(f"problem {number} {problem}: {problem_of}")
    report(f"{problems} problems, {wrong} wrong answers")
    return wrong


def main():
    """Run from the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--problems", type=int, default=200)
    parser.add_argument("--seed", type=int, default=20261123)
    given = parser.parse_args()
    sys.exit(1 if run(given.problems, given.seed) else 0)


if __name__ == "__main__":
    main()
