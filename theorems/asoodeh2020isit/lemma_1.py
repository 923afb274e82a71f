"""Hockey-stick divergence of two Laplace laws.

Statement
    E_gamma(Lap(m1, v) || Lap(m2, v)) = (1 - exp((log(gamma) - |m1 - m2|/v)/2))^+ on the line, v the scale.
Reads as
    Equation (9). Nonzero only when |m1 - m2| > v log gamma. The formula is restored: the source lost its
    formulas.
Letters
    gamma : real, gamma >= 1 : order of the divergence : 1
    r : real, r >= 0 : distance of the means over the scale : 1
Assumptions
    order : gamma >= 1
    distance : r >= 0
Reference
    asoodeh2020isit, Lemma 1, section III
"""

from fractions import Fraction

from pabisym.divergence.evaluate import enclose
from pabisym.exact_law.chains import clipped_chain
from pabisym.lang.grammar import parse
from pabisym.library.statement import Assumption, Check, Reference, Spot, Statement, Symbol, Verdict


def against_quadrature() -> tuple[Verdict, str]:
    """The closed form and the exact law of one step, unclipped, at three points."""
    found = []
    for gamma, gap, scale in (("3/2", 2, 1), (1, 1, 2), (3, 2, "7/10")):
        first, second = (clipped_chain(lower=-1000, upper=1000, steps=1, laplace_scale=scale, start=x) for x in (gap, 0))
        exact = first.hockey_stick(second, 8, gamma=gamma)
        closed = enclose(parse(f"max(1 - exp((log({gamma}) - ({gap})/({scale}))/2), 0)"), {}, 12)
        found.append(Fraction(exact.lower) <= Fraction(closed.upper) and Fraction(closed.lower) <= Fraction(exact.upper))
    return ("true" if all(found) else "false"), f"{len(found)} points"


STATEMENT = Statement(
    id="asoodeh2020isit/lemma-1", title="Hockey-stick divergence of two Laplace laws", kind="lemma", text=__doc__,
    reference=Reference("asoodeh2020isit", "Lemma 1", "section III"),
    bound="max(1 - exp((log(gamma) - r)/2), 0)",
    symbols=(Symbol("gamma", "real, gamma >= 1", "order of the divergence"), Symbol("r", "real, r >= 0",
               "distance of the means over the scale"),),
    assumptions=(Assumption("order", "gamma >= 1"), Assumption("distance", "r >= 0"),),
    uses=("asoodeh2020isit/eq-6",),
    cited_because="an integral over the line, outside the kernel",
    checks=(Check("exact laws of one step", against_quadrature),),
    spots=(Spot({"gamma": "3/2", "r": 2}),),
)
