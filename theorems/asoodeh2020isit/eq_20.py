"""Laplace contraction coefficient.

Statement
    eta_{e^epsilon}(K_{x_t}) <= (1 - e^{(epsilon - M (b - a)/(eta v))/2})^+.
Reads as
    Theorem 2, data processing, lemma 1 and lemma 4. The formula is restored: the source lost its formulas.
Letters
    epsilon : real, epsilon >= 0 : logarithm of gamma : 1
    r : real, r >= 0 : M (b - a)/(eta v), diameter over scale on the iterate : 1
Assumptions
    level : epsilon >= 0
    ratio : r >= 0
Reference
    asoodeh2020isit, Equation (20), appendix B
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol

STATEMENT = Statement(
    id="asoodeh2020isit/eq-20", title="Laplace contraction coefficient", kind="inequality", text=__doc__,
    reference=Reference("asoodeh2020isit", "Equation (20)", "appendix B"),
    bound="max(1 - exp((epsilon - r)/2), 0)",
    symbols=(Symbol("epsilon", "real, epsilon >= 0", "logarithm of gamma"), Symbol("r", "real, r >= 0",
               "M (b - a)/(eta v), diameter over scale on the iterate"),),
    assumptions=(Assumption("level", "epsilon >= 0"), Assumption("ratio", "r >= 0"),),
    uses=("asoodeh2020isit/theorem-2", "asoodeh2020isit/lemma-1", "asoodeh2020isit/lemma-4",),
    cited_because="the kernel has no Laplace noise",
    spots=(Spot({"epsilon": "1/2", "r": 1}),),
)
