"""Equal steps add up.

Statement
    If f_k = f_{k-1} + s for k = p+1..p+m, then f_{p+m} = f_p + m s.
Reads as
    What grows by the same amount at every step is straight.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script


@script
def proof(p: Script) -> Step:
    """Induction on the steps."""
    with p.induct("j", "p", "p + m", "f(j) == f(p) + (j - p)*s") as each:
        each.have("step here", each.at("steps", "j"))
    return p.at(each.step, "p + m")


STATEMENT = item("definition 4", "section 2",
    key="dong2022", kind="lemma",
    letters=("p: integer: the step before the piece", "m: integer, m >= 0 [count]: steps of the piece", "s: real: what every step adds",
        "f: real sequence: what grows"), assumptions=("steps: forall(k, p + 1, p + m, f(k) == f(k - 1) + s)",),
    conclusion="f(p + m) == f(p) + m*s", proof=proof, spots="p=1, m=2, s=1")
