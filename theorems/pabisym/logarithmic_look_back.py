"""After so many steps of a contraction a distance is short enough.

Statement
    For 0 < c < 1, x > 0 and an integer N >= 0 with N >= log(x)/(1 - c), c^N x <= 1.
Reads as
    A distance is forgotten after a number of steps that is logarithmic in it: x is the distance at the restart over the
    one that may be left. With c = (kappa - 1)/(kappa + 1), 1/(1 - c) is (kappa + 1)/2.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step, stated
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

FAR, POWER = "(N*(1 - c) - log(x))", "exp({}*(c - 1))".format


@script
def proof(p: Script) -> Step:
    """C^N <= exp(N (c - 1)) by induction, and the exponential function is at most 1 below 0."""
    p.have_all({"tangent": p.figure("exp-tangent", x="c - 1"), "far": certified(f"{FAR} >= 0", fact("threshold", "factor")),
                "longer": p.figure("exp-tangent", x=FAR), "shrunk": f"exp(-{FAR}) > 0", "pair": p.figure("exp-sum", x=FAR, y=f"-{FAR}"),
                "square": p.figure("exp-sum", x="0", y="0"), "quotient": p.figure("exp-sum", x="N*(c - 1)", y="log(x)"),
                "value": p.figure("exp-log"), "unit": certified("exp(0) == 1", fact("square", factor="-1"), multiplier="exp(0)")})
    with p.induct("k", "0", "N", f"c**k <= {POWER('k')}", stated(p.figure("exp-tangent", x="0"), f"c**0 <= {POWER('0')}")) as later:
        later.have_all({"grown": later.figure("exp-sum", x="(k - 1)*(c - 1)", y="c - 1"), "past": "c**(k - 1) > 0",
                        "factor sign": "exp(c - 1) > 0"})
        later.show(certified(f"c**k <= {POWER('k')}", fact("grown", factor="1"), fact(later.hypothesis, "factor sign"),
                             fact("tangent", "past")))
    p.have("slow", p.at(later.step, "N"))
    return certified("c**N*x <= 1", fact("pair", factor="1"), fact("unit", factor="-1"), fact("longer", "shrunk"), fact("far", "shrunk"),
                     fact("quotient", factor="1"), fact("value", factor=POWER("N")), fact("slow", "distance"))


STATEMENT = item("step 4 in section 5.1", "section 5.1",
    key="altschuler2022", kind="lemma",
    letters=("c: real, c > 0 and c < 1 [positive factor, factor]: contraction of every step; role contraction",
        "x: real, x > 0 [distance]: the distance, in multiples of what may be left",
        "N: integer, N >= 0 [contractions]: number of contractions"), assumptions=("threshold: N >= log(x)/(1 - c)",),
    conclusion="c**N*x <= 1", proof=proof, spots="c=1/2, x=7, N=4")
