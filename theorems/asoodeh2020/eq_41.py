"""A gradient step moves no points apart.

Statement
    For eta <= 2/beta, ||G(w1) - G(w2)|| <= ||w1 - w2||; images of a set of diameter 1 have diameter at most 1.
Reads as
    (42) is the second half.
Letters
    beta : real, beta > 0 : smoothness : loss/iterate^2
    eta : real, eta >= 0 : step size : iterate^2/loss
    f : loss : the loss
    K : set : the domain W
Assumptions
    smoothness : beta > 0
    step size : eta >= 0
    small steps : eta <= 2/beta
    domain : W is convex
    convex : f is convex
    smooth : f is beta-smooth
Reference
    asoodeh2020, Equation (41), appendix H
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step


def proof(b: Builder) -> Step:
    """Co-coercivity of the gradient."""
    return b.figure("gradient-step", "convex", "smooth", "domain")


STATEMENT = Statement(
    id="asoodeh2020/eq-41", title="A gradient step moves no points apart", kind="inequality", text=__doc__,
    reference=Reference("asoodeh2020", "Equation (41)", "appendix H"),
    conclusion="lipschitzon(gradient(f, eta), K, 1)",
    symbols=(Symbol("beta", "real, beta > 0", "smoothness", "loss/iterate^2"), Symbol("eta", "real, eta >= 0", "step size",
               "iterate^2/loss"),),
    structures=(Structure("f", "loss", "the loss"), Structure("K", "set", "the domain W"),),
    assumptions=(Assumption("smoothness", "beta > 0"), Assumption("step size", "eta >= 0"), Assumption("small steps", "eta*beta <= 2"),
               Assumption("domain", "convexset(K)"), Assumption("convex", "convex(f, K)"), Assumption("smooth", "smooth(f, beta, K)"),),
    uses=("asoodeh2020/eq-40", "feldman2018/proposition-18",),
    proof=proof,
    printed=Printed("holds"),
    spots=(Spot({"beta": 1, "eta": 2}),),
    steps=("asoodeh2020/eq-42",),
)
