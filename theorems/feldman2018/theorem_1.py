"""Amplification for identical contractive maps.

Statement
    Let X_T and X'_T be obtained from x_0 and x'_0 by the same contractive maps psi_t and noises N(0, sigma^2 I). Then
    D_alpha(X_T || X'_T) <= alpha ||x_0 - x'_0||^2 / (2 T sigma^2). The page has ||x_0 - x'_0|| without the square.
Reads as
    Two starts at distance d are hidden by T noisy contractive steps as if all the noise had been added at once.
"""

from pabisym.library.item import item
from pabisym.library.statement import LinearPair, Printed
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

BOUND = "alpha*d**2/(2*T*sigma**2)"
COST = "sum(R(alpha, zeta(i), d/T), i, 1, {j})"
PAIR = LinearPair("T", "1", "0", "sigma**2", "d", "identity maps")


@script
def proof(p: Script) -> Step:
    """Theorem 22 with no gaps and a_t = d/T: the initial shift is paid evenly."""
    with p.generalise("k", "1", "T") as finite:
        finite.show(finite.figure("gaussian-finite", finite.at("Gaussian", "k"), a="d/T"))
    p.have("finite", finite.step)
    with p.induct("j", "0", "T", f"{COST.format(j='j')} == j*alpha*(d/T)**2/(2*sigma**2)") as cost:
        cost.have("price of step j", cost.figure("gaussian-magnitude", cost.at("Gaussian", "j"), a="d/T"))
    p.have("cost", cost.step)
    with p.generalise("k", "1", "T") as gaps:
        gaps.show(gaps.figure("same-map", f="psi(k)"))
    iterated = p.theorem("feldman2018/theorem-22", {"shift": p.generalise("k", "1", "T", "d + sum(0, i, 1, k) - sum(d/T, i, 1, k) >= 0"),
                                                    "gaps": gaps.step}, z0="d", phi=("k", "psi(k)"), s=("k", "0"), a=("k", "d/T"))
    p.have("total", p.at("cost", "T"))
    return p.figure("monotone", iterated, y="0", d=BOUND)


STATEMENT = item("Theorem 1", "section 1",
    letters=("T: integer, T >= 1 [horizon]: number of steps; role steps",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "d: real, d >= 0 [distance]: distance of the starts; unit iterate",
        "sigma: real, sigma > 0 [noise]: per-step standard deviation of the noise, on the iterate; unit iterate; role noise",
        "X: law sequence: law of the first run after k steps", "Y: law sequence: law of the second run after k steps; latex X'",
        "psi: map sequence: map of step k", "zeta: noise sequence: noise of step k"),
    assumptions=("alpha, T, d, sigma", "start: winf(X(0), Y(0), d)",
        "first run: forall(k, 1, T, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, T, equal(Y(k), convolve(push(psi(k), Y(k - 1)), zeta(k))))",
        "contractive: forall(k, 1, T, lipschitz(psi(k), 1))", "Gaussian: forall(k, 1, T, gaussian(zeta(k), sigma**2))"),
    conclusion="renyi(alpha, 0, X(T), Y(T), alpha*d**2/(2*T*sigma**2))", bound=BOUND, proof=proof, tightness="exact",
    clauses=(
        "refuted by conclusion: D_alpha is at most alpha ||x_0 - x'_0||/(2 T sigma^2)",
        "proved by feldman2018/theorem-22: a bound of the kind is a special case of Theorem 22"),
    printed=Printed("refuted", error="misprint", bound="alpha*d/(2*T*sigma**2)", difference="the distance of the starts has to be squared",
        counterexample={"T": 1, "alpha": 2, "d": 2, "sigma": 1}, process=PAIR), worst_case=PAIR, uses=("feldman2018/theorem-22",),
    spots=("T=4, alpha=2, d=2, sigma=1 -> 1", "T=1, alpha=3/2, d=1/3, sigma=2/7"))
