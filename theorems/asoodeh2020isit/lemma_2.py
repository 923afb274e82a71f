"""Hockey-stick divergence of two Gaussians.

Statement
    E_gamma(N(m1, sigma^2 I) || N(m2, sigma^2 I)) = Q(log(gamma)/beta - beta/2) - gamma Q(log(gamma)/beta +
    beta/2), beta = ||m2 - m1||/sigma.
Reads as
    As in the longer paper, lemma 1. The formula is restored: the source lost its formulas.
Letters
    gamma : real, gamma >= 1 : order of the divergence : 1
    beta : real, beta > 0 : distance of the means over the standard deviation : 1
Assumptions
    order : gamma >= 1
    distance : beta > 0
Reference
    asoodeh2020isit, Lemma 2, section III
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol

STATEMENT = Statement(
    id="asoodeh2020isit/lemma-2", title="Hockey-stick divergence of two Gaussians", kind="lemma", text=__doc__,
    reference=Reference("asoodeh2020isit", "Lemma 2", "section III"),
    bound="theta(gamma, beta)",
    symbols=(Symbol("gamma", "real, gamma >= 1", "order of the divergence"), Symbol("beta", "real, beta > 0",
               "distance of the means over the standard deviation"),),
    assumptions=(Assumption("order", "gamma >= 1"), Assumption("distance", "beta > 0"),),
    uses=("asoodeh2020isit/eq-7", "asoodeh2020/lemma-1",),
    cited_because="an integral over R^d, outside the kernel",
    spots=(Spot({"gamma": 2, "beta": 1}),),
)
