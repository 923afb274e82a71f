"""Steps of a squared contraction add up.

Statement
    If f_k = c^2 f_{k-1} + s for k = p+1..p+m with c > 0, then (1 - c^2) (f_{p+m} - c^{2m} f_p) = s (1 - c^{2m}).
Reads as
    The variance of a linear recurrence of order one has a closed form.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script


@script
def proof(p: Script) -> Step:
    """Induction on the steps."""
    with p.induct("j", "p", "p + m", "(1 - c**2)*(f(j) - c**(2*(j - p))*f(p)) == s*(1 - c**(2*(j - p)))") as each:
        each.have("step here", each.at("steps", "j"))
    return p.at(each.step, "p + m")


STATEMENT = item("definition 4", "section 2",
    key="dong2022", kind="lemma",
    letters=("p: integer: the step before the piece", "m: integer, m >= 0 [count]: steps of the piece",
        "c: real, c > 0 [factor]: factor of every step", "s: real: what every step adds", "f: real sequence: what grows"),
    assumptions=("steps: forall(k, p + 1, p + m, f(k) == c**2*f(k - 1) + s)",),
    conclusion="(1 - c**2)*(f(p + m) - c**(2*m)*f(p)) == s*(1 - c**(2*m))", proof=proof, spots="p=1, m=2, c=1/2, s=1")
