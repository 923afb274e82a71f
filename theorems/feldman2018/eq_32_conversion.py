"""The conversion in the proof of Theorem 32.

Statement
    With alpha = sigma sqrt(ln(1/delta))/(L sqrt(q)) > 2 and q >= 2 k ln n/n:
    4 k alpha L^2 ln n/(n sigma^2) + ln(1/delta)/(alpha - 1) < 4 k ln(1/delta) ln n/(alpha q n) + 2 ln(1/delta)/alpha
    <= 4 ln(1/delta)/alpha.
Reads as
    Half of the budget goes to the divergence and half to the conversion. Written with l = ln(1/delta),
    rho = L^2/sigma^2 and g for ln n; it needs nothing of g, so that it serves the harmonic number as well.
Letters
    alpha : real, alpha > 2 : order of the Rényi divergence : 1
    n : integer, n >= 1 : number of records : 1
    k : integer : number of problems : 1
    l : real, l > 0 : ln(1/delta) : 1
    q : real, q > 0 : share : 1
    rho : real : L^2/sigma^2 : 1
    g : real : ln n, or the harmonic number : 1
Assumptions
    order : alpha > 2
    size : n >= 1
    budget : l > 0
    share : q > 0
    definition of alpha : alpha^2 q rho = l
    enough : q n >= 2 k g
Reference
    feldman2018, proof of Theorem 32, section 5.4
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

CLAIM = "4*k*alpha*rho*g/n + l/(alpha - 1) < 4*l/alpha"


@script
def proof(p: Script) -> Step:
    """l/(alpha - 1) < 2 l/alpha, and alpha^2 rho = l/q turns the first part into 4 k l g/(alpha q n)."""
    p.have_all({"second": certified("l/(alpha - 1) < 2*l/alpha", fact("order", "budget"), multiplier="alpha*(alpha - 1)"),
                "first": certified("4*k*alpha*rho*g/n <= 2*l/alpha", fact("enough", "budget", times="2"),
                                   fact("definition of alpha", factor="-4*k*g"), multiplier="alpha*q*n")})
    return certified(CLAIM, fact("first"), fact("second"))


STATEMENT = Statement(
    id="feldman2018/eq-32-conversion", title="The conversion in the proof of Theorem 32", kind="inequality", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "proof of Theorem 32", "section 5.4"), conclusion=CLAIM, printed=Printed("holds"),
    symbols=(Symbol("alpha", "real, alpha > 2", "order of the Rényi divergence"), Symbol("n", "integer, n >= 1", "number of records"),
             Symbol("k", "integer", "number of problems"), Symbol("l", "real, l > 0", "ln(1/delta)"), Symbol("q", "real, q > 0", "share"),
             Symbol("rho", "real", "L^2/sigma^2"), Symbol("g", "real", "ln n, or the harmonic number")),
    assumptions=(Assumption("order", "alpha > 2"), Assumption("size", "n >= 1"), Assumption("budget", "l > 0"),
                 Assumption("share", "q > 0"), Assumption("definition of alpha", "alpha**2*q*rho == l"),
                 Assumption("enough", "q*n >= 2*k*g")),
    uses=("feldman2018/lemma-14", "feldman2018/theorem-26"),
        spots=(Spot({"alpha": 3, "n": 4, "k": 2, "l": 9, "q": 2, "rho": "1/2", "g": 1}),),
)
