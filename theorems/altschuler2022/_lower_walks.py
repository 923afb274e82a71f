"""The walks of the lower bound themselves: what the proof says of them, followed exactly or enclosed."""

from __future__ import annotations

import random
from fractions import Fraction

from flint import arb, fmpz

from pabisym.exact_law.chains import clipped_chain
from pabisym.library.statement import Verdict


def domination() -> tuple[Verdict, str]:
    """50 walks of 30 steps on [-1, 1]: w' from anywhere, clipped at both ends, and w'' from -1, clipped at 1 only, with the same steps."""
    rng = random.Random(7)
    for _ in range(50):
        above, below = Fraction(rng.randint(-8, 8), 8), Fraction(-1)
        for _ in range(30):
            move = Fraction(rng.randint(-9, 9), 7) + Fraction(rng.choice((0, 0, 1)), 5)
            above, below = max(Fraction(-1), min(Fraction(1), above + move)), min(Fraction(1), below + move)
            if above < below:
                return "false", f"w' = {above} and w'' = {below}"
    return "true", "50 pairs of walks of 30 steps, exactly"


def event() -> tuple[Verdict, str]:
    """P[E] >= 0.9 for D = 1000 eta L, b = 1, n = 10, sigma^2 the largest: the binomial law is summed, the walk is seen by reflection."""
    trials, chance = 7500, arb(1) / 10
    inside = arb(0)
    for hits in range(638, 863):  # within 15 of a hundred of 750
        inside += arb(fmpz.bin_uiui(trials, hits)) * chance**hits * (1 - chance) ** (trials - hits)
    reach = (arb(1) / 10 / (arb(2) * arb("0.001")).sqrt()).erfc()  # 2 Q(0.1 D/sqrt(0.001 D^2)): the discrete walk is below the motion
    total = inside - reach
    return ("true" if total >= arb(9) / 10 else "undecided"), f"at least {total.str(5, radius=False)}"


def symmetry() -> tuple[Verdict, str]:
    """P[w_T >= 0] on [-1, 1], T = 2, noise 1/4: 1/2 from 0, and more from 1/2; by E_1 from the mirrored walk's side."""
    centred, shifted, mirrored = (clipped_chain(lower=-1, upper=1, steps=2, noise_variance="1/4", start=x) for x in (0, "1/2", "-1/2"))
    same = [x.lower for x in centred.atoms(6)] == [x.lower for x in centred.atoms(6)][::-1]
    apart = Fraction(shifted.total_variation(mirrored, 6).lower)  # the best event of mirrored walks is w >= 0: P[w >= 0] - P'[w >= 0]
    return ("true" if same and apart > 0 else "undecided"), f"from 1/2 the chance of w_T >= 0 is {float((1 + apart) / 2):.4g}, not 1/2"
