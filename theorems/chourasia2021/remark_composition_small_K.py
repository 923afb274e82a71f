"""Composition for few steps.

Statement
    For few steps composition, (alpha S_g^2/(4 sigma^2 n^2)) eta K, grows at the same rate as the lower bound (17).
Reads as
    With x = eta K their ratio lies between 1 and 1 + x: the proof is of the latter. Both are alpha S_g^2/(4 sigma^2
    n^2) per time at K = 0, where Corollary 1 has twice that.
"""

from pabisym.library.statement import Check
from pabisym.proof.build import Builder, Step

from ._langevin_bounds import small_runs
from ._langevin_checks import composition_above
from ._vocabulary import item

CLAIM = "alpha*S**2/(4*sigma**2*n**2)*(eta*K)/(1 + eta*K) <= alpha*S**2/(4*sigma**2*n**2)*(1 - exp(-eta*K))"


def proof(b: Builder) -> Step:
    """One certificate."""
    return small_runs(b, CLAIM)


STATEMENT = item("remark in section 4", "section 4",
    letters="alpha [Rényi order], n, K: steps [], S: total, eta, sigma: variance",
    given=("alpha, n, steps", ..., "small steps"),
    conclusion=CLAIM, proof=proof, printed="holds", uses=("chourasia2021/eq-baseline", "chourasia2021/theorem-3"),
    checks=(Check("composition is at least (17)", composition_above),), spots="alpha=2, n=1, K=3, S=1, eta=1/2, sigma=1")
