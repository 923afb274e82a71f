"""The step in which the runs differ.

Statement
    E_{e^epsilon}(mu_i K_{f_i} || mu_i K_{f'_i}) <= integral of theta_{e^epsilon}(||Psi_{f_i}(y) -
    Psi_{f'_i}(y)||/sigma_i) dmu_i(y) <= theta_{e^epsilon}(psi/sigma_i).
Reads as
    Proved without the integral: two laws that are coupled within psi are told apart, after the noise, no better than
    N(psi/sigma, 1) and N(0, 1).
"""

from pabisym.library.item import item
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


STATEMENT = item("Equation (31)", "appendix E",
    kind="inequality",
    letters=("epsilon: real, epsilon >= 0 [level]: logarithm of gamma; role level",
        "psi: real, psi > 0 [sensitivity]: largest distance of two updates of one point; unit iterate; role gap in the pass",
        "sigma: real, sigma > 0 [noise]: standard deviation of the noise on the iterate; unit iterate; role noise", "M: law: law of W_i",
        "f: map: update in the first run", "g: map: update in the second run", "Z: noise: the noise on the iterate",
        "K: set: the domain W"), assumptions=("gap: gap(f, g, psi)", "Gaussian: gaussian(Z, sigma**2)"),
    conclusion="dp(push(projection(K), convolve(push(f, M), Z)), push(projection(K), convolve(push(g, M), Z)), epsilon, "
                   "theta(exp(epsilon), psi/sigma))", bound="theta(exp(epsilon), psi/sigma)", proof=proof,
    clauses=(
        "proved by conclusion: E_gamma of the two steps is at most theta(psi/sigma)",
        "open: it is at most the mean of theta over the points, an integral"),
    printed="holds in part",
    uses=("asoodeh2020/lemma-1", "asoodeh2020/footnote-7", "asoodeh2020/definition-3"), spots="epsilon=1, psi=1, sigma=2")
