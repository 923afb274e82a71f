"""Small random instances and slow, obviously right optima to compare with."""

from fractions import Fraction
from itertools import combinations

from hypothesis import strategies as st

rationals = st.builds(Fraction, st.integers(0, 6), st.integers(1, 4))


@st.composite
def problems(draw, longest=6, contraction=None, diameter=False):
    """Arguments of ``allocate``, often with zeros."""
    steps = draw(st.integers(0, longest))
    values = st.lists(rationals, min_size=steps, max_size=steps)
    return {
        "steps": steps,
        "gap": draw(values),
        "noise_variance": draw(values),
        "contraction": draw(values) if contraction is None else [Fraction(contraction)] * steps,
        "start_shift": draw(rationals),
        "diameter": draw(rationals) if diameter else None,
    }


def shifts(problem, allocation, restart=0, start=None):
    """z_restart..z_T by the definition."""
    z = [problem["start_shift"] if start is None else start]
    for t in range(restart, problem["steps"]):
        z.append(problem["contraction"][t] * z[-1] + problem["gap"][t] - allocation[t])
    return z


def cost(problem, allocation):
    return sum((a * a / v for a, v in zip(allocation, problem["noise_variance"], strict=True) if a), Fraction(0))


def partition_optimum(problem, restart=0, start=None):
    """The least cost of any feasible allocation that some partition into blocks stands for; None when there is none."""
    steps, c, v = problem["steps"], problem["contraction"], problem["noise_variance"]
    z0 = problem["start_shift"] if start is None else start
    best = Fraction(0) if steps == restart and z0 == 0 else None
    for count in range(max(0, steps - restart)):
        for cuts in combinations(range(restart + 1, steps), count):
            allocation = [Fraction(0)] * steps
            for p, q in zip((restart, *cuts), (*cuts, steps), strict=True):
                owed, noise, factors = (z0 if p == restart else Fraction(0)), Fraction(0), {}
                for t in range(p, q):
                    owed, noise = c[t] * owed + problem["gap"][t], c[t] ** 2 * noise + v[t]
                    factors = {i: f * c[t] for i, f in factors.items()} | {t: Fraction(1)}
                for t, factor in factors.items():
                    allocation[t] = v[t] * factor * owed / noise if noise else Fraction(0)
            z = shifts(problem, allocation, restart, z0)
            if min(z) >= 0 and z[-1] == 0 and (best is None or cost(problem, allocation) < best):
                best = cost(problem, allocation)
    return best


def restart_optimum(problem):
    """The least optimum over all restarts and the first that has it; (None, None) when all are infinite."""
    bound, found = min(problem["diameter"], problem["start_shift"]), []
    for t in range(problem["steps"] + 1):
        if t:
            bound = min(problem["diameter"], problem["contraction"][t - 1] * bound + problem["gap"][t - 1])
        value = partition_optimum(problem, t, bound)
        if value is not None:
            found.append((value, t))
    return min(found, default=(None, None))


def minorant_slopes(points):
    """Slopes, per step, of the greatest convex minorant of points with increasing abscissas, by searching tangents."""
    slopes, i = [], 0
    while i < len(points) - 1:
        x, y = points[i]
        slope, j = min(((py - y) / (px - x), -k) for k, (px, py) in enumerate(points) if k > i)
        slopes += [slope] * (-j - i)
        i = -j
    return slopes
