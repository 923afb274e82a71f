"""Diameter of the image of a gradient step.

Statement
    dia(Psi_x(W)) <= dia(W) + eta sup ||grad l(w1, x) - grad l(w2, x)|| <= 1 + 2 eta L for dia(W) = 1, hence D
    <= 1 + 2 eta L.
Reads as
    The triangle inequality. (39) is the maximum over records. Not attained by linear losses, whose steps are
    translations.
Letters
    L : real, L >= 0 : Lipschitz constant : loss/iterate
    eta : real, eta >= 0 : step size : iterate^2/loss
Assumptions
    Lipschitz constant : L >= 0
    step size : eta >= 0
Reference
    asoodeh2020, Equation (38), appendix G
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Symbol

STATEMENT = Statement(
    id="asoodeh2020/eq-38", title="Diameter of the image of a gradient step", kind="inequality", text=__doc__,
    reference=Reference("asoodeh2020", "Equation (38)", "appendix G"),
    bound="1 + 2*eta*L",
    symbols=(Symbol("L", "real, L >= 0", "Lipschitz constant", "loss/iterate"), Symbol("eta", "real, eta >= 0", "step size",
               "iterate^2/loss"),),
    assumptions=(Assumption("Lipschitz constant", "L >= 0"), Assumption("step size", "eta >= 0"),),
    uses=("asoodeh2020/definition-pnsgd",),
    cited_because="the kernel has no judgement about the distance of a gradient step's own values",
    printed=Printed("undecided"),
    spots=(Spot({"L": 1, "eta": "1/10"}, "6/5"),),
    steps=("asoodeh2020/eq-39",),
)
