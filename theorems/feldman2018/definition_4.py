"""Rényi divergence.

Statement
    For 1 < alpha < infinity and mu << nu, D_alpha(mu || nu) = (1/(alpha - 1)) ln of the integral of (mu/nu)^alpha dnu;
    infinity when mu is not << nu. Orders 1 and infinity are limits.
Reads as
    How much likelier the first law can make things, in the alpha-th mean; natural logarithm. The unshifted case
    renyi(alpha, 0, mu, nu, b) of the judgement.
"""

from fractions import Fraction

from pabisym.divergence.renyi import finite
from pabisym.library.item import item
from pabisym.library.statement import Check, Printed, Verdict

P, Q = ("1/3", "2/3"), ("1/2", "1/2")


def limits() -> tuple[Verdict, str]:
    """The divergence rises with the order through the Kullback-Leibler divergence at 1, and on to ln sup P/Q = ln(4/3)."""
    below, at_one, above, far = (finite(order, P, Q) for order in ("9999/10000", 1, "10001/10000", 10000))
    near = Fraction(below.upper) < Fraction(at_one.lower) and Fraction(at_one.upper) < Fraction(above.lower)
    close = Fraction(above.upper) - Fraction(below.lower) < Fraction(1, 10**4)
    top = Fraction(28768, 10**5)  # ln(4/3) = 0.287682...
    end = top - Fraction(1, 10**3) < Fraction(far.lower) and Fraction(far.upper) < top + Fraction(1, 10**5)
    return ("true" if near and close and end else "undecided"), f"D_1 = {at_one.lower}, D_10000 = {far.lower}"


STATEMENT = item("Definition 4", "section 2.2",
    plain="definition",
    clauses=(
        "instance by orders 1 and infinity: the orders 1 and infinity are limits, of two laws on two points",
        "open: of all laws the limits exist, as the divergence rises with the order"),
    printed=Printed("holds in part",
        note="by continuity is the limit from above at order 1, which is infinite for some laws whose Kullback-Leibler divergence is "
            "finite"), checks=(Check("orders 1 and infinity are limits, on two points", limits),))
