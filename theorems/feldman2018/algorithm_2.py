"""Projected noisy SGD with n epochs (PNMSGD).

Statement
    For j = 0..n-1 and i = 0..n-1, with t = n j + i: v_{t+1} = w_t - eta (grad f(w_t, x_{i+1}) + Z), Z ~ N(0, sigma^2
    I); w_{t+1} is the projection of v_{t+1} to K. Return w_{n^2}.
Reads as
    n passes over the same order; record i is used at the steps i, n + i, 2n + i, ... of n^2.
"""

from pabisym_theorems.pabisym._algorithms import RECORDS, descends

from pabisym.library.item import item
from pabisym.library.statement import Check

STATEMENT = item("Algorithm 2", "appendix B",
    plain="definition", uses=("feldman2018/algorithm-1",), printed="holds",
    checks=(Check("downhill, every record n times",
            lambda: descends(lambda t: (t % RECORDS + 1,), RECORDS**2, RECORDS)),))
