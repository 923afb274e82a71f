"""The step in which the runs differ.

Statement
    E_{e^epsilon}(mu_i K_{f_i} || mu_i K_{f'_i}) <= integral of theta_{e^epsilon}(||Psi_{f_i}(y) -
    Psi_{f'_i}(y)||/sigma_i) dmu_i(y) <= theta_{e^epsilon}(psi/sigma_i).
Reads as
    Proved without the integral: two laws that are coupled within psi are told apart, after the noise, no better
    than N(psi/sigma, 1) and N(0, 1).
Letters
    epsilon : real, epsilon >= 0 : logarithm of gamma : 1
    psi : real, psi > 0 : largest distance of two updates of one point : iterate
    sigma : real, sigma > 0 : standard deviation of the noise on the iterate : iterate
    M : law : law of W_i
    f : map : update in the first run
    g : map : update in the second run
    Z : noise : the noise on the iterate
    K : set : the domain W
Assumptions
    level : epsilon >= 0
    sensitivity : psi > 0
    noise : sigma > 0
    gap : sup ||f(w) - g(w)|| <= psi
    Gaussian : the noise is N(0, sigma^2 I)
Reference
    asoodeh2020, Equation (31), appendix E
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._hockey import first_noise, plain_ratio, plain_root


@script
def proof(p: Script) -> Step:
    """A Gaussian mechanism of gap psi, then the projection."""
    plain_ratio(p, "psi", "sigma")
    p.have("quotient", "(psi)/(sigma) > 0")
    plain_root(p, "(psi)/(sigma)")
    near = p.figure("winf-gap", "gap", P="M")
    return first_noise(p, near, laws=("M", "M"), maps=("f", "g"), noise="Z", size="psi", std="sigma", gaussian=p.known("Gaussian"))


STATEMENT = Statement(
    id="asoodeh2020/eq-31", title="The step in which the runs differ", kind="inequality", text=__doc__,
    reference=Reference("asoodeh2020", "Equation (31)", "appendix E"),
    conclusion="dp(push(projection(K), convolve(push(f, M), Z)), push(projection(K), convolve(push(g, M), Z)), epsilon, "
               "theta(exp(epsilon), psi/sigma))",
    bound="theta(exp(epsilon), psi/sigma)",
    symbols=(Symbol("epsilon", "real, epsilon >= 0", "logarithm of gamma"), Symbol("psi", "real, psi > 0",
               "largest distance of two updates of one point", "iterate"), Symbol("sigma", "real, sigma > 0",
               "standard deviation of the noise on the iterate", "iterate"),),
    structures=(Structure("M", "law", "law of W_i"), Structure("f", "map", "update in the first run"), Structure("g", "map",
               "update in the second run"), Structure("Z", "noise", "the noise on the iterate"), Structure("K", "set",
               "the domain W"),),
    assumptions=(Assumption("level", "epsilon >= 0"), Assumption("sensitivity", "psi > 0"), Assumption("noise", "sigma > 0"),
               Assumption("gap", "gap(f, g, psi)"), Assumption("Gaussian", "gaussian(Z, sigma**2)"),),
    uses=("asoodeh2020/lemma-1", "asoodeh2020/footnote-7", "asoodeh2020/definition-3",),
    proof=proof,
    printed=Printed("holds"),
    spots=(Spot({"epsilon": 1, "psi": 1, "sigma": 2}),),
)
