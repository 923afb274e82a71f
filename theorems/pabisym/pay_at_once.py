"""Gaps paid at once.

Statement
    A contractive noisy iteration whose two runs start together and have gaps P_k d_k (N_k - N_{k-1}) satisfies
    D_alpha(X_T || X'_T) <= (alpha/2) sum_k d_k^2 (N_k - N_{k-1}), with P_k = c_1...c_k and N_k - N_{k-1} the variance
    of the noise of step k over P_k^2: the sum of the squared gaps over the variances.
Reads as
    Every step hides its own gap. This is the composition bound; it is the best one when the d_k rise, as with equal
    gaps and factors above one.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._iterations import NOISE, at, string_premises

GAP, SHIFT = "P(k)*d(k)*(N(k) - N(k - 1))", "sum(d(i)*(N(i) - N(i - 1)), i, 1, k)"
PRICE = "sum(d(i)**2*(N(i) - N(i - 1)), i, 1, k)"
BOUND = f"alpha*{at(PRICE, 'T')}/2"


@script
def proof(p: Script) -> Step:
    """The string is the accumulated shift itself."""
    premises = string_premises(p, SHIFT, SHIFT, PRICE, gap=GAP, facts=("noise", "product", "slopes")) | {
        "below": p.generalise("k", "0", "T", f"{SHIFT} <= {SHIFT}"), "start": p.figure("winf-widen", "start", y=at(SHIFT, "0"))}
    result = p.theorem("pabisym/taut-string", premises, v=NOISE, s=("k", GAP), S=("k", SHIFT), A=("k", SHIFT), b=("k", PRICE))
    return p.figure("monotone", result, y="0", d=BOUND)


STATEMENT = item("Theorem 22 with factors and variances", "section 3.3",
    key="feldman2018",
    letters=("T: integer, T >= 1 [horizon]: number of steps; role steps",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "X: law sequence: law of the first run after k steps", "Y: law sequence: law of the second run after k steps; latex X'",
        "psi: map sequence: map of step k in the first run", r"phi: map sequence: map of step k in the second run; latex \psi'",
        "zeta: noise sequence: noise of step k, on the iterate, the same in both runs", "c: real sequence: Lipschitz constant of step k",
        "P: real sequence: product of the Lipschitz constants up to step k", "N: real sequence: accumulated noise, without contractions",
        "d: real sequence: gap of step k per noise, without contractions"),
    assumptions=("alpha, T", "unit: P(0) == 1", "first run: forall(k, 1, T, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, T, equal(Y(k), convolve(push(phi(k), Y(k - 1)), zeta(k))))",
        "Lipschitz: forall(k, 1, T, lipschitz(psi(k), c(k)))", "Gaussian: forall(k, 1, T, gaussian(zeta(k), (N(k) - N(k - 1))*P(k)**2))",
        "noise: forall(k, 1, T, N(k - 1) < N(k))", "product: forall(k, 0, T, P(k) > 0)",
        "products: forall(k, 1, T, P(k) == c(k)*P(k - 1))", "start: winf(X(0), Y(0), 0)", "slopes: forall(k, 1, T, d(k) >= 0)",
        "gaps: forall(k, 1, T, gap(psi(k), phi(k), P(k)*d(k)*(N(k) - N(k - 1))))"),
    conclusion="renyi(alpha, 0, X(T), Y(T), alpha*sum(d(i)**2*(N(i) - N(i - 1)), i, 1, T)/2)", proof=proof, uses=("pabisym/taut-string",),
    spots="T=3, alpha=2")
