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
    shift : z_k >= 0
    balance : z_k = c_k z_{k-1} + s_k - a_k
    price : R_alpha(zeta_k, a_k) <= b_k - b_{k-1}
Reference
    feldman2018, Theorem 22 with factors, section 3.3
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._iterations import STRUCTURES

CLAIM = "renyi(alpha, z({k}), X({k}), Y({k}), b({k}))"
RUN = "forall(k, p + 1, q, equal({X}(k), convolve(push({psi}(k), {X}(k - 1)), zeta(k))))"


@script
def proof(p: Script) -> Step:
    """Induction on k: contraction by c_k with gap s_k, shift reduction by a_k, price at most b_k - b_{k-1}."""
    with p.induct("k", "p", "q", CLAIM.format(k="k"), p.known("start")) as advance:
        moved = advance.figure("contraction", advance.hypothesis, advance.at("Lipschitz", "k"), advance.at("gaps", "k"))
        advance.have_all({"a_k": advance.at("amounts", "k"), "z_k": advance.at("shift", "k"), "balance_k": advance.at("balance", "k"),
                          "price_k": advance.at("price", "k")})
        exact = advance.figure("monotone", moved, y="z(k) + a(k)", d="b(k - 1)")
        reduced = advance.figure("shift-reduction", exact, Z="zeta(k)")
        priced = advance.figure("monotone", reduced, y="z(k)", d="b(k)")
        advance.show(advance.figure("same-law", priced, advance.at("first run", "k"), advance.at("second run", "k")))
    return p.at(advance.step, "q")


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
                 Assumption("amounts", "forall(k, p + 1, q, a(k) >= 0)"), Assumption("shift", "forall(k, p, q, z(k) >= 0)"),
                 Assumption("balance", "forall(k, p + 1, q, z(k) == c(k)*z(k - 1) + s(k) - a(k))"),
                 Assumption("price", "forall(k, p + 1, q, R(alpha, zeta(k), a(k)) <= b(k) - b(k - 1))")),
    uses=("feldman2018/lemma-20", "feldman2018/lemma-21"), spots=(Spot({"alpha": 2, "p": 1, "q": 3}),),
)
