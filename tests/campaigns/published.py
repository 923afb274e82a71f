"""The closed forms that five papers print for noisy iterations, against the exact optimum of the same class.

    PYTHONPATH=tests python -m campaigns.published [--points 20] [--seed 20261121]

At random rational points of each formula the class of processes that its hypotheses describe is solved exactly.  Everything is
compared as ``sum a_t^2 / sigma_t^2``, which is 2/alpha times the Rényi bound: rationals as such, exponentials as balls that must
decide.  A printed bound below an optimum without a diameter is no bound, since a linear pair of the class attains that optimum; one above
it can be improved by the ratio.  Where the paper states its payments, they must be feasible and cost what it says.  Prints a table and
every formula that falls below, with an instance; exits with 1 when a formula fares otherwise than recorded here.
"""

import argparse
import random
import sys
from collections.abc import Callable
from fractions import Fraction
from statistics import median
from typing import NamedTuple

from flint import arb, fmpq

from pabisym.lang.rational import to_fraction
from pabisym.numerics.evaluator import working_precision
from pabisym.shift.allocate import solve
from pabisym.shift.feasibility import check
from pabisym.shift.instance import Instance

BITS = 200
"""Precision of exponentials."""
IS, BOUND, BELOW, LOWER = "is the optimum", "is a bound", "falls below", "is a lower bound"


class Decaying(NamedTuple):
    """``factor (1 - exp(-rate))``, a printed value that is no rational."""

    factor: Fraction
    rate: Fraction

    def ball(self):
        factor, rate = (arb(fmpq(x.numerator, x.denominator)) for x in self)
        return factor * (1 - (-rate).exp())


class Point(NamedTuple):
    """One point of a formula: the letters, the class there, the printed value, and the steps that the paper pays for."""

    at: dict
    instance: Instance
    printed: Fraction | Decaying
    paid: Instance | None = None


class Formula(NamedTuple):
    """A printed formula, what it is compared with, how it should fare, and a random point of it."""

    statement: str
    about: str
    verdict: str
    point: Callable[[random.Random], Point]


def positive(rng, largest=9):
    return Fraction(rng.randint(1, largest), rng.randint(1, largest))


def below_one(rng):
    below = rng.randint(2, 12)
    return Fraction(rng.randint(1, below - 1), below)


def process(steps, variance, contraction=1, gap=0, start=0, diameter=None, payments=None):
    return Instance.from_arguments(
        steps=steps,
        gap=gap,
        noise_variance=variance,
        contraction=contraction,
        start_shift=start,
        diameter=diameter,
        allocation=payments,
    )


def single(steps, t, size):
    """A gap at step t alone."""
    return [size if step == t else Fraction(0) for step in range(1, steps + 1)]


def periodic(steps, first, period, size):
    """Gaps at the steps first, first + period, ..."""
    return [size if step >= first and (step - first) % period == 0 else Fraction(0) for step in range(1, steps + 1)]


def two_starts(square):
    """Theorem 1 of Feldman et al.: two starting points at distance d, T steps of noise sigma^2."""

    def point(rng):
        d, sigma, steps = positive(rng), positive(rng), rng.randint(1, 40)
        printed = (d * d if square else d) / (steps * sigma**2)
        return Point({"d": d, "T": steps, "sigma": sigma}, process(steps, sigma**2, start=d), printed)

    return point


def one_pass(rng):
    """Theorem 23 of Feldman et al.: record t of n replaced; the gap is paid evenly from step t on."""
    n, lipschitz, eta, sigma = rng.randint(1, 40), positive(rng), positive(rng), positive(rng)
    t = rng.randint(1, n)
    gap, variance, left = 2 * eta * lipschitz, (eta * sigma) ** 2, n + 1 - t
    payments = [Fraction(0)] * (t - 1) + [gap / left] * left
    data = {"n": n, "t": t, "L": lipschitz, "eta": eta, "sigma": sigma}
    paid = process(n, variance, gap=single(n, t, gap), payments=payments)
    return Point(data, process(n, variance, gap=single(n, t, gap)), 4 * lipschitz**2 / (sigma**2 * left), paid)


