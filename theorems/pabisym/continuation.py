"""Shift allocation from one step to a later one.

Statement
    Let X_k = psi_k(X_{k-1}) + zeta_k and X'_k = psi'_k(X'_{k-1}) + zeta_k for k = p+1..q, with psi_k c_k-Lipschitz and
    sup ||psi_k - psi'_k|| <= s_k, and let D_alpha^(z_p)(X_p || X'_p) <= b_p. If a_k, z_k >= 0 and
    z_k = c_k z_{k-1} + s_k - a_k, and b_k - b_{k-1} >= R_alpha(zeta_k, a_k), then D_alpha^(z_q)(X_q || X'_q) <= b_q.
Reads as
    A bound at one step is carried on to a later one: every step contracts the shift, adds its gap, and pays for a part
    of the shift with its noise. Bounds over stretches of steps can be joined.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    p : integer : the step at which a bound is known : 1
    q : integer, q >= p : the last step : 1
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    psi : map sequence : map of step k in the first run
    phi : map sequence : map of step k in the second run
    zeta : noise sequence : noise of step k, on the iterate, the same in both runs
    c : real sequence : Lipschitz constant of step k
    s : real sequence : gap of the maps of step k
    a : real sequence : shift paid at step k
    z : real sequence : shift left after step k
    b : real sequence : bound after step k
Assumptions
    order : alpha > 1
    order of steps : p <= q
    start : D_alpha^(z_p)(X_p || X'_p) <= b_p
    first run : X_k = psi_k(X_{k-1}) + zeta_k
    second run : X'_k = psi'_k(X'_{k-1}) + zeta_k
    Lipschitz : psi_k is c_k-Lipschitz
    gaps : sup_x ||psi_k(x) - psi'_k(x)|| <= s_k
    amounts : a_k >= 0
    finite : R_alpha(zeta_k, a_k) is finite
    shift : z_k >= 0
    balance : z_k = c_k z_{k-1} + s_k - a_k
    price : R_alpha(zeta_k, a_k) <= b_k - b_{k-1}
Reference
    feldman2018, Theorem 22 with factors, section 3.3
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step

from ._iterations import STRUCTURES

CLAIM = "renyi(alpha, z({k}), X({k}), Y({k}), b({k}))"
RUN = "forall(k, p + 1, q, equal({X}(k), convolve(push({psi}(k), {X}(k - 1)), zeta(k))))"


def proof(b: Builder) -> Step:
    """Induction on k: contraction by c_k with gap s_k, shift reduction by a_k, price at most b_k - b_{k-1}."""

    def advance(b: Builder, before: str) -> Step:
        moved = b.figure("contraction", b.known(before), b.at("Lipschitz", "k"), b.at("gaps", "k"), alpha="alpha", z="z(k - 1)",
                         c="c(k)", s="s(k)", b="b(k - 1)", P="X(k - 1)", Q="Y(k - 1)", f="psi(k)", g="phi(k)")
        laws = {"P": "push(psi(k), X(k - 1))", "Q": "push(phi(k), Y(k - 1))"}
        inside, outside = "c(k)*z(k - 1) + s(k)", {"P": f"convolve({laws['P']}, zeta(k))", "Q": f"convolve({laws['Q']}, zeta(k))"}
        paid = "b(k - 1) + R(alpha, zeta(k), a(k))"
        facts = {"a_k": b.at("amounts", "k"), "z_k": b.at("shift", "k"), "balance_k": b.at("balance", "k"), "price_k": b.at("price", "k")}

        def reduce(b: Builder) -> Step:
            exact = b.figure("monotone", moved, alpha="alpha", z=inside, y="z(k) + a(k)", b="b(k - 1)", d="b(k - 1)", **laws)
            reduced = b.figure("shift-reduction", exact, alpha="alpha", z="z(k)", a="a(k)", b="b(k - 1)", Z="zeta(k)", **laws)
            priced = b.figure("monotone", reduced, alpha="alpha", z="z(k)", y="z(k)", b=paid, d="b(k)", **outside)
            return b.figure("same-law", priced, b.at("first run", "k"), b.at("second run", "k"), alpha="alpha", z="z(k)", b="b(k)",
                            V="X(k)", W="Y(k)", **outside)

        return b.suppose_all(facts, reduce)

    return b.at(b.induction("k", "p", "q", CLAIM.format(k="k"), lambda b: b.known("start"), advance), "q")


STATEMENT = Statement(
    id="pabisym/continuation", title="Shift allocation from one step to a later one", kind="theorem", text=__doc__,
    reference=Reference("feldman2018", "Theorem 22 with factors", "section 3.3"), conclusion=CLAIM.format(k="q"), proof=proof,
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("p", "integer", "the step at which a bound is known"), Symbol("q", "integer, q >= p", "the last step")),
    structures=(*(s for s in STRUCTURES if s.name not in ("P", "N")),
                Structure("s", "real sequence", "gap of the maps of step k"), Structure("a", "real sequence", "shift paid at step k"),
                Structure("z", "real sequence", "shift left after step k"), Structure("b", "real sequence", "bound after step k")),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("order of steps", "p <= q"), Assumption("start", CLAIM.format(k="p")),
                 Assumption("first run", RUN.format(X="X", psi="psi")), Assumption("second run", RUN.format(X="Y", psi="phi")),
                 Assumption("Lipschitz", "forall(k, p + 1, q, lipschitz(psi(k), c(k)))"),
                 Assumption("gaps", "forall(k, p + 1, q, gap(psi(k), phi(k), s(k)))"),
                 Assumption("amounts", "forall(k, p + 1, q, a(k) >= 0)"), Assumption("finite", "forall(k, p + 1, q, finite(alpha, zeta(k), a(k)))"),
                 Assumption("shift", "forall(k, p, q, z(k) >= 0)"),
                 Assumption("balance", "forall(k, p + 1, q, z(k) == c(k)*z(k - 1) + s(k) - a(k))"),
                 Assumption("price", "forall(k, p + 1, q, R(alpha, zeta(k), a(k)) <= b(k) - b(k - 1))")),
    uses=("feldman2018/lemma-20", "feldman2018/lemma-21"), spots=(Spot({"alpha": 2, "p": 1, "q": 3}),),
)
