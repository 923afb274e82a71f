"""The conversion in the proof of Theorem 32.

Statement
    With alpha = sigma sqrt(ln(1/delta))/(L sqrt(q)) > 2 and q >= 2 k ln n/n: 4 k alpha L^2 ln n/(n sigma^2) +
    ln(1/delta)/(alpha - 1) < 4 k ln(1/delta) ln n/(alpha q n) + 2 ln(1/delta)/alpha <= 4 ln(1/delta)/alpha.
Reads as
    Half of the budget goes to the divergence and half to the conversion. Written with l = ln(1/delta), rho =
    L^2/sigma^2 and g for ln n; it needs nothing of g, so that it serves the harmonic number as well.
"""

from pabisym.library.item import integer, real
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._vocabulary import item

CLAIM = "4*k*alpha*rho*g/n + l/(alpha - 1) < 4*l/alpha"


@script
def proof(p: Script) -> Step:
    """l/(alpha - 1) < 2 l/alpha, and alpha^2 rho = l/q turns the first part into 4 k l g/(alpha q n)."""
    p.have_all({"second": certified("l/(alpha - 1) < 2*l/alpha", fact("order", "budget"), multiplier="alpha*(alpha - 1)"),
                "first": certified("4*k*alpha*rho*g/n <= 2*l/alpha", fact("enough", "budget", times="2"),
                                   fact("definition of alpha", factor="-4*k*g"), multiplier="alpha*q*n")})
    return certified(CLAIM, fact("first"), fact("second"))


STATEMENT = item("proof of Theorem 32", "section 5.4", kind="inequality",
    letters=("alpha > 2, n [size]", integer("k", "number of problems"), "l [budget]", real("q > 0", "share", "share"),
        real("rho", "L^2/sigma^2"), real("g", "ln n, or the harmonic number")),
    given=("definition of alpha: alpha**2*q*rho == l", "enough: q*n >= 2*k*g"),
    conclusion=CLAIM, proof=proof, printed="holds", uses=("feldman2018/lemma-14", "feldman2018/theorem-26"),
    spots="alpha=3, n=4, k=2, l=9, q=2, rho=1/2, g=1")
