"""Law of the Gaussian information density.

Statement
    The log ratio of N(m1, sigma^2 I) to N(m2, sigma^2 I) at t is (2 <t, m1 - m2> + ||m2||^2 - ||m1||^2)/(2
    sigma^2); it is N(beta^2/2, beta^2) under the first law and N(-beta^2/2, beta^2) under the second.
Reads as
    On the line with x = m1, y = m2, v = sigma^2: the difference of the squared distances.
Letters
    t : real : a point : iterate
    x : real : first mean : iterate
    y : real : second mean : iterate
    v : real, v > 0 : variance : iterate^2
Assumptions
    variance : v > 0
Reference
    asoodeh2020, Equation (28), appendix B
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Builder, Step


def proof(b: Builder) -> Step:
    """Multiply out."""
    return b.prove("((t - y)**2 - (t - x)**2)/(2*v) == (2*t*(x - y) + y**2 - x**2)/(2*v)")


STATEMENT = Statement(
    id="asoodeh2020/eq-28", title="Law of the Gaussian information density", kind="equation", text=__doc__,
    reference=Reference("asoodeh2020", "Equation (28)", "appendix B"),
    conclusion="((t - y)**2 - (t - x)**2)/(2*v) == (2*t*(x - y) + y**2 - x**2)/(2*v)",
    symbols=(Symbol("t", "real", "a point", "iterate"), Symbol("x", "real", "first mean", "iterate"), Symbol("y", "real", "second mean",
               "iterate"), Symbol("v", "real, v > 0", "variance", "iterate^2"),),
    assumptions=(Assumption("variance", "v > 0"),),
    proof=proof,
    printed=Printed("holds"),
    spots=(Spot({"t": 1, "x": 2, "y": 3, "v": 1}),),
)
