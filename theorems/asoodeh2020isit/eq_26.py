"""The minimisation.

Statement
    delta^ = min over alpha > 1 of exp(-(alpha - 1)(epsilon - c_i alpha)).
Reads as
    The Rényi bound plugged into (25). The formula is restored: the source lost its formulas.
Reference
    asoodeh2020isit, Equation (26), appendix D
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020isit/eq-26", title="The minimisation", kind="equation", text=__doc__,
    reference=Reference("asoodeh2020isit", "Equation (26)", "appendix D"),
    uses=("asoodeh2020isit/eq-25", "asoodeh2020isit/quoted-balle-theorem-5",),
    cited_because="(25) with a bound that is linear in the order",
)
