"""The shift accumulated by the gaps so far jumps where a gap is.

Statement
    Let H_e = H_{e-1} + G_{t+(e-1)n} for e = 1..E. For k = t..t-1+En the difference of H_{floor((k - t)/n) + 1} and
    H_{floor((k - 1 - t)/n) + 1} is G_k where n divides k - t, and 0 elsewhere.
Reads as
    Counting the gaps so far by a floor is right at every step.
"""


from pabisym.library.item import integer
from pabisym.library.statement import Structure
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._epochs import WHOLE, counted, reached
from ._vocabulary import item

LAST = "floor((k - 1 - t)/n)"
CLAIM = f"cases(n*{WHOLE} - (k - t), G(k), 0) == H({WHOLE} + 1) - H({LAST} + 1)"


@script
def proof(p: Script) -> Step:
    """Where n divides k - t, the floor of the step before is one less; elsewhere it is the same."""

    def fewer(p: Script, than: str) -> None:
        p.have(p.fresh("scaled"), f"0 < n*({than} - {LAST})")
        p.have(p.fresh("less"), f"{LAST} < {than}")
        p.have(p.fresh("fewer"), p.next_integer(f"{LAST} < {than}", f"{LAST} + 1 <= {than}"))

    def more(p: Script, least: str) -> None:
        p.have(p.fresh("scaled"), f"0 < n*({LAST} + 1 - ({least}))")
        p.have(p.fresh("positive"), f"0 < {LAST} + 1 - ({least})")
        p.have(p.fresh("reached"), p.next_integer(f"0 < {LAST} + 1 - ({least})", f"{least} <= {LAST}"))

    @script
    def hit(p: Script) -> Step:
        met = p.evident(f"n*{WHOLE} >= k - t")
        least, bound = (f"{WHOLE} - 1", WHOLE) if met else (WHOLE, f"{WHOLE} + 1")
        fewer(p, bound)
        more(p, least)
        p.have("size", p.at("sizes", f"{WHOLE} + 1"))
        return p.prove(CLAIM)

    def counted_before(p: Script) -> None:
        p.have("before low", p.figure("floor-low", x="(k - 1 - t)/n"))
        p.have("before high", p.figure("floor-high", x="(k - 1 - t)/n"))
        p.have("before cleared", f"k - 1 - t < n*({LAST} + 1)")
        p.have("before counted", p.next_integer(f"k - 1 - t < n*({LAST} + 1)", f"k - t <= n*({LAST} + 1)"))

    with p.generalise("k", "t", "t - 1 + E*n") as each:
        each.have("low", each.figure("floor-low", x="(k - t)/n"))
        counted(each)
        counted_before(each)
        reached(each, "0")
        each.have("room", f"0 < n*(E - {WHOLE})")
        each.have("positive", f"{WHOLE} < E")
        each.have("at most", each.next_integer(f"{WHOLE} < E", f"{WHOLE} + 1 <= E"))
        each.show(each.by_cases(f"n*{WHOLE} - (k - t)", CLAIM, hit))
    return each.step


STATEMENT = item("used with Theorem 35", "appendix B", key="feldman2018", kind="lemma",
    letters=("n: epoch, t: step", integer("E", "number of gaps", role="gaps"),
        Structure("H", "real sequence", "shift accumulated by the first e gaps"),
        Structure("G", "real sequence", "shift that a gap at step k adds")),
    given="sizes: forall(e, 1, E, H(e) == H(e - 1) + G(t + (e - 1)*n))",
    conclusion=f"forall(k, t, t - 1 + E*n, {CLAIM})", proof=proof, spots="n=2, t=1, E=3")
