"""Contraction under the mixture.

Statement
    E_{e^epsilon}(mu_{T+1} || mu'_{T+1}) <= (1/n) sum_{t=i..n} E_{e^epsilon}(mu_i K_{f_i} || mu_i K_{f'_i})
    prod_{j=i+1..t} eta_{e^epsilon}(K_{f_j}), here with one bound q for the step that differs and one coefficient r < 1
    for every later step, hence at most q/(n (1 - r)).
Reads as
    Stopping before the change tells nothing, (33); stopping at t lets through r^(t-i), by the kernels of the steps. The
    geometric series is summed here, so that the bound does not depend on i; a check replays the sum for coefficients that
    differ from step to step.
"""

from pabisym.library.checks import replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Builder, Step

from ._hockey import kept_mean, mean_from

BOUND = "q/(n*(1 - r))"


def proof(b: Builder) -> Step:
    """(32), nothing told before i, and the geometric series."""
    return kept_mean(b, BOUND)


def stepwise() -> tuple[Verdict, str]:
    """What the outputs after i..n steps tell, p(k) after k steps, over n."""
    kept = ("count", "first", "last", "level", "before", "first mixture", "other first mixture", "mixture", "other mixture")
    assumed = {one.name: one.holds for one in STATEMENT.assumptions if one.name in kept}
    return replayed("dp(A(n), B(n), epsilon, sum(cases(k - i, p(k), 0), k, 1, n)/n)", {**STATEMENT.sequent.kinds, "p": "real sequence"},
                    assumed | {"after": "forall(k, i, n, dp(P(k), Q(k), epsilon, p(k)))"}, mean_from, ("asoodeh2020/eq-32",))


STATEMENT = item("Equation (34)", "appendix F",
    kind="inequality",
    letters=("n: integer, n >= 1 [count]: number of steps; role steps",
        "i: integer, 1 <= i <= n [first, last]: index of the cost that is replaced; role record",
        "epsilon: real, epsilon >= 0 [level]: logarithm of gamma; role level", "q: real, q >= 0 [told]: what the step that differs tells",
        "r: real, r > 0 and r < 1 [let through, contraction]: what every later step lets through",
        r"K: mechanism sequence: Markov kernel of step k, the same in both runs; latex \mathsf{K}",
        "P: law sequence: output of the first run after k steps", "Q: law sequence: output of the second run after k steps",
        "A: law sequence: uniform mixture of the first k outputs; role stopped", "B: law sequence: the same in the second run"),
    assumptions=("before: forall(k, 1, i - 1, equal(P(k), Q(k))): the runs are the same before the change",
        "step that differs: dp(P(i), Q(i), epsilon, q): E_{e^epsilon}(mu_i K_{f_i} || mu_i K_{f'_i})",
        "later: forall(k, i + 1, n, contracts(K(k), epsilon, r)): eta_{e^epsilon}(K_{f_k})",
        "first run: forall(k, i + 1, n, equal(P(k), through(K(k), P(k - 1))))",
        "second run: forall(k, i + 1, n, equal(Q(k), through(K(k), Q(k - 1))))",
        "first mixture: equal(A(1), P(1)): of one law it is this law", "other first mixture: equal(B(1), Q(1))",
        "mixture: forall(k, 2, n, equal(A(k), mix(1/k, P(k), A(k - 1)))): the k-th with probability 1/k, else one of the first k - 1",
        "other mixture: forall(k, 2, n, equal(B(k), mix(1/k, Q(k), B(k - 1))))"), conclusion="dp(A(n), B(n), epsilon, q/(n*(1 - r)))",
    bound="q/(n*(1 - r))", proof=proof,
    clauses=(
        "proved by conclusion: the mean over the stopping times is at most q/(n (1 - r)), for kernels of the steps",
        "proved by the sum over the stopping times: the sum, from what each stopping time tells",
        "proved by asoodeh2020/theorem-5: the same for the runs of Algorithm 1",
        "proved by asoodeh2020/eq-29: what each stopping time tells, with coefficients that differ from step to step",
        "proved by asoodeh2020/eq-17: the sum with theta(psi/sigma_i) and theta(D/sigma_j) in their place, for i and psi > 0; for "
            "psi = 0 see Theorem 4"),
    printed="holds", uses=("asoodeh2020/eq-32",),
    checks=(Check("the sum over the stopping times", stepwise, "holds"),), steps=("asoodeh2020/eq-33",),
    spots="n=5, i=2, epsilon=1, q=1/2, r=1/3 -> 3/20")
