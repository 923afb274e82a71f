"""Laplace noise: the certified answer against a general convex solver on small instances.

    PYTHONPATH=tests python -m campaigns.laplace [--instances 500] [--seed 20261121]

Every instance has 1 to 6 steps, mixed scales, contractions below, at and above 1, and zeros.  The general solver knows
nothing of shifts: cvxpy with Clarabel where that is installed, given the cost as a logarithm of a sum of exponentials, else
sequential quadratic programming from several starts.  Both answers must be feasible, none may be below the certified lower bound,
and the least costs must agree to a relative 1e-6.  Exits with 1 when anything fails.
"""

import argparse
import importlib.util
import json
import math
import random
import sys
import time
import warnings

import numpy as np

from pabisym.shift.general.costs import LaplaceCost
from pabisym.shift.general.solve import allocate_general

NEAR = 1e-6
"""The largest relative difference of the two least costs."""
TINY = 1e-5
"""Costs below this are compared as if they were as large: interior points never come closer than 1e-12 to 0."""


def random_problem(draw):
    """Data of one instance with a finite optimum."""
    steps = draw.randint(1, 6)
    return {
        "order": draw.choice([1.5, 2.0, 4.0, 8.0]),
        "scale": [draw.choice([0.5, 1.0, 2.0, round(draw.uniform(0.3, 3), 3)]) for _ in range(steps)],
        "contraction": [draw.choice([1.0, 1.0, 0.9, 0.5, 0.0, 1.2, round(draw.uniform(0.3, 1.1), 3)]) for _ in range(steps)],
        "gap": [draw.choice([0.0, 0.0, 1.0, 3.0, round(draw.uniform(0, 4), 3)]) for _ in range(steps)],
        "start_shift": draw.choice([0.0, 0.0, 1.0, 2.5]),
    }


def cost(order, scale, a):
    """The Rényi divergence between Laplace noise and itself moved by a."""
    x = a / scale
    return np.logaddexp(math.log(order / (2 * order - 1)) + (order - 1) * x, math.log((order - 1) / (2 * order - 1)) - order * x) / (order - 1)


def slope(order, scale, a):
    """The derivative of the cost."""
    fall = np.exp(-(2 * order - 1) * a / scale)
    return order / scale * (1 - fall) / (order + (order - 1) * fall)


def by_cvxpy(problem):
    """The least cost as a convex program, by Clarabel."""
    import cvxpy

    order, steps = problem["order"], len(problem["gap"])
    a, z = cvxpy.Variable(steps, nonneg=True), cvxpy.Variable(steps, nonneg=True)
    total, rules, before = 0.0, [z[steps - 1] == 0], problem["start_shift"]
    for t in range(steps):
        x = a[t] / problem["scale"][t]
        terms = [math.log(order / (2 * order - 1)) + (order - 1) * x, math.log((order - 1) / (2 * order - 1)) - order * x]
        total += cvxpy.log_sum_exp(cvxpy.hstack(terms)) / (order - 1)
        rules.append(z[t] == problem["contraction"][t] * before + problem["gap"][t] - a[t])
        before = z[t]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        program = cvxpy.Problem(cvxpy.Minimize(total), rules)
        program.solve(solver="CLARABEL", tol_gap_abs=1e-12, tol_gap_rel=1e-12, tol_feas=1e-12)
    return cost_of_repaired(problem, a.value)


def by_descent(problem):
    """The least cost by sequential quadratic programming over the shifts, from several starts."""
    from scipy.optimize import LinearConstraint, minimize

    c, s, scale, order = (np.array(problem[name]) for name in ("contraction", "gap", "scale", "order"))
    steps, entering = len(s), s.copy()
    entering[0] += c[0] * problem["start_shift"]
    matrix = np.zeros((steps, steps - 1))
    for t in range(steps - 1):
        matrix[t, t], matrix[t + 1, t] = -1.0, c[t + 1]
    if steps == 1:
        return cost_of_repaired(problem, entering)
    top = np.array([sum(np.prod(c[i + 1 : t + 1]) * entering[i] for i in range(t + 1)) for t in range(steps - 1)])
    best = math.inf
    for share in (0.0, 0.3, 0.7, 0.95):
        found = minimize(
            lambda z: float(cost(order, scale, np.maximum(entering + matrix @ z, 0)).sum()),
            top * share,
            jac=lambda z: slope(order, scale, np.maximum(entering + matrix @ z, 0)) @ matrix,
            method="SLSQP",
            bounds=[(0.0, None)] * (steps - 1),
            constraints=LinearConstraint(matrix, -entering, np.inf),
            options={"maxiter": 500, "ftol": 1e-16},
        )
        best = min(best, cost_of_repaired(problem, entering + matrix @ np.maximum(found.x, 0)))
    return best


def cost_of_repaired(problem, payments):
    """What payments cost once they are made feasible: never more than there is, and everything at the end."""
    z, total = problem["start_shift"], 0.0
    for t, (c, s, scale) in enumerate(zip(problem["contraction"], problem["gap"], problem["scale"], strict=True)):
        room = c * z + s
        a = room if t == len(payments) - 1 else min(max(float(payments[t]), 0.0), room)
        total += float(cost(problem["order"], scale, a))
        z = room - a
    return total


def failures_of(problem, solver):
    """What is wrong with the answers to one problem."""
    costs = [LaplaceCost(str(problem["order"]), str(scale)) for scale in problem["scale"]]
    exact = {name: [str(x) for x in problem[name]] for name in ("gap", "contraction")}
    answer = allocate_general(cost=costs, **exact, start_shift=str(problem["start_shift"]))
    other = solver(problem)
    if not answer.optimal:
        yield f"not optimal: {answer.reason}"
    if other < answer.lower * (1 - 1e-12) - 1e-15:
        yield f"the other solver finds {other!r} below the certified lower bound {answer.lower!r}"
    if abs(other - answer.value) > NEAR * max(answer.value, TINY):
        yield f"{answer.value!r} and {other!r} differ"


def run(instances, seed, report=print):
    """The whole campaign; returns the number of instances that failed."""
    modern = importlib.util.find_spec("cvxpy") is not None and importlib.util.find_spec("clarabel") is not None
    solver, name = (by_cvxpy, "cvxpy with Clarabel") if modern else (by_descent, "SLSQP")
    draw, failed, began = random.Random(seed), 0, time.perf_counter()
    for number in range(instances):
        problem = random_problem(draw)
        failures = list(failures_of(problem, solver))
        failed += bool(failures)
        if failures:
            report(f"instance {number}: {'; '.join(failures)}: {json.dumps(problem)}")
    report(f"{instances} instances against {name} in {time.perf_counter() - began:.1f} s, {failed} failed")
    return failed


def main():
    """Read the options, run, exit."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--instances", type=int, default=500)
    parser.add_argument("--seed", type=int, default=20261121)
    options = parser.parse_args()
    sys.exit(run(options.instances, options.seed) > 0)


if __name__ == "__main__":
    main()
