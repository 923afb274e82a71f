"""The best step size for strongly convex losses.

Statement
    No step size makes the gradient steps of m-strongly convex and M-smooth losses better contractions than eta = 2/(M +
    m) does: max(|1 - eta m|, |1 - eta M|) >= (M - m)/(M + m).
Reads as
    A factor c with 1 - eta m <= c and eta M - 1 <= c has M - m = M (1 - eta m) + m (eta M - 1) <= (M + m) c. That other
    step sizes are costly is an observation of the authors. What is best for the bound is another matter: a larger eta
    makes the noise eta sigma larger.
"""

from pabisym.library.item import real
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._vocabulary import item

CLAIM = "(M - m)/(M + m) <= c"


@script
def proof(p: Script) -> Step:
    """The weighted sum of both."""
    p.have("sum", "M + m > 0")
    p.have("large", "M > 0")
    return certified(CLAIM, fact("flat", "large"), fact("steep", "strong convexity"), multiplier="M + m")


STATEMENT = item("remark in appendix B.3", "appendix B.3",
    letters=(real("m > 0", "strong convexity of the losses", "strong convexity", "loss/iterate^2", role="strong convexity"),
        real("M >= m", "smoothness of the losses", "smoothness", "loss/iterate^2", role="smoothness"), "eta",
        real("c", "a common Lipschitz constant of the gradient steps")),
    given=("flat: c >= 1 - eta*m: a loss of curvature m", "steep: c >= eta*M - 1: a loss of curvature M"),
    conclusion=CLAIM, proof=proof, printed="holds", uses=("altschuler2022/lemma-5.3",), spots="m=1, M=3, eta=1/2, c=1/2")
