"""Gaps that fall against the noise: one block over all steps.

Statement
    Let S_0 >= 0 be the distance of the starts and S_k = S_{k-1} + d_k (N_k - N_{k-1}) with d_1 >= d_2 >= ... >= 0, so
    that the gap of step k is P_k d_k (N_k - N_{k-1}). Then D_alpha(X_T || X'_T) <= alpha S_T^2/(2 N_T), with P_k =
    c_1...c_k, N_0 = 0 and N_k - N_{k-1} the variance of the noise of step k over P_k^2.
Reads as
    When shift arrives early compared with noise, as with equal gaps and a contraction, everything is paid at one rate.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._iterations import NOISE, falling, here, rising, string_premises

GAP, STRING, PRICE = "P(k)*d(k)*(N(k) - N(k - 1))", "S(T)/N(T)*N(k)", "(S(T)/N(T))**2*N(k)"
BOUND = "alpha*S(T)**2/(2*N(T))"


@script
def proof(p: Script) -> Step:
    """S_k >= d_k N_k and S_T - S_k <= d_k (N_T - N_k): the chord lies below the accumulated shift."""

    @script
    def first(p: Script) -> Step:
        p.have_all(here(p, ("shift", "noise"), "1"))
        return p.prove("d(1)*N(1) <= S(1)")

    with p.induct("i", "1", "T", "d(i)*N(i) <= S(i)", first) as mean:
        mean.have_all(here(mean, ("falling", "shift", "noise"), "i") | {"before": rising(mean, "0", "i - 1", "l")})
    p.have("mean of i", mean.step)
    p.have("first noise", p.at("noise", "1"))
    p.have("more noise", rising(p, "1", "T"))
    p.have("some noise", "N(T) > 0")
    with p.generalise("l", "0 + 1", "T") as steps:
        steps.have_all(here(steps, ("shift", "slopes", "noise"), "l"))
        steps.show("S(l - 1) <= S(l)")
    p.have("growth", p.theorem("pabisym/rising", {"steps": steps.step}, p="0", q="T", f=("l", "S(l)")))
    premises = string_premises(p, "S(k)", STRING, PRICE, gap=GAP, facts=("noise", "product", "shift"))
    with p.generalise("k", "0", "T") as below:
        claim = f"{STRING} <= S(k)"
        with below.case("k - 1", claim) as late:
            with late.induct("i", "k", "T", "S(i) - S(k) <= d(k)*(N(i) - N(k))") as tail:
                slope = falling(tail)
                tail.have_all(here(tail, ("shift", "noise"), "i") | {"slope": slope})
            late.have_all({"mean here": late.at("mean of i", "k"), "tail": late.at(tail.step, "T"), "later": rising(late, "k", "T"),
                           "earlier": rising(late, "0", "k")})
            late.have("sign", "N(k) >= 0")
        below.show(claim)
    premises |= {"below": below.step}
    result = p.theorem("pabisym/taut-string", premises, v=NOISE, s=("k", GAP), A=("k", STRING), b=("k", PRICE))
    return p.figure("monotone", result, y="0", d=BOUND)


STATEMENT = item("Theorem 22 with factors and variances", "section 3.3",
    key="feldman2018",
    letters=("T: integer, T >= 1 [horizon]: number of steps; role steps",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "X: law sequence: law of the first run after k steps", "Y: law sequence: law of the second run after k steps; latex X'",
        "psi: map sequence: map of step k in the first run", r"phi: map sequence: map of step k in the second run; latex \psi'",
        "zeta: noise sequence: noise of step k, on the iterate, the same in both runs", "c: real sequence: Lipschitz constant of step k",
        "P: real sequence: product of the Lipschitz constants up to step k", "N: real sequence: accumulated noise, without contractions",
        "S: real sequence: accumulated shift, without contractions", "d: real sequence: gap of step k per noise, without contractions"),
    assumptions=("alpha, T", "unit: P(0) == 1", "first run: forall(k, 1, T, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, T, equal(Y(k), convolve(push(phi(k), Y(k - 1)), zeta(k))))",
        "Lipschitz: forall(k, 1, T, lipschitz(psi(k), c(k)))", "Gaussian: forall(k, 1, T, gaussian(zeta(k), (N(k) - N(k - 1))*P(k)**2))",
        "noise: forall(k, 1, T, N(k - 1) < N(k))", "product: forall(k, 0, T, P(k) > 0)",
        "products: forall(k, 1, T, P(k) == c(k)*P(k - 1))", "no noise yet: N(0) == 0", "start: winf(X(0), Y(0), S(0))",
        "start size: S(0) >= 0", "slopes: forall(k, 1, T, d(k) >= 0)", "falling: forall(k, 2, T, d(k) <= d(k - 1))",
        "shift: forall(k, 1, T, S(k) == S(k - 1) + d(k)*(N(k) - N(k - 1)))",
        "gaps: forall(k, 1, T, gap(psi(k), phi(k), P(k)*d(k)*(N(k) - N(k - 1))))"),
    conclusion="renyi(alpha, 0, X(T), Y(T), alpha*S(T)**2/(2*N(T)))", proof=proof, uses=("pabisym/taut-string", "pabisym/rising"),
    spots="T=3, alpha=2")
