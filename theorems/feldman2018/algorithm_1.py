"""Projected noisy SGD (PNSGD).

Statement
    For t = 0..n-1: v_{t+1} = w_t - eta (grad f(w_t, x_{t+1}) + Z), Z ~ N(0, sigma^2 I); w_{t+1} is the projection of
    v_{t+1} to K. Return w_n.
Reads as
    One pass, one record a step. sigma is the standard deviation of the noise on the gradient, before the step
    size: on the iterate it is eta*sigma.
Reference
    feldman2018, Algorithm 1, section 4
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="feldman2018/algorithm-1", title="Projected noisy SGD (PNSGD)", kind="algorithm", text=__doc__, plain="definition",
    reference=Reference("feldman2018", "Algorithm 1", "section 4"),
    uses=("feldman2018/proposition-17",),
)
