"""The converted delta.

Statement
    Randomly stopped PNSGD is (epsilon, delta^)-DP with delta^ = inf over 1 < alpha <= alpha* of exp(-(alpha - 1)(epsilon
    - zeta)), zeta = 4 alpha L^2 log(n)/(n sigma^2), alpha* = (1 + sqrt(1 + 2 sigma^2/L^2))/2.
Reads as
    alpha* solves sigma = L sqrt(2 alpha (alpha - 1)): every order up to alpha* meets the condition of theorem 6, so that
    lemma 3 applies at each of them. Proved is delta = exp(-(alpha - 1)(epsilon - zeta)) at every such order, and so at
    the infimum, with the harmonic sum for log(n). For n = 1 two opposite linear losses
    have a delta above 4/5 at sigma = 1/4, epsilon = 24, where the page has less than 1/2.
"""

from pabisym.divergence.evaluate import decide
from pabisym.lang.grammar import parse
from pabisym.library.item import item
from pabisym.library.statement import Check, Printed, Verdict
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.points import at_most
from pabisym.proof.script import Script, script

from ..feldman2018 import theorem_26
from ._stopped_pnsgd import one_record

LARGEST, ZETA = "(1 + sqrt(1 + 2*sigma**2/L**2))/2", theorem_26.BOUND


def largest() -> tuple[Verdict, str]:
    """Where the root is rational, alpha* meets the condition of theorem 6 with equality."""
    points = [{"L": 1, "sigma": 2}, {"L": 1, "sigma": "3/2"}, {"L": 3, "sigma": 6}]
    exact = [decide(parse(f"abs(sigma**2 - 2*L**2*({LARGEST})*({LARGEST} - 1)) < 1/10**60"), point) for point in points]
    return ("true" if set(exact) == {"true"} else "undecided"), "sigma^2 = 2 L^2 alpha (alpha - 1) at three points"


@script
def enough_noise(p: Script) -> Step:
    """(2 alpha - 1)^2 <= 1 + 2 sigma^2/L^2."""
    inside, need = "1 + 2*sigma**2/L**2", "2*alpha*(alpha - 1)"
    p.have_each({"inside": f"{inside} >= 0", "needed": f"{need} >= 0"})
    p.have_all({"root": p.figure("square-root", x=inside), "root sign": p.figure("square-root-sign", x=inside),
                "noise root": p.figure("square-root", x=need), "noise root sign": p.figure("square-root-sign", x=need)})
    p.have("twice", f"sqrt({inside}) - (2*alpha - 1) >= 0")
    p.have("both", f"sqrt({inside}) + (2*alpha - 1) >= 0")
    p.have("orders", certified("2*sigma**2/L**2 >= 4*alpha*(alpha - 1)", fact("twice", "both"), fact("root", times="-1")))
    p.have_all({"whole": certified(f"(L*sqrt({need}))**2 <= sigma**2", fact("orders", square="L", times="1/2"),
                                   fact("noise root", factor="-L**2")), "whole sign": "sigma >= 0"})
    return at_most(p, f"L*sqrt({need})", "sigma", "whole")


@script
def proof(p: Script) -> Step:
    """Theorem 26 of Feldman et al. at the order alpha, and Lemma 3."""
    p.have("enough noise", enough_noise(p))
    p.have("some records", "n >= 1")
    bounded = p.theorem("feldman2018/theorem-26", {})
    return p.theorem("asoodeh2020/lemma-3", {"bound": bounded}, alpha="alpha", zeta=ZETA, epsilon="epsilon", P="M(n)", Q="N(n)")


STATEMENT = item("Equation (21)", "section V",
    uses=("asoodeh2020/lemma-3", "asoodeh2020/theorem-6", "feldman2018/theorem-26"),
    letters=("n: integer, n >= 1: number of records; role records",
        "t: integer, 1 <= t <= n [first, last]: index of the record that is replaced; role record",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant of the losses; unit loss/iterate; role Lipschitz constant",
        "beta: real, beta > 0 [smoothness]: smoothness of the losses; unit loss/iterate^2; role smoothness",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "sigma: real, sigma > 0 [noise]: standard deviation of the gradient noise, before the step size; unit loss/iterate; role "
            "gradient noise", "epsilon: real, epsilon >= 0 [level]: level of privacy; role level",
        "V: law sequence: law of v_k, the unprojected iterate, for the data S; latex v",
        "W: law sequence: law of v_k for the data with record t replaced; latex v'", r"K: set: the domain; latex \mathcal{K}",
        "f: loss sequence: loss of record k", "h: loss: loss of the record that replaces the t-th; latex f'",
        "zeta: noise sequence: noise of step k, on the iterate",
        "M: law sequence: uniform mixture of the outputs after 1..k steps; latex Y; role stopped",
        "N: law sequence: the same with record t replaced; latex Y'"),
    assumptions=("alpha, t, L, beta, eta, sigma", "small steps: eta <= 2/beta", "domain: convexset(K)",
        "convex: forall(k, 1, n, convex(f(k), K))", "smooth: forall(k, 1, n, smooth(f(k), beta, K))",
        "Lipschitz: forall(k, 1, n, lipschitzloss(f(k), L, K))", "other convex: convex(h, K)", "other smooth: smooth(h, beta, K)",
        "other Lipschitz: lipschitzloss(h, L, K)", "start: equal(V(0), W(0))",
        "first run: forall(k, 1, n, equal(V(k), convolve(push(compose(gradient(f(k), eta), projection(K)), V(k - 1)), zeta(k))))",
        "second run: forall(k, 1, n, equal(W(k), convolve(push(compose(gradient(cases(k - t, cases(t - k, h, f(k)), f(k)), eta), "
            "projection(K)), W(k - 1)), zeta(k))))", "Gaussian: forall(k, 1, n, gaussian(zeta(k), eta**2*sigma**2))",
        "first mixture: equal(M(1), push(projection(K), V(1))): of one stopping time it is w_1",
        "other first mixture: equal(N(1), push(projection(K), W(1)))",
        "mixture: forall(k, 2, n, equal(M(k), mix(1/k, push(projection(K), V(k)), M(k - 1)))): the first k stopping times: w_k with "
            "probability 1/k, else one of the first k - 1",
        "other mixture: forall(k, 2, n, equal(N(k), mix(1/k, push(projection(K), W(k)), N(k - 1))))", "epsilon",
        "admissible: alpha <= (1 + sqrt(1 + 2*sigma**2/L**2))/2: the order is at most alpha*"),
    conclusion="dp(M(n), N(n), epsilon, exp(-(alpha - 1)*(epsilon - 4*alpha*L**2*sum(1/i, i, 1, n)/(n*sigma**2))))",
    bound="exp(-(alpha - 1)*(epsilon - 4*alpha*L**2*sum(1/i, i, 1, n)/(n*sigma**2)))", proof=proof,
    checks=(Check("the largest order", largest), Check("one record, sigma = 1/4, epsilon = 24", lambda: one_record(LARGEST), "corrected")),
    clauses=("refuted by one record: delta^ with log(n), for every n",
        "instance by the largest order: alpha* solves sigma = L sqrt(2 alpha (alpha - 1)), at these parameters",
        "proved by conclusion: delta^ with 1 + 1/2 + ... + 1/n for log(n)"),
    printed=Printed("corrected", error="constant", difference="log(n) has to be the harmonic sum, as in theorem 6"),
    spots="n=3, t=1, alpha=2, L=1, beta=1, eta=1/10, sigma=4, epsilon=1")
