"""Equality in (17).

Statement
    Equality in (17), by mu = t delta_{w1} + (1 - t) delta_{w2} and nu = delta_{w2}, for which mu K - gamma nu K
    = t (K(w1) - g K(w2)).
Reads as
    Checked here on chances p = K(w1)(A), q = K(w2)(A) of one event. The formula is restored: the source lost
    its formulas.
Letters
    t : real, 0 < t <= 1 : E_gamma of the inputs : 1
    gamma : real, gamma >= 1 : order of the divergence : 1
    p : real : chance of an event after the first point : 1
    q : real : chance of an event after the second point : 1
Assumptions
    mass : t > 0
Reference
    asoodeh2020isit, Equation (18), appendix A
"""

from pabisym.library.statement import Assumption, Check, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Builder, Step

from ..asoodeh2020 import _finite_kernels as finite_kernels


def proof(b: Builder) -> Step:
    """Multiply out."""
    return b.prove("t*p + (1 - t)*q - gamma*q == t*(p - (1 + (gamma - 1)/t)*q)")


STATEMENT = Statement(
    id="asoodeh2020isit/eq-18", title="Equality in (17)", kind="equation", text=__doc__,
    reference=Reference("asoodeh2020isit", "Equation (18)", "appendix A"),
    conclusion="t*p + (1 - t)*q - gamma*q == t*(p - (1 + (gamma - 1)/t)*q)",
    symbols=(Symbol("t", "real, 0 < t <= 1", "E_gamma of the inputs"), Symbol("gamma", "real, gamma >= 1", "order of the divergence"),
               Symbol("p", "real", "chance of an event after the first point"), Symbol("q", "real",
               "chance of an event after the second point"),),
    assumptions=(Assumption("mass", "t > 0"),),
    uses=("asoodeh2020isit/eq-17",),
    proof=proof,
    checks=(Check("finite kernels", finite_kernels.close_inputs_contract_more),),
    spots=(Spot({"t": "1/2", "gamma": 2, "p": "1/2", "q": "1/4"}),),
)
