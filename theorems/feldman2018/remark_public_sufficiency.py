"""How much public data is enough.

Statement
    With m of the order of d ln(1/delta)/eps^2 public records the excess loss is that of learning without privacy, up to
    a constant.
Reads as
    In Corollary 31 the factor is sqrt(1 + 8 d ln(1.25/delta)/(m eps^2)); once m eps^2 >= d ln(1.25/delta) it is at most
    3.
"""

from pabisym.library.item import item
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import at_once

CLAIM = "1 + 8*d*a/(m*epsilon**2) <= 3**2"
STATEMENT = item("remark in section 5.3", "section 5.3",
    letters=("epsilon: real, epsilon > 0 [level]: privacy level; role level", "m: integer, m >= 1: number of public records",
        "d: integer, d >= 1: dimension", "a: real: ln(1.25/delta)"), assumptions=("public: m > 0", "enough: m*epsilon**2 >= d*a"),
    conclusion=CLAIM, proof=at_once(certified(CLAIM, fact("enough", times="8"), multiplier="m*epsilon**2")),
    clauses=(
        "proved by conclusion: with m eps^2 >= d ln(1.25/delta) the factor of Corollary 31 is at most 3",
        "cited by feldman2018/theorem-29: the excess loss itself, from what one step of the oracle gives",
        "cited by feldman2018/theorem-28: learning without privacy has the bound 4 R L/sqrt(n)",
        "proved by feldman2018/corollary-31: the private records have (eps, delta)-DP at the noise of that factor, for eps <= 2 ln(1.25)",
        "open: for larger eps"),
    printed="holds in part",
    uses=("feldman2018/corollary-31",), spots="epsilon=1, m=10, d=4, a=5/2",
    evident="the bound of Corollary 31 at the stated number of records, on the page too")
