"""Sensitivity of one step of PNSGD.

Statement
    sup_w ||g_t(w) - g'_t(w)|| = sup_w ||eta grad f(Pi_K(w), x_t) - eta grad f(Pi_K(w), x'_t)|| <= 2 eta L.
Reads as
    Replacing one record moves the map of its step by at most two gradients, each of norm at most L.
Letters
    L : real, L >= 0 : Lipschitz constant of the losses : loss/iterate
    eta : real, eta >= 0 : step size : iterate^2/loss
    f : loss : loss of the record
    h : loss : loss of the other record
    K : set : the domain
Assumptions
    Lipschitz constant : L >= 0
    step size : eta >= 0
    domain : K is convex
    Lipschitz : f is L-Lipschitz
    other Lipschitz : so is the other loss
Reference
    feldman2018, proof of Theorem 23, section 4
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step


def proof(b: Builder) -> Step:
    """The rule ``gradient-gap`` on K, seen through the projection."""
    pair = b.figure("gradient-gap", "Lipschitz", "other Lipschitz")
    return b.figure("gap-after-projection", pair, "domain")


STATEMENT = Statement(
    id="feldman2018/eq-23-sensitivity", title="Sensitivity of one step of PNSGD", kind="inequality", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "proof of Theorem 23", "section 4"), printed=Printed("undecided"),
    conclusion="gap(compose(gradient(f, eta), projection(K)), compose(gradient(h, eta), projection(K)), 2*eta*L)",
    cited_because="the triangle inequality for gradients speaks of points of R^d, outside the kernel",
    symbols=(Symbol("L", "real, L >= 0", "Lipschitz constant of the losses", "loss/iterate"), Symbol("eta", "real, eta >= 0", "step size",
             "iterate^2/loss")),
    structures=(Structure("f", "loss", "loss of the record"), Structure("h", "loss", "loss of the other record", "f'"),
                Structure("K", "set", "the domain", r"\mathcal{K}")),
    assumptions=(Assumption("Lipschitz constant", "L >= 0"), Assumption("step size", "eta >= 0"), Assumption("domain", "convexset(K)"),
                 Assumption("Lipschitz", "lipschitzloss(f, L, K)"), Assumption("other Lipschitz", "lipschitzloss(h, L, K)")),
    uses=("feldman2018/remark-pnsgd-is-cni",), spots=(Spot({"L": 1, "eta": "1/10"}),),
)
