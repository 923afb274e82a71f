"""Constant sigma_t.

Statement
    With eta_t = B/(M sqrt(t)) and sigma_t = sigma: (epsilon, delta)-DP with delta = theta_{e^epsilon}(psi M sqrt(n)/(B
    sigma))/(n (1 - theta_{e^epsilon}(M sqrt(n)/sigma))), and SR(n) <= (B/sqrt(n)) (3 M/2 + d sigma^2/M).
Reads as
    The half on privacy: theorem 5 with D <= B, as the noise of step t on the iterate has the deviation B sigma/(M
    sqrt(t)), at least B sigma/(M sqrt(n)). The half on utility rests on proposition 3, which is cited. The page takes
    the step sizes of proposition 3, dia(W)/(M sqrt(t)); then the smallest noise on the iterate is dia(W) sigma/(M
    sqrt(n)), and delta is too small wherever B > dia(W). For n = 1, W = [0, 1], M = 1, f_1 = |w - 1/2|, f'_1 =
    -w, start near 1: the updates lead to 0 and 2, whose best event at gamma = 1, x >= 1, the projection keeps, so that
    the truth is theta_1(2/sigma). B = 2, psi = 2: the page says theta_1(1/sigma)/(1 - theta_1(1/sigma)), which is
    smaller at sigma = 4. Where an image exceeds W, B grows with the step sizes, so that B/(M sqrt(t)) may fit no B.
    With the step sizes of the page the ratios are psi M sqrt(n)/(dia(W) sigma) and B M sqrt(n)/(dia(W) sigma), and
    SR(n) has dia(W).
"""

from pabisym.library.checks import at_points
from pabisym.library.item import item
from pabisym.library.statement import Check, Printed
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.points import at_most
from pabisym.proof.roots import positive_root
from pabisym.proof.script import Script, script

from ._examined import one_round

BOUND = "theta(exp(epsilon), psi*M*sqrt(n)/(B*sigma))/(n*(1 - theta(exp(epsilon), M*sqrt(n)/sigma)))"
NOISE = "B*sigma/(M*sqrt({k}))"
"""The standard deviation of the noise of step k on the iterate: its step size, B/(M sqrt(k)), times sigma."""


@script
def proof(p: Script) -> Step:
    """Theorem 5 with the noise of the last step, which is the least."""
    p.have("rounds", "n > 0")
    positive_root(p, "n")
    p.have("least", f"{NOISE.format(k='n')} > 0")
    p.have("scale", "B*sigma > 0")
    p.have("size ratio", f"B/({NOISE.format(k='n')}) > 0")
    p.have("size told", p.figure("theta-below-one", g="exp(epsilon)", x=f"B/({NOISE.format(k='n')})"))
    with p.generalise("k", "i", "n") as each:
        each.have("round", "k > 0")
        positive_root(each, "k")
        each.have("squares", each.prove("sqrt(k)**2 <= sqrt(n)**2"))
        each.have("squares sign", "sqrt(n) >= 0")
        each.have("roots", at_most(each, "sqrt(k)", "sqrt(n)", "squares"))
        each.show(certified(f"{NOISE.format(k='k')} >= {NOISE.format(k='n')}", fact("roots", "scale"),
                            multiplier="M*sqrt(k)*sqrt(n)"))
    same = {label: p.known(label) for label in ("before", "gap", "diameter", "Gaussian", "first start", "second start", "first run",
                                                "second run", "first mixture", "other first mixture", "mixture", "other mixture")}
    return p.theorem("asoodeh2020/theorem-5", {"noise": each.step, **same}, sigma=NOISE.format(k="n"), s=("k", NOISE.format(k="k")),
                     D="B", M="N", B=("k", "U(k)"), conclude=f"dp(A(n), U(n), epsilon, {BOUND})")


