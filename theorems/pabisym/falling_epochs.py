"""Gaps once in every epoch that fall against the noise lie above one chord.

Statement
    Let N_{k-1} < N_k and let H_e = H_{e-1} + d_e (N_{t-1+en} - N_{t-1+(e-1)n}) for e = 1..E with d_1 >= ... >= d_E. If
    A <= H_0, h >= 0 and H_E = A + h, then h (N_k - N_{t-1}) <= (H_{floor((k - t)/n) + 1} - A) (N_{t-1+En} - N_{t-1})
    for k = t-1..t-1+En.
Reads as
    Shift that arrives at the steps t, t + n, t + 2n, ... can be paid at one rate until the step before the next gap, as
    long as every epoch brings no more shift per noise than the one before.
"""

from pabisym.library.item import real
from pabisym.library.statement import Structure
from pabisym.proof.build import Builder, Step

from ._epochs import WHOLE, counted, reached
from ._iterations import rising_from
from ._vocabulary import item

CLAIM = f"h*(N(k) - N(t - 1)) <= (H({WHOLE} + 1) - A)*(N(t - 1 + E*n) - N(t - 1))"
NOISE = "N(t - 1 + ({e})*n)".format


def proof(b: Builder) -> Step:
    """At the ends of the epochs the chord is the one of falling slopes; in between the noise is less and the shift the same."""

    def more(b: Builder) -> Step:
        last = "t - 1 + k*n"
        return b.have("grows", rising_from(b, NOISE(e="k - 1")[2:-1], f"{last} - 1"), lambda b: b.have(
            "last step", b.at("noise", last), lambda b: b.prove(f"{NOISE(e='k - 1')} < {NOISE(e='k')}")))

    def inside(b: Builder) -> Step:
        facts = {"within": b.at("coarse", f"{WHOLE} + 1"), "later": rising_from(b, "k", f"t - 1 + ({WHOLE} + 1)*n")}
        return b.suppose_all(facts, lambda b: b.have(
            "worth", b.prove(f"h*(N(t - 1 + ({WHOLE} + 1)*n) - N(k)) >= 0"), lambda b: b.prove(CLAIM)))

    def at_most(b: Builder) -> Step:
        return b.have("scaled", b.prove(f"0 < n*(E - {WHOLE})"), lambda b: b.have(
            "positive", b.prove(f"{WHOLE} < E"), lambda b: b.have(
                "at most", b.next_integer(f"{WHOLE} < E", f"{WHOLE} + 1 <= E"), lambda b: b.have(
                    "within the gaps", b.prove(f"({WHOLE} + 1)*n <= E*n"), inside))))

    def below(b: Builder) -> Step:
        return b.have("low", b.figure("floor-low", x="(k - t)/n"), lambda b: counted(b, lambda b: reached(b, "-1", at_most)))

    coarse = b.theorem("pabisym/falling-slopes", {
        "noise": b.generalise("k", "1", "E", more), "shift": b.known("sizes"), "falling": b.known("falling"),
    }, p="0", q="E", A="A", h="h", N=("k", "N(t - 1 + k*n)"), S=("k", "H(k)"), d=("k", "d(k)"))
    return b.have("coarse", coarse, lambda b: b.generalise("k", "t - 1", "t - 1 + E*n", below))


STATEMENT = item("Theorem 35 with factors and any index", "appendix B", key="feldman2018", kind="lemma",
    letters=("n: epoch, t: step, E >= 0: gaps", real("A", "height of the string before step t", unit="iterate"),
        real("h >= 0", "rise of the string", "rise", "iterate"), "N",
        Structure("H", "real sequence", "shift accumulated by the first e gaps, without contractions"),
        Structure("d", "real sequence", "shift of gap e per noise of its epoch")),
    given=("noise: forall(k, t, t - 1 + E*n, N(k - 1) < N(k))",
        "sizes: forall(e, 1, E, H(e) == H(e - 1) + d(e)*(N(t - 1 + e*n) - N(t - 1 + (e - 1)*n)))",
        "falling: forall(e, 2, E, d(e) <= d(e - 1))", "h", "start: A <= H(0)", "end: H(E) == A + h"),
    conclusion=f"forall(k, t - 1, t - 1 + E*n, {CLAIM})", proof=proof, uses=("pabisym/falling-slopes", "pabisym/rising"),
    spots="n=2, t=1, E=3, A=0, h=1")
