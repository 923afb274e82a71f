"""Expansion of a gradient step.

Statement
    ||G(w1) - G(w2)||^2 <= ||w1 - w2||^2 + eta (eta - 2/beta) ||grad f(w1) - grad f(w2)||^2 for convex,
    beta-smooth f.
Reads as
    With x = ||w1 - w2||^2, g = ||grad f(w1) - grad f(w2)||^2 and s their inner product, co-coercivity s >=
    g/beta gives it.
Letters
    x : real, x >= 0 : squared distance of the points : iterate^2
    g : real, g >= 0 : squared distance of the gradients : loss^2/iterate^2
    s : real : inner product of both differences : loss
    beta : real, beta > 0 : smoothness : loss/iterate^2
    eta : real, eta >= 0 : step size : iterate^2/loss
    y : real : squared distance after the step : iterate^2
Assumptions
    smoothness : beta > 0
    step size : eta >= 0
    expansion : y = ||w1 - w2 - eta (grad f(w1) - grad f(w2))||^2
    co-coercivity : Bubeck, lemma 3.11
Reference
    asoodeh2020, Equation (40), appendix H
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script


@script
def proof(p: Script) -> Step:
    """2*eta times co-coercivity."""
    p.have("scaled", "eta*(s - g/beta) >= 0")
    return p.prove("y <= x + eta*(eta - 2/beta)*g")


STATEMENT = Statement(
    id="asoodeh2020/eq-40", title="Expansion of a gradient step", kind="inequality", text=__doc__,
    reference=Reference("asoodeh2020", "Equation (40)", "appendix H"),
    conclusion="y <= x + eta*(eta - 2/beta)*g",
    symbols=(Symbol("x", "real, x >= 0", "squared distance of the points", "iterate^2"), Symbol("g", "real, g >= 0",
               "squared distance of the gradients", "loss^2/iterate^2"), Symbol("s", "real", "inner product of both differences",
               "loss"), Symbol("beta", "real, beta > 0", "smoothness", "loss/iterate^2"), Symbol("eta", "real, eta >= 0", "step size",
               "iterate^2/loss"), Symbol("y", "real", "squared distance after the step", "iterate^2"),),
    assumptions=(Assumption("smoothness", "beta > 0"), Assumption("step size", "eta >= 0"), Assumption("expansion",
               "y == x - 2*eta*s + eta**2*g"), Assumption("co-coercivity", "s >= g/beta"),),
    proof=proof,
    printed=Printed("holds"),
    spots=(Spot({"x": 1, "g": 1, "s": 1, "beta": 1, "eta": 1, "y": 0}),),
)
