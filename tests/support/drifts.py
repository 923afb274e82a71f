"""Drifts of projected walks that grow towards the last step."""

from __future__ import annotations

from flint import arb, fmpq

from pabisym.exact_law.projected_walk import BITS
from pabisym.lang.rational import floor_to
from pabisym.numerics.enclosure import lower_end
from pabisym.numerics.evaluator import working_precision
from pabisym.numerics.parameters import not_negative, positive


def accelerating_drift(most: object, scale: object, power: object, steps: int, digits: int = 12) -> tuple[fmpq, ...]:
    """The drifts A exp(-((j - 1)/tau)^p) of the last ``steps`` steps, step j from the end, rounded down to ``digits`` binary digits.

    ``most`` A >= 0, ``scale`` tau > 0 and ``power`` p > 0 are exact.  Of two walks with drifts a little above and below these the
    last iterates are told apart more easily than with any constant drift: they seldom come near the far end before the last steps.
    """
    top, tau, p = not_negative(most, "most"), positive(scale, "scale"), positive(power, "power")
    with working_precision(BITS):
        found = [floor_to(lower_end(arb(top) * (-((arb(j) / arb(tau)) ** arb(p))).exp()), digits) for j in range(1, steps)]
    return (*found[::-1], top)
