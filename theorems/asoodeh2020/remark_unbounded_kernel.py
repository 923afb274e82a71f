"""Without a bound on the inputs nothing contracts.

Statement
    For the additive Gaussian kernel on all of R^d, eta_gamma = 1.
Reads as
    Points r apart on the line are answered by normal laws r apart, so that whatever bounds eta_gamma is at least
    theta_gamma(r/sigma), for every r: that is proved. theta_gamma(r) tends to 1 as r grows, see the check; the
    coefficient is useful for bounded inputs only.
"""

from pabisym.library.item import item
from pabisym.library.statement import Check, Printed
from pabisym.proof.build import Step
from pabisym.proof.laws import noisy_step
from pabisym.proof.script import Script, script

from ._examined import limit_of_theta

KERNEL = "withnoise(surely(affine(1, 0)), white(sigma**2))"


@script
def proof(p: Script) -> Step:
    """Two points, which are told apart surely; their answers are normal laws, and Remark 2."""
    points = {x: f"normallaw({x}, 0)" for x in "ab"}
    certain = p.figure("dp-certain", e="epsilon", P=points["a"], Q=points["b"])
    told = p.unfold("contracts", certain, P=points["a"], Q=points["b"], d="1")
    laws, answers = {}, {}
    for x, point in points.items():
        through = answers[x] = f"through({KERNEL}, {point})"
        law = f"equal({through}, normallaw({x}, sigma**2))"
        laws[x] = p.figure("normal-step", p.figure("reflexive", P=point), noisy_step(p, "affine(1, 0)", "white(sigma**2)", point),
                           conclude=law)
    return p.theorem("asoodeh2020/remark-2", {"first law": laws["a"], "second law": laws["b"], "close": told}, P=answers["a"],
                     Q=answers["b"], d="u", conclude=STATEMENT.conclusion)


STATEMENT = item("remark after Lemma 1", "section III",
    letters=("epsilon: real, epsilon >= 0 [level]: logarithm of gamma; role level", "a: real: one point", "b: real: another point",
        "sigma: real, sigma > 0 [noise]: per-step standard deviation of the noise; unit iterate; role noise",
        "u: real: bound on the contraction coefficient"),
    assumptions=("order of the points: b < a", "contracts: contracts(withnoise(surely(affine(1, 0)), white(sigma**2)), epsilon, u)"),
    conclusion="theta(exp(epsilon), (a - b)/sigma) <= u", proof=proof,
    clauses=(
        "proved by conclusion: whatever bounds eta_gamma is at least theta_gamma(r/sigma), for every r",
        "open by theta comes near 1: theta_gamma(r) tends to 1 as r grows"),
    printed=Printed("holds in part", note="that theta comes near 1 is checked at numbers, not proved"),
    uses=("asoodeh2020/theorem-3", "asoodeh2020/lemma-1", "asoodeh2020/remark-2"), checks=(Check("theta comes near 1", limit_of_theta),),
    spots="epsilon=1, a=1, b=0, sigma=1, u=1")
