"""Sensitivity of a gradient step.

Statement
    ||Psi_x(w) - Psi_{x'}(w)|| = eta ||grad l(w, x) - grad l(w, x')|| <= 2 eta L, hence psi <= 2 eta L.
Reads as
    Opposite linear losses attain it. (37) is the supremum.
Letters
    L : real, L >= 0 : Lipschitz constant : loss/iterate
    eta : real, eta >= 0 : step size : iterate^2/loss
    f : loss : first loss
    g : loss : second loss
    K : set : the domain W
Assumptions
    step size : eta >= 0
    first : the first loss is L-Lipschitz
    second : the second loss is L-Lipschitz
Reference
    asoodeh2020, Equation (36), appendix G
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step


def proof(b: Builder) -> Step:
    """Two gradients of norm at most L."""
    return b.figure("gradient-gap", "first", "second")


STATEMENT = Statement(
    id="asoodeh2020/eq-36", title="Sensitivity of a gradient step", kind="inequality", text=__doc__,
    reference=Reference("asoodeh2020", "Equation (36)", "appendix G"),
    conclusion="gapon(gradient(f, eta), gradient(g, eta), K, 2*eta*L)",
    symbols=(Symbol("L", "real, L >= 0", "Lipschitz constant", "loss/iterate"), Symbol("eta", "real, eta >= 0", "step size",
               "iterate^2/loss"),),
    structures=(Structure("f", "loss", "first loss"), Structure("g", "loss", "second loss"), Structure("K", "set", "the domain W"),),
    assumptions=(Assumption("step size", "eta >= 0"), Assumption("first", "lipschitzloss(f, L, K)"), Assumption("second",
               "lipschitzloss(g, L, K)"),),
    uses=("asoodeh2020/definition-pnsgd", "feldman2018/eq-23-sensitivity",),
    proof=proof,
    printed=Printed("holds"),
    spots=(Spot({"L": 1, "eta": "1/10"}),),
    steps=("asoodeh2020/eq-37",),
)
