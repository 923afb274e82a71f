"""The walks of the lower bound themselves: what the proof says of them, followed exactly or enclosed."""

from __future__ import annotations

import random
from fractions import Fraction

from flint import arb, fmpz

from pabisym.exact_law.chains import clipped_chain
from pabisym.library.checks import page_broken
from pabisym.library.library import builtin
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


ALLOWED = ("D >= 1000*eta*L", "sigma**2 <= D**2/(1000*eta**2*Tbar)", "4*L*eta*Tbar == 3*D*n", "b <= n", "T >= 1")
"""What Theorem 4.1 asks of the parameters, with the constants of footnote 9."""


def symmetry() -> tuple[Verdict, str]:
    """One step from 1, D = 1000, eta = L = b = n = sigma = 1: the projection changes no sign, so that P[w_1 >= 0] is normal(1)."""
    at = {"T": 1, "D": 1000, "n": 1, "b": 1, "L": 1, "eta": 1, "sigma": 1, "Tbar": 750, "start": 1}
    return page_broken(builtin().statement("altschuler2022/construction-lower"), at, "normal(start/(eta*sigma)) == 1/2",
                       given=(*ALLOWED, "T == 1", "abs(start) <= D/2"))


def from_the_middle() -> tuple[Verdict, str]:
    """P[w_T >= 0] on [-1, 1], T = 2, noise 1/4, from 0: both ends have the same chance."""
    ends = [x.lower for x in clipped_chain(lower=-1, upper=1, steps=2, noise_variance="1/4", start=0).atoms(6)]
    return ("true" if ends == ends[::-1] else "undecided"), "from 0 both ends of [-1, 1] have the same chance"
