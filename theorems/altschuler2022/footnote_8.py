"""Large batches.

Statement
    For b >= n/5 the cost of a sampled step is bounded without sampling: alpha ||m_t||^2/(2 eta^2 sigma_2^2) <= 2 alpha
    L^2/(b^2 sigma_2^2) <= 50 alpha L^2/(n^2 sigma_2^2).
Reads as
    ||m_t|| <= 2 eta L/b; quasi-convexity removes the mixture. The page has = where m_t is as large as it can be.
"""

from pabisym.library.checks import sharper
from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

BOUND = "50*alpha*L**2/(n**2*sigma_2**2)"
GAUSSIAN = "alpha*(2*eta*L/b)**2/(2*(eta*sigma_2)**2)"
EXACT = f"{GAUSSIAN} == 2*alpha*L**2/(b**2*sigma_2**2)"


@script
def proof(p: Script) -> Step:
    """(5 b)^2 >= n^2."""
    L = "Lipschitz constant"
    p.have_all({"positive batch": "b > 0", "positive records": "n > 0", "squares": "25*b**2 - n**2 >= 0"})
    return certified(f"{GAUSSIAN} <= {BOUND}", fact("order", "squares", L, L, times="2"), fact("squares", L, L, times="2"),
                     multiplier="n**2*b**2*sigma_2**2")


STATEMENT = item("footnote 8", "section 3.2",
    letters=("n: integer, n >= 1 [records]: number of records; role records", "b: integer, n/5 <= b <= n: size of a batch; role batch",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant of the losses; unit loss/iterate; role Lipschitz constant",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "sigma_2: real, sigma_2 > 0 [sampling noise]: the part of the gradient noise that hides the record; unit loss/iterate; latex "
            r"\sigma_2"), assumptions=("alpha, n", "large: 5*b >= n", "L, eta, sigma_2", "batch: b >= 1"),
    conclusion="alpha*(2*eta*L/b)**2/(2*(eta*sigma_2)**2) <= 50*alpha*L**2/(n**2*sigma_2**2)", bound=BOUND, proof=proof,
    clauses=(
        "proved by conclusion: alpha ||m_t||^2/(2 eta^2 sigma_2^2) is at most 50 alpha L^2/(n^2 sigma_2^2) for b >= n/5",
        "proved by the Gaussian cost: it is 2 alpha L^2/(b^2 sigma_2^2) where m_t is as long as it can be",
        "cited by altschuler2022/theorem-3.1: Theorem 3.1 holds for b >= n/5 too",
        "open: the bound is tight up to a constant"),
    printed="holds in part",
    uses=("altschuler2022/eq-3.5", "feldman2018/eq-gaussian-renyi"),
    checks=(Check("the Gaussian cost is 2 alpha L^2/(b^2 sigma_2^2)", lambda: sharper(STATEMENT, EXACT)),),
    spots="n=10, b=2, alpha=2, L=1, eta=1, sigma_2=1 -> 1")
