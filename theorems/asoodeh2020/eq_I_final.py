"""The final chain of Proposition 3.

Statement
    With ||W_{t+1} - w*||^2 <= ||W_t - w*||^2 + eta_t^2 ||G_t||^2 - 2 eta_t <G_t, W_t - w*>, E||G_t||^2 <= M^2 + d
    sigma_t^2 and eta_t = R/(M sqrt(t)): the three summands R^2/(2 n eta_n), the mean of eta_t M^2/2 and the mean of eta_t d
    sigma_t^2/2 are M R/(2 sqrt(n)), at most M R/sqrt(n), and d/(2n) sum eta_t sigma_t^2.
Reads as
    The constant is written L in the appendix; r_t is the root of t and q_t its reciprocal. The sum of 1/sqrt(t) up to n is
    at most 2 sqrt(n): each term is at most 2 (sqrt(t) - sqrt(t - 1)).
"""

from pabisym.divergence.evaluate import decide
from pabisym.lang.grammar import parse
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

SUM = "sum(q(i), i, 1, {k}) <= 2*r({k})"
CLAIM = """R0**2/(2*n*(R0*q(n)/M)) + sum(R0*q(i)/M*(M**2 + d*s(i)**2)/2, i, 1, n)/n <= M*R0/(2*r(n)) + M*R0/r(n) + \
d*sum(R0*q(i)/M*s(i)**2, i, 1, n)/(2*n)"""


@script
def proof(p: Script) -> Step:
    """By induction: (r_k - r_(k-1)) (r_k + r_(k-1)) = 1, and r_(k-1) <= r_k."""
    p.have("begun", p.at("signs", "0"))
    first = certified(SUM.format(k="0"), fact("begun", times="2"))
    with p.induct("k", "0", "n", SUM.format(k="k"), first) as more:
        more.have_all({f"{label} {k}": more.at(label, k) for label in ("roots", "signs") for k in ("k", "k - 1")})
        more.have_all({"inverse here": more.at("reciprocals", "k"), "root here": more.at("positive", "k")})
        more.have("both", "r(k) + r(k - 1) > 0")
        more.have("later", certified("r(k - 1) <= r(k)", fact("roots k", factor="1"), fact("roots k - 1", factor="-1"),
                                     {"coefficient": "1"}, multiplier="r(k) + r(k - 1)"))
        more.have("term", certified("q(k) <= 2*(r(k) - r(k - 1))", fact("later"), fact("inverse here", factor="-(r(k) + r(k - 1))"),
                                    fact("roots k", factor="2*r(k)"), fact("roots k - 1", factor="-2*r(k)"),
                                    multiplier="r(k)*(r(k) + r(k - 1))"))
        more.show(certified(SUM.format(k="k"), fact(more.hypothesis), fact("term")))
    p.have_all({"sum": p.at(more.step, "n"), "root": p.at("roots", "n"), "root sign": p.at("positive", "n"),
                "reciprocal": p.at("reciprocals", "n"), "rounds": "n > 0", "length": "M*R0 > 0"})
    p.have("inverse", certified("q(n) > 0", {"coefficient": "1"}, fact("reciprocal", factor="1"), multiplier="r(n)"))
    return certified(CLAIM, fact("sum", "length", "inverse", "root sign"), fact("root", factor="-3*M*R0*q(n)"),
                     fact("reciprocal", factor="M*R0*r(n)"), multiplier="2*n*q(n)*r(n)")


def roots() -> tuple[Verdict, str]:
    """sum 1/sqrt(t) <= 2 sqrt(n), and each term is at most twice the difference of roots."""  # noqa: D403
    sums = {decide(parse("sum(1/sqrt(t), t, 1, n) <= 2*sqrt(n)"), {"n": n}) for n in (1, 2, 10, 100, 1000)}
    terms = {decide(parse("1/sqrt(t) <= 2*(sqrt(t) - sqrt(t - 1))"), {"t": t}) for t in (1, 2, 10, 1000)}
    return ("true" if sums | terms == {"true"} else "undecided"), "n up to 1000"


STATEMENT = item("final chain", "appendix I",
    kind="inequality",
    letters=("n: integer, n >= 1 [size]: number of rounds", "M: real, M > 0 [gradients]: bound on the gradients; unit loss/iterate",
        "R0: real, R0 > 0 [diameter]: diameter of W; unit iterate; latex R", "d: integer, d >= 1: dimension",
        "r: real sequence: square root of k", "q: real sequence: reciprocal of that root",
        r"s: real sequence: standard deviation of the noise of round k; latex \sigma"),
    assumptions=("roots: forall(k, 0, n, r(k)**2 == k)", "signs: forall(k, 0, n, r(k) >= 0)", "positive: forall(k, 1, n, r(k) > 0)",
        "reciprocals: forall(k, 1, n, q(k)*r(k) == 1)"),
    conclusion=CLAIM, proof=proof,
    clauses=(
        "proved by conclusion: the three summands",
        "instance by the sum of roots: the sum of 1/sqrt(t) is at most 2 sqrt(n), for five n up to 1000",
        "open: the mean of <G_t, W_t - w*> over the run is at most their sum"),
    printed="holds in part", uses=("asoodeh2020/eq-44",), checks=(Check("the sum of roots", roots),),
    spots="n=1, M=1, R0=1, d=1, r=k, q=1, s=1")
