"""Contraction of the projected Gaussian kernel.

Statement
    eta_gamma(K) <= theta_gamma(dia(D)/sigma) for the projected kernel of (D, W, sigma), gamma >= 1; equality where some
    best half-space of the unprojected pair is the preimage of a set of W, as for W = R^d.
Reads as
    The projection can hide what tells two points apart. The page claims equality for every closed convex W. For D = W =
    [0, 1], sigma = 1, gamma = e^(7/10) the best event of the unprojected laws, x > 1/2 + 7/10, lies beyond the end of W:
    the projected laws have E_gamma = (1/2 - gamma Q(1))^+, atom against atom, which is less than theta_gamma(1).
"""

from pabisym.exact_law.chains import clipped_chain
from pabisym.library.checks import page_broken
from pabisym.library.item import item
from pabisym.library.statement import Check, Printed, Statement, Verdict
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._hockey import plain_ratio, shared_step


def clipping(statement: Statement, noise: str) -> tuple[Verdict, str]:
    """D = W = [0, 1], noise 1, gamma = e^(7/10): of no pair of points is E_gamma as large as theta_gamma(1).

    Points less than 1 - h apart have at most theta_gamma(1 - h).  Others lie within h of the two ends, and from the ends E_gamma differs
    by at most 1 + gamma times theta_1(h), the total variation of two such laws; the ends in the other order are their mirror image.
    """
    first, second = (clipped_chain(lower=0, upper=1, steps=1, noise_variance=1, start=x) for x in (1, 0))
    found, h = first.hockey_stick(second, 8, epsilon="7/10"), "1/200"
    at = {"epsilon": "7/10", "delta": 1, "D": 1, noise: 1}
    largest = f"max({found.upper} + (1 + exp(epsilon))*theta(1, {h}), theta(exp(epsilon), D - {h}))"
    return page_broken(statement, at, f"{largest} == theta(exp(epsilon), D/{noise})",
                       words=f"E_gamma of the ends is at most {found.upper}, of any two points below theta_gamma(1)")


@script
def proof(p: Script) -> Step:
    """Inputs are the points of a set, after the projection onto it; what is released is projected."""
    plain_ratio(p, "D", "sigma")
    return shared_step(p, p.known("before"), delta="delta", laws=("P", "Q"), f="projection(C)", noise="Z", size="D", std="sigma",
                      diameter=p.known("diameter"), gaussian=p.known("Gaussian"))


STATEMENT = item("Proposition 1", "section III",
    letters=("epsilon: real, epsilon >= 0 [level]: logarithm of gamma; role level", "delta: real: E_gamma of the inputs",
        "D: real, D >= 0 [size]: diameter of the domain of the inputs; unit iterate",
        "sigma: real, sigma > 0 [noise]: per-step standard deviation of the noise on the iterate; unit iterate; role noise",
        "P: law: first law", "Q: law: second law", "C: set: the domain D of the inputs",
        r"K: set: the set W of the outputs; latex \mathcal{W}", "Z: noise: the noise on the iterate"),
    assumptions=("before: dp(P, Q, epsilon, delta)", "diameter: bounded(projection(C), D)", "Gaussian: gaussian(Z, sigma**2)"),
    conclusion="dp(push(projection(K), convolve(push(projection(C), P), Z)), push(projection(K), convolve(push(projection(C), Q), "
                   "Z)), epsilon, theta(exp(epsilon), D/sigma)*delta)", bound="theta(exp(epsilon), D/sigma)*delta", proof=proof,
    clauses=(
        "proved by conclusion: eta_gamma(K) <= theta_gamma(dia(D)/sigma)",
        "refuted by the kernel of D = W: equality holds for every closed convex W"),
    printed=Printed("refuted", error="statement",
        difference="the equality is an upper bound: a projection onto [0, dia(D)] loses what lies beyond"),
    uses=("asoodeh2020/theorem-3", "asoodeh2020/remark-2", "asoodeh2020/definition-4"),
    checks=(Check("the kernel of D = W = [0, 1] with sigma = 1, at gamma = e^(7/10)", lambda: clipping(STATEMENT, "sigma"), "refuted"),),
    spots="epsilon=1, delta=1, D=1, sigma=1")
