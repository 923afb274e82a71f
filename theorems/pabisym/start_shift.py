"""A distance at the start: one block over all steps.

Statement
    A contractive noisy iteration whose two runs have the same maps and start within g of each other satisfies
    D_alpha(X_T || X'_T) <= alpha g^2/(2 N_T), with P_k = c_1...c_k, N_0 = 0 and N_k - N_{k-1} the variance of the noise
    of step k over P_k^2.
Reads as
    The distance is paid in proportion to the noise, counted without contractions.
"""

from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._iterations import NOISE, rising, string_premises
from ._vocabulary import item

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


STATEMENT = item("Theorem 22 with factors and variances", "section 3.3", key="feldman2018",
    letters="T, alpha, g: starts, X, Y, psi, phi, zeta, c, P, N",
    given=("T, unit, first run, second run, Lipschitz", "Gaussian: forall(k, 1, T, gaussian(zeta(k), (N(k) - N(k - 1))*P(k)**2))",
        "noise, product, products, g", "start: winf(X(0), Y(0), g)", "no noise yet, same maps"),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})", proof=proof, uses=("pabisym/taut-string", "pabisym/rising"),
    spots="T=3, alpha=2, g=1")
