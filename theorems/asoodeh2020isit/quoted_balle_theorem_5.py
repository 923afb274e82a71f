"""Rényi privacy under strong convexity, quoted.

Statement
    (alpha, zeta_i)-RDP for the i-th input with zeta_n = 2 alpha L^2/sigma^2 and zeta_i = 2 alpha L^2 M^(n - i +
    1)/((n - i) sigma^2) for i < n.
Reads as
    Not below the exact divergence of the linear pair with factor M. Our own optimum of the shift calculus is
    smaller. The formula is restored: the source lost its formulas.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    L : real, L > 0 : Lipschitz constant : loss/iterate
    sigma : real, sigma > 0 : standard deviation of the gradient noise, before the step size : loss/iterate
    M : real, 0 < M <= 1 : Lipschitz constant of a gradient step : 1
    m : integer, m >= 1 : number n - i of steps after the i-th : 1
Assumptions
    order : alpha > 1
    Lipschitz constant : L > 0
    noise : sigma > 0
    contraction : M > 0
    range : M <= 1
    later steps : m >= 1
Reference
    asoodeh2020isit, Balle et al. 2019, Theorem 5, appendix D
"""

from pabisym.library.statement import Assumption, LinearPair, Reference, Spot, Statement, Symbol

STATEMENT = Statement(
    id="asoodeh2020isit/quoted-balle-theorem-5", title="Rényi privacy under strong convexity, quoted", kind="theorem (quoted)",
               text=__doc__,
    reference=Reference("asoodeh2020isit", "Balle et al. 2019, Theorem 5", "appendix D"),
    bound="2*alpha*L**2*M**(m + 1)/(m*sigma**2)",
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"), Symbol("L", "real, L > 0", "Lipschitz constant",
               "loss/iterate"), Symbol("sigma", "real, sigma > 0", "standard deviation of the gradient noise, before the step size",
               "loss/iterate"), Symbol("M", "real, 0 < M <= 1", "Lipschitz constant of a gradient step"), Symbol("m", "integer, m >= 1",
               "number n - i of steps after the i-th"),),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("Lipschitz constant", "L > 0"), Assumption("noise", "sigma > 0"),
               Assumption("contraction", "M > 0"), Assumption("range", "M <= 1"), Assumption("later steps", "m >= 1"),),
    uses=("asoodeh2020isit/eq-14", "asoodeh2020isit/lemma-4", "feldman2018/theorem-23",),
    cited_because="Balle, Barthe, Gaboardi and Geumlek 2019, theorem 5",
    spots=(Spot({"alpha": 2, "L": 1, "sigma": 1, "M": "9/10", "m": 5}), Spot({"alpha": 2, "L": 1, "sigma": 1, "M": "1/2", "m": 1}),
               Spot({"alpha": 3, "L": 1, "sigma": 2, "M": "99/100", "m": 40}),),
    tightness="upper",
    worst_case=LinearPair("m + 1", "cases(1 - k, 1, M)", "cases(1 - k, 2*L, 0)", "sigma**2",
                          inside="linear steps with factor M after the gap"),
)
