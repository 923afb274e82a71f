"""The shifts for cyclic batches.

Statement
    From tau = T - B on, with N = n/b dividing B and the record in the t-th batch: a = D~/B for t - 1 steps, D~/B + 2
    eta L/n for B - N steps, and D~/B + 2 eta L/(b (N - t + 1)) for the last N - t + 1 steps. Then z_k >= 0 and z_T = 0.
Reads as
    The phases have t - 1 + (B - N) + (N - t + 1) = B steps; D~ is spread evenly, every gap is paid until the next one,
    and the last one by the steps that are left. The check follows z_k exactly at all small sizes, and finds the best
    shifts beside it.
"""

from fractions import Fraction

import pabisym
from pabisym.library.statement import Check, Verdict
from pabisym.proof.script import at_once

from ._vocabulary import item


def followed() -> tuple[Verdict, str]:
    """z_k for all N <= 5, B <= 4 N, t <= N with D~ = 7/3 and 2 eta L/b = 1; the cost beside the exact optimum."""
    worst = Fraction(1)
    sizes = [(n, e, t) for n in range(1, 6) for e in range(1, 5) for t in range(1, n + 1)]
    for N, epochs, t in sizes:
        B, z, even = N * epochs, Fraction(7, 3), Fraction(7, 3) / (N * epochs)
        gaps = [int(k % N == t - 1) for k in range(B)]
        paid = [even] * (t - 1) + [even + Fraction(1, N)] * (B - N) + [even + Fraction(1, N - t + 1)] * (N - t + 1)
        for s, a in zip(gaps, paid, strict=True):
            z += s - a
            if z < 0:
                return "false", f"z_k < 0 for N = {N}, B = {B}, t = {t}"
        best = pabisym.allocate(gap=gaps, noise_variance=1, start_shift="7/3").value
        worst = max(worst, sum(a * a for a in paid) / Fraction(best))
        if z != 0:
            return "false", f"z_T = {z} for N = {N}, B = {B}, t = {t}"
    return "true", f"60 schedules end at 0 without falling below; they cost up to {float(worst):.4f} times the best one"


STATEMENT = item("choice of parameters in section 5.2", "section 5.2", kind="construction",
    letters="N: steps [], 1 <= t <= N [, batch of the record], B",
    given="t",
    conclusion="(t - 1) + (B - N) + (N - t + 1) == B", proof=at_once("(t - 1) + (B - N) + (N - t + 1) == B"), printed="holds",
    uses=("altschuler2022/definition-noisy-csgd",), checks=(Check("the shifts are feasible at all small sizes", followed),),
    spots="N=3, t=2, B=6")
