"""Excess risk of (eps, delta)-DP noisy GD.

Statement
    With sigma^2 = 8 L^2 (eps + 2 log(1/delta))/(lam eps^2 n^2), eta = lam/(2 beta^2), eps <= 2 log(1/delta) and K
    >= K* = (2 beta^2/lam^2) log(n^2 eps^2/(4 log(1/delta) d)), E L_D(theta_K) - L_D(theta*) = O(beta d L^2
    log(1/delta)/(eps^2 lam^2 n^2)): at most 72 times it.
Reads as
    Equation (21) with alpha = 1 + 2 log(1/delta)/eps and eps' = eps/2, whose sigma^2 is this one; the conversion
    leaves eps/2 + log(1/delta)/(alpha - 1) = eps. sigma^2 and K* are restored, the source lost them.
Letters
    n : integer, n >= 1 : number of records : 1
    K : integer, K >= 0 : number of steps : 1
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : noise level: the noise of a step has the variance 2 eta sigma^2 : sqrt(loss)
    lam : real, lam > 0 : strong convexity of the losses : loss/iterate^2
    beta : real, beta >= lam : smoothness of the losses : loss/iterate^2
    d : integer, d >= 1 : dimension : 1
    e : real : mean excess risk of theta_K : loss
    L : real, L > 0 : Lipschitz constant of the losses : loss/iterate
    epsilon : real, epsilon > 0 : privacy level : 1
    delta : real, 0 < delta < 1 : additive slack : 1
Assumptions
    size : n >= 1
    steps : K >= 0
    noise : sigma > 0
    strong convexity : lam > 0
    smoothness : beta > 0
    curvatures : lam <= beta
    dimension : d >= 1
    Lipschitz constant : L > 0
    level : eps > 0
    chance : delta > 0
    range : delta < 1
    spread : log(1/delta) > 0
    level at most : eps <= 2 log(1/delta)
    step : eta = lam/(2 beta^2)
    noise level : sigma^2 <= 8 L^2 (eps + 2 log(1/delta))/(lam eps^2 n^2), the choice or less
    enough steps : K >= K*
    risk : Lemma 6
Reference
    chourasia2021, Equation (22), section 5
"""

from pabisym.library.checks import replayed
from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Builder, Step

from ._langevin import CURVATURES, CURVED, NUMBERS, SYMBOLS
from ._langevin_bounds import risk_under_dp

BOUND = "72*beta*d*L**2*log(1/delta)/(epsilon**2*lam**2*n**2)"
ORDER = "(1 + 2*log(1/delta)/epsilon)"
KINDS = dict.fromkeys(("epsilon", "delta", "lam", "L", "n"), "real")
KNOWN = {"level": "epsilon > 0", "chance": "delta > 0", "spread": "log(1/delta) > 0", "curvature": "lam > 0", "size": "n > 0"}
NOISE = "8*L**2*(epsilon + 2*log(1/delta))/(lam*epsilon**2*n**2)"


def proof(b: Builder) -> Step:
    """Lemma 6 at K*, term by term."""
    return risk_under_dp(b, f"e <= {BOUND}")


STATEMENT = Statement(
    id="chourasia2021/eq-22", title="Excess risk of (eps, delta)-DP noisy GD", kind="equation", text=__doc__,
    reference=Reference("chourasia2021", "Equation (22)", "section 5"),
    symbols=(*(s for s in SYMBOLS if s.name in ("n", "K", "eta", "sigma")), *CURVATURES, Symbol("d", "integer, d >= 1", "dimension"),
             Symbol("e", "real", "mean excess risk of theta_K", "loss"),
             Symbol("L", "real, L > 0", "Lipschitz constant of the losses", "loss/iterate"),
             Symbol("epsilon", "real, epsilon > 0", "privacy level", latex="\\varepsilon"),
             Symbol("delta", "real, 0 < delta < 1", "additive slack", latex="\\delta"),),
    assumptions=(*(a for a in NUMBERS if a.name in ("size", "steps", "noise")), *CURVED[:3], Assumption("dimension", "d >= 1"),
                 Assumption("Lipschitz constant", "L > 0"), Assumption("level", "epsilon > 0"), Assumption("chance", "delta > 0"),
                 Assumption("range", "delta < 1"), Assumption("spread", "log(1/delta) > 0"),
                 Assumption("level at most", "epsilon <= 2*log(1/delta)"),
                 Assumption("step", "eta == lam/(2*beta**2)"),
                 Assumption("noise level", "sigma**2 <= 8*L**2*(epsilon + 2*log(1/delta))/(lam*epsilon**2*n**2)"),
                 Assumption("enough steps", "K >= 2*beta**2/lam**2*log(n**2*epsilon**2/(4*log(1/delta)*d))"),
                 Assumption("risk", "e <= 2*beta*L**2/lam**2*exp(-lam*eta*K) + 2*beta*d*sigma**2/lam"),),
    conclusion=f"e <= {BOUND}", bound=BOUND, proof=proof, tightness="upper", printed=Printed("holds"),
    uses=("chourasia2021/eq-21", "chourasia2021/remark-rdp-dp"),
    checks=(Check("the conversion leaves eps", lambda: replayed(f"epsilon/2 + log(1/delta)/({ORDER} - 1) == epsilon", KINDS, KNOWN)),
            Check("the noise is that of (21)", lambda: replayed(f"4*{ORDER}*L**2/(lam*(epsilon/2)*n**2) == {NOISE}", KINDS, KNOWN))),
    spots=(Spot({"n": 2, "K": 20, "eta": "1/8", "sigma": 1, "lam": 1, "beta": 2, "L": 1, "epsilon": 1, "delta": "1/10", "d": 1,
                 "e": 0}),),
)
