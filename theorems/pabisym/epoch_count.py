"""The number of the epoch in which a step lies.

Statement
    If n >= 1 and t + (e - 1) n <= k <= t - 1 + e n, then H_{floor((k - t)/n) + 1} = H_e.
Reads as
    Between the e-th gap and the next one, e gaps have been.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._epochs import WHOLE, know_count, know_least

CLAIM = f"H({WHOLE} + 1) == H(e)"


@script
def proof(p: Script) -> Step:
    """The floor is at least e - 1 and below e."""
    p.have("low", p.figure("floor-low", x="(k - t)/n"))
    know_count(p)
    know_least(p, "e - 1")
    p.have("room", f"0 < n*(e - {WHOLE})")
    p.have("positive", f"{WHOLE} < e")
    p.have("at most", p.next_integer(f"{WHOLE} < e", f"{WHOLE} + 1 <= e"))
    return p.prove(CLAIM)


STATEMENT = item("used with Theorem 35", "appendix B",
    key="feldman2018", kind="lemma",
    letters=("n: integer, n >= 1 [epoch]: steps of an epoch; role steps of an epoch",
        "t: integer: the first step with a gap; role place in the epoch", "e: integer: number of gaps so far", "k: integer: a step",
        "H: real sequence: what depends on the number of gaps so far"),
    assumptions=("since: t + (e - 1)*n <= k", "until: k <= t - 1 + e*n"), conclusion="H(floor((k - t)/n) + 1) == H(e)", proof=proof,
    spots="n=2, t=1, e=3, k=6")
