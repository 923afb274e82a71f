"""The number of the epoch in which a step lies.

Statement
    If n >= 1 and t + (e - 1) n <= k <= t - 1 + e n, then H_{floor((k - t)/n) + 1} = H_e.
Reads as
    Between the e-th gap and the next one, e gaps have been.
Letters
    n : integer, n >= 1 : steps of an epoch : 1
    t : integer : the first step with a gap : 1
    e : integer : number of gaps so far : 1
    k : integer : a step : 1
    H : real sequence : what depends on the number of gaps so far
Assumptions
    epoch : n >= 1
    since : t + (e - 1) n <= k
    until : k <= t - 1 + e n
Reference
    feldman2018, used with Theorem 35, appendix B
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._epochs import WHOLE, counted, reached

CLAIM = f"H({WHOLE} + 1) == H(e)"


@script
def proof(p: Script) -> Step:
    """The floor is at least e - 1 and below e."""
    p.have("low", p.figure("floor-low", x="(k - t)/n"))
    counted(p)
    reached(p, "e - 1")
    p.have("room", f"0 < n*(e - {WHOLE})")
    p.have("positive", f"{WHOLE} < e")
    p.have("at most", p.next_integer(f"{WHOLE} < e", f"{WHOLE} + 1 <= e"))
    return p.prove(CLAIM)


STATEMENT = Statement(
    id="pabisym/epoch-count", title="The number of the epoch in which a step lies", kind="lemma", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "used with Theorem 35", "appendix B"), conclusion=CLAIM,
    symbols=(Symbol("n", "integer, n >= 1", "steps of an epoch"), Symbol("t", "integer", "the first step with a gap"),
             Symbol("e", "integer", "number of gaps so far"), Symbol("k", "integer", "a step")),
    structures=(Structure("H", "real sequence", "what depends on the number of gaps so far"),),
    assumptions=(Assumption("epoch", "n >= 1"), Assumption("since", "t + (e - 1)*n <= k"), Assumption("until", "k <= t - 1 + e*n")),
    spots=(Spot({"n": 2, "t": 1, "e": 3, "k": 6}),),
)
