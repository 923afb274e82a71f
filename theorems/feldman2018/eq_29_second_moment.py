"""Second moment of the noisy oracle.

Statement
    E ||G(w)||^2 = E ||grad f(w, x)||^2 + d sigma^2 <= L^2 + 8 d L^2 ln(1.25/delta)/eps^2 for sigma = 2 L sqrt(2
    ln(1.25/delta))/eps.
Reads as
    The noise is independent of the gradient and has mean zero, so that second moments add.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._calibration import A

BOUND = f"L**2 + 8*d*L**2*{A}/epsilon**2"
CLAIM = f"G + d*(2*L*sqrt(2*{A})/epsilon)**2 <= {BOUND}"


@script
def proof(p: Script) -> Step:
    """The square of the root."""
    p.have("twice", f"2*{A} >= 0")
    p.have("root", p.figure("square-root", x=f"2*{A}"))
    return certified(CLAIM, fact("Lipschitz"), fact("root", times="-1", factor="4*d*L**2/epsilon**2"))


STATEMENT = item("proof of Theorem 29", "section 5.1",
    kind="inequality",
    letters=("L: real, L >= 0: Lipschitz constant of the losses; unit loss/iterate; role Lipschitz constant",
        "d: integer, d >= 1: dimension", "epsilon: real, epsilon > 0 [level]: privacy level; role level",
        "delta: real, delta > 0 and delta <= 5/4 [chance, range]: additive slack; role slack",
        "G: real: second moment of the gradient; unit loss^2/iterate^2"),
    assumptions=("logarithm: log(5/(4*delta)) >= 0", "Lipschitz: G <= L**2: E ||grad f(w, x)||^2 <= L^2"),
    conclusion="G + d*(2*L*sqrt(2*log(5/(4*delta)))/epsilon)**2 <= L**2 + 8*d*L**2*log(5/(4*delta))/epsilon**2",
    bound="L**2 + 8*d*L**2*log(5/(4*delta))/epsilon**2", proof=proof,
    clauses=(
        "cited by conclusion: the bound, from E ||grad f||^2 <= L^2",
        "open: the second moments of the gradient and of the noise add up"),
    printed="holds in part", spots="L=1, d=3, epsilon=1, delta=1/10, G=1", results=("Lipschitz",))
