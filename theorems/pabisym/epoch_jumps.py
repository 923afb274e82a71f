"""The shift accumulated by the gaps so far jumps where a gap is.

Statement
    Let H_e = H_{e-1} + G_{t+(e-1)n} for e = 1..E. For k = t..t-1+En the difference of H_{floor((k - t)/n) + 1} and
    H_{floor((k - 1 - t)/n) + 1} is G_k where n divides k - t, and 0 elsewhere.
Reads as
    Counting the gaps so far by a floor is right at every step.
"""

from collections.abc import Callable

from pabisym.library.item import integer
from pabisym.library.statement import Structure
from pabisym.proof.build import Builder, Step

from ._epochs import WHOLE, counted, reached
from ._vocabulary import item

Rest = Callable[[Builder], Step]
LAST = "floor((k - 1 - t)/n)"
CLAIM = f"cases(n*{WHOLE} - (k - t), G(k), 0) == H({WHOLE} + 1) - H({LAST} + 1)"


def proof(b: Builder) -> Step:
    """Where n divides k - t, the floor of the step before is one less; elsewhere it is the same."""

    def fewer(b: Builder, than: str, rest: Rest) -> Step:
        return b.have(b.fresh("scaled"), b.prove(f"0 < n*({than} - {LAST})"), lambda b: b.have(
            b.fresh("less"), b.prove(f"{LAST} < {than}"), lambda b: b.have(
                b.fresh("fewer"), b.next_integer(f"{LAST} < {than}", f"{LAST} + 1 <= {than}"), rest)))

    def more(b: Builder, least: str, rest: Rest) -> Step:
        return b.have(b.fresh("scaled"), b.prove(f"0 < n*({LAST} + 1 - ({least}))"), lambda b: b.have(
            b.fresh("positive"), b.prove(f"0 < {LAST} + 1 - ({least})"), lambda b: b.have(
                b.fresh("reached"), b.next_integer(f"0 < {LAST} + 1 - ({least})", f"{least} <= {LAST}"), rest)))

    def hit(b: Builder) -> Step:
        met = b.scope.arithmetic.evident(b.term(f"n*{WHOLE} >= k - t"))
        least, bound = (f"{WHOLE} - 1", WHOLE) if met else (WHOLE, f"{WHOLE} + 1")
        return fewer(b, bound, lambda b: more(b, least, lambda b: b.have(
            "size", b.at("sizes", f"{WHOLE} + 1"), lambda b: b.prove(CLAIM))))

    def inside(b: Builder) -> Step:
        return b.by_cases(f"n*{WHOLE} - (k - t)", CLAIM, hit)

    def at_most(b: Builder) -> Step:
        return b.have("room", b.prove(f"0 < n*(E - {WHOLE})"), lambda b: b.have("positive", b.prove(f"{WHOLE} < E"), lambda b: b.have(
            "at most", b.next_integer(f"{WHOLE} < E", f"{WHOLE} + 1 <= E"), inside)))

    def counted_before(b: Builder, rest: Rest) -> Step:
        return b.have("before low", b.figure("floor-low", x="(k - 1 - t)/n"), lambda b: b.have(
            "before high", b.figure("floor-high", x="(k - 1 - t)/n"), lambda b: b.have(
                "before cleared", b.prove(f"k - 1 - t < n*({LAST} + 1)"), lambda b: b.have(
                    "before counted", b.next_integer(f"k - 1 - t < n*({LAST} + 1)", f"k - t <= n*({LAST} + 1)"), rest))))

    def one(b: Builder) -> Step:
        return b.have("low", b.figure("floor-low", x="(k - t)/n"), lambda b: counted(b, lambda b: counted_before(
            b, lambda b: reached(b, "0", at_most))))

    return b.generalise("k", "t", "t - 1 + E*n", one)


STATEMENT = item("used with Theorem 35", "appendix B", key="feldman2018", kind="lemma",
    letters=("n: epoch, t: step", integer("E", "number of gaps", role="gaps"),
        Structure("H", "real sequence", "shift accumulated by the first e gaps"),
        Structure("G", "real sequence", "shift that a gap at step k adds")),
    given="sizes: forall(e, 1, E, H(e) == H(e - 1) + G(t + (e - 1)*n))",
    conclusion=f"forall(k, t, t - 1 + E*n, {CLAIM})", proof=proof, spots="n=2, t=1, E=3")
