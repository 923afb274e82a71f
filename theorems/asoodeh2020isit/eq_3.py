"""The bound that is quoted.

Statement
    D_alpha(mu_n || mu'_n) <= alpha ||w_0 - w'_0||^2/(2 n sigma^2) for contractive maps and noise of variance
    sigma^2.
Reads as
    Feldman et al., theorem 1, which is proved; equality for identity maps. The formula is restored: the source
    lost its formulas.
Letters
    n : integer, n >= 1 : number of steps : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    z : real, z >= 0 : distance of the starts : iterate
    sigma : real, sigma > 0 : per-step standard deviation of the noise, on the iterate : iterate
Assumptions
    order : alpha > 1
    noise : sigma > 0
Reference
    asoodeh2020isit, Equation (3), section I
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol

STATEMENT = Statement(
    id="asoodeh2020isit/eq-3", title="The bound that is quoted", kind="inequality", text=__doc__,
    reference=Reference("asoodeh2020isit", "Equation (3)", "section I"),
    bound="alpha*z**2/(2*n*sigma**2)",
    symbols=(Symbol("n", "integer, n >= 1", "number of steps"), Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
               Symbol("z", "real, z >= 0", "distance of the starts", "iterate"), Symbol("sigma", "real, sigma > 0",
               "per-step standard deviation of the noise, on the iterate", "iterate"),),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("noise", "sigma > 0"),),
    uses=("feldman2018/theorem-1",),
    cited_because="quoted; proved as feldman2018/theorem-1",
    spots=(Spot({"n": 4, "alpha": 2, "z": 1, "sigma": 1}, "1/4"),),
)
