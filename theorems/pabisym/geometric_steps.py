"""Steps of a contraction add up.

Statement
    If f_k = c f_{k-1} + s for k = p+1..p+m with c > 0, then (1 - c) (f_{p+m} - c^m f_p) = s (1 - c^m).
Reads as
    A linear recurrence of order one has a closed form.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script


@script
def proof(p: Script) -> Step:
    """Induction on the steps."""
    with p.induct("j", "p", "p + m", "(1 - c)*(f(j) - c**(j - p)*f(p)) == s*(1 - c**(j - p))") as each:
        each.have("step here", each.at("steps", "j"))
    return p.at(each.step, "p + m")


STATEMENT = item("definition 4", "section 2",
    key="dong2022", kind="lemma",
    letters=("p: integer: the step before the piece", "m: integer, m >= 0 [count]: steps of the piece",
        "c: real, c > 0 [factor]: factor of every step", "s: real: what every step adds", "f: real sequence: what grows"),
    assumptions=("steps: forall(k, p + 1, p + m, f(k) == c*f(k - 1) + s)",), conclusion="(1 - c)*(f(p + m) - c**m*f(p)) == s*(1 - c**m)",
    proof=proof, spots="p=1, m=2, c=1/2, s=1")
