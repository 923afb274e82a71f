"""Equal steps add up.

Statement
    If f_k = f_{k-1} + s for k = p+1..p+m, then f_{p+m} = f_p + m s.
Reads as
    What grows by the same amount at every step is straight.
"""

from pabisym.library.item import integer, real
from pabisym.library.statement import Structure
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._vocabulary import item


@script
def proof(p: Script) -> Step:
    """Induction on the steps."""
    with p.induct("j", "p", "p + m", "f(j) == f(p) + (j - p)*s") as each:
        each.have("step here", each.at("steps", "j"))
    return p.at(each.step, "p + m")


STATEMENT = item("definition 4", "section 2", key="dong2022", kind="lemma",
    letters=(integer("p", "the step before the piece"), integer("m >= 0", "steps of the piece", "count"),
        real("s", "what every step adds"), Structure("f", "real sequence", "what grows")),
    given="steps: forall(k, p + 1, p + m, f(k) == f(k - 1) + s)", conclusion="f(p + m) == f(p) + m*s", proof=proof, spots="p=1, m=2, s=1")
