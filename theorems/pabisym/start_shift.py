"""A distance at the start: one block over all steps.

Statement
    A contractive noisy iteration whose two runs have the same maps and start within g of each other satisfies
    D_alpha(X_T || X'_T) <= alpha g^2/(2 N_T), with P_k = c_1...c_k, N_0 = 0 and N_k - N_{k-1} the variance of the noise
    of step k over P_k^2.
Reads as
    The distance is paid in proportion to the noise, counted without contractions.
"""

from pabisym.proof.build import Builder, Step

from ._iterations import SAME, at, rising, string_premises
from ._vocabulary import item

STRING, PRICE, BOUND = "g*N(k)/N(T)", "(g/N(T))**2*N(k)", "alpha*g**2/(2*N(T))"


def proof(b: Builder) -> Step:
    """The string is straight."""

    def below(b: Builder) -> Step:
        return b.have("later", rising(b, "k", "T"), lambda b: b.prove(f"{STRING} <= g"))

    def finish(b: Builder) -> Step:
        premises = string_premises(b, "g", STRING, PRICE, gap="0") | {"below": b.generalise("k", "0", "T", below),
                                   "start": b.known("start")}
        result = b.theorem("pabisym/taut-string", premises, **SAME, s=("k", "0"), S=("k", "g"), A=("k", STRING), b=("k", PRICE))
        return b.figure("monotone", result, alpha="alpha", z="0", y="0", b=f"alpha*({at(PRICE, 'T')})/2", d=BOUND, P="X(T)", Q="Y(T)")

    return b.have("first noise", b.at("noise", "1"), lambda b: b.have("more noise", rising(b, "1", "T"), lambda b: b.have(
        "some noise", b.prove("N(T) > 0"), finish)))


STATEMENT = item("Theorem 22 with factors and variances", "section 3.3", key="feldman2018",
    letters="T, alpha, g: starts, X, Y, psi, phi, zeta, c, P, N",
    given=("T, unit, first run, second run, Lipschitz", "Gaussian: forall(k, 1, T, gaussian(zeta(k), (N(k) - N(k - 1))*P(k)**2))",
        "noise, product, products, g", "start: winf(X(0), Y(0), g)", "no noise yet, same maps"),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})", proof=proof, uses=("pabisym/taut-string", "pabisym/rising"),
    spots="T=3, alpha=2, g=1")