STATEMENT = item("Example 3", "section VI",
    letters=("n: integer, n >= 1: number of rounds",
        "i: integer, 1 <= i <= n [first, last]: index of the cost that is replaced; role record",
        "epsilon: real, epsilon >= 0 [level]: logarithm of gamma; role level",
        "M: real, M > 0 [gradients]: bound on the gradients; unit loss/iterate",
        "psi: real, psi > 0 [sensitivity]: largest distance of two updates of one point; unit iterate; role gap in the pass",
        "B: real, B > 0 [size]: largest diameter of W and of the images; unit iterate; role diameter of the images",
        "sigma: real, sigma > 0 [noise]: standard deviation of the gradient noise, before the step size; unit loss/iterate; role "
            "gradient noise", "N: law: law of W_i, the same in both runs", "X: law sequence: law of the first run after k steps",
        "Y: law sequence: law of the second run after k steps",
        "A: law sequence: uniform mixture of the laws after 1..k steps; role stopped",
        "U: law sequence: uniform mixture of the laws of the second run; latex A'", "f: map: update of step i in the first run",
        "g: map: update of step i in the second run", "phi: map sequence: update of step k, the same in both runs",
        "zeta: noise sequence: noise of step k, on the iterate", "K: set: the domain W"),
    assumptions=("before: forall(k, 1, i - 1, equal(X(k), Y(k))): the runs are the same before the change",
        "gap: gap(f, g, psi): two updates of one point are at most that far apart", "diameter: forall(k, i + 1, n, bounded(phi(k), B))",
        "Gaussian: forall(k, i, n, gaussian(zeta(k), (B*sigma/(M*sqrt(k)))**2)): the step size B/(M sqrt(k)), times sigma",
        "first start: equal(X(i), push(projection(K), convolve(push(f, N), zeta(i))))",
        "second start: equal(Y(i), push(projection(K), convolve(push(g, N), zeta(i))))",
        "first run: forall(k, i + 1, n, equal(X(k), push(projection(K), convolve(push(phi(k), X(k - 1)), zeta(k)))))",
        "second run: forall(k, i + 1, n, equal(Y(k), push(projection(K), convolve(push(phi(k), Y(k - 1)), zeta(k)))))",
        "first mixture: equal(A(1), X(1)): of one law it is this law", "other first mixture: equal(U(1), Y(1))",
        "mixture: forall(k, 2, n, equal(A(k), mix(1/k, X(k), A(k - 1)))): the k-th with probability 1/k, else one of the first k - 1",
        "other mixture: forall(k, 2, n, equal(U(k), mix(1/k, Y(k), U(k - 1))))"),
    conclusion="dp(A(n), U(n), epsilon, theta(exp(epsilon), psi*M*sqrt(n)/(B*sigma))/(n*(1 - theta(exp(epsilon), M*sqrt(n)/sigma))))",
    bound=BOUND, proof=proof,
    clauses=(
        "refuted by with step size dia(W)/M: (epsilon, delta)-DP with the step sizes dia(W)/(M sqrt(t))",
        "cited by asoodeh2020/proposition-3: the regret is at most (B/sqrt(n)) (3 M/2 + d sigma^2/M)",
        "instance by for large n; section VI: at these parameters delta is above 1 from some n on, and useless",
        "open; section VI: it becomes so for all parameters"),
    printed=Printed("refuted", error="hypothesis",
        difference="the step sizes have to be B/(M sqrt(t)), not dia(W)/(M sqrt(t))"),
    checks=(Check("with step size dia(W)/M: n = 1, W = [0, 1], f_1 = |w - 1/2|, f'_1 = -w, from 1, sigma = 4",
            lambda: one_round(STATEMENT), "refuted"),
        Check("for large n the bound exceeds 1, epsilon = psi = M = B = sigma = 1", lambda: at_points(
            "theta(exp(1), sqrt(n))/(n*(1 - theta(exp(1), sqrt(n)))) > 1", ({"n": 100}, {"n": 400}, {"n": 1600})))),
    uses=("asoodeh2020/theorem-5", "asoodeh2020/eq-18", "asoodeh2020/proposition-3", "asoodeh2020/definition-B", "asoodeh2020/footnote-6"),
    spots="n=1, i=1, epsilon=0, M=1, psi=2, B=2, sigma=4")
