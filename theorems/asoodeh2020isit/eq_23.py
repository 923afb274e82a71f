"""Gaussian contraction coefficient.

Statement
    eta_{e^epsilon}(K_{x_t}) <= theta_{e^epsilon}(c D/(eta sigma)).
Reads as
    As asoodeh2020/eq-30, the rule dp-contraction of the kernel. The formula is restored: the source lost its
    formulas.
Letters
    epsilon : real, epsilon >= 0 : logarithm of gamma : 1
    D : real, D > 0 : diameter of W : iterate
    c : real, 0 < c <= 1 : Lipschitz constant of a gradient step, M of the page : 1
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : standard deviation of the gradient noise, before the step size : loss/iterate
Assumptions
    level : epsilon >= 0
    size : D > 0
    contraction : c > 0
    step size : eta > 0
    noise : sigma > 0
Reference
    asoodeh2020isit, Equation (23), appendix C
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol

STATEMENT = Statement(
    id="asoodeh2020isit/eq-23", title="Gaussian contraction coefficient", kind="inequality", text=__doc__,
    reference=Reference("asoodeh2020isit", "Equation (23)", "appendix C"),
    bound="theta(exp(epsilon), c*D/(eta*sigma))",
    symbols=(Symbol("epsilon", "real, epsilon >= 0", "logarithm of gamma"), Symbol("D", "real, D > 0", "diameter of W", "iterate"),
               Symbol("c", "real, 0 < c <= 1", "Lipschitz constant of a gradient step, M of the page"), Symbol("eta", "real, eta > 0",
               "step size", "iterate^2/loss"), Symbol("sigma", "real, sigma > 0",
               "standard deviation of the gradient noise, before the step size", "loss/iterate"),),
    assumptions=(Assumption("level", "epsilon >= 0"), Assumption("size", "D > 0"), Assumption("contraction", "c > 0"),
               Assumption("step size", "eta > 0"), Assumption("noise", "sigma > 0"),),
    uses=("asoodeh2020isit/theorem-2", "asoodeh2020isit/lemma-2", "asoodeh2020isit/lemma-4", "asoodeh2020isit/definition-1",
               "asoodeh2020/eq-30",),
    cited_because="theorem 2 and lemma 2 for all input laws, outside the kernel",
    spots=(Spot({"epsilon": 1, "D": 1, "c": 1, "eta": "1/10", "sigma": 4}),),
)
