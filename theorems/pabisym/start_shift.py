"""A distance at the start: one block over all steps.

Statement
    A contractive noisy iteration whose two runs have the same maps and start within g of each other satisfies
    D_alpha(X_T || X'_T) <= alpha g^2/(2 N_T), with P_k = c_1...c_k, N_0 = 0 and N_k - N_{k-1} the variance of the noise
    of step k over P_k^2.
Reads as
    The distance is paid in proportion to the noise, counted without contractions.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._iterations import NOISE, rising, string_premises

STRING, PRICE, BOUND = "g*N(k)/N(T)", "(g/N(T))**2*N(k)", "alpha*g**2/(2*N(T))"


@script
def proof(p: Script) -> Step:
    """The string is straight."""
    p.have("first noise", p.at("noise", "1"))
    p.have("more noise", rising(p, "1", "T"))
    p.have("some noise", "N(T) > 0")
    premises = string_premises(p, "g", STRING, PRICE, gap="0")
    with p.generalise("k", "0", "T") as below:
        below.have("later", rising(below, "k", "T"))
        below.show(f"{STRING} <= g")
    premises |= {"below": below.step}
    result = p.theorem("pabisym/taut-string", premises, v=NOISE, s=("k", "0"), S=("k", "g"), A=("k", STRING), b=("k", PRICE))
    return p.figure("monotone", result, y="0", d=BOUND)


STATEMENT = item("Theorem 22 with factors and variances", "section 3.3",
    key="feldman2018",
    letters=("T: integer, T >= 1 [horizon]: number of steps; role steps",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "g: real, g >= 0 [size]: distance of the starts; unit iterate", "X: law sequence: law of the first run after k steps",
        "Y: law sequence: law of the second run after k steps; latex X'", "psi: map sequence: map of step k in the first run",
        r"phi: map sequence: map of step k in the second run; latex \psi'",
        "zeta: noise sequence: noise of step k, on the iterate, the same in both runs", "c: real sequence: Lipschitz constant of step k",
        "P: real sequence: product of the Lipschitz constants up to step k", "N: real sequence: accumulated noise, without contractions"),
    assumptions=("alpha, T", "unit: P(0) == 1", "first run: forall(k, 1, T, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, T, equal(Y(k), convolve(push(phi(k), Y(k - 1)), zeta(k))))",
        "Lipschitz: forall(k, 1, T, lipschitz(psi(k), c(k)))", "Gaussian: forall(k, 1, T, gaussian(zeta(k), (N(k) - N(k - 1))*P(k)**2))",
        "noise: forall(k, 1, T, N(k - 1) < N(k))", "product: forall(k, 0, T, P(k) > 0)",
        "products: forall(k, 1, T, P(k) == c(k)*P(k - 1))", "g", "start: winf(X(0), Y(0), g)", "no noise yet: N(0) == 0",
        "same maps: forall(k, 1, T, gap(psi(k), phi(k), 0))"), conclusion="renyi(alpha, 0, X(T), Y(T), alpha*g**2/(2*N(T)))", proof=proof,
    uses=("pabisym/taut-string", "pabisym/rising"), spots="T=3, alpha=2, g=1")
