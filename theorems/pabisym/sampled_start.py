"""Random steps that differ a little in law, and a distance at the start.

Statement
    Two runs X_k = K_k(X_{k-1}) + zeta_k and X'_k = K'_k(X'_{k-1}) + zeta_k whose random steps bring coupled points
    together by c_k, differ by at most Q in D_alpha from any point, and start within g of each other, satisfy
    D_alpha(X_T || X'_T) <= T Q + alpha g^2/(2 N_T), with P_k = c_1...c_k, N_0 = 0 and N_k - N_{k-1} the variance of
    zeta_k over P_k^2.
Reads as
    Every step pays Q for the record that it may have sampled, and the distance is paid in proportion to the rest of the
    noise, counted without contractions. All T noises help, where Altschuler and Talwar use T - 1 of them.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ..altschuler2022._sampling import straight
from ._iterations import rising


@script
def proof(p: Script) -> Step:
    """The string is straight."""
    p.have("first noise", p.at("noise", "1"))
    p.have("more noise", rising(p, "1", "T"))
    p.have("some noise", "N(T) > 0")
    return straight(p)


STATEMENT = item("(3.7) and (B.3) in one form", "section 3.2",
    key="altschuler2022",
    letters=("T: integer, T >= 1 [horizon]: number of steps; role steps",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "g: real, g >= 0 [size]: distance of the starts; unit iterate", "Q: real: divergence of the random steps",
        "X: law sequence: law of the first run after k steps", "Y: law sequence: law of the second run after k steps; latex X'",
        "K: mechanism sequence: random step k of the first run", "J: mechanism sequence: random step k of the second run; latex K'",
        "zeta: noise sequence: further noise of step k, on the iterate, the same in both runs",
        "c: real sequence: factor by which step k brings coupled points together",
        "P: real sequence: product of the factors up to step k", "N: real sequence: accumulated noise, without contractions"),
    assumptions=("alpha, T, g", "start: winf(X(0), Y(0), g)", "unit: P(0) == 1", "no noise yet: N(0) == 0",
        "noise: forall(k, 1, T, N(k - 1) < N(k))", "product: forall(k, 0, T, P(k) > 0)",
        "products: forall(k, 1, T, P(k) == c(k)*P(k - 1))", "Gaussian: forall(k, 1, T, gaussian(zeta(k), (N(k) - N(k - 1))*P(k)**2))",
        "first run: forall(k, 1, T, equal(X(k), convolve(through(K(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, T, equal(Y(k), convolve(through(J(k), Y(k - 1)), zeta(k))))",
        "steady: forall(k, 1, T, steady(K(k), c(k)))", "sampling: forall(k, 1, T, close(alpha, K(k), J(k), Q))"),
    conclusion="renyi(alpha, 0, X(T), Y(T), T*Q + alpha*g**2/(2*N(T)))", proof=proof,
    uses=("pabisym/sampled-iteration", "pabisym/rising"), spots="T=3, alpha=2, g=1, Q=0")
