"""A single gap: one block from its step to the end.

Statement
    A contractive noisy iteration whose two runs start together and differ in the map of step t only, by at most g,
    satisfies D_alpha(X_T || X'_T) <= alpha g^2/(2 P_t^2 (N_T - N_{t-1})), with P_k = c_1...c_k and N_k - N_{k-1} the
    variance of the noise of step k over P_k^2.
Reads as
    The gap is paid in proportion to the noise that is added after it, counted without contractions.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._iterations import NOISE, here, rising, string_premises

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


STATEMENT = item("Theorem 23 with factors and variances", "section 4",
    key="feldman2018",
    letters=("T: integer, T >= 1 [horizon]: number of steps; role steps",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "t: integer, 1 <= t <= T [first, last]: the step at which the maps differ; role place in the pass",
        "g: real, g >= 0 [size]: the gap of its maps; unit iterate; role gap in the pass",
        "X: law sequence: law of the first run after k steps", "Y: law sequence: law of the second run after k steps; latex X'",
        "psi: map sequence: map of step k in the first run", r"phi: map sequence: map of step k in the second run; latex \psi'",
        "zeta: noise sequence: noise of step k, on the iterate, the same in both runs", "c: real sequence: Lipschitz constant of step k",
        "P: real sequence: product of the Lipschitz constants up to step k", "N: real sequence: accumulated noise, without contractions"),
    assumptions=("alpha, T", "unit: P(0) == 1", "first run: forall(k, 1, T, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, T, equal(Y(k), convolve(push(phi(k), Y(k - 1)), zeta(k))))",
        "Lipschitz: forall(k, 1, T, lipschitz(psi(k), c(k)))", "Gaussian: forall(k, 1, T, gaussian(zeta(k), (N(k) - N(k - 1))*P(k)**2))",
        "noise: forall(k, 1, T, N(k - 1) < N(k))", "product: forall(k, 0, T, P(k) > 0)",
        "products: forall(k, 1, T, P(k) == c(k)*P(k - 1))", "t, g", "start: winf(X(0), Y(0), 0)",
        "gaps: forall(k, 1, T, gap(psi(k), phi(k), cases(k - t, cases(t - k, g, 0), 0)))"),
    conclusion="renyi(alpha, 0, X(T), Y(T), alpha*g**2/(2*P(t)**2*(N(T) - N(t - 1))))", proof=proof,
    uses=("pabisym/taut-string", "pabisym/rising"), spots="T=3, alpha=2, t=2, g=1")
