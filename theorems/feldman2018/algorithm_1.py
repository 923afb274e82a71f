"""Projected noisy SGD (PNSGD).

Statement
    For t = 0..n-1: v_{t+1} = w_t - eta (grad f(w_t, x_{t+1}) + Z), Z ~ N(0, sigma^2 I); w_{t+1} is the projection of
    v_{t+1} to K. Return w_n.
Reads as
    One pass, one record a step. sigma is the standard deviation of the noise on the gradient, before the step size: on
    the iterate it is eta*sigma.
"""

from pabisym_theorems.pabisym._algorithms import RECORDS, descends

from pabisym.library.item import item
from pabisym.library.statement import Check

STATEMENT = item("Algorithm 1", "section 4",
    plain="definition", uses=("feldman2018/proposition-17",), printed="holds",
    checks=(Check("downhill, every record once", lambda: descends(lambda t: (t + 1,), RECORDS, 1)),))
