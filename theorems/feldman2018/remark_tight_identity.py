"""The bound is attained by identity maps.

Statement
    Theorems 1 and 22 are tight, constants included; the worst case is psi_t = id for all t.
Reads as
    Between random walks from two points at distance z_0 the divergence after T steps is alpha z_0^2/(2 T sigma^2), and
    the even payment a_t = z_0/T in Theorem 22 costs exactly that.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    T : integer, T >= 1 : number of steps : 1
    z0 : real, z0 >= 0 : distance of the starts : iterate
    sigma : real, sigma > 0 : per-step standard deviation of the noise, on the iterate : iterate
Assumptions
    order : alpha > 1
    horizon : T >= 1
    distance : z_0 >= 0
    noise : sigma > 0
Reference
    feldman2018, remark in section 1, section 1
"""

from pabisym.library.statement import Assumption, LinearPair, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.script import at_once

BOUND = "alpha*z0**2/(2*T*sigma**2)"
PAID = "sum(alpha*(z0/T)**2/(2*sigma**2), i, 1, T)"

STATEMENT = Statement(
    id="feldman2018/remark-tight-identity", title="The bound is attained by identity maps", kind="remark", text=__doc__, bound=BOUND,
    reference=Reference("feldman2018", "remark in section 1", "section 1"), conclusion=f"{PAID} == {BOUND}", tightness="exact",
    proof=at_once(f"{PAID} == {BOUND}"), printed=Printed("holds"), uses=("feldman2018/theorem-1", "feldman2018/theorem-22"),
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"), Symbol("T", "integer, T >= 1", "number of steps"),
             Symbol("z0", "real, z0 >= 0", "distance of the starts", "iterate", "z_0"),
             Symbol("sigma", "real, sigma > 0", "per-step standard deviation of the noise, on the iterate", "iterate")),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("horizon", "T >= 1"), Assumption("distance", "z0 >= 0"),
                 Assumption("noise", "sigma > 0")),
    worst_case=LinearPair("T", "1", "0", "sigma**2", "z0", "identity maps"),
    spots=(Spot({"alpha": 2, "T": 4, "z0": "1/2", "sigma": 1}), Spot({"alpha": 2, "T": 4, "z0": 2, "sigma": 1}, "1")),
)
