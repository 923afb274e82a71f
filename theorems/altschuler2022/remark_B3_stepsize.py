"""The best step size for strongly convex losses.

Statement
    No step size makes the gradient steps of m-strongly convex and M-smooth losses better contractions than eta = 2/(M +
    m) does: max(|1 - eta m|, |1 - eta M|) >= (M - m)/(M + m).
Reads as
    A factor c with 1 - eta m <= c and eta M - 1 <= c has M - m = M (1 - eta m) + m (eta M - 1) <= (M + m) c. That other
    step sizes are costly is an observation of the authors. What is best for the bound is another matter: a larger eta
    makes the noise eta sigma larger.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

CLAIM = "(M - m)/(M + m) <= c"


@script
def proof(p: Script) -> Step:
    """The weighted sum of both."""
    p.have("sum", "M + m > 0")
    p.have("large", "M > 0")
    return certified(CLAIM, fact("flat", "large"), fact("steep", "strong convexity"), multiplier="M + m")


STATEMENT = item("remark in appendix B.3", "appendix B.3",
    letters=("m: real, m > 0 [strong convexity]: strong convexity of the losses; unit loss/iterate^2; role strong convexity",
        "M: real, M >= m [smoothness]: smoothness of the losses; unit loss/iterate^2; role smoothness",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "c: real: a common Lipschitz constant of the gradient steps"),
    assumptions=("flat: c >= 1 - eta*m: a loss of curvature m", "steep: c >= eta*M - 1: a loss of curvature M"), conclusion=CLAIM,
    proof=proof,
    clauses=(
        "proved by conclusion: no step size makes gradient steps better contractions than 2/(M + m)",
        "open: any other step size costs much privacy, in theory and in practice"),
    printed="holds in part", uses=("altschuler2022/lemma-5.3",), spots="m=1, M=3, eta=1/2, c=1/2")
