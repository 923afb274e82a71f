"""Shift allocation for projected iterates.

Statement
    Let X_k = Pi_K(psi_k(X_{k-1}) + zeta_k) and X'_k = Pi_K(psi'_k(X'_{k-1}) + zeta_k) for k = p+1..q, with psi_k
    c_k-Lipschitz and sup ||psi_k - psi'_k|| <= s_k, and let D_alpha^(z_p)(X_p || X'_p) <= b_p. If a_k, z_k >= 0 and z_k
    = c_k z_{k-1} + s_k - a_k, and b_k - b_{k-1} >= R_alpha(zeta_k, a_k), then D_alpha^(z_q)(X_q || X'_q) <= b_q.
Reads as
    The projection is a contraction, so that it changes nothing: pabisym/continuation for iterates that are projected
    after the noise. Between the runs there is then never more than the domain is wide.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._iterations import carry

CLAIM = "renyi(alpha, z({k}), X({k}), Y({k}), b({k}))"


@script
def proof(p: Script) -> Step:
    """Induction on k: contraction by c_k with gap s_k, shift reduction by a_k, the projection."""
    with p.induct("k", "p", "q", CLAIM.format(k="k"), p.known("start")) as advance:
        priced = carry(advance, advance.hypothesis, "{name} here")
        last = advance.figure("contraction", priced, advance.figure("projection", "domain"), advance.figure("same-map", f="projection(K)"))
        advance.show(advance.figure("same-law", last, advance.at("first run", "k"), advance.at("second run", "k"),
                                    conclude=CLAIM.format(k="k")))
    return p.at(advance.step, "q")


STATEMENT = item("Proposition 3.2 for projected iterates", "section 3.1",
    key="altschuler2022",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "p: integer: the step at which a bound is known", "q: integer, q >= p: the last step",
        "X: law sequence: law of the first run after k steps", "Y: law sequence: law of the second run after k steps; latex X'",
        "psi: map sequence: map of step k in the first run", r"phi: map sequence: map of step k in the second run; latex \psi'",
        "zeta: noise sequence: noise of step k, on the iterate, the same in both runs", "c: real sequence: Lipschitz constant of step k",
        "s: real sequence: gap of the maps of step k", "a: real sequence: shift paid at step k",
        "z: real sequence: shift left after step k", "b: real sequence: bound after step k",
        "K: set: the domain, onto which every step projects last"),
    assumptions=("order of steps: p <= q", "domain: convexset(K)", "start: renyi(alpha, z(p), X(p), Y(p), b(p))",
        "first run: forall(k, p + 1, q, equal(X(k), push(projection(K), convolve(push(psi(k), X(k - 1)), zeta(k)))))",
        "second run: forall(k, p + 1, q, equal(Y(k), push(projection(K), convolve(push(phi(k), Y(k - 1)), zeta(k)))))",
        "Lipschitz: forall(k, p + 1, q, lipschitz(psi(k), c(k)))", "gaps: forall(k, p + 1, q, gap(psi(k), phi(k), s(k)))",
        "amounts: forall(k, p + 1, q, a(k) >= 0)", "finite: forall(k, p + 1, q, finite(alpha, zeta(k), a(k)))",
        "shift: forall(k, p, q, z(k) >= 0)", "balance: forall(k, p + 1, q, z(k) == c(k)*z(k - 1) + s(k) - a(k))",
        "price: forall(k, p + 1, q, R(alpha, zeta(k), a(k)) <= b(k) - b(k - 1))"), conclusion="renyi(alpha, z(q), X(q), Y(q), b(q))",
    proof=proof, uses=("feldman2018/lemma-20", "feldman2018/lemma-21", "feldman2018/proposition-17"), spots="alpha=2, p=1, q=3")
