"""Expansion of a gradient step.

Statement
    ||G(w1) - G(w2)||^2 <= ||w1 - w2||^2 + eta (eta - 2/beta) ||grad f(w1) - grad f(w2)||^2 for convex, beta-smooth f.
Reads as
    With x = ||w1 - w2||^2, g = ||grad f(w1) - grad f(w2)||^2 and s their inner product, co-coercivity s >= g/beta gives
    it.
"""

from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._vocabulary import item


@script
def proof(p: Script) -> Step:
    """2*eta times co-coercivity."""
    p.have("scaled", "eta*(s - g/beta) >= 0")
    return p.prove("y <= x + eta*(eta - 2/beta)*g")


STATEMENT = item("Equation (40)", "appendix H", kind="inequality",
    letters="x, g: squared, s: inner, beta: smoothness, eta, y",
    given=("expansion: y == x - 2*eta*s + eta**2*g: y = ||w1 - w2 - eta (grad f(w1) - grad f(w2))||^2",
        "co-coercivity: s >= g/beta: Bubeck, lemma 3.11"),
    conclusion="y <= x + eta*(eta - 2/beta)*g", proof=proof, printed="holds", spots="x=1, g=1, s=1, beta=1, eta=1, y=0",
    results="expansion, co-coercivity")
