"""The drifts of the tracing diffusions for normal starts and linear gradients, where conditional means are linear; exact numbers."""

from __future__ import annotations

from fractions import Fraction

from pabisym.exact_law.linear import gaussian_chain
from pabisym.library.checks import page_broken
from pabisym.library.library import builtin
from pabisym.library.statement import Verdict

STEP, NOISE = Fraction(1, 4), Fraction(1)
"""Time inside the step at which the drifts are taken, and sigma^2."""


def _conditional_mean(point: Fraction, mean: Fraction, variance: Fraction, slope: Fraction, offset: Fraction) -> Fraction:
    """E[Theta_0 | Theta_t = point] for Theta_t = slope Theta_0 + offset + N(0, 2 t sigma^2), Theta_0 ~ N(mean, variance)."""
    spread = slope**2 * variance + 2 * STEP * NOISE
    return mean + slope * variance / spread * (point - slope * mean - offset)


def _drifts(point: Fraction, means: tuple[Fraction, Fraction], difference: tuple[Fraction, Fraction]) -> tuple[Fraction, Fraction]:
    """V_t and V'_t at a point for U_1 = 0, U_2(x) = a x + b, unit variances and the given means of the two starts."""
    a, b = difference
    first = a * _conditional_mean(point, means[0], Fraction(1), 1 - STEP * a, -STEP * b) + b
    second = -(a * _conditional_mean(point, means[1], Fraction(1), 1 + STEP * a, STEP * b) + b)
    return first, second


def drifts_do_not_cancel() -> tuple[Verdict, str]:
    """The second of the steps with eta = 1/2 from 4, U_1 = 0 and U_2(x) = x/4: after the first the laws are N(7/2, 1) and N(9/2, 1)."""
    eta, start, rate = Fraction(1, 2), Fraction(4), Fraction(1, 4)
    means = (start - eta * rate * start, start + eta * rate * start)
    first, second = _drifts(Fraction(0), means, (rate, Fraction(0)))
    at = {"eta": eta, "time": STEP, "variance": 2 * eta * NOISE}
    return page_broken(builtin().statement("chourasia2021/lemma-1"), at, f"{first} == -({second})", given=("time < eta", "variance == 1"),
                       words=f"V_t(0) = {first}, V'_t(0) = {second}")


def drifts_stay_close() -> tuple[Verdict, str]:
    """For a constant U_2 = b, of length S_g/(2 n), the drifts are 2 b apart everywhere, whatever the starts are."""
    b = Fraction(3, 7)
    apart = set()
    for x in range(-3, 4):
        first, second = _drifts(Fraction(x), (Fraction(0), Fraction(5)), (Fraction(0), b))
        apart.add(abs(first - second))
    return ("true" if apart == {2 * b} else "false"), f"S_g/n = {2 * b} is attained at 7 points"


def constant_drifts() -> tuple[Verdict, str]:
    """Constant drifts S apart, cut into 1, 2 and 8 steps of Gaussian runs: the divergence is alpha S^2 T/(4 sigma^2) each time."""
    alpha, gap, time, noise = 3, Fraction(2), Fraction(3, 2), Fraction(5)
    for steps in (1, 2, 8):
        each = time / steps
        first, second = (gaussian_chain(steps=steps, noise=2 * noise * each, offset=x * each) for x in (gap, 0))
        if first.renyi(second, alpha).exact != alpha * gap**2 * time / (4 * noise):
            return "false", f"{steps} steps"
    return "true", "1, 2 and 8 steps, exactly"
