"""Contraction under the mixture.

Statement
    E_{e^epsilon}(mu_{T+1} || mu'_{T+1}) <= (1/n) sum_{t=i..n} E_{e^epsilon}(mu_i K_{f_i} || mu_i K_{f'_i})
    prod_{j=i+1..t} eta_{e^epsilon}(K_{f_j}), here with one bound q for the step that differs and one
    coefficient r < 1 for every later step, hence at most q/(n (1 - r)).
Reads as
    Stopping before the change tells nothing, (33); stopping at t lets through r^(t-i). The geometric series is
    summed here, so that the bound does not depend on i.
Letters
    n : integer, n >= 1 : number of steps : 1
    i : integer, 1 <= i <= n : index of the cost that is replaced : 1
    epsilon : real, epsilon >= 0 : logarithm of gamma : 1
    q : real, q >= 0 : what the step that differs tells : 1
    r : real, 0 < r < 1 : what every later step lets through : 1
    P : law sequence : output of the first run after k steps
    Q : law sequence : output of the second run after k steps
    A : law sequence : uniform mixture of the first k outputs
    B : law sequence : the same in the second run
Assumptions
    count : n >= 1
    first : 1 <= i
    last : i <= n
    level : epsilon >= 0
    told : q >= 0
    let through : r > 0
    contraction : r < 1
    before : the runs are the same before the change
    after : E_{e^epsilon} after k >= i steps is at most q r^(k-i)
    first mixture : of one law it is this law
    other first mixture : the same in the second run
    mixture : the k-th with probability 1/k, else one of the first k - 1
    other mixture : the same in the second run
Reference
    asoodeh2020, Equation (34), appendix F
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step

from ._hockey import geometric_mean

BOUND = "q/(n*(1 - r))"


def proof(b: Builder) -> Step:
    """(32), nothing told before i, and the geometric series."""
    return geometric_mean(b, BOUND)


STATEMENT = Statement(
    id="asoodeh2020/eq-34", title="Contraction under the mixture", kind="inequality", text=__doc__,
    reference=Reference("asoodeh2020", "Equation (34)", "appendix F"),
    conclusion="dp(A(n), B(n), epsilon, q/(n*(1 - r)))",
    bound="q/(n*(1 - r))",
    symbols=(Symbol("n", "integer, n >= 1", "number of steps"), Symbol("i", "integer, 1 <= i <= n",
               "index of the cost that is replaced"), Symbol("epsilon", "real, epsilon >= 0", "logarithm of gamma"), Symbol("q",
               "real, q >= 0", "what the step that differs tells"), Symbol("r", "real, 0 < r < 1",
               "what every later step lets through"),),
    structures=(Structure("P", "law sequence", "output of the first run after k steps"), Structure("Q", "law sequence",
               "output of the second run after k steps"), Structure("A", "law sequence", "uniform mixture of the first k outputs"),
               Structure("B", "law sequence", "the same in the second run"),),
    assumptions=(Assumption("count", "n >= 1"), Assumption("first", "1 <= i"), Assumption("last", "i <= n"), Assumption("level",
               "epsilon >= 0"), Assumption("told", "q >= 0"), Assumption("let through", "r > 0"), Assumption("contraction", "r < 1"),
               Assumption("before", "forall(k, 1, i - 1, equal(P(k), Q(k)))"), Assumption("after",
               "forall(k, i, n, dp(P(k), Q(k), epsilon, q*r**(k - i)))"), Assumption("first mixture", "equal(A(1), P(1))"),
               Assumption("other first mixture", "equal(B(1), Q(1))"), Assumption("mixture",
               "forall(k, 2, n, equal(A(k), mix(1/k, P(k), A(k - 1))))"), Assumption("other mixture",
               "forall(k, 2, n, equal(B(k), mix(1/k, Q(k), B(k - 1))))"),),
    uses=("asoodeh2020/eq-32",),
    proof=proof,
    printed=Printed("holds"),
    spots=(Spot({"n": 5, "i": 2, "epsilon": 1, "q": "1/2", "r": "1/3"}, "3/20"),),
    steps=("asoodeh2020/eq-33",),
)
