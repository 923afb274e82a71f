"""Random calibrations and conversions, each against formulas of the field that are evaluated here, in rationals and in mpmath.

    PYTHONPATH=tests python -m campaigns.answers [--calibrations 2000] [--conversions 1000] [--seed 20261123]

*A calibration* is unsafe where the optimum with the noise that it names misses the guarantee: mu^2 > mu0^2, or alpha mu^2/2 > epsilon,
in rationals; or delta(epsilon) of mu-GDP above delta, in mpmath.  It is not the least where a factor below ``lower`` would do.  Rounded
factors and rounded standard deviations are tried as well.

*A conversion* is unsafe where its upper end is below what the formula gives at the order that it names (a Rényi bound) or at all (a
Gaussian one), and its lower end is wrong where the formula gives less at another of the orders that are tried.  mpmath works with 80 digits; what is compared
differs by more than 10^-60, or is equal.  Exits with 1 when anything fails.
"""

import argparse
import random
import sys
import time
from collections import Counter
from fractions import Fraction

import mpmath
from campaigns.allocation import random_instances
from mpmath import mpf

from pabisym import convert
from pabisym.accounting.conversion import WIDE
from pabisym.errors import Undecided
from pabisym.notions.best_order import MAX_ORDER, MIN_ORDER
from pabisym.notions.notion import GDPGuarantee, RenyiGuarantee
from pabisym.notions.notion_approx_dp import ApproxDPGuarantee
from pabisym.shift.allocate import solve
from pabisym.shift.calibrate import least_noise, with_variances

WORKED = 80
"""Digits with which mpmath works."""
SLACK = mpf(10) ** -60
"""What mpmath's own rounding may be, relatively."""


def real(number):
    """A rational, or a decimal text, for mpmath; one with a long exponent is not written out."""
    if isinstance(number, str) and len(number.partition("e")[2]) > 5:
        return mpf(number)
    fraction = Fraction(str(number))
    return mpf(fraction.numerator) / fraction.denominator


def gaussian_delta(mu, epsilon):
    """The least delta of mu-GDP at an epsilon, by Dong, Roth and Su; its two terms cancel by less than 60 digits.

    Of each the tail is taken, which mpmath gives to all digits however small it is.
    """
    def tail(x):
        return mpmath.erfc(x / mpmath.sqrt(2)) / 2

    with mpmath.workdps(WORKED + 60):
        return tail(epsilon / mu - mu / 2) - mpmath.exp(epsilon) * tail(epsilon / mu + mu / 2)


# Calibrations.


def random_guarantee(chance):
    """A guarantee of one of three notions, strict or loose."""
    size = Fraction(chance.randint(1, 400), chance.choice([10, 100, 1000]))
    kind = chance.choice(["gdp", "renyi", "approx"])
    if kind == "gdp":
        return GDPGuarantee.of(size), lambda square: square <= size * size
    if kind == "renyi":
        order = 1 + Fraction(chance.randint(1, 500), chance.choice([3, 10, 50]))
        return RenyiGuarantee.of(order, size), lambda square: order * square / 2 <= size
    epsilon, delta = min(size, Fraction(8)), Fraction(1, 10 ** chance.randint(2, 9))

    def met(square):
        mu = mpmath.sqrt(mpf(square.numerator) / square.denominator)
        return square == 0 or gaussian_delta(mu, real(epsilon)) <= real(delta) * (1 + SLACK)

    return ApproxDPGuarantee.of(epsilon, delta), met


def calibration_failures(instance, guarantee, met, counts):
    """What is wrong with the least noise of an instance; an empty list is good."""
    found = least_noise(instance, guarantee)
    counts[found.status] += 1
    value = solve(instance).value
    if found.status != "found":
        return [] if value == float("inf") else ["no noise is said to be enough"]
    if value == 0:
        return [] if found.factor == 0 else ["no noise is needed"]
    wrong = [] if met(value / found.factor) else ["UNSAFE: the factor misses the guarantee"]
    wrong += [] if met(value / found.short_factor()) else ["UNSAFE: the short factor misses the guarantee"]
    if found.lower > 0 and met(value / (found.lower * (1 - Fraction(1, 10**20)))):
        wrong.append("a smaller factor would do")
    if instance.steps <= 30:
        deviations = iter(found.short_deviations())
        own = solve(with_variances(instance, lambda _: _rational(next(deviations) ** 2))).value
        wrong += [] if met(own) else ["UNSAFE: the standard deviations miss the guarantee"]
        counts["deviations"] += 1
    return wrong


def _rational(number):
    from flint import fmpq

    return fmpq(number.numerator, number.denominator)


# Conversions.


