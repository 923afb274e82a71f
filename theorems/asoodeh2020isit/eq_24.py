"""Gaussian step that differs.

Statement
    E_{e^epsilon}(mu_i K_{x_i} || mu_i K_{x'_i}) <= theta_{e^epsilon}(2 L/sigma).
Reads as
    asoodeh2020/eq-31 with psi = 2 eta L and the noise eta sigma on the iterate. The formula is restored: the
    source lost its formulas.
Letters
    epsilon : real, epsilon >= 0 : logarithm of gamma : 1
    L : real, L > 0 : Lipschitz constant : loss/iterate
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : standard deviation of the gradient noise, before the step size : loss/iterate
    P : law : law of the iterate before the step
    f : map : update in the first run
    g : map : update in the second run
    Z : noise : the noise on the iterate
    K : set : the domain W
Assumptions
    level : epsilon >= 0
    Lipschitz constant : L > 0
    step size : eta > 0
    noise : sigma > 0
    gap : sup ||f(w) - g(w)|| <= 2 eta L
    Gaussian : the noise is N(0, (eta sigma)^2 I)
Reference
    asoodeh2020isit, Equation (24), appendix C
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step


def proof(b: Builder) -> Step:
    """The step of the longer paper in these letters."""
    known = {"level": b.known("level")}
    return b.theorem("asoodeh2020/eq-31", known, psi="2*eta*L", sigma="eta*sigma", M="P", conclude=STATEMENT.conclusion)


STATEMENT = Statement(
    id="asoodeh2020isit/eq-24", title="Gaussian step that differs", kind="inequality", text=__doc__,
    reference=Reference("asoodeh2020isit", "Equation (24)", "appendix C"),
    conclusion="dp(push(projection(K), convolve(push(f, P), Z)), push(projection(K), convolve(push(g, P), Z)), epsilon, "
               "theta(exp(epsilon), 2*L/sigma))",
    bound="theta(exp(epsilon), 2*L/sigma)",
    symbols=(Symbol("epsilon", "real, epsilon >= 0", "logarithm of gamma"), Symbol("L", "real, L > 0", "Lipschitz constant",
               "loss/iterate"), Symbol("eta", "real, eta > 0", "step size", "iterate^2/loss"), Symbol("sigma", "real, sigma > 0",
               "standard deviation of the gradient noise, before the step size", "loss/iterate"),),
    structures=(Structure("P", "law", "law of the iterate before the step"), Structure("f", "map", "update in the first run"),
               Structure("g", "map", "update in the second run"), Structure("Z", "noise", "the noise on the iterate"), Structure("K",
               "set", "the domain W"),),
    assumptions=(Assumption("level", "epsilon >= 0"), Assumption("Lipschitz constant", "L > 0"), Assumption("step size", "eta > 0"),
               Assumption("noise", "sigma > 0"), Assumption("gap", "gap(f, g, 2*eta*L)"), Assumption("Gaussian",
               "gaussian(Z, (eta*sigma)**2)"),),
    uses=("asoodeh2020isit/lemma-2", "asoodeh2020/footnote-7", "asoodeh2020/eq-31",),
    proof=proof,
    spots=(Spot({"epsilon": 1, "L": 1, "eta": 1, "sigma": 2}),),
)
