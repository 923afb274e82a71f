"""The maps of the auxiliary sequences are strong contractions.

Statement
    For m-strongly convex and M-smooth losses and eta = 2/(M + m), the maps phi_t and phi'_t of (3.2) and (3.3) are
    c-Lipschitz almost surely, c = (kappa - 1)/(kappa + 1).
Reads as
    A mean of b gradient steps is as contractive as the steps, by the triangle inequality, and translations and the
    projection change nothing. For two records in a batch; a larger batch is such a mean again and again, with
    weights.
Letters
    c : real, 0 <= c < 1 : contraction of a gradient step : 1
    x : real, x >= 0 : distance of the points : iterate
    u : real, u >= 0 : distance after the gradient steps of the first part of the batch : iterate
    v : real, v >= 0 : distance after the gradient steps of the second part : iterate
    h : real, 0 <= h <= 1 : share of the first part in the batch : 1
    y : real, y >= 0 : distance after the mean step : iterate
    z : real, z >= 0 : distance after the projection : iterate
Assumptions
    first weight : h >= 0
    second weight : 1 - h >= 0
    first step : lemma 5.3
    second step : lemma 5.3
    triangle : the triangle inequality
    projection : translations and the projection onto a convex set are 1-Lipschitz
Reference
    altschuler2022, Observation 5.2, section 5.1
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Builder, Step
from pabisym.proof.linear import certified, fact


def proof(b: Builder) -> Step:
    """The triangle inequality, weighted."""
    goal = "z <= c*x"
    return certified(goal, fact("projection"), fact("triangle"), fact("first step", "first weight"), fact("second step", "second weight"))


STATEMENT = Statement(
    id="altschuler2022/observation-5.2", title="The maps of the auxiliary sequences are strong contractions", kind="observation",
    text=__doc__, reference=Reference("altschuler2022", "Observation 5.2", "section 5.1"), conclusion="z <= c*x", proof=proof,
    symbols=(Symbol("c", "real, 0 <= c < 1", "contraction of a gradient step"), Symbol("x", "real, x >= 0", "distance of the points",
             "iterate"), Symbol("u", "real, u >= 0", "distance after the gradient steps of the first part of the batch", "iterate"),
             Symbol("v", "real, v >= 0", "distance after the gradient steps of the second part", "iterate"),
             Symbol("h", "real, 0 <= h <= 1", "share of the first part in the batch"),
             Symbol("y", "real, y >= 0", "distance after the mean step", "iterate"),
             Symbol("z", "real, z >= 0", "distance after the projection", "iterate")),
    assumptions=(Assumption("first weight", "h >= 0"), Assumption("second weight", "1 - h >= 0"),
                 Assumption("first step", "u <= c*x", "lemma 5.3"), Assumption("second step", "v <= c*x", "lemma 5.3"),
                 Assumption("triangle", "y <= h*u + (1 - h)*v", "the triangle inequality"),
                 Assumption("projection", "z <= y", "translations and the projection onto a convex set are 1-Lipschitz")),
    uses=("altschuler2022/lemma-5.3", "feldman2018/proposition-17"), printed=Printed("holds"),
    spots=(Spot({"c": "1/2", "x": 1, "u": "1/2", "v": 0, "h": "1/2", "y": "1/4", "z": "1/4"}),),
)
