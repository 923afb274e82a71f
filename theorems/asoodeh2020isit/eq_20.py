"""Laplace contraction coefficient.

Statement
    eta_{e^epsilon}(K_{x_t}) <= (1 - e^{(epsilon - M (b - a)/(eta v))/2})^+.
Reads as
    Theorem 2, data processing, lemma 1 and lemma 4. The middle of the chain is the conclusion with the diameter of the image,
    the largest |psi(w1) - psi(w2)|, for D: the bound grows with the distance. The formula is restored: the source lost its
    formulas.
"""

from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Builder, Step

from ._laplace import one_step
from ._steps import STEPS
from .lemma_1 import against_quadrature
from .lemma_4 import COERCIVE


def proof(b: Builder) -> Step:
    """The kernel of a bounded update and Laplace noise contracts by what tells its farthest rows apart."""
    return one_step(b)


STATEMENT = item("Equation (20)", "appendix B",
    kind="inequality",
    letters=("epsilon: real, epsilon >= 0 [level]: logarithm of gamma; role level", "delta: real: E_gamma before the step",
        "D: real, D >= 0 [size]: diameter of the image of W under a gradient step, M (b - a); unit iterate",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "v: real, v > 0 [noise]: scale of the gradient noise, before the step size; unit loss/iterate", r"P: law: first law; latex \mu",
        r"Q: law: second law; latex \nu", "f: map: update", r"Z: noise: Laplace noise on the iterate; latex \zeta",
        r"K: set: the domain W; latex \mathcal{W}"),
    assumptions=("before: dp(P, Q, epsilon, delta)", "diameter: bounded(f, D)",
        "Laplace: laplace(Z, eta*v): the iterate receives eta times the noise"),
    conclusion="dp(push(projection(K), convolve(push(f, P), Z)), push(projection(K), convolve(push(f, Q), Z)), epsilon, delta*max(1 "
                   "- exp((epsilon - D/(eta*v))/2), 0))", bound="delta*max(1 - exp((epsilon - D/(eta*v))/2), 0)", proof=proof,
    uses=("asoodeh2020isit/theorem-2", "asoodeh2020isit/lemma-1", "asoodeh2020isit/lemma-4"),
    spots="epsilon=1/2, delta=1, D=1, eta=1, v=1",
    clauses=(
        "proved by conclusion: for an update whose images have the diameter D",
        "proved by the image of W: D is M (b - a) for a step that is M-Lipschitz on W = [a, b]",
        "proved by asoodeh2020isit/lemma-4: a gradient step is that for eta <= 2/(beta + rho) and beta > rho, where a loss less "
            "rho ||w||^2/2 is convex and (beta - rho)-smooth",
        "cited by the same from co-coercivity: and for all such losses, beta = rho too, from their co-coercivity"),
    printed={"verdict": "holds", "note": "as restored: the source lost its formulas"},
    checks=(Check("exact laws of one step", against_quadrature), STEPS[1], COERCIVE))
