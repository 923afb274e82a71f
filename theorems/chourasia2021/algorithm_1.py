"""Noisy gradient descent.

Statement
    theta_{k+1} = Pi_C(theta_k - (eta/n) sum_i grad loss(theta_k; x_i) + sqrt(2 eta) N(0, sigma^2 I)), for k < K; the
    output is theta_K.
Reads as
    The noise of a step has the variance 2 eta sigma^2 on the iterate, as a Langevin diffusion over the time eta;
    Feldman et al. have (eta sigma)^2. All records in every step, and only the last iterate is shown.
"""

from pabisym_theorems.pabisym._algorithms import RECORDS, descends

from pabisym.library.item import item
from pabisym.library.statement import Check

STATEMENT = item("Algorithm 1", "section 2",
    plain="definition", uses=("chourasia2021/eq-3",), printed="holds",
    checks=(Check("downhill, all records in every step", lambda: descends(lambda t: range(1, RECORDS + 1), 8, 8)),))
