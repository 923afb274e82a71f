"""The shifts for cyclic batches.

Statement
    From tau = T - B on, with N = n/b dividing B and the record in the t-th batch: a = D~/B for t - 1 steps, D~/B + 2
    eta L/n
    for B - N steps, and D~/B + 2 eta L/(b (N - t + 1)) for the last N - t + 1 steps. Then z_k >= 0 and z_T = 0.
Reads as
    The phases have t - 1 + (B - N) + (N - t + 1) = B steps; D~ is spread evenly, every gap is paid until the next
    one, and the last one
    by the steps that are left. The check follows z_k exactly at all small sizes, and finds the best shifts beside it.
Letters
    N : integer, N >= 1 : steps of an epoch, n/b : 1
    t : integer, 1 <= t <= N : batch of the record : 1
    B : integer, B >= N : steps since the restart : 1
Assumptions
    full epoch : B >= N
    batch of the record : t <= N
Reference
    altschuler2022, choice of parameters in section 5.2, section 5.2
"""

from fractions import Fraction

import pabisym
from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Symbol, Verdict
from pabisym.proof.script import at_once


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


STATEMENT = Statement(
    id="altschuler2022/eq-5-shifts", title="The shifts for cyclic batches", kind="construction", text=__doc__,
    reference=Reference("altschuler2022", "choice of parameters in section 5.2", "section 5.2"),
    conclusion="(t - 1) + (B - N) + (N - t + 1) == B", proof=at_once("(t - 1) + (B - N) + (N - t + 1) == B"),
    symbols=(Symbol("N", "integer, N >= 1", "steps of an epoch, n/b"), Symbol("t", "integer, 1 <= t <= N", "batch of the record"),
             Symbol("B", "integer, B >= N", "steps since the restart")),
    assumptions=(Assumption("full epoch", "B >= N"), Assumption("batch of the record", "t <= N")),
    uses=("altschuler2022/definition-noisy-csgd",), printed=Printed("holds"),
    checks=(Check("the shifts are feasible at all small sizes", followed),), spots=(Spot({"N": 3, "t": 2, "B": 6}),),
)
