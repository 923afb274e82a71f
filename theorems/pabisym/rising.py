"""A sequence that never falls from one step to the next never falls.

Statement
    If f_{k-1} <= f_k for k = p+1..q and p <= q, then f_p <= f_q.
Reads as
    Monotone step by step is monotone.
Letters
    p : integer : first index : 1
    q : integer, q >= p : last index : 1
    f : real sequence : the sequence
Assumptions
    order of indices : p <= q
    steps : f_{k-1} <= f_k
Reference
    feldman2018, used with Theorem 22, section 3.3
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script


@script
def proof(p: Script) -> Step:
    """Induction on the last index."""
    with p.induct("k", "p", "q", "f(p) <= f(k)") as more:
        more.have("step", more.at("steps", "k"))
    return p.at(more.step, "q")


STATEMENT = Statement(
    id="pabisym/rising", title="Monotone step by step is monotone", kind="lemma", text=__doc__, proof=proof, conclusion="f(p) <= f(q)",
    reference=Reference("feldman2018", "used with Theorem 22", "section 3.3"),
    symbols=(Symbol("p", "integer", "first index"), Symbol("q", "integer, q >= p", "last index")),
    structures=(Structure("f", "real sequence", "the sequence"),),
    assumptions=(Assumption("order of indices", "p <= q"), Assumption("steps", "forall(k, p + 1, q, f(k - 1) <= f(k))")),
    spots=(Spot({"p": 0, "q": 3}),),
)
