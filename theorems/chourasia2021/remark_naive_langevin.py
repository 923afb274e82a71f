"""The linear guarantee for Langevin diffusion.

Statement
    With V_t = -grad L_D and V'_t = -grad L_D', ||V_t - V'_t|| <= S_g/n, so that Theorem 1 gives a linear RDP
    guarantee for Langevin diffusion, as the moments accountant does.
Reads as
    alpha S_g^2 T/(4 sigma^2 n^2): at T = eta K it is composition of the steps of noisy GD.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    n : integer, n >= 1 : number of records : 1
    S : real, S >= 0 : sensitivity of the total gradient : loss/iterate
    T : real, T > 0 : time : iterate^2/loss
    sigma : real, sigma > 0 : noise level : sqrt(loss)
Assumptions
    order : alpha > 1
    size : n >= 1
    sensitivity : S >= 0
    time : T > 0
    noise : sigma > 0
Reference
    chourasia2021, remark in section 3.2, section 3.2
"""

from pabisym.library.checks import replayed
from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Symbol

STATEMENT = Statement(
    id="chourasia2021/remark-naive-langevin", title="The linear guarantee for Langevin diffusion", kind="remark", text=__doc__,
    reference=Reference("chourasia2021", "remark in section 3.2", "section 3.2"),
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("n", "integer, n >= 1", "number of records"),
             Symbol("S", "real, S >= 0", "sensitivity of the total gradient", "loss/iterate", "S_g"),
             Symbol("T", "real, T > 0", "time", "iterate^2/loss"), Symbol("sigma", "real, sigma > 0", "noise level", "sqrt(loss)"),),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("size", "n >= 1"), Assumption("sensitivity", "S >= 0"),
                 Assumption("time", "T > 0"),
                 Assumption("noise", "sigma > 0"),),
    cited_because="Theorem 1 is cited",
    printed=Printed("undecided"), bound="alpha*S**2*T/(4*sigma**2*n**2)", spots=(Spot({"alpha": 2, "n": 1, "S": 1, "T": 3, "sigma": 1},
        "3/2"),),
    uses=("chourasia2021/theorem-1", "chourasia2021/definition-B10",),
    checks=(Check("at T = eta K it is composition", lambda: replayed(
                "alpha*(S/n)**2*(eta*K)/(4*sigma**2) == alpha*S**2/(4*n**2*sigma**2)*(eta*K)",
                dict.fromkeys(("alpha", "S", "n", "eta", "K", "sigma"), "real"), {"size": "n > 0", "noise": "sigma > 0"})),),
)
