"""Logarithmic Sobolev inequality.

Statement
    The law of Theta satisfies c-LSI when E[f^2 log f^2] - E[f^2] log E[f^2] <= (2/c) E||grad f||^2 for all f with
    continuous gradient and E f^2 finite.
Reads as
    lsi(P, v) is c-LSI with c = 1/v: v is the variance of the normal law that has it. A point has every constant,
    and v = 0.
Reference
    chourasia2021, Definition 3.2, section 3.2
"""

from pabisym.library.statement import Check, Reference, Statement

from ._diffusion_checks import gaussian_equality

STATEMENT = Statement(
    id="chourasia2021/definition-3.2", title="Logarithmic Sobolev inequality", kind="definition", text=__doc__,
    reference=Reference("chourasia2021", "Definition 3.2", "section 3.2"),
    plain="definition",
    checks=(Check("N(0, v) with f = exp(a x) attains it", gaussian_equality),),
)