def skipping(rng):
    """Theorem 24 of Feldman et al.: the first t_0 records are skipped, for one value of t_0 before t."""
    n, lipschitz, eta, sigma = rng.randint(1, 40), positive(rng), positive(rng), positive(rng)
    t = rng.randint(1, n)
    skipped = rng.randint(0, min(n // 2, t - 1))
    instance = process(n - skipped, (eta * sigma) ** 2, gap=single(n - skipped, t - skipped, 2 * eta * lipschitz))
    data = {"n": n, "t": t, "t_0": skipped, "L": lipschitz, "eta": eta, "sigma": sigma}
    return Point(data, instance, 4 * lipschitz**2 / (sigma**2 * (n + 1 - t)))


def contracting_pass(even):
    """One pass of c-Lipschitz maps: theorem 23 as it stands, or the payments still even but adding up to what is left."""

    def point(rng):
        at, instance, printed, _ = one_pass(rng)
        c, left = below_one(rng), at["n"] + 1 - at["t"]
        shrunk = process(instance.steps, (at["eta"] * at["sigma"]) ** 2, contraction=c, gap=instance.gap)
        if not even:
            return Point({**at, "c": c}, shrunk, printed)
        payment = 2 * at["eta"] * at["L"] * c ** (left - 1) * (1 - c) / (1 - c**left)
        payments = [Fraction(0)] * (at["t"] - 1) + [payment] * left
        paid = process(shrunk.steps, (at["eta"] * at["sigma"]) ** 2, contraction=c, gap=instance.gap, payments=payments)
        return Point({**at, "c": c}, shrunk, left * payment**2 / (at["eta"] * at["sigma"]) ** 2, paid)

    return point


def epochs(printed_sum):
    """Theorem 35 of Feldman et al.: n epochs of n steps, record i replaced; as stated, or the sum in its proof."""

    def point(rng):
        n, lipschitz, eta, sigma = rng.randint(1, 9), positive(rng), positive(rng), positive(rng)
        i, gap, variance = rng.randint(1, n), 2 * eta * lipschitz, (eta * sigma) ** 2
        left = n - i + 1
        printed = 4 * lipschitz**2 / sigma**2 * ((Fraction(n - 1, n) + Fraction(1, left)) if printed_sum else 2)
        gaps = periodic(n * n, i, n, gap)
        payments = [Fraction(0)] * (i - 1) + [gap / n] * (n * (n - 1)) + [gap / left] * left
        paid = process(n * n, variance, gap=gaps, payments=payments) if printed_sum else None
        data = {"n": n, "i": i, "L": lipschitz, "eta": eta, "sigma": sigma}
        return Point(data, process(n * n, variance, gap=gaps), printed, paid)

    return point


def full_batch(own_diameter):
    """(B.1) of Altschuler and Talwar, over the iterates before projection or over those in the domain."""

    def point(rng):
        n, steps = rng.randint(1, 9), rng.randint(1, 40)
        diameter, lipschitz, eta, sigma = positive(rng, 20), positive(rng), positive(rng), positive(rng)
        gap, variance = 2 * eta * lipschitz / n, (eta * sigma) ** 2
        wider = diameter + gap
        printed = min([steps * gap**2, *(k * (wider / k + gap) ** 2 for k in range(1, steps + 1))]) / variance
        instance = process(steps, variance, gap=gap, diameter=wider if own_diameter else diameter)
        data = {"T": steps, "n": n, "D": diameter, "L": lipschitz, "eta": eta, "sigma": sigma}
        return Point(data, instance, printed)

    return point


def cyclic(own_diameter):
    """(5.6) of Altschuler and Talwar with the payments that its proof sets; batches of b, record i in batch j."""

    def point(rng):
        batches, b, cycles = rng.randint(1, 5), rng.randint(1, 4), rng.randint(1, 6)
        n, length, eta, lipschitz, sigma = batches * b, batches * cycles, positive(rng), positive(rng), positive(rng)
        i, steps = rng.randint(1, n), length + batches * rng.randint(1, 4)
        diameter, j = Fraction(2 * length - 1, 2 * n) * lipschitz * eta, -(-i // b)
        gap, variance, left = 2 * eta * lipschitz / b, (eta * sigma) ** 2, batches - j + 1
        wider = diameter + gap
        extra = [Fraction(0)] * (j - 1) + [2 * eta * lipschitz / n] * (length - batches) + [gap / left] * left
        payments = [wider / length + more for more in extra]
        paid = process(length, variance, gap=periodic(length, j, batches, gap), start=wider, payments=payments)
        gaps = periodic(steps, j, batches, gap)
        instance = process(steps, variance, gap=gaps, diameter=wider if own_diameter else diameter)
        data = {"n": n, "b": b, "i": i, "T": steps, "D": diameter, "L": lipschitz, "eta": eta, "sigma": sigma}
        return Point(data, instance, cyclic_sum(j, batches, length, wider, gap) / variance, paid)

    return point


def cyclic_sum(j, batches, length, wider, gap):
    """The sum of squared payments as the proof of theorem 5.6 prints it; ``gap / batches`` is 2 eta L / n."""
    even, left = wider / length, batches - j + 1
    return (j - 1) * even**2 + (length - batches) * (even + gap / batches) ** 2 + left * (even + gap / left) ** 2


def bounded_start(rng):
    """(3.6) of Altschuler and Talwar: a distance D at tau, T - tau - 1 steps of noise, paid evenly."""
    steps, diameter, eta, sigma = rng.randint(1, 40), positive(rng), positive(rng), positive(rng)
    variance = (eta * sigma) ** 2
    paid = process(steps, variance, start=diameter, payments=[diameter / steps] * steps)
    data = {"T - tau - 1": steps, "D": diameter, "eta": eta, "sigma_1": sigma}
    return Point(data, process(steps, variance, start=diameter), diameter**2 / (variance * steps), paid)


def strongly_convex(form):
    """Proposition 5.4 of Altschuler and Talwar: all paid last (5.2), footnote 11, or the last term of (B.3)."""

    def point(rng):
        tau, steps, c, diameter = rng.randint(0, 9), rng.randint(1, 40), below_one(rng), positive(rng)
        eta, sigma = positive(rng), positive(rng)
        beta = c ** (tau + 2) * (1 - 1 / c**2) / (1 - 1 / c ** (2 * steps))
        printed, payments = {
            "(5.2)": (c ** (2 * steps) * diameter**2, [Fraction(0)] * (steps - 1) + [c**steps * diameter]),
            "footnote 11": (beta * diameter**2 / c**tau, [beta * diameter / c**t for t in range(tau + 1, tau + steps + 1)]),
            "(B.3)": (diameter**2 * (1 - c**2) / (1 / c ** (2 * steps) - 1), None),
        }[form]
        variance = (eta * sigma) ** 2
        paid = None if payments is None else process(steps, variance, contraction=c, start=diameter, payments=payments)
        data = {"tau": tau, "T": tau + steps + 1, "c": c, "D": diameter, "eta": eta, "sigma_1": sigma}
        return Point(data, process(steps, variance, contraction=c, start=diameter), printed / variance, paid)

    return point


def step_sizes(rng):
    """The iteration term of (5.7) of Altschuler and Talwar: payments in proportion to the step sizes."""
    steps, diameter, sigma = rng.randint(1, 40), positive(rng), positive(rng)
    etas = [positive(rng) for _ in range(steps)]
    variance = [(eta * sigma) ** 2 for eta in etas]
    paid = process(steps, variance, start=diameter, payments=[diameter * eta / sum(etas) for eta in etas])
    data = {"D": diameter, "sigma_1": sigma, "eta": etas}
    return Point(data, process(steps, variance, start=diameter), steps * diameter**2 / (sigma * sum(etas)) ** 2, paid)


def geodesic(rng):
    """The theorem of Balle et al. that Asoodeh et al. quote: record i < n, maps M-Lipschitz, M^2 = 1 - 2 eta beta rho / (beta + rho)."""
    n, rho, lipschitz, sigma = rng.randint(2, 40), positive(rng), positive(rng), positive(rng)
    beta, i = rho * (1 + positive(rng)), rng.randint(1, n - 1)
    least = (beta - rho) / (beta + rho)
    m = least + (1 - least) * below_one(rng)
    eta = (1 - m**2) * (beta + rho) / (2 * beta * rho)
    instance = process(n, (eta * sigma) ** 2, contraction=m, gap=single(n, i, 2 * eta * lipschitz))
    printed = 4 * lipschitz**2 / ((n - i) * sigma**2) * m ** (n - i + 1)
    data = {"n": n, "i": i, "L": lipschitz, "sigma": sigma, "beta": beta, "rho": rho, "eta": eta}
    return Point(data, instance, printed)


def langevin(printed, convexity=None, longest=1, contracting=True):
    """Noisy gradient descent of Chourasia et al.: gap eta S_g / n and noise 2 eta sigma^2 at every step, factor 1 - eta lambda.

    ``printed`` is a function of (S_g / (n sigma))^2, lambda, eta and K; eta lambda is less than ``longest``.
    """

    def point(rng):
        n, steps, sensitivity, sigma = rng.randint(1, 9), rng.randint(1, 40), positive(rng), positive(rng)
        curvature = positive(rng) if convexity is None else Fraction(convexity)
        eta = longest * below_one(rng) / curvature
        c = abs(1 - eta * curvature) if contracting else Fraction(1)
        instance = process(steps, 2 * eta * sigma**2, contraction=c, gap=eta * sensitivity / n)
        data = {"n": n, "K": steps, "S_g": sensitivity, "sigma": sigma, "eta": eta, "lambda": curvature}
        return Point(data, instance, printed((sensitivity / (n * sigma)) ** 2, curvature, eta, steps))

    return point


def composition(unit, curvature, eta, steps):
    """The baseline of Chourasia et al."""
    return unit * eta * steps / 2


def dynamics(unit, curvature, eta, steps):
    """Corollary 1 of Chourasia et al."""
    return Decaying(2 * unit / curvature, curvature * eta * steps / 2)


def dynamics_squared_loss(unit, curvature, eta, steps):
    """Corollary 2 of Chourasia et al."""
    return Decaying(2 * unit / (2 - eta), (2 - eta) / 2 * eta * steps)


def from_below(unit, curvature, eta, steps):
    """Theorem 3 of Chourasia et al."""
    return Decaying(unit / 2, eta * steps)


FORMULAS = (
    Formula("feldman2018/theorem-1", "two starts, as printed: the distance is not squared", BELOW, two_starts(square=False)),
    Formula("asoodeh2020isit/eq-3", "the same with the square", IS, two_starts(square=True)),
    Formula("feldman2018/theorem-23", "one pass", IS, one_pass),
    Formula("feldman2018/theorem-23", "one pass of c-Lipschitz maps, contraction ignored", BOUND, contracting_pass(even=False)),
    Formula("feldman2018/theorem-23", "one pass of c-Lipschitz maps, paid evenly", BOUND, contracting_pass(even=True)),
    Formula("feldman2018/theorem-24", "one pass, some records skipped", IS, skipping),
    Formula("feldman2018/theorem-35", "n epochs of n steps", BOUND, epochs(printed_sum=False)),
    Formula("feldman2018/theorem-35", "n epochs of n steps, the sum in the proof", IS, epochs(printed_sum=True)),
    Formula("altschuler2022/eq-B1", "full batch, diameter D + 2 eta L / n", IS, full_batch(own_diameter=True)),
    Formula("altschuler2022/eq-B1", "full batch, diameter D", BOUND, full_batch(own_diameter=False)),
    Formula("altschuler2022/eq-5.6", "cyclic batches, diameter D + 2 eta L / b", BOUND, cyclic(own_diameter=True)),
    Formula("altschuler2022/eq-5.6", "cyclic batches, diameter D", BOUND, cyclic(own_diameter=False)),
    Formula("altschuler2022/eq-3.6", "distance D, convex", IS, bounded_start),
    Formula("altschuler2022/eq-5.2", "distance D, strongly convex, all paid last", BOUND, strongly_convex("(5.2)")),
    Formula("altschuler2022/footnote-11", "distance D, strongly convex", IS, strongly_convex("footnote 11")),
    Formula("altschuler2022/eq-B3", "its last term", IS, strongly_convex("(B.3)")),
    Formula("altschuler2022/eq-5.7", "distance D, several step sizes", BOUND, step_sizes),
    Formula("asoodeh2020isit/quoted-balle-theorem-5", "one pass, strongly convex", BOUND, geodesic),
    Formula("chourasia2021/eq-baseline", "noisy gradient descent, convex", IS, langevin(composition, contracting=False)),
    Formula("chourasia2021/eq-baseline", "noisy gradient descent, strongly convex", BOUND, langevin(composition)),
    Formula("chourasia2021/corollary-1", "noisy gradient descent, strongly convex", BOUND, langevin(dynamics)),
    Formula("chourasia2021/corollary-2", "noisy gradient descent, squared loss", BOUND, langevin(dynamics_squared_loss, 1, longest=2)),
    Formula("chourasia2021/theorem-3", "noisy gradient descent, squared loss, from below", LOWER, langevin(from_below, 1)),
)


class Result(NamedTuple):
    """What became of one formula: printed value over optimum at every point, and the points at which it is less than 1."""

    formula: Formula
    ratios: list
    below: list
    failures: list

    @property
    def verdict(self):
        """How the formula fares."""
        if self.formula.verdict == LOWER and len(self.below) == len(self.ratios):
            return LOWER
        if self.below:
            return BELOW
        return IS if all(ratio == 1 for ratio in self.ratios) else BOUND


def compare(formula, points, rng):
    """Solve ``points`` random points of a formula."""
    result = Result(formula, [], [], [])
    for _ in range(points):
        point = formula.point(rng)
        optimum = solve(point.instance).exact.value
        if point.paid is not None:
            verdict = check(point.paid)
            if not verdict.feasible or verdict.value != point.printed:
                result.failures.append(f"the payments of the paper: {verdict}")
        ratio = quotient(point.printed, optimum)
        result.ratios.append(ratio)
        if decided_below(ratio):
            result.below.append((point, to_fraction(optimum)))
    return result


def quotient(printed, optimum):
    """The printed value over the optimum: a rational, or a ball around a number that is none."""
    if isinstance(printed, Decaying):
        with working_precision(BITS):
            return printed.ball() / arb(optimum)
    return printed / to_fraction(optimum)


def decided_below(ratio):
    if isinstance(ratio, arb) and not (ratio < 1 or ratio > 1):
        raise ArithmeticError("a ball does not decide; more bits are needed")
    return bool(ratio < 1)


def shown(ratio):
    return "1" if ratio == 1 else f"{float(ratio):.4g}"


def report_on(results, report):
    """The table, then whatever falls below, each with the point that is shortest to write."""
    width = max(len(f"{result.formula.statement}: {result.formula.about}") for result in results)
    report(f"{'printed value / optimum':{width}}  {'min':>8} {'median':>8} {'max':>8}")
    for result in results:
        ordered = sorted(result.ratios)
        middle = [float(ratio) for ratio in ordered]
        cells = f"{shown(ordered[0]):>8} {shown(median(middle)):>8} {shown(ordered[-1]):>8}"
        report(f"{result.formula.statement + ': ' + result.formula.about:{width}}  {cells}  {result.verdict}")
    for result in results:
        if result.verdict == BELOW:
            point, optimum = min(result.below, key=lambda found: len(str(found[0].at)))
            at = ", ".join(f"{name} = {value}" for name, value in point.at.items())
            report(f"finding: {result.formula.statement} prints {point.printed}, the optimum is {optimum}, at {at}")


def run(points, seed, report=print):
    """The whole campaign; returns the number of formulas that fare otherwise than recorded."""
    rng = random.Random(seed)
    results = [compare(formula, points, rng) for formula in FORMULAS]
    report_on(results, report)
    wrong = [result for result in results if result.failures or result.verdict != result.formula.verdict]
    for result in wrong:
        report(f"not as recorded: {result.formula.statement}: {result.verdict}; {'; '.join(result.failures)}")
    return len(wrong)


def main():
    """Read the options, run, exit."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--points", type=int, default=20)
    parser.add_argument("--seed", type=int, default=20261121)
    options = parser.parse_args()
    sys.exit(run(options.points, options.seed) > 0)


if __name__ == "__main__":
    main()
