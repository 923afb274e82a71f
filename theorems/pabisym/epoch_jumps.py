"""The shift accumulated by the gaps so far jumps where a gap is.

Statement
    Let H_e = H_{e-1} + G_{t+(e-1)n} for e = 1..E. For k = t..t-1+En the difference of H_{floor((k - t)/n) + 1} and
    H_{floor((k - 1 - t)/n) + 1} is G_k where n divides k - t, and 0 elsewhere.
Reads as
    Counting the gaps so far by a floor is right at every step.
"""


from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._epochs import LAST, WHOLE, fewer, know_count, know_least

CLAIM = f"cases(n*{WHOLE} - (k - t), G(k), 0) == H({WHOLE} + 1) - H({LAST} + 1)"


@script
def proof(p: Script) -> Step:
    """Where n divides k - t, the floor of the step before is one less; elsewhere it is the same."""

    @script
    def hit(p: Script) -> Step:
        met = p.evident(f"n*{WHOLE} >= k - t")
        least, bound = (f"{WHOLE} - 1", WHOLE) if met else (WHOLE, f"{WHOLE} + 1")
        fewer(p, bound)
        know_least(p, least, LAST)
        p.have("size", p.at("sizes", f"{WHOLE} + 1"))
        return p.prove(CLAIM)

    with p.generalise("k", "t", "t - 1 + E*n") as each:
        each.have("low", each.figure("floor-low", x="(k - t)/n"))
        know_count(each)
        each.have("before low", each.figure("floor-low", x="(k - 1 - t)/n"))
        each.have("before high", each.figure("floor-high", x="(k - 1 - t)/n"))
        each.have("before cleared", f"k - 1 - t < n*({LAST} + 1)")
        each.have("before counted", each.next_integer(f"k - 1 - t < n*({LAST} + 1)", f"k - t <= n*({LAST} + 1)"))
        know_least(each, "0")
        each.have("room", f"0 < n*(E - {WHOLE})")
        each.have("positive", f"{WHOLE} < E")
        each.have("at most", each.next_integer(f"{WHOLE} < E", f"{WHOLE} + 1 <= E"))
        each.show(each.by_cases(f"n*{WHOLE} - (k - t)", CLAIM, hit))
    return each.step


STATEMENT = item("used with Theorem 35", "appendix B",
    key="feldman2018", kind="lemma",
    letters=("n: integer, n >= 1 [epoch]: steps of an epoch; role steps of an epoch",
        "t: integer: the first step with a gap; role place in the epoch", "E: integer: number of gaps; role gaps",
        "H: real sequence: shift accumulated by the first e gaps", "G: real sequence: shift that a gap at step k adds"),
    assumptions=("sizes: forall(e, 1, E, H(e) == H(e - 1) + G(t + (e - 1)*n))",),
    conclusion="forall(k, t, t - 1 + E*n, cases(n*floor((k - t)/n) - (k - t), G(k), 0) == H(floor((k - t)/n) + 1) - H(floor((k - 1 - "
                   "t)/n) + 1))", proof=proof, spots="n=2, t=1, E=3")
