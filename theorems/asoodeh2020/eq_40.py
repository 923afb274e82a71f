"""Expansion of a gradient step.

Statement
    ||G(w1) - G(w2)||^2 <= ||w1 - w2||^2 + eta (eta - 2/beta) ||grad f(w1) - grad f(w2)||^2 for convex, beta-smooth f.
Reads as
    For any two points x and y of W. The square is expanded, and co-coercivity of the gradient (Bubeck, lemma 3.11), a
    rule of the kernel, gives it.
"""

from pabisym.library.item import item
from pabisym.library.statement import Check, Printed
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.points import expand, square
from pabisym.proof.script import Script, script

from ._examined import flat_domain

MOVED, APART, SLOPES = "minus(at(gradient(f, eta), x), at(gradient(f, eta), y))", "minus(x, y)", "minus(slope(f, x), slope(f, y))"
CLAIM = f"norm({MOVED})**2 <= norm({APART})**2 + eta*(eta - 2/beta)*norm({SLOPES})**2"


@script
def proof(p: Script) -> Step:
    """2*eta times co-coercivity."""
    p.have("co-coercivity", p.figure("co-coercive", "convex", "smooth", "domain", "first", "second"))
    terms = [*square(p, MOVED, "-beta"), *square(p, APART, "beta"), *square(p, SLOPES, "eta**2*beta"),
             *expand(p, APART, SLOPES, "-2*eta*beta")]
    return certified(CLAIM, fact("co-coercivity", "step size", times="2"), *terms, multiplier="beta")


STATEMENT = item("Equation (40)", "appendix H",
    kind="inequality",
    letters=("beta: real, beta > 0 [smoothness]: smoothness; unit loss/iterate^2; role smoothness",
        "eta: real, eta >= 0 [step size]: step size; unit iterate^2/loss; role step size", "f: loss: the loss", "K: set: the domain W",
        "x: vector: a point of W; latex w_1", "y: vector: another point of W; latex w_2"),
    assumptions=("domain: convexset(K)", "convex: convex(f, K)", "smooth: smooth(f, beta, K)", "first: member(x, K)",
        "second: member(y, K)"),
    conclusion="norm(minus(at(gradient(f, eta), x), at(gradient(f, eta), y)))**2 <= norm(minus(x, y))**2 + eta*(eta - "
                   "2/beta)*norm(minus(slope(f, x), slope(f, y)))**2", proof=proof,
    clauses=(
        "refuted by 'f(x, y) = x y on W': the inequality for every closed convex W",
        "proved by conclusion: it, for W with inner points"),
    printed=Printed("corrected", error="hypothesis", difference="proved for W with inner points; it fails where W is flat"),
    uses=("feldman2018/proposition-18",), spots="beta=1, eta=1",
    checks=(Check("f(x, y) = x y on W = [0, 1] x {0}, beta = 1: at eta = 2 G takes (x, 0) to (x, -2x)",
                  lambda: flat_domain("asoodeh2020/eq-40", "g <= d + eta*(eta - 2/beta)*h"), "corrected"),))
