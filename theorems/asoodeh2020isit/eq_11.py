"""The divergence of Gaussians in short.

Statement
    E_gamma(N(m1, sigma^2 I) || N(m2, sigma^2 I)) = theta_gamma(||m2 - m1||/sigma).
Reads as
    Lemma 2 in the letter theta. The formula is restored: the source lost its formulas.
Reference
    asoodeh2020isit, Equation (11), section III
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020isit/eq-11", title="The divergence of Gaussians in short", kind="equation", text=__doc__,
    reference=Reference("asoodeh2020isit", "Equation (11)", "section III"),
    uses=("asoodeh2020isit/definition-1", "asoodeh2020isit/lemma-2",),
    cited_because="lemma 2 in another letter",
)