def random_conversion(chance):
    """The arguments of ``convert``, and the function of the order that the bound is (None: Gaussian)."""
    kind = chance.choice(["gdp", "zcdp", "renyi", "renyi"])
    size = Fraction(chance.randint(1, 5000), chance.choice([100, 1000, 10**4, 10**6]))
    given = {"gdp": size} if kind == "gdp" else {"zcdp": size} if kind == "zcdp" else {}
    bound = None if kind == "gdp" else lambda order: real(size) * order
    if kind == "renyi":
        other, power = Fraction(chance.randint(0, 500), 1000), chance.choice([2, 3])
        given = {"renyi": f"{size}*alpha + {other}*alpha**{power}"}
        bound = lambda order: real(size) * order + real(other) * order**power  # noqa: E731
    if bound is not None:
        given["by"] = chance.choice(["canonne", "mironov"])
    known = ("delta", Fraction(chance.randint(1, 99), 10 ** chance.randint(3, 12))) if chance.random() < 0.5 else (
        "epsilon", Fraction(chance.randint(1, 1200), 100))
    return {**given, known[0]: known[1]}, bound, known


def formula(by, known, bound, order):
    """Epsilon or delta at an order: Mironov's proposition 3, or Canonne, Kamath and Steinke's proposition 12."""
    what, given = known[0], real(known[1])
    if what == "delta":
        epsilon = bound(order) + mpmath.log(1 / given) / (order - 1)
        return epsilon if by == "mironov" else epsilon + mpmath.log1p(-1 / order) - mpmath.log(order) / (order - 1)
    delta = mpmath.exp((order - 1) * (bound(order) - given))
    return delta if by == "mironov" else delta * (1 - 1 / order) ** (order - 1) / order


def conversion_failures(arguments, bound, known, chance, counts):
    """What is wrong with a conversion; an empty list is good."""
    found = convert(**arguments)
    lower, upper = real(found.value.lower), real(found.value.upper)
    counts[f"{arguments.get('by', 'gdp')} {found.of}"] += 1
    if bound is None:
        return list(_gaussian_failures(real(arguments["gdp"]), known, lower, upper))
    wrong = []
    if found.order is not None:
        here = formula(arguments["by"], known, bound, real(found.order))
        here = max(here, mpf(0)) if found.of == "epsilon" else min(here, mpf(1))
        wrong += ["UNSAFE: the upper end is below the bound at its order"] if upper < here - abs(here) * SLACK else []
    elif upper < (1 if found.of == "delta" else 0):
        wrong.append("UNSAFE: an upper end without an order that is not trivial")
    base = real(found.order) if found.order is not None else mpf(2)
    near = [1 + (base - 1) * mpf(2) ** (mpf(chance.uniform(-6, 6)) * k / 20) for k in range(21)]
    low, high = (MIN_ORDER, MAX_ORDER) if real(MIN_ORDER) <= base <= real(MAX_ORDER) else WIDE
    tried = (order for order in near if real(low) <= order <= real(high))
    least = min(formula(arguments["by"], known, bound, order) for order in tried)
    if max(least, mpf(0)) < lower - abs(lower) * SLACK:
        wrong.append("another order gives less than the lower end")
    return wrong


def _gaussian_failures(mu, known, lower, upper):
    if known[0] == "epsilon":
        delta = gaussian_delta(mu, real(known[1]))
        if not lower - abs(lower) * SLACK <= delta <= upper * (1 + SLACK):
            yield "UNSAFE: delta is not enclosed"
        return
    delta = real(known[1])
    if gaussian_delta(mu, upper) > delta * (1 + SLACK):
        yield "UNSAFE: epsilon is too small for delta"
    if lower > 0 and gaussian_delta(mu, lower) < delta * (1 - SLACK):
        yield "a smaller epsilon would do"


# All of it.


def run(calibrations, conversions, seed, report=print):
    """The whole campaign; returns the number of failures."""
    chance, counts, failed, began = random.Random(seed), Counter(), 0, time.perf_counter()
    with mpmath.workdps(WORKED):
        for number, instance in enumerate(random_instances(calibrations, seed, 60)):
            guarantee, met = random_guarantee(chance)
            failed += _reported(report, f"calibration {number}, {guarantee}", counts, calibration_failures, instance, guarantee, met)
        report(f"{calibrations} calibrations: {dict(counts)} in {time.perf_counter() - began:.1f} s")
        counts.clear()
        for number in range(conversions):
            arguments, bound, known = random_conversion(chance)
            failed += _reported(report, f"conversion {number}, {arguments}", counts, conversion_failures, arguments, bound, known, chance)
        report(f"{conversions} conversions: {dict(counts)} in {time.perf_counter() - began:.1f} s, {failed} failed")
    return failed


def _reported(report, what, counts, failures, *arguments):
    try:
        found = failures(*arguments, counts)
    except Undecided as reason:
        counts["undecided"] += 1
        report(f"{what}: undecided: {reason}")
        return 0
    if found:
        report(f"{what}: {'; '.join(found)}")
    return bool(found)


def main():
    """Read the options, run, exit."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--calibrations", type=int, default=2000)
    parser.add_argument("--conversions", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=20261123)
    options = parser.parse_args()
    sys.exit(run(options.calibrations, options.conversions, options.seed) > 0)


if __name__ == "__main__":
    main()
