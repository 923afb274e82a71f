"""Projected stochastic gradients of linear functions as walks on a lattice, whose laws are known exactly."""

from __future__ import annotations

from fractions import Fraction

from pabisym.library.statement import Verdict


def walks() -> tuple[Verdict, str]:
    """F(w) = p w on [-1, 1] from 1, G = 1 or -1 with mean p: R = L_G = 1, eta = 2/sqrt(T), for T = 64 and 256 and three drifts."""
    worst = Fraction(0)
    for root in (8, 16):
        steps, half = root * root, root // 2
        for p in (Fraction(1, 8), Fraction(1, 2), Fraction(1)):
            law, excess = {half: Fraction(1)}, Fraction(0)
            for _ in range(steps):
                moved: dict[int, Fraction] = {}
                for place, chance in law.items():
                    for move, share in ((-1, (1 + p) / 2), (1, (1 - p) / 2)):
                        to = max(-half, min(half, place + move))
                        moved[to] = moved.get(to, Fraction(0)) + chance * share
                law = moved if steps <= 64 else _round_up(moved)
                excess += p * sum((chance * (Fraction(place, half) + 1) for place, chance in law.items()), Fraction(0))
            worst = max(worst, excess / steps * root)
    return ("true" if worst <= 4 else "false"), f"the mean excess is at most {float(worst):.3g} R L_G/sqrt(T)"


def _round_up(law: dict[int, Fraction]) -> dict[int, Fraction]:
    """Chances rounded up to 64 bits: what is computed with them is not below the truth."""
    return {place: Fraction(-(-(chance.numerator << 64) // chance.denominator), 1 << 64) for place, chance in law.items()}
