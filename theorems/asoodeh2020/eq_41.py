"""A gradient step moves no points apart.

Statement
    For eta <= 2/beta, ||G(w1) - G(w2)|| <= ||w1 - w2||; images of a set of diameter 1 have diameter at most 1.
Reads as
    (42) is the second half.
"""

from pabisym.library.statement import Structure
from pabisym.proof.build import Builder, Step

from ._vocabulary import item


def proof(b: Builder) -> Step:
    """Co-coercivity of the gradient."""
    return b.figure("gradient-step", "convex", "smooth", "domain")


STATEMENT = item("Equation (41)", "appendix H", kind="inequality",
    letters=("beta: smoothness, eta", Structure("f", "loss", "the loss"), "K: W"),
    given=("small steps: eta*beta <= 2", "domain, convex, smooth"),
    conclusion="lipschitzon(gradient(f, eta), K, 1)", proof=proof, printed="undecided",
    uses=("asoodeh2020/eq-40", "feldman2018/proposition-18"), steps=("asoodeh2020/eq-42",), spots="beta=1, eta=2")
