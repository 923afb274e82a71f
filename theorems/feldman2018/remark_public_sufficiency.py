"""How much public data is enough.

Statement
    With m of the order of d ln(1/delta)/eps^2 public records the excess loss is that of learning without privacy, up to
    a constant.
Reads as
    In Corollary 31 the factor is sqrt(1 + 8 d ln(1.25/delta)/(m eps^2)); once m eps^2 >= d ln(1.25/delta) it is at
    most 3.
Letters
    epsilon : real, epsilon > 0 : privacy level : 1
    m : integer, m >= 1 : number of public records : 1
    d : integer, d >= 1 : dimension : 1
    a : real : ln(1.25/delta) : 1
Assumptions
    level : eps > 0
    public : m > 0
    enough : m eps^2 >= d ln(1.25/delta)
Reference
    feldman2018, remark in section 5.3, section 5.3
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import at_once

CLAIM = "1 + 8*d*a/(m*epsilon**2) <= 3**2"

STATEMENT = Statement(
    id="feldman2018/remark-public-sufficiency", title="How much public data is enough", kind="remark", text=__doc__, conclusion=CLAIM,
    reference=Reference("feldman2018", "remark in section 5.3", "section 5.3"), printed=Printed("holds"),
    proof=at_once(certified(CLAIM, fact("enough", times="8"), multiplier="m*epsilon**2")),
    symbols=(Symbol("epsilon", "real, epsilon > 0", "privacy level"), Symbol("m", "integer, m >= 1", "number of public records"),
             Symbol("d", "integer, d >= 1", "dimension"), Symbol("a", "real", "ln(1.25/delta)")),
    assumptions=(Assumption("level", "epsilon > 0"), Assumption("public", "m > 0"), Assumption("enough", "m*epsilon**2 >= d*a")),
    uses=("feldman2018/corollary-31",), spots=(Spot({"epsilon": 1, "m": 10, "d": 4, "a": "5/2"}),),
)
