"""Gaps once in every epoch that fall against the noise lie above one chord.

Statement
    Let N_{k-1} < N_k and let H_e = H_{e-1} + d_e (N_{t-1+en} - N_{t-1+(e-1)n}) for e = 1..E with d_1 >= ... >= d_E. If
    A <= H_0, h >= 0 and H_E = A + h, then h (N_k - N_{t-1}) <= (H_{floor((k - t)/n) + 1} - A) (N_{t-1+En} - N_{t-1})
    for k = t-1..t-1+En.
Reads as
    Shift that arrives at the steps t, t + n, t + 2n, ... can be paid at one rate until the step before the next gap, as
    long as every epoch brings no more shift per noise than the one before.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._epochs import WHOLE, know_count, know_least
from ._iterations import rising_from

CLAIM = f"h*(N(k) - N(t - 1)) <= (H({WHOLE} + 1) - A)*(N(t - 1 + E*n) - N(t - 1))"
NOISE = "N(t - 1 + ({e})*n)".format


@script
def proof(p: Script) -> Step:
    """At the ends of the epochs the chord is the one of falling slopes; in between the noise is less and the shift the same."""
    with p.generalise("k", "1", "E") as more:
        last = "t - 1 + k*n"
        more.have("grows", rising_from(more, NOISE(e="k - 1")[2:-1], f"{last} - 1"))
        more.have("last step", more.at("noise", last))
        more.show(f"{NOISE(e='k - 1')} < {NOISE(e='k')}")
    p.have("coarse", p.theorem("pabisym/falling-slopes", {"noise": more.step}, p="0", q="E", N=("k", "N(t - 1 + k*n)"), S=("k", "H(k)")))
    with p.generalise("k", "t - 1", "t - 1 + E*n") as each:
        each.have("low", each.figure("floor-low", x="(k - t)/n"))
        know_count(each)
        know_least(each, "-1")
        each.have("scaled", f"0 < n*(E - {WHOLE})")
        each.have("positive", f"{WHOLE} < E")
        each.have("at most", each.next_integer(f"{WHOLE} < E", f"{WHOLE} + 1 <= E"))
        each.have("within the gaps", f"({WHOLE} + 1)*n <= E*n")
        each.have_all({"within": each.at("coarse", f"{WHOLE} + 1"), "later": rising_from(each, "k", f"t - 1 + ({WHOLE} + 1)*n")})
        each.have("worth", f"h*(N(t - 1 + ({WHOLE} + 1)*n) - N(k)) >= 0")
        each.show(CLAIM)
    return each.step


STATEMENT = item("Theorem 35 with factors and any index", "appendix B",
    key="feldman2018", kind="lemma",
    letters=("n: integer, n >= 1 [epoch]: steps of an epoch; role steps of an epoch",
        "t: integer: the first step with a gap; role place in the epoch", "E: integer, E >= 0 [epochs]: number of gaps; role gaps",
        "A: real: height of the string before step t; unit iterate", "h: real, h >= 0 [rise]: rise of the string; unit iterate",
        "N: real sequence: accumulated noise, without contractions",
        "H: real sequence: shift accumulated by the first e gaps, without contractions",
        "d: real sequence: shift of gap e per noise of its epoch"),
    assumptions=("n, E", "noise: forall(k, t, t - 1 + E*n, N(k - 1) < N(k))",
        "sizes: forall(e, 1, E, H(e) == H(e - 1) + d(e)*(N(t - 1 + e*n) - N(t - 1 + (e - 1)*n)))",
        "falling: forall(e, 2, E, d(e) <= d(e - 1))", "h", "start: A <= H(0)", "end: H(E) == A + h"),
    conclusion="forall(k, t - 1, t - 1 + E*n, h*(N(k) - N(t - 1)) <= (H(floor((k - t)/n) + 1) - A)*(N(t - 1 + E*n) - N(t - 1)))",
    proof=proof, uses=("pabisym/falling-slopes", "pabisym/rising"), spots="n=2, t=1, E=3, A=0, h=1")
