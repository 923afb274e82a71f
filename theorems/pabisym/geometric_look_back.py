"""A geometric look-back is at least one step.

Statement
    For 0 < c < 1 and h >= (1 + c)/2, floor(log(h - sqrt(h^2 - c))/log(c)) >= 1.
Reads as
    The look-back that is best with a contraction is one that can be taken: h - sqrt(h^2 - c) is at most c.
"""

from pabisym.library.item import real
from pabisym.proof.build import Builder, Step

from ._restarts import logarithm, product
from ._vocabulary import item

INNER, ROOT = "h**2 - c", "sqrt(h**2 - c)"
SMALL = f"(h - {ROOT})"
CLAIM = f"1 <= floor(log({SMALL})/log(c))"


def proof(b: Builder) -> Step:
    """With x = h - sqrt(h^2 - c), 0 < x <= c, so that log(x) <= log(c) < 0."""

    def whole(b: Builder) -> Step:
        return b.have("rounded", b.figure("floor-high", x=f"log({SMALL})/log(c)"), lambda b: b.next_integer(
            f"0 < floor(log({SMALL})/log(c))", CLAIM))

    def compared(b: Builder) -> Step:
        a, e = f"log({SMALL})", "log(c)"
        facts = {"inverse": b.figure("exp-log", x=SMALL), "quotient": b.figure("exp-sum", x=f"{a} - {e}", y=e),
                 "tangent": b.figure("exp-tangent", x=f"{a} - {e}")}
        factor = product(f"exp({a} - {e}) <= 1", "c", ("1", "at most", ""), ("-1", "multiplied", "1"))
        return b.suppose_all(facts, lambda b: b.have("multiplied", b.prove(f"c*exp({a} - {e}) == {SMALL}"), lambda b: b.have(
            "factor", factor, lambda b: b.have("order", b.prove(f"{a} <= {e}"), lambda b: b.have(
                "steps", b.prove(f"{a}/{e} >= 1"), whole)))))

    def small(b: Builder) -> Step:
        facts = {"positive": product(f"{SMALL} > 0", f"h + {ROOT}", ("-1", "square", "1"), ("1", "contraction is positive", "")),
                 "at most": product(f"{SMALL} <= c", f"{ROOT} + h - c", ("1", "square", "1"), ("2", "scaled", ""))}
        return b.suppose_all(facts, lambda b: logarithm(b, "c", compared))

    def rooted(b: Builder) -> Step:
        facts = {"root": b.figure("square-root-sign", x=INNER), "square": b.figure("square-root", x=INNER)}
        return b.suppose_all(facts, lambda b: b.suppose_all(
            {"sum": b.prove(f"h + {ROOT} > 0"), "other sum": b.prove(f"{ROOT} + h - c > 0"), "scaled": b.prove("c*(h - (1 + c)/2) >= 0")},
            small))

    return b.have("enough", b.prove("h**2 >= (1 + c)**2/4"), lambda b: b.have("inner", b.prove(f"{INNER} >= 0"), rooted))


STATEMENT = item("Proposition 5.4 with the best look-back", "section 5.1", key="altschuler2022", kind="lemma",
    letters=("c: number constant", real("h >= (1 + c)/2", "how far the domain falls short", "shortfall")),
    conclusion=CLAIM, proof=proof, spots="c=1/2, h=2")
