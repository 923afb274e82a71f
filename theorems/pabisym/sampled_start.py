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

from pabisym.library.item import real
from pabisym.library.statement import Structure
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ..altschuler2022._sampling import SAMPLED, straight
from ._iterations import rising
from ._vocabulary import item

BOUND = "T*Q + alpha*g**2/(2*N(T))"


@script
def proof(p: Script) -> Step:
    """The string is straight."""
    p.have("first noise", p.at("noise", "1"))
    p.have("more noise", rising(p, "1", "T"))
    p.have("some noise", "N(T) > 0")
    return straight(p)


STATEMENT = item("(3.7) and (B.3) in one form", "section 3.2", key="altschuler2022",
    letters=("T, alpha, g: starts", real("Q", "divergence of the random steps"), "X, Y, K: step, J, zeta: further iterate, c: factor",
        Structure("P", "real sequence", "product of the factors up to step k"), "N"),
    given=("alpha", ..., "start: winf(X(0), Y(0), g)", "unit, no noise yet, noise, product, products",
        "Gaussian: forall(k, 1, T, gaussian(zeta(k), (N(k) - N(k - 1))*P(k)**2))",
        *SAMPLED[:3], "sampling: forall(k, 1, T, close(alpha, K(k), J(k), Q))"),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})", proof=proof, uses=("pabisym/sampled-iteration", "pabisym/rising"),
    spots="T=3, alpha=2, g=1, Q=0")
