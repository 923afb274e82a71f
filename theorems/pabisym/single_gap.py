"""A single gap: one block from its step to the end.

Statement
    A contractive noisy iteration whose two runs start together and differ in the map of step t only, by at most g,
    satisfies D_alpha(X_T || X'_T) <= alpha g^2/(2 P_t^2 (N_T - N_{t-1})), with P_k = c_1...c_k and N_k - N_{k-1} the
    variance of the noise of step k over P_k^2.
Reads as
    The gap is paid in proportion to the noise that is added after it, counted without contractions.
"""

from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._iterations import NOISE, here, rising, string_premises
from ._vocabulary import item

GAP = "cases(k - t, cases(t - k, g, 0), 0)"
SHIFT, STRING = "cases(k - t, g/P(t), 0)", "cases(k - t, g/P(t)*(N(k) - N(t - 1))/(N(T) - N(t - 1)), 0)"
PRICE = "cases(k - t, (g/P(t)/(N(T) - N(t - 1)))**2*(N(k) - N(t - 1)), 0)"
BOUND = "alpha*g**2/(2*P(t)**2*(N(T) - N(t - 1)))"


@script
def proof(p: Script) -> Step:
    """The string is straight from the step of the gap to the end."""
    p.have("P_t", p.at("product", "t"))
    p.have("before", rising(p, "t - 1", "T - 1"))
    with p.proof() as room:
        room.have_all(here(room, ("noise",), "T"))
        room.show("N(t - 1) < N(T)")
    p.have("room", room.step)
    premises = string_premises(p, SHIFT, STRING, PRICE, gap=GAP)
    with p.generalise("k", "0", "T") as below:
        claim = f"{STRING} <= {SHIFT}"
        with below.case("k - t", claim) as after:
            after.have("later", rising(after, "k", "T"))
        below.show(claim)
    start = p.figure("winf-widen", "start", y="cases(0 - t, g/P(t), 0)")
    premises |= {"below": below.step, "start": start}
    result = p.theorem("pabisym/taut-string", premises, v=NOISE, s=("k", GAP), S=("k", SHIFT), A=("k", STRING), b=("k", PRICE))
    return p.figure("monotone", result, y="0", d=BOUND)


STATEMENT = item("Theorem 23 with factors and variances", "section 4", key="feldman2018",
    letters="T, alpha, t, g: maps, X, Y, psi, phi, zeta, c, P, N",
    given=("alpha, T, unit, first run, second run, Lipschitz", "Gaussian: forall(k, 1, T, gaussian(zeta(k), (N(k) - N(k - 1))*P(k)**2))",
        "noise, product, products", ..., "start, gaps"),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})", proof=proof, uses=("pabisym/taut-string", "pabisym/rising"),
    spots="T=3, alpha=2, t=2, g=1")
