"""Steps that change add up.

Statement
    If f_k = e_k f_{k-1} + P_k (S_k - S_{k-1}) and P_k = e_k P_{k-1} for k = p+1..p+m, then P_p f_{p+m} = P_{p+m} (f_p +
    P_p (S_{p+m} - S_p)).
Reads as
    Divided by the product of the factors, a linear recurrence is a sum.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script


@script
def proof(p: Script) -> Step:
    """Induction on the steps."""
    with p.induct("j", "p", "p + m", "P(p)*f(j) == P(j)*(f(p) + P(p)*(S(j) - S(p)))") as each:
        each.have_all({"step here": each.at("steps", "j"), "product here": each.at("products", "j")})
        each.show(certified("P(p)*f(j) == P(j)*(f(p) + P(p)*(S(j) - S(p)))", fact("step here", factor="P(p)"), fact(
            each.hypothesis, factor="e(j)"), fact("product here", times="-1", factor="f(p) + P(p)*(S(j - 1) - S(p))")))
    return p.at(each.step, "p + m")


STATEMENT = item("definition 4", "section 2",
    key="dong2022", kind="lemma",
    letters=("p: integer: the step before the piece", "m: integer, m >= 0 [count]: steps of the piece", "f: real sequence: what grows",
        "e: real sequence: factor of step k", "P: real sequence: product of the factors up to step k",
        "S: real sequence: what the steps up to step k add, over the product of the factors"),
    assumptions=("products: forall(k, p + 1, p + m, P(k) == e(k)*P(k - 1))",
        "steps: forall(k, p + 1, p + m, f(k) == e(k)*f(k - 1) + P(k)*(S(k) - S(k - 1)))"),
    conclusion="P(p)*f(p + m) == P(p + m)*(f(p) + P(p)*(S(p + m) - S(p)))", proof=proof, spots="p=1, m=2")
