"""Monotone step by step is monotone.

Statement
    If f_{k-1} <= f_k for k = p+1..q and p <= q, then f_p <= f_q.
Reads as
    A sequence that never falls from one step to the next never falls.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script


@script
def proof(p: Script) -> Step:
    """Induction on the last index."""
    with p.induct("k", "p", "q", "f(p) <= f(k)") as more:
        more.have("step", more.at("steps", "k"))
    return p.at(more.step, "q")


STATEMENT = item("used with Theorem 22", "section 3.3",
    key="feldman2018", kind="lemma",
    letters=("p: integer: first index", "q: integer, q >= p: last index", "f: real sequence: the sequence"),
    assumptions=("order of indices: p <= q", "steps: forall(k, p + 1, q, f(k - 1) <= f(k))"), conclusion="f(p) <= f(q)", proof=proof,
    spots="p=0, q=3")
