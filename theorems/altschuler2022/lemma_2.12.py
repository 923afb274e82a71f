"""A closed bound on the sampled Gaussian mechanism.

Statement
    S_alpha(q, sigma) <= 2 alpha q^2/sigma^2 for q < 1/5, sigma >= 4 and 1 < alpha <= alpha*(q, sigma).
Reads as
    The source proves it for the mixture first, which is larger; S_alpha has the mixture second.
"""

from pabisym.library.checks import at_points
from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

BOUND = "2*alpha*q**2/sigma**2"
POINTS = tuple({"q": q, "sigma": sigma} for q in ("1/1000", "1/100", "1/10", "199/1000") for sigma in (4, 6, 20))
INSIDE = tuple({"alpha": alpha, **point} for point in POINTS for alpha in ("101/100", 2, "5/2"))


@script
def proof(p: Script) -> Step:
    """The other direction is larger."""
    p.have_all({"closed": p.theorem("pabisym/sampled-gaussian-bound", {}), "direction": p.theorem("pabisym/sampled-gaussian-order", {})})
    return p.prove(f"sampled(alpha, q, sigma) <= {BOUND}")


STATEMENT = item("Lemma 2.12", "section 2.3",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "q: real, q > 0 and q < 1 [chance, ]: sampling probability",
        "sigma: real, sigma > 0: standard deviation of the noise over the sensitivity"),
    assumptions=("range: q < 1/5", "deviation: sigma >= 4", "admissible: alpha <= admissible(q, sigma)"),
    conclusion="sampled(alpha, q, sigma) <= 2*alpha*q**2/sigma**2", bound=BOUND, proof=proof, clauses=(
        "cited by conclusion: the bound",
        "open; section 2.3: it is tight"),
    printed="holds in part",
    uses=("altschuler2022/definition-2.10", "altschuler2022/definition-alpha-star", "pabisym/sampled-gaussian-bound",
        "pabisym/sampled-gaussian-order"),
    checks=(Check("small orders", lambda: at_points(f"sampled(alpha, q, sigma) <= {BOUND}", INSIDE)),),
    spots="alpha=2, q=1/10, sigma=4 -> 1/400")
