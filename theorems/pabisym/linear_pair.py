"""The divergence of a linear pair.

Statement
    On the line let X_k = e_k X_{k-1} + s_k + N(0, v_k) and X'_k = e_k X'_{k-1} + N(0, v_k), with X_0 = N(M_0, W_0) and
    X'_0 = N(0, W_0). With M_k = e_k M_{k-1} + s_k and W_k = e_k^2 W_{k-1} + v_k, the laws of X_T and X'_T are normal,
    of the same variance W_T and M_T apart: they are as far apart as N(0, 1) and N(M_T/sqrt(W_T), 1).
Reads as
    A pair that cannot be told apart less well than this: its Rényi divergence of every order alpha is alpha M_T^2/(2
    W_T), its hockey-stick divergence theta_gamma(M_T/sqrt(W_T)), and it is mu-GDP for no smaller mu.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script


@script
def proof(p: Script) -> Step:
    """Induction: a linear map of a normal law, and a sum of independent ones, are normal."""

    @script
    def normal(p: Script, X: str, run: str, mean: str) -> Step:
        start = "first start" if X == "X" else "second start"
        claim = f"equal({X}(k), normallaw({mean.format(k='k')}, W(k)))"
        with p.induct("k", "0", "T", claim, p.known(start)) as advance:
            facts = {f"{name} here": advance.at(name, "k") for name in ("noise", "means", "variances")}
            advance.have_all(facts | {"spread": advance.at("all variances", "k - 1")})
            advance.show(advance.figure("normal-step", advance.hypothesis, advance.at(run, "k"), conclude=claim))
        return p.at(advance.step, "T")

    with p.induct("k", "0", "T", "W(k) >= 0") as spread:
        spread.have_all({"noise here": spread.at("noise", "k"), "variances here": spread.at("variances", "k")})
        spread.show(certified("W(k) >= 0", fact(spread.hypothesis, square="e(k)"), fact("noise here"), fact("variances here")))
    p.have("all variances", spread.step)
    return p.figure("normal-apart", normal(p, "X", "first run", "M({k})"), normal(p, "Y", "second run", "0"),
                    conclude="apart(X(T), Y(T), M(T)**2/W(T))")


STATEMENT = item("definition 4", "section 2",
    key="dong2022", kind="lemma",
    letters=("T: integer, T >= 1 [horizon]: number of steps; role steps", "X: law sequence: law of the first run after k steps",
        "Y: law sequence: law of the second run after k steps; latex X'", "e: real sequence: slope of the maps of step k",
        "s: real sequence: gap of the maps of step k", "v: real sequence: variance of the noise of step k",
        "M: real sequence: difference of the means after k steps", "W: real sequence: variance after k steps"),
    assumptions=("first start: equal(X(0), normallaw(M(0), W(0)))", "second start: equal(Y(0), normallaw(0, W(0)))",
        "start variance: W(0) >= 0", "first run: forall(k, 1, T, equal(X(k), convolve(push(affine(e(k), s(k)), X(k - 1)), white(v(k)))))",
        "second run: forall(k, 1, T, equal(Y(k), convolve(push(affine(e(k), 0), Y(k - 1)), white(v(k)))))",
        "noise: forall(k, 1, T, v(k) >= 0)", "means: forall(k, 1, T, M(k) == e(k)*M(k - 1) + s(k))",
        "variances: forall(k, 1, T, W(k) == e(k)**2*W(k - 1) + v(k))", "some variance: W(T) > 0"),
    conclusion="apart(X(T), Y(T), M(T)**2/W(T))", proof=proof, spots="T=3")
