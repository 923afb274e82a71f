"""Runs of Noisy-SGD that are told apart by more than the printed bounds say, as data; the laws of their outputs are exact."""

from __future__ import annotations

from pabisym.exact_law.chains import clipped_chain
from pabisym.library.checks import page_broken
from pabisym.library.library import builtin
from pabisym.library.sampled_runs import divergence
from pabisym.library.statement import SampledRuns, Verdict

REMOVED = {"T": 1, "n": 10, "j": 1, "alpha": 2, "L": 1, "D": 1, "eta": 1, "sigma": 1,
           "psi": "affine(1, 4/5)", "phi": "affine(1, 1)", "K": "interval(-1/2, 1/2)"}
ONE_CLIPPED = SampledRuns((-1, 0), 0, 1, 1, "1/10", -1, 1)
"""One step from 0 on [-1, 1], n = 2, b = 1, L = eta = 1, sigma = 1/10: losses 0, and in one run a record of the slope -1."""


def forgetful(width: int, noise: str, steps: int) -> SampledRuns:
    """N = 2, b = 1, losses (w - x)^2/2 on [0, width], L = width, eta = 1: the records ``width`` and 0 against 0 and 0.

    A step leads to the record that is drawn, from wherever it starts: it is c-contractive for every c.
    """
    return SampledRuns((-width, 0), 0, 1, 1, noise, 0, width, steps=steps, curvature=1)


def own_means() -> tuple[Verdict, str]:
    """One step from 0 on [-1/2, 1/2]: nine records have the slope -L, the removed one L; the outputs are projected."""
    first, second = (clipped_chain(lower="-1/2", upper="1/2", steps=1, noise_variance=1, start=0, offset=move) for move in ("4/5", 1))
    statement, told = builtin().statement("altschuler2022/remark-B2"), first.renyi(second, 2, 8).lower
    return page_broken(statement, REMOVED, f"{told} <= {statement.bound}", dropped=("gaps",),
                       words=f"D_2 is at least {told}, the page has 1/100")


def narrow_domain() -> tuple[Verdict, str]:
    """Theorem 1.3 without its rounding: one step from 0 on [0, D], n = 10 records of which one has the slope 1 or -1, the others 0."""
    runs = SampledRuns((1, *[0] * 9), -1, 1, 1, 12, 0, "1/1000000")
    at = {"T": 1, "n": 10, "b": 1, "i": 1, "N": 1, "alpha": 2, "L": 1, "M": 1, "D": "1/1000000", "eta": 1, "sigma": 12}
    statement, told = builtin().statement("altschuler2022/theorem-1.3"), divergence(runs, 2).lower
    return page_broken(statement, at, f"{told} <= {statement.bound}", dropped=("wide", "D"), process=runs, words=f"D_2 is at least {told}")
