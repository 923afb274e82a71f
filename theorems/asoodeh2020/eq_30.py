"""Coefficient of one step.

Statement
    eta_{e^epsilon}(K_{f_t}) <= theta_{e^epsilon}(dia(Psi_{f_t}(W))/sigma_t).
Reads as
    The page writes an equality; the projection can make it smaller, see proposition 1. This is the rule
    dp-contraction of the kernel: E after push by f and noise of variance v is at most theta(e^epsilon,
    D/sqrt(v)) times E before.
Letters
    epsilon : real, epsilon >= 0 : logarithm of gamma : 1
    delta : real : E_gamma before the step : 1
    D : real, D >= 0 : diameter of the image of the update : iterate
    v : real, v > 0 : variance of the noise on the iterate : iterate^2
    P : law : first law
    Q : law : second law
    f : map : the update
    Z : noise : the noise on the iterate
Assumptions
    level : epsilon >= 0
    size : D >= 0
    noise : v > 0
    before : E_gamma before the step is at most delta
    diameter : the image of f has diameter at most D
    Gaussian : the noise is N(0, v I)
Reference
    asoodeh2020, Equation (30), appendix E
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol

STATEMENT = Statement(
    id="asoodeh2020/eq-30", title="Coefficient of one step", kind="equation", text=__doc__,
    reference=Reference("asoodeh2020", "Equation (30)", "appendix E"),
    conclusion="dp(convolve(push(f, P), Z), convolve(push(f, Q), Z), epsilon, theta(exp(epsilon), D/sqrt(v))*delta)",
    symbols=(Symbol("epsilon", "real, epsilon >= 0", "logarithm of gamma"), Symbol("delta", "real", "E_gamma before the step"),
               Symbol("D", "real, D >= 0", "diameter of the image of the update", "iterate"), Symbol("v", "real, v > 0",
               "variance of the noise on the iterate", "iterate^2"),),
    structures=(Structure("P", "law", "first law"), Structure("Q", "law", "second law"), Structure("f", "map", "the update"),
               Structure("Z", "noise", "the noise on the iterate"),),
    assumptions=(Assumption("level", "epsilon >= 0"), Assumption("size", "D >= 0"), Assumption("noise", "v > 0"), Assumption("before",
               "dp(P, Q, epsilon, delta)"), Assumption("diameter", "bounded(f, D)"), Assumption("Gaussian", "gaussian(Z, v)"),),
    uses=("asoodeh2020/theorem-3", "asoodeh2020/proposition-1",),
    cited_because="theorem 3 and lemma 1 for all input laws, outside the kernel",
    printed=Printed("undecided"),
    spots=(Spot({"epsilon": 1, "delta": 1, "D": 1, "v": 1}),),
)
