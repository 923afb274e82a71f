"""A single gap: one block from its step to the end.

Statement
    A contractive noisy iteration whose two runs start together and differ in the map of step t only, by at most g,
    satisfies D_alpha(X_T || X'_T) <= alpha g^2/(2 P_t^2 (N_T - N_{t-1})), with P_k = c_1...c_k and N_k - N_{k-1} the
    variance of the noise of step k over P_k^2.
Reads as
    The gap is paid in proportion to the noise that is added after it, counted without contractions.
"""

from pabisym.proof.build import Builder, Step

from ._iterations import SAME, at, here, rising, string_premises
from ._vocabulary import item

GAP = "cases(k - t, cases(t - k, g, 0), 0)"
SHIFT, STRING = "cases(k - t, g/P(t), 0)", "cases(k - t, g/P(t)*(N(k) - N(t - 1))/(N(T) - N(t - 1)), 0)"
PRICE = "cases(k - t, (g/P(t)/(N(T) - N(t - 1)))**2*(N(k) - N(t - 1)), 0)"
BOUND = "alpha*g**2/(2*P(t)**2*(N(T) - N(t - 1)))"


def proof(b: Builder) -> Step:
    """The string is straight from the step of the gap to the end."""

    def below(b: Builder) -> Step:
        claim = f"{STRING} <= {SHIFT}"
        return b.by_cases("k - t", claim, lambda b: b.have("later", rising(b, "k", "T"), lambda b: b.prove(claim))
                          if b.scope.arithmetic.evident(b.term("k >= t")) else b.prove(claim))

    def finish(b: Builder) -> Step:
        premises = string_premises(b, SHIFT, STRING, PRICE, gap=GAP) | {
            "below": b.generalise("k", "0", "T", below), "start": b.figure(
                "winf-widen", b.known("start"), y="cases(0 - t, g/P(t), 0)", z="0", P="X(0)",
                    Q="Y(0)")}
        result = b.theorem("pabisym/taut-string", premises, **SAME, s=("k", GAP), S=("k", SHIFT), A=("k", STRING), b=("k", PRICE))
        return b.figure("monotone", result, alpha="alpha", z="0", y="0", b=f"alpha*({at(PRICE, 'T')})/2", d=BOUND, P="X(T)", Q="Y(T)")

    def positive(b: Builder) -> Step:
        return b.suppose_all(here(b, ("noise",), "T"), lambda b: b.prove("N(t - 1) < N(T)"))

    return b.suppose_all({"P_t": b.at("product", "t")}, lambda b: b.have(
        "before", rising(b, "t - 1", "T - 1"), lambda b: b.have("room", positive(b), finish)))


STATEMENT = item("Theorem 23 with factors and variances", "section 4", key="feldman2018",
    letters="T, alpha, t, g: maps, X, Y, psi, phi, zeta, c, P, N",
    given=("alpha, T, unit, first run, second run, Lipschitz", "Gaussian: forall(k, 1, T, gaussian(zeta(k), (N(k) - N(k - 1))*P(k)**2))",
        "noise, product, products", ..., "start, gaps"),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})", proof=proof, uses=("pabisym/taut-string", "pabisym/rising"),
    spots="T=3, alpha=2, t=2, g=1")
