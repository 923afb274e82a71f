"""Laplace step that differs.

Statement
    E_{e^epsilon}(mu_i K_{x_i} || mu_i K_{x'_i}) <= (1 - e^{(epsilon - 2 L/v)/2})^+.
Reads as
    Two updates of one point are at most 2 eta L apart, the scale on the iterate is eta v. The formula is
    restored: the source lost its formulas.
Letters
    epsilon : real, epsilon >= 0 : logarithm of gamma : 1
    L : real, L >= 0 : Lipschitz constant : loss/iterate
    v : real, v > 0 : scale of the gradient noise, before the step size : loss/iterate
Assumptions
    level : epsilon >= 0
    Lipschitz constant : L >= 0
    noise : v > 0
Reference
    asoodeh2020isit, Equation (21), appendix B
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol

STATEMENT = Statement(
    id="asoodeh2020isit/eq-21", title="Laplace step that differs", kind="inequality", text=__doc__,
    reference=Reference("asoodeh2020isit", "Equation (21)", "appendix B"),
    bound="max(1 - exp((epsilon - 2*L/v)/2), 0)",
    symbols=(Symbol("epsilon", "real, epsilon >= 0", "logarithm of gamma"), Symbol("L", "real, L >= 0", "Lipschitz constant",
               "loss/iterate"), Symbol("v", "real, v > 0", "scale of the gradient noise, before the step size", "loss/iterate"),),
    assumptions=(Assumption("level", "epsilon >= 0"), Assumption("Lipschitz constant", "L >= 0"), Assumption("noise", "v > 0"),),
    uses=("asoodeh2020isit/lemma-1", "asoodeh2020/footnote-7",),
    cited_because="the kernel has no Laplace noise",
    spots=(Spot({"epsilon": "1/2", "L": 1, "v": 1}),),
)
