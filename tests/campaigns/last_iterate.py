"""One panel of figure 10 of Bok, Su and Altschuler (2024) with certified curves: noisy SGD on random batches, strongly convex losses.

    PYTHONPATH=tests python -m campaigns.last_iterate [docs/accounting.svg]

The panel has b/n = 0.01 and L/(b sigma) = 0.2, moves that contract by 0.98, 0.99 and 0.995, and any number of steps from 5000 on.  A tradeoff function is
bounded from below by (epsilon, delta) at a grid of epsilon with the upper ends of delta, and the one of the bound from above by their lower ends.
"""

import math
import sys

import numpy as np
from flint import fmpq
from scipy.special import ndtr, ndtri

from pabisym.accounting.last_iterate import IterateSetting, Split, last_iterate_epsilon
from pabisym.accounting.solve import delta_of

RATE, GAP = 0.01, 0.2
CONTRACTIONS = ("49/50", "99/100", "199/200")
COMPOSED = (5000, 20000)
STEPS = 80000
LEVELS = np.linspace(0, 1, 401)
PLACES = 300
GRID_GAP = 1e-3


def limit_variance(gap, rate=RATE):
    """mu^2 of a step of C_q(G(gap)) in the limit theorem of Dong, Roth and Su (2022), as accountants use it."""
    return 2 * rate**2 * (math.exp(gap**2) * ndtr(1.5 * gap) + 3 * ndtr(-0.5 * gap) - 2)


def gaussian(square):
    """The tradeoff function of N(0, 1) and N(mu, 1)."""
    return ndtr(ndtri(1 - LEVELS) - math.sqrt(square))


def printed(contraction):
    """mu^2 of the curve that the paper's code draws, at its best number of steps: 2s for s, and half of the noise for the shift."""
    back = np.arange(100, 5000, 100)
    shift = 2 * (2 * GAP * contraction ** (back + 1) / (1 - contraction)) ** 2
    return float(np.min((back + 1) * limit_variance(2 * GAP) + shift))


def certified(parts, most):
    """The least tradeoff function that is possible and the largest one of the bound, at LEVELS."""
    points = [(most * k / PLACES, delta_of(parts, most * k / PLACES, GRID_GAP)) for k in range(PLACES + 1)]
    low, high = np.zeros_like(LEVELS), np.zeros_like(LEVELS)
    for number, (epsilon, ends) in enumerate(points):
        e, upper = float(epsilon), float(ends.upper)
        after = float(points[number + 1][1].lower) if number < PLACES else 0.0
        for found, delta in ((low, upper), (high, after)):
            np.maximum(found, np.maximum(1 - delta - math.exp(e) * LEVELS, math.exp(-e) * (1 - delta - LEVELS)), out=found)
    return low, np.minimum(high, 1 - LEVELS)


def curves():
    """For each contraction: certified from below and from above, the limit theorem for the same composition, and the printed curve."""
    found = {}
    for text in CONTRACTIONS:
        answer = last_iterate_epsilon("1e-3", noise_multiplier=10, steps=STEPS, examples=10000, batch=100, learning_rate=1, contraction=text,
                                      gap="1/50")
        c = fmpq(*map(int, text.split("/")))
        setting = IterateSetting(STEPS, fmpq(1, 5), fmpq(1, 100), c, None)
        share, square = (fmpq(x.numerator, x.denominator) for x in (answer.share, answer.mu_squared))
        split = Split(answer.back, answer.shifted, share, square)
        limit = (split.back - split.shifted) * limit_variance(GAP) + split.shifted * limit_variance(GAP / math.sqrt(share)) + float(square)
        low, high = certified(setting.parts(split), fmpq(1, 4))
        found[text] = low, high, gaussian(limit), gaussian(printed(float(c)))
    return found


def composed():
    """Composition after some numbers of steps, certified from below."""
    setting = IterateSetting(1, fmpq(1, 5), fmpq(1, 100), fmpq(1), None)
    return {steps: certified([(setting.sampled(fmpq(1)), steps)], fmpq(3, 2))[0] for steps in COMPOSED}


def draw(path):
    """Write the picture."""
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.6), constrained_layout=True)
    for colour, (text, (low, high, limit, old)) in zip(("tab:blue", "tab:green", "tab:red"), curves().items(), strict=True):
        c = float(text.split("/")[0]) / float(text.split("/")[1])
        left.plot(LEVELS, low, color=colour, label=f"c = {c:g}: certified")
        left.plot(LEVELS, high, color=colour, linewidth=0.6)
        left.plot(LEVELS, old, color=colour, linestyle=":", label=f"c = {c:g}: limit theorem, as drawn in the paper")
        right.fill_between(LEVELS, 0, 1e3 * (high - low), color=colour, alpha=0.2, label=f"c = {c:g}: between the certified curves")
        right.plot(LEVELS, 1e3 * (limit - low), color=colour, label=f"c = {c:g}: limit theorem for the same composition")
    for style, (steps, low) in zip(("--", "-."), composed().items(), strict=True):
        left.plot(LEVELS, low, color="0.4", linestyle=style, linewidth=1, label=f"composition of {steps} steps, certified")
    left.set_xlabel("type I error")
    left.set_ylabel("least type II error")
    left.set_title("b/n = 0.01, L/(b sigma) = 0.2", fontsize=10)
    right.set_xlabel("type I error")
    right.set_ylabel("above the certified curve, in thousandths")
    right.axhline(0, color="0.6", linewidth=0.6)
    left.text(0.02, 0.03, "certified: from below and from above, less than a line apart", fontsize=7)
    right.set_ylim(-0.1, 0.75)
    for axes in (left, right):
        axes.legend(fontsize=7, loc="upper right")
        axes.set_xlim(0, 1)
    left.set_ylim(0, 1)
    figure.savefig(path)


if __name__ == "__main__":
    draw(sys.argv[1] if len(sys.argv) > 1 else "docs/accounting.svg")
