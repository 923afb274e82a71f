"""Euclidean projection is a contraction.

Statement
    Let K be a convex set in R^d. The projection Pi_K(x) = argmin over y in K of ||x - y|| is a contraction.
Reads as
    Projecting two points brings them no further apart. K is closed, so that the nearest point exists.
Letters
    K : set : a closed convex set
Assumptions
    convex : K is convex
Reference
    feldman2018, Proposition 17, section 2.4
"""

from pabisym.library.statement import Assumption, Printed, Reference, Statement, Structure
from pabisym.proof.build import Builder, Step


def proof(b: Builder) -> Step:
    """The rule ``projection``, which is this statement."""
    return b.figure("projection", "convex")


STATEMENT = Statement(
    id="feldman2018/proposition-17", title="Projection is a contraction", kind="proposition", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "Proposition 17", "section 2.4"), conclusion="lipschitz(projection(K), 1)",
        printed=Printed("undecided"),
    cited_because="the variational inequality of the projection speaks of points of R^d, outside the kernel",
    structures=(Structure("K", "set", "a closed convex set", r"\mathcal{K}"),), assumptions=(Assumption("convex", "convexset(K)"),),
    uses=("feldman2018/definition-16",),
)
