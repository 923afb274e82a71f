"""Gaps paid at once.

Statement
    A contractive noisy iteration whose two runs start together and have gaps P_k d_k (N_k - N_{k-1}) satisfies
    D_alpha(X_T || X'_T) <= (alpha/2) sum_k d_k^2 (N_k - N_{k-1}), with P_k = c_1...c_k and N_k - N_{k-1} the variance
    of the noise of step k over P_k^2: the sum of the squared gaps over the variances.
Reads as
    Every step hides its own gap. This is the composition bound; it is the best one when the d_k rise, as with equal
    gaps and factors above one.
"""

from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._iterations import NOISE, at, string_premises
from ._vocabulary import item

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


STATEMENT = item("Theorem 22 with factors and variances", "section 3.3", key="feldman2018",
    letters="T, alpha, X, Y, psi, phi, zeta, c, P, N, d: step",
    given=("T, unit, first run, second run, Lipschitz", "Gaussian: forall(k, 1, T, gaussian(zeta(k), (N(k) - N(k - 1))*P(k)**2))",
        "noise, product, products, start, slopes", f"gaps: forall(k, 1, T, gap(psi(k), phi(k), {GAP}))"),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})", proof=proof, uses=("pabisym/taut-string",), spots="T=3, alpha=2")
