"""The shifts for cyclic batches.

Statement
    From tau = T - B on, with N = n/b dividing B and the record in the t-th batch: a = D~/B for t - 1 steps, D~/B + 2
    eta L/n for B - N steps, and D~/B + 2 eta L/(b (N - t + 1)) for the last N - t + 1 steps. Then z_k >= 0 and z_T = 0.
Reads as
    D~ is spread evenly, every gap is paid until the next one, and the last one by the steps that are left. Here d = D~,
    g = 2 eta L/b, B = E N, and z_k counts from tau: that z ends at 0 is the conclusion, that it does not fall below is
    replayed for each phase. A check follows z_k exactly at small sizes, and finds the best shifts beside it.
"""

from fractions import Fraction

import pabisym
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict

from ._cyclic_shifts import FIRST, SECOND, THIRD, nothing_left


def at_small_sizes() -> tuple[Verdict, str]:
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


STATEMENT = item("choice of parameters in section 5.2", "section 5.2",
    kind="construction",
    letters=("N: integer, N >= 1 [epoch]: steps of an epoch, n/b; role steps of an epoch",
        "E: integer, E >= 1 [epochs]: epochs since the restart; role epochs",
        "t: integer, t >= 1 and t <= N [first, last]: batch of the record; role place in the epoch",
        "d: real, d >= 0 [width]: the widened diameter D~; unit iterate",
        "g: real, g >= 0 [size of a gap]: 2 eta L/b, what an update of the record moves; unit iterate",
        "z: real sequence: shift left k steps after the restart", "s: real sequence: gap of step k after the restart"),
    assumptions=("start: z(0) == d", "no update: forall(k, 1, t - 1, s(k) == 0)", "updates: forall(q, 0, E - 1, s(t + q*N) == g)",
        "others: forall(q, 0, E - 1, forall(r, 1, N - 1, s(t + q*N + r) == 0))",
        "first phase: forall(k, 1, t - 1, z(k) == z(k - 1) + s(k) - d/(E*N))",
        "second phase: forall(k, t, t - 1 + (E - 1)*N, z(k) == z(k - 1) + s(k) - (d/(E*N) + g/N))",
        "third phase: forall(k, t + (E - 1)*N, E*N, z(k) == z(k - 1) + s(k) - (d/(E*N) + g/(N - t + 1)))"), conclusion="z(E*N) == 0",
    proof=nothing_left,
    clauses=(
        "proved by conclusion: z_T = 0",
        "proved by not below 0 before the first update: z_k >= 0 before the first update",
        "proved by not below 0 between two updates: z_k >= 0 between two updates",
        "proved by not below 0 after the last update: z_k >= 0 after the last update",
        "cited by pabisym/batch-gap: s_k <= 2 eta L/b where the batch holds the record, and 0 elsewhere",
        "open: sizes that do not divide each other, with floors and ceilings"),
    printed="holds in part",
    uses=("altschuler2022/definition-noisy-csgd", "altschuler2022/observation-5.7", "pabisym/batch-gap"),
    checks=(Check("not below 0 before the first update", FIRST, "holds"), Check("not below 0 between two updates", SECOND, "holds"),
        Check("not below 0 after the last update", THIRD, "holds"),
        Check("feasible at all small sizes, in all three phases", at_small_sizes)), spots="N=3, E=2, t=2, d=1, g=1")
