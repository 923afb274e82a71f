"""Gradient step of a smooth strongly convex function.

Statement
    For beta-smooth, rho-strongly convex f and eta <= 2/(beta + rho), w -> w - eta grad f(w) is M-Lipschitz, M^2
    = 1 - 2 eta beta rho/(beta + rho).
Reads as
    With x = ||w1 - w2||^2, g the squared distance of the gradients and s the inner product of both differences,
    the inequality s >= beta rho x/(beta + rho) + g/(beta + rho) gives it. The formula is restored: the source
    lost its formulas.
Letters
    x : real, x >= 0 : squared distance of the points : iterate^2
    g : real, g >= 0 : squared distance of the gradients : loss^2/iterate^2
    s : real : inner product of both differences : loss
    beta : real, beta > 0 : smoothness : loss/iterate^2
    rho : real, rho >= 0 : strong convexity : loss/iterate^2
    eta : real, eta >= 0 : step size : iterate^2/loss
    y : real : squared distance after the step : iterate^2
Assumptions
    smoothness : beta > 0
    strong convexity : rho >= 0
    step size : eta >= 0
    spread : g >= 0
    sum : beta + rho > 0
    small steps : eta <= 2/(beta + rho)
    expansion : y is the squared distance after the step
    co-coercivity : Bubeck, lemma 3.11 for strongly convex functions
Reference
    asoodeh2020isit, Lemma 4, appendix B
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Step, step
from pabisym.proof.script import Script, script


@script
def proof(p: Script) -> Step:
    """2*eta times the inequality; what is left of g has the sign of eta*(beta + rho) - 2."""
    goal = "y <= (1 - 2*eta*beta*rho/(beta + rho))*x"
    terms = [{"coefficient": "2", "facts": ["scaled", "sum"]}, {"coefficient": "1", "facts": ["rest"]},
             {"coefficient": "1", "facts": ["expansion"], "factor": "-(beta + rho)"}]
    last = step("arithmetic", goal, (), goal=goal, multiplier="beta + rho", terms=terms)
    p.have_all({"scaled": "eta*(s - (beta*rho*x + g)/(beta + rho)) >= 0", "rest": "eta*g*(2 - eta*(beta + rho)) >= 0"})
    return last


STATEMENT = Statement(
    id="asoodeh2020isit/lemma-4", title="Gradient step of a smooth strongly convex function", kind="lemma", text=__doc__,
    reference=Reference("asoodeh2020isit", "Lemma 4", "appendix B"),
    conclusion="y <= (1 - 2*eta*beta*rho/(beta + rho))*x",
    symbols=(Symbol("x", "real, x >= 0", "squared distance of the points", "iterate^2"), Symbol("g", "real, g >= 0",
               "squared distance of the gradients", "loss^2/iterate^2"), Symbol("s", "real", "inner product of both differences",
               "loss"), Symbol("beta", "real, beta > 0", "smoothness", "loss/iterate^2"), Symbol("rho", "real, rho >= 0",
               "strong convexity", "loss/iterate^2"), Symbol("eta", "real, eta >= 0", "step size", "iterate^2/loss"), Symbol("y",
               "real", "squared distance after the step", "iterate^2"),),
    assumptions=(Assumption("smoothness", "beta > 0"), Assumption("strong convexity", "rho >= 0"), Assumption("step size", "eta >= 0"),
               Assumption("spread", "g >= 0"), Assumption("sum", "beta + rho > 0"), Assumption("small steps", "eta*(beta + rho) <= 2"),
               Assumption("expansion", "y == x - 2*eta*s + eta**2*g"), Assumption("co-coercivity",
               "s >= (beta*rho*x + g)/(beta + rho)"),),
    proof=proof,
    spots=(Spot({"x": 1, "g": 1, "s": 1, "beta": 1, "rho": 1, "eta": 1, "y": 0}),),
)
