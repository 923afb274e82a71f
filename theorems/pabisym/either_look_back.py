"""The smaller one of two look-backs.

Statement
    Where D_alpha(P || Q) is at most F min(v, x) and at most F min(v, y), it is at most F min(v, min(x, y)).
Reads as
    Every look-back gives a bound, and the smallest of them is one too.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    F : real : what the values are counted in : 1
    v : real : the value without a restart : 1
    x : real : the value of one restart : 1
    y : real : the value of another restart : 1
    P : law : law of the first run
    Q : law : law of the second run
Assumptions
    order : alpha > 1
    first : D_alpha(P || Q) <= F min(v, x)
    second : D_alpha(P || Q) <= F min(v, y)
Reference
    altschuler2022, Proposition 3.2 from any step, section 3.1
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Structure, Symbol

from ._bounded_epochs import either

STATEMENT = Statement(
    id="pabisym/either-look-back", title="The smaller one of two look-backs", kind="theorem", text=__doc__, proof=either,
    reference=Reference("altschuler2022", "Proposition 3.2 from any step", "section 3.1"),
    conclusion="renyi(alpha, 0, P, Q, F*min(v, min(x, y)))",
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"), Symbol("F", "real", "what the values are counted in"),
             Symbol("v", "real", "the value without a restart"), Symbol("x", "real", "the value of one restart"),
             Symbol("y", "real", "the value of another restart")),
    structures=(Structure("P", "law", "law of the first run"), Structure("Q", "law", "law of the second run")),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("first", "renyi(alpha, 0, P, Q, F*min(v, x))"),
                 Assumption("second", "renyi(alpha, 0, P, Q, F*min(v, y))")),
    uses=(), spots=(Spot({"alpha": 2, "F": 1, "v": 3, "x": 2, "y": 1}),),
)
