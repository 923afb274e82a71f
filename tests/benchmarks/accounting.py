"""What questions of accounting cost: processor time, in a fresh interpreter (start-up included) and warm.

    PYTHONPATH=tests python -m benchmarks.accounting

Prints one line per question with its answer and exits with status 1 if a stated limit is exceeded.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time

from pabisym.notions.conversion import LOSSLESS, ComposedCurve, LinearCurve, SampledGaussian, best_delta, best_epsilon, gdp_epsilon

QUESTIONS = {
    "everyday: eps at 1e-5, q=0.01, sigma=1, T=10000, 15 digits": (
        lambda: best_epsilon(ComposedCurve(((SampledGaussian.of("0.01", 1), 10_000),)), "1e-5").value,
        0.05,
    ),
    "the same, lossless conversion": (
        lambda: best_epsilon(ComposedCurve(((SampledGaussian.of("0.01", 1), 10_000),)), "1e-5", 15, LOSSLESS).value,
        0.5,
    ),
    "Gaussian: eps at 1e-30, mu=1, 30 digits": (lambda: gdp_epsilon(1, "1e-30", 30), 0.1),
    "Gaussian: eps at 1e-300, mu=1, 30 digits": (lambda: gdp_epsilon(1, "1e-300", 30), 0.1),
    "linear curve: eps at 1e-30, rho=1/2, 30 digits": (lambda: best_epsilon(LinearCurve.of("1/2"), "1e-30", 30).value, 0.1),
    "linear curve: eps at 1e-300, rho=1/2, 30 digits": (lambda: best_epsilon(LinearCurve.of("1/2"), "1e-300", 30).value, 0.1),
    "linear curve: delta at 500, rho=1/2, 30 digits": (lambda: best_delta(LinearCurve.of("1/2"), 500, 30).value, 0.1),
}
FRESH = (
    "from pabisym.notions.conversion import *; "
    'print(best_epsilon(ComposedCurve(((SampledGaussian.of("0.01", 1), 10_000),)), "1e-5").value.upper)'
)
FRESH_LIMIT = 0.3


def fresh_seconds() -> float:
    """Processor time of the everyday question in an interpreter of its own."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", FRESH], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    """Run every question once and print its time."""
    slow = fresh_seconds()
    exceeded = slow > FRESH_LIMIT
    print(f"{slow * 1000:8.1f} ms  everyday question, start-up included (limit {FRESH_LIMIT * 1000:.0f} ms)")
    for question, (answer, limit) in QUESTIONS.items():
        start = time.process_time()
        value = answer()
        seconds = time.process_time() - start
        exceeded = exceeded or seconds > limit
        print(f"{seconds * 1000:8.1f} ms  {question}: [{value.lower}, {value.upper}]")
    return 1 if exceeded else 0


if __name__ == "__main__":
    sys.exit(main())
