"""Coefficient of one step.

Statement
    eta_{e^epsilon}(K_{f_t}) <= theta_{e^epsilon}(dia(Psi_{f_t}(W))/sigma_t).
Reads as
    The page writes an equality; the projection can make it smaller, see proposition 1. In the kernel the rule
    dp-contraction, which is derived: E after push by f and noise of variance v is at most theta(e^epsilon, D/sqrt(v))
    times E before.
"""

from pabisym.library.item import item
from pabisym.library.statement import Check, Printed
from pabisym.proof.build import Step
from pabisym.proof.roots import positive_root
from pabisym.proof.script import Script, script

from ._examined import one_step_contracts
from .proposition_1 import clipping


@script
def proof(p: Script) -> Step:
    """No two rows of the kernel are told apart better than normal laws at distance D."""
    positive_root(p, "v")
    return p.figure("dp-contraction", "before", p.figure("same-map", f="f"), "diameter", "Gaussian", d="delta")


STATEMENT = item("Equation (30)", "appendix E",
    letters=("epsilon: real, epsilon >= 0 [level]: logarithm of gamma; role level", "delta: real: E_gamma before the step",
        "D: real, D >= 0 [size]: diameter of the image of the update; unit iterate",
        "v: real, v > 0 [noise]: variance of the noise on the iterate; unit iterate^2; role variance", "P: law: first law",
        "Q: law: second law", "f: map: the update", "Z: noise: the noise on the iterate"),
    assumptions=("before: dp(P, Q, epsilon, delta)", "diameter: bounded(f, D)", "Gaussian: gaussian(Z, v)"),
    conclusion="dp(convolve(push(f, P), Z), convolve(push(f, Q), Z), epsilon, theta(exp(epsilon), D/sqrt(v))*delta)", proof=proof,
    clauses=(
        "refuted by a projection onto [0, 1]: the coefficient is equal to theta(D/sigma)",
        "proved by conclusion: it is at most that"),
    printed=Printed("refuted", error="statement",
        difference="an equality is printed; a projection onto W can hide what tells two points apart, as in Proposition 1"),
    uses=("asoodeh2020/theorem-3", "asoodeh2020/proposition-1"), spots="epsilon=1, delta=1, D=1, v=1",
    checks=(Check("a projection onto [0, 1]", lambda: clipping(STATEMENT, "v"), "refuted"),
        Check("as a bound, one step from two points", one_step_contracts)))
