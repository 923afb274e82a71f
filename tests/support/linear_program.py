"""The largest ratio of output to input hockey-stick divergence of a finite kernel, by linear programs; independent of theorem 3.

For an event A of the output, maximise sum_i (m_i - gamma*n_i) K_i(A) over scaled input laws m, n of equal mass with
sum_i (m_i - gamma*n_i)^+ <= 1.  The optimum is a rational of small denominator, which the float answer determines.
"""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
from scipy.optimize import linprog

from support.finite_world import Kernel


def largest_ratio(kernel: Kernel, gamma: Fraction, denominator: int) -> Fraction:
    """Sup of E_gamma(mu K || nu K)/E_gamma(mu || nu), a rational of at most this denominator."""
    inputs, outputs = len(kernel), len(kernel[0])
    best = 0.0
    for event in itertools.product((0, 1), repeat=outputs):
        if 0 < sum(event) < outputs:
            best = max(best, _program([float(sum(itertools.compress(row, event))) for row in kernel], float(gamma), inputs))
    return Fraction(best).limit_denominator(denominator)


def _program(chances: list[float], gamma: float, inputs: int) -> float:
    """Variables m, n, e >= 0 with e >= m - gamma*n, sum(e) <= 1, sum(m) = sum(n)."""
    one, zero = np.eye(inputs), np.zeros((inputs, inputs))
    value = np.concatenate([np.array(chances), -gamma * np.array(chances), np.zeros(inputs)])
    above = np.block([[one, -gamma * one, -one], [zero, zero, np.vstack([np.ones((1, inputs)), np.zeros((inputs - 1, inputs))])]])
    limits = np.concatenate([np.zeros(inputs), [1.0], np.zeros(inputs - 1)])
    mass = np.concatenate([np.ones(inputs), -np.ones(inputs), np.zeros(inputs)])[None, :]
    found = linprog(-value, A_ub=above, b_ub=limits, A_eq=mass, b_eq=[0.0], method="highs")
    assert found.status == 0, found.message
    return -float(found.fun)
