"""Cutting a difference off at a radius.

Statement
    h_z(x) = x if ||x|| <= z, else z x/||x||. Then ||h_z(x)|| <= z, and ||x - h_z(x)|| <= a whenever ||x|| <= z + a.
Reads as
    A move of length at most z + a is one of length at most z followed by one of length at most a. Written for the
    length r = ||x|| > 0, on which everything depends: ||x - h_z(x)|| = r (1 - z/r) beyond z, and 0 within.
Letters
    r : real, r > 0 : length of x : iterate
    z : real, z >= 0 : radius : iterate
    a : real, a >= 0 : what remains : iterate
Assumptions
    length : r > 0
    radius : z >= 0
    rest : a >= 0
    reach : r <= z + a
Reference
    feldman2018, proof of Lemma 20, section 3.1
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Builder, Step


def proof(b: Builder) -> Step:
    """Within the radius nothing remains; beyond it r - z."""
    return b.prove("cases(z - r, 0, r*(1 - z/r)) <= a")


STATEMENT = Statement(
    id="feldman2018/eq-hz", title="Cutting a difference off at a radius", kind="equation", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "proof of Lemma 20", "section 3.1"), printed=Printed("holds"),
    conclusion="cases(z - r, 0, r*(1 - z/r)) <= a",
    symbols=(Symbol("r", "real, r > 0", "length of x", "iterate"), Symbol("z", "real, z >= 0", "radius", "iterate"),
             Symbol("a", "real, a >= 0", "what remains", "iterate")),
    assumptions=(Assumption("length", "r > 0"), Assumption("radius", "z >= 0"), Assumption("rest", "a >= 0"), Assumption("reach",
                 "r <= z + a")),
    spots=(Spot({"r": 3, "z": 1, "a": 2}), Spot({"r": "1/2", "z": 1, "a": 0})),
)
