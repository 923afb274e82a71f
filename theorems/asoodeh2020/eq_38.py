"""Diameter of the image of a gradient step.

Statement
    dia(Psi_x(W)) <= dia(W) + eta sup ||grad l(w1, x) - grad l(w2, x)|| <= 1 + 2 eta L for dia(W) = 1, hence D <= 1 + 2
    eta L.
Reads as
    The triangle inequality. (39) is the maximum over records. Not attained by linear losses, whose steps are
    translations.
"""

from ._vocabulary import item

STATEMENT = item("Equation (38)", "appendix G", kind="inequality",
    letters="L: constant, eta", bound="1 + 2*eta*L", printed="undecided",
    cited_because="the kernel has no judgement about the distance of a gradient step's own values", uses=("asoodeh2020/definition-pnsgd",),
    steps=("asoodeh2020/eq-39",), spots="L=1, eta=1/10 -> 6/5")
