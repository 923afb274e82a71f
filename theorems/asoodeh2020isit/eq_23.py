"""Gaussian contraction coefficient.

Statement
    eta_{e^epsilon}(K_{x_t}) <= theta_{e^epsilon}(c D/(eta sigma)).
Reads as
    As asoodeh2020/eq-30, with the projection after it. The middle of the chain is the conclusion with the diameter of the
    image, the largest ||psi(w1) - psi(w2)||, in place of c D: theta grows with the distance. The formula is restored: the
    source lost its formulas.
"""

from pabisym.library.checks import sharper
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ..asoodeh2020._examined import one_step_contracts
from ..asoodeh2020._hockey import plain_ratio, shared_step
from ._steps import STEPS
from .lemma_4 import COERCIVE


@script
def proof(p: Script) -> Step:
    """The contraction of a Gaussian kernel, and the projection tells nothing more."""
    p.have_all({"image": "c*D >= 0", "deviation": "eta*sigma > 0"})
    plain_ratio(p, "c*D", "eta*sigma")
    return shared_step(p, p.known("before"), delta="delta", laws=("P", "Q"), f="f", noise="Z", size="c*D", std="eta*sigma",
                      diameter=p.known("diameter"), gaussian=p.known("Gaussian"))


def from_one_point() -> tuple[Verdict, str]:
    """The same proof where nothing more is known of c and D than that they are not negative."""
    return sharper(STATEMENT, STATEMENT.conclusion, proof, {"size": "D >= 0", "contraction": "c >= 0"}, theorems=())


STATEMENT = item("Equation (23)", "appendix C",
    kind="inequality",
    letters=("epsilon: real, epsilon >= 0 [level]: logarithm of gamma; role level", "delta: real: E_gamma before the step",
        "D: real, D > 0 [size]: diameter of W; unit iterate; role diameter",
        "c: real, c > 0 and c <= 1 [contraction, ]: Lipschitz constant of a gradient step, M of the page; role contraction",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "sigma: real, sigma > 0 [noise]: standard deviation of the gradient noise, before the step size; unit loss/iterate; role "
            "gradient noise", r"P: law: first law; latex \mu", r"Q: law: second law; latex \nu", "f: map: the update",
        r"Z: noise: noise on the iterate; latex \zeta", r"K: set: the domain W; latex \mathcal{W}"),
    assumptions=("before: dp(P, Q, epsilon, delta)", "diameter: bounded(f, c*D): the image of W under a gradient step",
        "Gaussian: gaussian(Z, (eta*sigma)**2)"),
    conclusion="dp(push(projection(K), convolve(push(f, P), Z)), push(projection(K), convolve(push(f, Q), Z)), epsilon, "
                   "theta(exp(epsilon), c*D/(eta*sigma))*delta)", bound="theta(exp(epsilon), c*D/(eta*sigma))*delta", proof=proof,
    uses=("asoodeh2020isit/theorem-2", "asoodeh2020isit/lemma-2", "asoodeh2020isit/lemma-4", "asoodeh2020isit/definition-1",
        "asoodeh2020/eq-30"), spots="epsilon=1, delta=1, D=1, c=1, eta=1/10, sigma=4",
    clauses=(
        "proved by conclusion: for an update whose images have the diameter c D",
        "proved by a point for an image: for c = 0 and D = 0 too",
        "proved by the image of W: c D is the diameter for a step that is c-Lipschitz on a W with inner points",
        "proved by asoodeh2020isit/lemma-4: a gradient step is that for eta <= 2/(beta + rho) and beta > rho, with c = M, where a "
            "loss less rho ||w||^2/2 is convex and (beta - rho)-smooth",
        "cited by the same from co-coercivity: and for all such losses, beta = rho and a flat W with its image, by co-coercivity"),
    printed={"verdict": "holds", "note": "as restored: the source lost its formulas"},
    checks=(Check("one step from two points", one_step_contracts), Check("a point for an image", from_one_point), STEPS[1], COERCIVE))
