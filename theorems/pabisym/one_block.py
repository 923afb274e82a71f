"""Gaps that fall against the noise: one block over all steps.

Statement
    Let S_0 >= 0 be the distance of the starts and S_k = S_{k-1} + d_k (N_k - N_{k-1}) with d_1 >= d_2 >= ... >= 0, so
    that the gap of step k is P_k d_k (N_k - N_{k-1}). Then D_alpha(X_T || X'_T) <= alpha S_T^2/(2 N_T), with P_k =
    c_1...c_k, N_0 = 0 and N_k - N_{k-1} the variance of the noise of step k over P_k^2.
Reads as
    When shift arrives early compared with noise, as with equal gaps and a contraction, everything is paid at one rate.
"""

from pabisym.proof.build import Builder, Step

from ._iterations import SAME, at, here, rising, string_premises
from ._vocabulary import item

GAP, STRING, PRICE = "P(k)*d(k)*(N(k) - N(k - 1))", "S(T)/N(T)*N(k)", "(S(T)/N(T))**2*N(k)"
BOUND = "alpha*S(T)**2/(2*N(T))"


def proof(b: Builder) -> Step:
    """S_k >= d_k N_k and S_T - S_k <= d_k (N_T - N_k): the chord lies below the accumulated shift."""

    def average(b: Builder, _: str) -> Step:
        facts = here(b, ("falling", "shift", "noise"), "i") | {"before": rising(b, "0", "i - 1", "l")}
        return b.suppose_all(facts, lambda b: b.prove("d(i)*N(i) <= S(i)"))

    def first(b: Builder) -> Step:
        return b.suppose_all(here(b, ("shift", "noise"), "1"), lambda b: b.prove("d(1)*N(1) <= S(1)"))

    def rest(b: Builder, _: str) -> Step:
        slope = b.theorem("pabisym/rising", {"steps": b.generalise("l", "k + 1", "i", lambda b: b.have(
            "fall", b.at("falling", "l"), lambda b: b.prove("-d(l - 1) <= -d(l)")))}, p="k", q="i", f=("l", "-d(l)"))
        return b.suppose_all(here(b, ("shift", "noise"), "i") | {"slope": slope}, lambda b: b.prove("S(i) - S(k) <= d(k)*(N(i) - N(k))"))

    def below(b: Builder) -> Step:
        claim = f"{STRING} <= S(k)"

        def late(b: Builder) -> Step:
            tail = b.at(b.induction("i", "k", "T", "S(i) - S(k) <= d(k)*(N(i) - N(k))", rest=rest), "T")
            facts = {"mean here": b.at("mean of i", "k"), "tail": tail, "later": rising(b, "k", "T"), "earlier": rising(b, "0", "k")}
            return b.suppose_all(facts, lambda b: b.have("sign", b.prove("N(k) >= 0"), lambda b: b.prove(claim)))

        return b.by_cases("k - 1", claim, lambda b: late(b) if b.scope.arithmetic.evident(b.term("k >= 1")) else b.prove(claim))

    def finish(b: Builder) -> Step:
        premises = string_premises(b, "S(k)", STRING, PRICE, gap=GAP, facts=("noise", "product", "shift")) | {
            "below": b.generalise("k", "0", "T", below), "start": b.known("start")}
        result = b.theorem("pabisym/taut-string", premises, **SAME, s=("k", GAP), S=("k", "S(k)"), A=("k", STRING), b=("k", PRICE))
        return b.figure("monotone", result, alpha="alpha", z="0", y="0", b=f"alpha*({at(PRICE, 'T')})/2", d=BOUND, P="X(T)", Q="Y(T)")

    def total(b: Builder) -> Step:
        growth = b.theorem("pabisym/rising", {"steps": b.generalise("l", "0 + 1", "T", lambda b: b.suppose_all(
            here(b, ("shift", "slopes", "noise"), "l"), lambda b: b.prove("S(l - 1) <= S(l)")))}, p="0", q="T", f=("l", "S(l)"))
        return b.have("growth", growth, finish)

    mean = b.induction("i", "1", "T", "d(i)*N(i) <= S(i)", base=first, rest=average)
    return b.have("mean of i", mean, lambda b: b.have("first noise", b.at("noise", "1"), lambda b: b.have("more noise", rising(b, "1", "T"),
                  lambda b: b.have("some noise", b.prove("N(T) > 0"), total))))


STATEMENT = item("Theorem 22 with factors and variances", "section 3.3", key="feldman2018",
    letters="T, alpha, X, Y, psi, phi, zeta, c, P, N, S: shift, d: step",
    given=("T, unit, first run, second run, Lipschitz", "Gaussian: forall(k, 1, T, gaussian(zeta(k), (N(k) - N(k - 1))*P(k)**2))",
        "noise, product, products, no noise yet", "start: winf(X(0), Y(0), S(0))", "start size: S(0) >= 0", "slopes",
        "falling: forall(k, 2, T, d(k) <= d(k - 1))", "shift: forall(k, 1, T, S(k) == S(k - 1) + d(k)*(N(k) - N(k - 1)))",
        f"gaps: forall(k, 1, T, gap(psi(k), phi(k), {GAP}))"),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})", proof=proof, uses=("pabisym/taut-string", "pabisym/rising"), spots="T=3, alpha=2")
