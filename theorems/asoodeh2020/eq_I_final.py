"""The final chain of Proposition 3.

Statement
    With ||W_{t+1} - w*||^2 <= ||W_t - w*||^2 + eta_t^2 ||G_t||^2 - 2 eta_t <G_t, W_t - w*>, E||G_t||^2 <= M^2 + d
    sigma_t^2 and eta_t = R/(M sqrt(t)): the three summands are M R/(2 sqrt(n)), at most M R/sqrt(n), and d/(2n) sum
    eta_t sigma_t^2.
Reads as
    The constant is written L in the appendix. The sum of 1/sqrt(t) up to n is at most 2 sqrt(n): each term is at most 2
    (sqrt(t) - sqrt(t - 1)).
"""

from pabisym.divergence.evaluate import decide
from pabisym.lang.grammar import parse
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict


def roots() -> tuple[Verdict, str]:
    """sum 1/sqrt(t) <= 2 sqrt(n), and each term is at most twice the difference of roots."""  # noqa: D403
    sums = {decide(parse("sum(1/sqrt(t), t, 1, n) <= 2*sqrt(n)"), {"n": n}) for n in (1, 2, 10, 100, 1000)}
    terms = {decide(parse("1/sqrt(t) <= 2*(sqrt(t) - sqrt(t - 1))"), {"t": t}) for t in (1, 2, 10, 1000)}
    return ("true" if sums | terms == {"true"} else "undecided"), "n up to 1000"


STATEMENT = item("final chain", "appendix I",
    kind="inequality",
    clauses=(
        "instance by the sum of roots: the sum of 1/sqrt(t) is at most 2 sqrt(n), for these n",
        "cited by conclusion: the three summands"),
    printed="holds", cited_because="expectations over the run; its algebra is compared at points",
    uses=("asoodeh2020/eq-44",), checks=(Check("the sum of roots", roots),))
