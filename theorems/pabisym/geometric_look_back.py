"""A geometric look-back is at least one step.

Statement
    For 0 < c < 1 and h >= (1 + c)/2, floor(log(h - sqrt(h^2 - c))/log(c)) >= 1.
Reads as
    The look-back that is best with a contraction is one that can be taken: h - sqrt(h^2 - c) is at most c.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._restarts import logarithm

INNER, ROOT = "h**2 - c", "sqrt(h**2 - c)"
SMALL = f"(h - {ROOT})"
CLAIM = f"1 <= floor(log({SMALL})/log(c))"


@script
def proof(p: Script) -> Step:
    """With x = h - sqrt(h^2 - c), 0 < x <= c, so that log(x) <= log(c) < 0."""
    p.have("enough", "h**2 >= (1 + c)**2/4")
    p.have("inner", f"{INNER} >= 0")
    p.have_all({"root": p.figure("square-root-sign", x=INNER), "square": p.figure("square-root", x=INNER)})
    p.have_all({"sum": f"h + {ROOT} > 0", "other sum": f"{ROOT} + h - c > 0", "scaled": "c*(h - (1 + c)/2) >= 0"})
    p.have_all({"positive": certified(f"{SMALL} > 0", fact("square", times="-1", factor="1"), fact("contraction is positive"),
                                      multiplier=f"h + {ROOT}"), "at most": certified(f"{SMALL} <= c", fact("square", factor="1"), fact(
        "scaled", times="2"), multiplier=f"{ROOT} + h - c")})
    logarithm(p, "c")
    a, e = f"log({SMALL})", "log(c)"
    p.have_all({"inverse": p.figure("exp-log", x=SMALL), "quotient": p.figure("exp-sum", x=f"{a} - {e}", y=e),
                "tangent": p.figure("exp-tangent", x=f"{a} - {e}")})
    p.have("multiplied", f"c*exp({a} - {e}) == {SMALL}")
    p.have("factor", certified(f"exp({a} - {e}) <= 1", fact("at most"), fact("multiplied", times="-1", factor="1"), multiplier="c"))
    p.have("order", f"{a} <= {e}")
    p.have("steps", f"{a}/{e} >= 1")
    p.have("rounded", p.figure("floor-high", x=f"log({SMALL})/log(c)"))
    return p.next_integer(f"0 < floor(log({SMALL})/log(c))", CLAIM)


STATEMENT = item("Proposition 5.4 with the best look-back", "section 5.1",
    key="altschuler2022", kind="lemma",
    letters=("c: real, c > 0 and c < 1 [contraction is positive, contraction]: Lipschitz constant of every step; role contraction",
        "h: real, h >= (1 + c)/2 [shortfall]: how far the domain falls short"), conclusion="1 <= floor(log((h - sqrt(h**2 - c)))/log(c))",
    proof=proof, spots="c=1/2, h=2")
