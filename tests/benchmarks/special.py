"""The sampled Gaussian divergence on a grid: time per value, and what accountants answer at the same points.

    python tests/benchmarks/special.py

With peers, in an environment of its own; those that cannot be imported are left out:

    python -m venv peers
    peers/bin/pip install . dp-accounting autodp && peers/bin/pip install --no-deps opacus
    peers/bin/python tests/benchmarks/special.py

Prints the median time per value and, for each peer, how many of its values are wrong and how its time compares with
that of the route in double precision, in the same run.  Exits with status 1 if a stated limit is exceeded.
"""

from __future__ import annotations

import importlib.util
import logging
import math
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from pabisym.evaluate.sampled_gaussian import DIRECTIONS, Direction, sampled_gaussian, sampled_gaussian_float

ORDERS = ("1.01", "1.25", "1.5", "2", "2.5", "3", "5", "10", "32", "64.5", "100", "256")
SHARES = ("1e-6", "1e-4", "0.001", "0.01", "0.1", "0.5", "0.9")
NOISES = ("0.3", "0.5", "1", "2", "4", "10", "100")
LIMITS = {15: 0.5, 50: 1.0}
"""Milliseconds per value, median, by digits."""
FLOAT_ERROR = 1e-13
REPEATS = 3
Peer = Callable[[float, float, float], float]


def points() -> Iterator[tuple[float, float, float]]:
    """The grid in floats, exact values of which are compared."""
    for order in ORDERS:
        for q in SHARES:
            for sigma in NOISES:
                yield float(order), float(q), float(sigma)


def seconds(call: Callable[[], Any]) -> float:
    """The least time of a few calls."""
    best = math.inf
    for _ in range(REPEATS):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best


def certified(digits: int, direction: Direction) -> float:
    """Print the times of enclosures; the median in milliseconds."""
    times = [seconds(lambda x=x: sampled_gaussian(*map(Fraction, x), digits, direction=direction)) * 1e3 for x in points()]
    median = statistics.median(times)
    print(f"{direction:15s} {digits:3d} digits  median {median:7.3f} ms  mean {statistics.mean(times):7.3f}  most {max(times):7.3f}")
    return median


def in_floats(direction: Direction) -> tuple[list[float], list[float], float]:
    """Print the times of the fast route; true values, times in milliseconds, and the largest relative error."""
    truth = [float(sampled_gaussian(*map(Fraction, x), 17, direction=direction).lower) for x in points()]
    values = [sampled_gaussian_float(*x, direction=direction) for x in points()]
    times = [seconds(lambda x=x: sampled_gaussian_float(*x, direction=direction)) * 1e3 for x in points()]
    error = max(abs(value / true - 1) for value, true in zip(values, truth, strict=True))
    print(f"{direction:15s} in floats   median {statistics.median(times):7.4f} ms  mean {statistics.mean(times):7.4f}  error {error:.1e}")
    return truth, times, error


def dp_accounting() -> Peer:
    """The accountant of Google's differential privacy library."""
    from dp_accounting.rdp import rdp_privacy_accountant as accountant

    compute = accountant._compute_rdp_poisson_subsampled_gaussian
    return lambda order, q, sigma: float(compute(q, sigma, [order])[0])


def opacus() -> Peer:
    """The accountant of Opacus, loaded without the rest of it."""
    package = importlib.util.find_spec("opacus")
    if package is None or package.origin is None:
        raise ImportError("opacus")
    path = Path(package.origin).parent / "accountants" / "analysis" / "rdp.py"
    spec = importlib.util.spec_from_file_location("opacus_rdp", path)
    if spec is None or spec.loader is None:
        raise ImportError("opacus")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return lambda order, q, sigma: float(module._compute_rdp(q, sigma, order))


def autodp() -> Peer:
    """Autodp, whose mechanism objects are made beforehand."""
    from autodp.mechanism_zoo import GaussianMechanism
    from autodp.transformer_zoo import AmplificationBySampling

    sampling = AmplificationBySampling(PoissonSampling=True)
    made = {(q, sigma): sampling(GaussianMechanism(sigma=sigma), q, improved_bound_flag=True) for _, q, sigma in points()}
    return lambda order, q, sigma: float(made[q, sigma].RenyiDP(order))


def compare(name: str, peer: Peer, truth: list[float], ours: list[float]) -> None:
    """Print what a peer answers and how long it takes."""
    kinds = dict.fromkeys(("raises", "infinite or nan", "negative", "too small", "off by more than 1e-2", "1e-6", "1e-10"), 0)
    times = []
    for x, true in zip(points(), truth, strict=True):
        try:
            value = peer(*x)
        except (ValueError, OverflowError, ZeroDivisionError):
            kinds["raises"] += 1
        else:
            for kind in faults(value, true):
                kinds[kind] += 1
        times.append(timed(peer, x))
    ratios = [theirs / own for theirs, own in zip(times, ours, strict=True)]
    slower = sum(ratio < 1 for ratio in ratios)
    print(f"{name:15s} median {statistics.median(times):7.4f} ms  mean {statistics.mean(times):7.4f}; of {len(times)} values:", end=" ")
    print(", ".join(f"{count} {kind}" for kind, count in kinds.items() if count) or "all right")
    total = sum(times) / sum(ours)
    print(f"{'':15s} time / ours: median {statistics.median(ratios):.2f}, total {total:.2f}; it is faster at {slower} points")


def timed(peer: Peer, x: tuple[float, float, float]) -> float:
    """Milliseconds of one call, whatever comes of it."""

    def call() -> None:
        try:
            peer(*x)
        except (ValueError, OverflowError, ZeroDivisionError):
            return

    return seconds(call) * 1e3


def faults(value: float, true: float) -> Iterator[str]:
    """What is wrong with a value."""
    if not math.isfinite(value):
        yield "infinite or nan"
        return
    if value < 0:
        yield "negative"
    if value < true * (1 - 1e-10):
        yield "too small"
    error = abs(value / true - 1)
    for bound, kind in ((1e-2, "off by more than 1e-2"), (1e-6, "1e-6"), (1e-10, "1e-10")):
        if error > bound:
            yield kind
            return


def main() -> int:
    """Run everything once."""
    exceeded = False
    for digits, limit in LIMITS.items():
        for direction in DIRECTIONS:
            exceeded |= certified(digits, direction) > limit
    for direction in reversed(DIRECTIONS):
        truth, ours, error = in_floats(direction)
        exceeded |= error > FLOAT_ERROR
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    for name, make in (("dp-accounting", dp_accounting), ("opacus", opacus), ("autodp", autodp)):
        try:
            peer = make()
        except ImportError:
            print(f"{name:15s} is not installed")
        else:
            compare(name, peer, truth, ours)
    return 1 if exceeded else 0


if __name__ == "__main__":
    sys.exit(main())
