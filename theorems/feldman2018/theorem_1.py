"""Amplification for identical contractive maps and different starts.

Statement
    Let X_T and X'_T be obtained from x_0 and x'_0 by the same contractive maps psi_t and noises N(0, sigma^2 I).
    Then D_alpha(X_T || X'_T) <= alpha ||x_0 - x'_0||^2 / (2 T sigma^2).
    The page has ||x_0 - x'_0|| without the square.
Reads as
    Two starts at distance d are hidden by T noisy contractive steps as if all the noise had been added at once.
Letters
    T : integer, T >= 1 : number of steps : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    d : real, d >= 0 : distance of the starts : iterate
    sigma : real, sigma > 0 : per-step standard deviation of the noise, on the iterate : iterate
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    psi : map sequence : map of step k
    zeta : noise sequence : noise of step k
Assumptions
    order : alpha > 1
    horizon : T >= 1
    distance : d >= 0
    noise : sigma > 0
    start : ||x_0 - x'_0|| <= d
    first run : X_k = psi_k(X_{k-1}) + zeta_k
    second run : X'_k = psi_k(X'_{k-1}) + zeta_k
    contractive : psi_k is 1-Lipschitz
    Gaussian : zeta_k = N(0, sigma^2 I)
Reference
    feldman2018, Theorem 1, section 1
"""

from pabisym.library.statement import Assumption, LinearPair, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

BOUND = "alpha*d**2/(2*T*sigma**2)"
RUN = "forall(k, 1, T, equal({X}(k), convolve(push(psi(k), {X}(k - 1)), zeta(k))))"
COST = "sum(R(alpha, zeta(i), d/T), i, 1, {j})"
PAIR = LinearPair("T", "1", "0", "sigma**2", "d", "identity maps")


@script
def proof(p: Script) -> Step:
    """Theorem 22 with no gaps and a_t = d/T: the initial shift is paid evenly."""
    with p.induct("j", "0", "T", f"{COST.format(j='j')} == j*alpha*(d/T)**2/(2*sigma**2)") as cost:
        cost.have("price of step j", cost.figure("gaussian-magnitude", cost.at("Gaussian", "j"), a="d/T"))
    p.have("cost", cost.step)
    with p.generalise("k", "1", "T") as gaps:
        gaps.show(gaps.figure("same-map", f="psi(k)"))
    iterated = p.theorem("feldman2018/theorem-22", {"shift": p.generalise("k", "1", "T", "d + sum(0, i, 1, k) - sum(d/T, i, 1, k) >= 0"),
                                                    "gaps": gaps.step}, z0="d", phi=("k", "psi(k)"), s=("k", "0"), a=("k", "d/T"))
    p.have("total", p.at("cost", "T"))
    return p.figure("monotone", iterated, y="0", d=BOUND)


STATEMENT = Statement(
    id="feldman2018/theorem-1", title="Amplification for identical contractive maps", kind="theorem", text=__doc__,
    reference=Reference("feldman2018", "Theorem 1", "section 1"), bound=BOUND, proof=proof, tightness="exact", worst_case=PAIR,
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})", uses=("feldman2018/theorem-22",),
    symbols=(Symbol("T", "integer, T >= 1", "number of steps"), Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("d", "real, d >= 0", "distance of the starts", "iterate"),
             Symbol("sigma", "real, sigma > 0", "per-step standard deviation of the noise, on the iterate", "iterate")),
    structures=(Structure("X", "law sequence", "law of the first run after k steps"),
                Structure("Y", "law sequence", "law of the second run after k steps", "X'"),
                Structure("psi", "map sequence", "map of step k"), Structure("zeta", "noise sequence", "noise of step k")),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("horizon", "T >= 1"), Assumption("distance", "d >= 0"),
                 Assumption("noise", "sigma > 0"), Assumption("start", "winf(X(0), Y(0), d)"),
                 Assumption("first run", RUN.format(X="X")), Assumption("second run", RUN.format(X="Y")),
                 Assumption("contractive", "forall(k, 1, T, lipschitz(psi(k), 1))"),
                 Assumption("Gaussian", "forall(k, 1, T, gaussian(zeta(k), sigma**2))")),
    printed=Printed("refuted", bound="alpha*d/(2*T*sigma**2)", difference="the distance of the starts has to be squared",
                    counterexample={"T": 1, "alpha": 2, "d": 2, "sigma": 1}, process=PAIR),
    spots=(Spot({"T": 4, "alpha": 2, "d": 2, "sigma": 1}, "1"), Spot({"T": 1, "alpha": "3/2", "d": "1/3", "sigma": "2/7"})),
)
