"""The smaller one of two look-backs.

Statement
    Where D_alpha(P || Q) is at most F min(v, x) and at most F min(v, y), it is at most F min(v, min(x, y)).
Reads as
    Every look-back gives a bound, and the smallest of them is one too.
"""

from pabisym.library.item import real
from pabisym.library.statement import Structure

from ._bounded_epochs import either
from ._vocabulary import item

STATEMENT = item("Proposition 3.2 from any step", "section 3.1", key="altschuler2022",
    letters=("alpha", real("F", "what the values are counted in"), real("v", "the value without a restart"),
        real("x", "the value of one restart"), real("y", "the value of another restart"), Structure("P", "law", "law of the first run"),
        Structure("Q", "law", "law of the second run")),
    given=("first: renyi(alpha, 0, P, Q, F*min(v, x))", "second: renyi(alpha, 0, P, Q, F*min(v, y))"),
    conclusion="renyi(alpha, 0, P, Q, F*min(v, min(x, y)))", proof=either, spots="alpha=2, F=1, v=3, x=2, y=1", models="first, second")
