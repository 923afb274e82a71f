"""The number of the epoch in which a step lies.

Statement
    If n >= 1 and t + (e - 1) n <= k <= t - 1 + e n, then H_{floor((k - t)/n) + 1} = H_e.
Reads as
    Between the e-th gap and the next one, e gaps have been.
"""

from pabisym.library.item import integer
from pabisym.library.statement import Structure
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._epochs import WHOLE, counted, reached
from ._vocabulary import item

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


STATEMENT = item("used with Theorem 35", "appendix B", key="feldman2018", kind="lemma",
    letters=("n: epoch, t: step", integer("e", "number of gaps so far"), integer("k", "a step"),
        Structure("H", "real sequence", "what depends on the number of gaps so far")),
    given=("since: t + (e - 1)*n <= k", "until: k <= t - 1 + e*n"),
    conclusion=CLAIM, proof=proof, spots="n=2, t=1, e=3, k=6")
