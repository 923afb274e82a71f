"""The maps of the auxiliary sequences are strong contractions.

Statement
    For m-strongly convex and M-smooth losses and eta = 2/(M + m), the maps phi_t and phi'_t of (3.2) and (3.3) are
    c-Lipschitz almost surely, c = (kappa - 1)/(kappa + 1).
Reads as
    A mean of b gradient steps is as contractive as the steps, by the triangle inequality, and translations and the
    projection change nothing. For two records in a batch; a larger batch is such a mean again and again, with weights.
"""

from pabisym.library.item import real
from pabisym.proof.build import Builder, Step
from pabisym.proof.linear import certified, fact

from ._vocabulary import item


def proof(b: Builder) -> Step:
    """The triangle inequality, weighted."""
    goal = "z <= c*x"
    return certified(goal, fact("projection"), fact("triangle"), fact("first step", "first weight"), fact("second step", "second weight"))


STATEMENT = item("Observation 5.2", "section 5.1",
    letters=(real("0 <= c < 1", "contraction of a gradient step", role="contraction"),
        real("x >= 0", "distance of the points", unit="iterate"),
        real("u >= 0", "distance after the gradient steps of the first part of the batch", unit="iterate"),
        real("v >= 0", "distance after the gradient steps of the second part", unit="iterate"),
        real("h >= 0 and h <= 1", "share of the first part in the batch", "first weight, "),
        real("y >= 0", "distance after the mean step", unit="iterate"), real("z >= 0", "distance after the projection", unit="iterate")),
    given=("second weight: 1 - h >= 0", "first step: u <= c*x: lemma 5.3", "second step: v <= c*x: lemma 5.3",
        "triangle: y <= h*u + (1 - h)*v: the triangle inequality",
        "projection: z <= y: translations and the projection onto a convex set are 1-Lipschitz"),
    conclusion="z <= c*x", proof=proof, printed="holds", uses=("altschuler2022/lemma-5.3", "feldman2018/proposition-17"),
    spots="c=1/2, x=1, u=1/2, v=0, h=1/2, y=1/4, z=1/4", results="first step, second step, triangle, projection")
