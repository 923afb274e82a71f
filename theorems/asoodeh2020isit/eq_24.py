"""Gaussian step that differs.

Statement
    E_{e^epsilon}(mu_i K_{x_i} || mu_i K_{x'_i}) <= theta_{e^epsilon}(2 L/sigma).
Reads as
    asoodeh2020/eq-31 with psi = 2 eta L and the noise eta sigma on the iterate. The formula is restored: the source
    lost its formulas.
"""

from pabisym.library.checks import sharper
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Builder, Step
from pabisym.proof.script import Script, script

from ..asoodeh2020._no_gap import same_step
from ._steps import STEPS


def proof(b: Builder) -> Step:
    """The step of the longer paper in these letters."""
    known = {"level": b.known("level")}
    return b.theorem("asoodeh2020/eq-31", known, psi="2*eta*L", sigma="eta*sigma", M="P", conclude=STATEMENT.conclusion)


@script
def nothing_told(p: Script) -> Step:
    """E_gamma of a law and itself is 0."""
    return p.figure("dp-start", same_step(p), e="epsilon")


def no_gap() -> tuple[Verdict, str]:
    """For L = 0 the laws after the step are the same."""
    said = STATEMENT.conclusion.replace("theta(exp(epsilon), 2*L/sigma)", "0")
    return sharper(STATEMENT, said, nothing_told, {"gap": "gap(f, g, 0)"}, dropped=("Lipschitz constant",), theorems=())


STATEMENT = item("Equation (24)", "appendix C",
    kind="inequality",
    letters=("epsilon: real, epsilon >= 0 [level]: logarithm of gamma; role level",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant; unit loss/iterate",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "sigma: real, sigma > 0 [noise]: standard deviation of the gradient noise, before the step size; unit loss/iterate; role "
            "gradient noise", "P: law: law of the iterate before the step", "f: map: update in the first run",
        "g: map: update in the second run", "Z: noise: the noise on the iterate", "K: set: the domain W"),
    assumptions=("gap: gap(f, g, 2*eta*L)", "Gaussian: gaussian(Z, (eta*sigma)**2)"),
    conclusion="dp(push(projection(K), convolve(push(f, P), Z)), push(projection(K), convolve(push(g, P), Z)), epsilon, "
                   "theta(exp(epsilon), 2*L/sigma))", bound="theta(exp(epsilon), 2*L/sigma)", proof=proof,
    uses=("asoodeh2020isit/lemma-2", "asoodeh2020/footnote-7", "asoodeh2020/eq-31"), spots="epsilon=1, L=1, eta=1, sigma=2",
    clauses=(
        "proved by conclusion: for two updates of one point that are at most 2 eta L apart",
        "proved by two updates of L-Lipschitz losses: gradient steps are, on a closed W with inner points",
        "proved by updates that do not differ: for L = 0 nothing is told, as theta is 0 there",
        "open: it is at most the mean over the points, an integral, by Jensen's inequality",
        "proved by asoodeh2020/footnote-7: E_gamma is jointly convex",
        "open: so is every other f-divergence"),
    printed={"verdict": "holds in part", "note": "as restored: the source lost its formulas"},
    checks=(STEPS[0], Check("updates that do not differ", no_gap)))
