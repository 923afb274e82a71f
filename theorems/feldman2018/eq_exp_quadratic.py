"""A quadratic bound on the exponential.

Statement
    For 0 <= a <= c <= 1: e^a <= 1 + a + a^2 <= 1 + (1 + c) a. The paper says so for every a <= c <= 1; for a < 0 the
    second inequality is false.
Reads as
    Up to 1 the exponential lies below a straight line. It is needed for a = (alpha - 1) D_alpha, which is not negative.
    Proved from e^(x+y) = e^x e^y and 1 + x <= e^x alone: ((1 - a/8) e^(a/8))^8 <= 1, and what is left is a polynomial
    inequality.
"""

from pabisym.library.checks import page_broken
from pabisym.library.item import item
from pabisym.library.statement import Check, Printed, Verdict
from pabisym.proof.build import Step
from pabisym.proof.exponentials import exp_quadratic
from pabisym.proof.script import Script, script


@script
def proof(p: Script) -> Step:
    """The quadratic bound; then a^2 <= c*a."""
    p.have("at most one", "a <= 1")
    exp_quadratic(p, "a")
    p.have("square", "a**2 <= c*a")
    return p.prove("exp(a) <= 1 + (1 + c)*a")


def as_printed() -> tuple[Verdict, str]:
    """At a = -1, c = 1 the middle of the chain is 1 and its right side -1."""
    return page_broken(STATEMENT, {"a": -1, "c": 1}, "1 + a + a**2 <= 1 + (1 + c)*a", dropped=("sign", "a"))


STATEMENT = item("proof of Lemma 25", "section 4",
    kind="inequality", letters=("a: real, a >= 0 [sign]: the exponent", "c: real, c <= 1 [range]: a bound on it"),
    assumptions=("a", "order: a <= c", "c"), conclusion="exp(a) <= 1 + (1 + c)*a", proof=proof,
    clauses=(
        "proved by conclusion: e^a is at most 1 + (1 + c) a for 0 <= a <= c <= 1",
        "refuted by the chain as printed: 1 + a + a^2 is at most 1 + (1 + c) a for every a <= c <= 1",
        "open: e^a is at most 1 + a + a^2 for every a <= 1"),
    printed=Printed("corrected", error="hypothesis",
        difference="printed for all a <= c <= 1, negative ones included, where 1 + a + a^2 <= 1 + a (1 + c) fails"),
    checks=(Check("the chain as printed fails for a < 0", as_printed, "corrected"),), spots=("a=1, c=1", "a=1/3, c=1/2", "a=0, c=0"))
