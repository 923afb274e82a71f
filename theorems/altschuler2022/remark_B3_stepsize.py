"""The best step size for strongly convex losses.

Statement
    No step size makes the gradient steps of m-strongly convex and M-smooth losses better contractions than eta = 2/(M
    + m) does:
    max(|1 - eta m|, |1 - eta M|) >= (M - m)/(M + m).
Reads as
    A factor c with 1 - eta m <= c and eta M - 1 <= c has M - m = M (1 - eta m) + m (eta M - 1) <= (M + m) c. That
    other step
    sizes are costly is an observation of the authors. What is best for the bound is another matter: a larger eta
    makes the
    noise eta sigma larger.
Letters
    m : real, m > 0 : strong convexity of the losses : loss/iterate^2
    M : real, M >= m : smoothness of the losses : loss/iterate^2
    eta : real, eta > 0 : step size : iterate^2/loss
    c : real : a common Lipschitz constant of the gradient steps : 1
Assumptions
    strong convexity : m > 0
    smoothness : M >= m
    step size : eta > 0
    flat : a loss of curvature m
    steep : a loss of curvature M
Reference
    altschuler2022, remark in appendix B.3, appendix B.3
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._convergent import given, letters

CLAIM = "(M - m)/(M + m) <= c"


@script
def proof(p: Script) -> Step:
    """The weighted sum of both."""
    p.have("sum", "M + m > 0")
    p.have("large", "M > 0")
    return certified(CLAIM, fact("flat", "large"), fact("steep", "strong convexity"), multiplier="M + m")


STATEMENT = Statement(
    id="altschuler2022/remark-B3-stepsize", title="The best step size for strongly convex losses", kind="remark", text=__doc__,
    reference=Reference("altschuler2022", "remark in appendix B.3", "appendix B.3"), conclusion=CLAIM, proof=proof,
    symbols=(*letters("m M eta"), Symbol("c", "real", "a common Lipschitz constant of the gradient steps")),
    assumptions=(*given("strong convexity, smoothness, step size"), Assumption("flat", "c >= 1 - eta*m", "a loss of curvature m"),
                 Assumption("steep", "c >= eta*M - 1", "a loss of curvature M")),
    uses=("altschuler2022/lemma-5.3",), printed=Printed("holds"), spots=(Spot({"m": 1, "M": 3, "eta": "1/2", "c": "1/2"}),),
)
