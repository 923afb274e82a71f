"""Mixture over the stopping time.

Statement
    mu_{T+1} = (1/n) sum_{t=1..n} mu_1 K_{f_1} ... K_{f_t}, and E_{e^epsilon}(mu_{T+1} || mu'_{T+1}) <= (1/n)
    sum_{t=1..n} E_{e^epsilon}(mu_1 K_{f_1} ... K_{f_t} || mu_1 K_{f'_1} ... K_{f'_t}).
Reads as
    An observer who does not know the stopping time learns at most the mean over stopping times. The mixture is
    built up one law at a time.
Letters
    n : integer, n >= 1 : number of laws that are mixed : 1
    epsilon : real, epsilon >= 0 : logarithm of gamma : 1
    b : real sequence : what an observer learns of the k-th pair
    P : law sequence : output of the first run after k steps
    Q : law sequence : output of the second run after k steps
    A : law sequence : uniform mixture of the first k outputs
    B : law sequence : the same in the second run
Assumptions
    count : n >= 1
    level : epsilon >= 0
    bounds : E_{e^epsilon} of the outputs after k steps is at most b_k
    first mixture : of one law it is this law
    other first mixture : the same in the second run
    mixture : the k-th with probability 1/k, else one of the first k - 1
    other mixture : the same in the second run
Reference
    asoodeh2020, Equation (32), appendix F
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step

from ._hockey import mixture_mean


def proof(b: Builder) -> Step:
    """Joint convexity for two laws, n - 1 times."""
    return mixture_mean(b)


STATEMENT = Statement(
    id="asoodeh2020/eq-32", title="Mixture over the stopping time", kind="inequality", text=__doc__,
    reference=Reference("asoodeh2020", "Equation (32)", "appendix F"),
    conclusion="dp(A(n), B(n), epsilon, sum(b(j), j, 1, n)/n)",
    symbols=(Symbol("n", "integer, n >= 1", "number of laws that are mixed"), Symbol("epsilon", "real, epsilon >= 0",
               "logarithm of gamma"),),
    structures=(Structure("b", "real sequence", "what an observer learns of the k-th pair"), Structure("P", "law sequence",
               "output of the first run after k steps"), Structure("Q", "law sequence", "output of the second run after k steps"),
               Structure("A", "law sequence", "uniform mixture of the first k outputs"), Structure("B", "law sequence",
               "the same in the second run"),),
    assumptions=(Assumption("count", "n >= 1"), Assumption("level", "epsilon >= 0"), Assumption("bounds",
               "forall(k, 1, n, dp(P(k), Q(k), epsilon, b(k)))"), Assumption("first mixture", "equal(A(1), P(1))"),
               Assumption("other first mixture", "equal(B(1), Q(1))"), Assumption("mixture",
               "forall(k, 2, n, equal(A(k), mix(1/k, P(k), A(k - 1))))"), Assumption("other mixture",
               "forall(k, 2, n, equal(B(k), mix(1/k, Q(k), B(k - 1))))"),),
    uses=("asoodeh2020/footnote-7",),
    proof=proof,
    printed=Printed("holds"),
    spots=(Spot({"n": 3, "epsilon": 1}),),
)
