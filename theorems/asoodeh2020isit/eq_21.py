"""Laplace step that differs.

Statement
    E_{e^epsilon}(mu_i K_{x_i} || mu_i K_{x'_i}) <= (1 - e^{(epsilon - 2 L/v)/2})^+.
Reads as
    Two updates of one point are at most 2 eta L apart, the scale on the iterate is eta v. The formula is restored: the
    source lost its formulas.
"""

from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._steps import STEPS
from .theorem_3 import chains


@script
def proof(p: Script) -> Step:
    """The laws before the noise are coupled within 2 eta L; the projection tells nothing more."""
    p.have_all({"scale": "eta*v > 0", "size": "2*eta*L >= 0"})
    told = p.figure("laplace-move", p.figure("winf-gap", "gap", P="P"), "Laplace", e="epsilon", a="2*eta*L")
    return p.figure("dp-push", told, f="projection(K)", conclude=STATEMENT.conclusion)


STATEMENT = item("Equation (21)", "appendix B",
    kind="inequality",
    letters=("epsilon: real, epsilon >= 0 [level]: logarithm of gamma; role level",
        "L: real, L >= 0 [Lipschitz constant]: Lipschitz constant; unit loss/iterate",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "v: real, v > 0 [noise]: scale of the gradient noise, before the step size; unit loss/iterate",
        r"P: law: law before the step; latex \mu", "g: map: update with the other record", "f: map: update",
        r"Z: noise: Laplace noise on the iterate; latex \zeta", r"K: set: the domain W; latex \mathcal{W}"),
    assumptions=("gap: gap(f, g, 2*eta*L): two updates of one point",
        "Laplace: laplace(Z, eta*v): the iterate receives eta times the noise"),
    conclusion="dp(push(projection(K), convolve(push(f, P), Z)), push(projection(K), convolve(push(g, P), Z)), epsilon, max(1 - "
                   "exp((epsilon - 2*L/v)/2), 0))", bound="max(1 - exp((epsilon - 2*L/v)/2), 0)", proof=proof,
    uses=("asoodeh2020isit/lemma-1", "asoodeh2020/footnote-7"), spots="epsilon=1/2, L=1, eta=1, v=1",
    clauses=(
        "proved by conclusion: for two updates of one point that are at most 2 eta L apart",
        "proved by two updates of L-Lipschitz losses: gradient steps are, on a closed W with inner points",
        "open: it is at most the mean over the points, an integral, by Jensen's inequality",
        "proved by asoodeh2020/footnote-7: E_gamma is jointly convex",
        "open: so is every other f-divergence"),
    printed={"verdict": "holds in part", "note": "as restored: the source lost its formulas"},
    checks=(Check("clipped Laplace chains", chains), STEPS[0]))
