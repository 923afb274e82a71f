"""Hockey-stick divergence by the norm.

Statement
    With phi = mu - gamma nu, E_gamma(mu || nu) = ||phi+|| = ||phi||/2 + (1 - gamma)/2.
Reads as
    The masses of the parts differ by gamma - 1 and sum to the norm.
Letters
    gamma : real : order of the divergence : 1
    p : real : mass of the positive part : 1
    m : real : mass of the negative part : 1
    norm_phi : real : norm of mu - gamma nu : 1
Assumptions
    total : mu and nu have mass 1
    size : the norm is the sum of both masses
Reference
    asoodeh2020, Equation (26), appendix A
"""

from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Builder, Step

from . import _finite_kernels as finite_kernels


def proof(b: Builder) -> Step:
    """Add the two equations."""
    return b.prove("p == norm_phi/2 + (1 - gamma)/2")


STATEMENT = Statement(
    id="asoodeh2020/eq-26", title="Hockey-stick divergence by the norm", kind="equation", text=__doc__,
    reference=Reference("asoodeh2020", "Equation (26)", "appendix A"),
    conclusion="p == norm_phi/2 + (1 - gamma)/2",
    symbols=(Symbol("gamma", "real", "order of the divergence"), Symbol("p", "real", "mass of the positive part"), Symbol("m", "real",
               "mass of the negative part"), Symbol("norm_phi", "real", "norm of mu - gamma nu"),),
    assumptions=(Assumption("total", "p - m == 1 - gamma"), Assumption("size", "norm_phi == p + m"),),
    uses=("asoodeh2020/eq-6", "asoodeh2020/definition-tv",),
    proof=proof,
    printed=Printed("holds"),
    checks=(Check("the forms agree", finite_kernels.forms_of_the_divergence_agree),),
    spots=(Spot({"gamma": 2, "p": "1/2", "m": "3/2", "norm_phi": 2}),),
)
