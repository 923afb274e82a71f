"""Privacy of the randomly stopped iteration.

Statement
    Algorithm 1 with update sensitivity psi, images of diameter at most D and noise of standard deviation at
    least sigma in every step is (epsilon, delta)-DP with delta = theta_{e^epsilon}(psi/sigma)/(n (1 -
    theta_{e^epsilon}(D/sigma))).
Reads as
    The bound (18) of the theorem, for every index i, which is what privacy needs. The page also gives delta of
    (17) as a minimum over i; that is no bound for the other indices, see equation (17). The deviation s_k of the
    noise may differ from step to step.
Letters
    n : integer, n >= 1 : number of steps : 1
    i : integer, 1 <= i <= n : index of the cost that is replaced : 1
    epsilon : real, epsilon >= 0 : logarithm of gamma : 1
    psi : real, psi > 0 : largest distance of two updates of one point : iterate
    D : real, D > 0 : diameter of the images of the updates : iterate
    sigma : real, sigma > 0 : least standard deviation of the noise of a step, on the iterate : iterate
    M : law : law of W_i, the same in both runs
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    A : law sequence : uniform mixture of the laws after 1..k steps
    B : law sequence : the same in the second run
    f : map : update of step i in the first run
    g : map : update of step i in the second run
    phi : map sequence : update of step k, the same in both runs
    zeta : noise sequence : noise of step k, on the iterate
    s : real sequence : per-step standard deviation of the noise of step k, on the iterate
    K : set : the domain W
Assumptions
    count : n >= 1
    first : 1 <= i
    last : i <= n
    level : epsilon >= 0
    sensitivity : psi > 0
    size : D > 0
    least noise : sigma > 0
    noise : s_k >= sigma
    before : the runs are the same before the change
    gap : two updates of one point are at most that far apart
    diameter : the images of the updates have at most that diameter
    Gaussian : the noise on the iterate
    first start : X_i = Pi(f(W_i) + zeta_i)
    second start : Y_i = Pi(g(W_i) + zeta_i)
    first run : X_k = Pi(phi_k(X_{k-1}) + zeta_k)
    second run : Y_k = Pi(phi_k(Y_{k-1}) + zeta_k)
    first mixture : of one law it is this law
    other first mixture : the same in the second run
    mixture : the k-th with probability 1/k, else one of the first k - 1
    other mixture : the same in the second run
Reference
    asoodeh2020, Theorem 5, section IV
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step

from ._hockey import stopped

BOUND = "theta(exp(epsilon), psi/sigma)/(n*(1 - theta(exp(epsilon), D/sigma)))"


def proof(b: Builder) -> Step:
    """Theorem 4 for every stopping time, mixed by (34)."""
    return stopped(b, BOUND, gap="psi", size="D", std="sigma", stepwise="s({k})")


STATEMENT = Statement(
    id="asoodeh2020/theorem-5", title="Privacy of the randomly stopped iteration", kind="theorem", text=__doc__,
    reference=Reference("asoodeh2020", "Theorem 5", "section IV"),
    conclusion="dp(A(n), B(n), epsilon, theta(exp(epsilon), psi/sigma)/(n*(1 - theta(exp(epsilon), D/sigma))))",
    bound="theta(exp(epsilon), psi/sigma)/(n*(1 - theta(exp(epsilon), D/sigma)))",
    symbols=(Symbol("n", "integer, n >= 1", "number of steps"), Symbol("i", "integer, 1 <= i <= n",
               "index of the cost that is replaced"), Symbol("epsilon", "real, epsilon >= 0", "logarithm of gamma"), Symbol("psi",
               "real, psi > 0", "largest distance of two updates of one point", "iterate"), Symbol("D", "real, D > 0",
               "diameter of the images of the updates", "iterate"), Symbol("sigma", "real, sigma > 0",
               "least standard deviation of the noise of a step, on the iterate", "iterate"),),
    structures=(Structure("M", "law", "law of W_i, the same in both runs"), Structure("X", "law sequence",
               "law of the first run after k steps"), Structure("Y", "law sequence", "law of the second run after k steps"),
               Structure("A", "law sequence", "uniform mixture of the laws after 1..k steps"), Structure("B", "law sequence",
               "the same in the second run"), Structure("f", "map", "update of step i in the first run"), Structure("g", "map",
               "update of step i in the second run"), Structure("phi", "map sequence", "update of step k, the same in both runs"),
               Structure("zeta", "noise sequence", "noise of step k, on the iterate"), Structure("s", "real sequence",
               "per-step standard deviation of the noise of step k, on the iterate"), Structure("K", "set", "the domain W"),),
    assumptions=(Assumption("count", "n >= 1"), Assumption("first", "1 <= i"), Assumption("last", "i <= n"), Assumption("level",
               "epsilon >= 0"), Assumption("sensitivity", "psi > 0"), Assumption("size", "D > 0"), Assumption("least noise", "sigma > 0"),
               Assumption("noise", "forall(k, i, n, s(k) >= sigma)"),
               Assumption("before", "forall(k, 1, i - 1, equal(X(k), Y(k)))"), Assumption("gap", "gap(f, g, psi)"),
               Assumption("diameter", "forall(k, i + 1, n, bounded(phi(k), D))"), Assumption("Gaussian",
               "forall(k, i, n, gaussian(zeta(k), s(k)**2))"), Assumption("first start",
               "equal(X(i), push(projection(K), convolve(push(f, M), zeta(i))))"), Assumption("second start",
               "equal(Y(i), push(projection(K), convolve(push(g, M), zeta(i))))"), Assumption("first run",
               "forall(k, i + 1, n, equal(X(k), push(projection(K), convolve(push(phi(k), X(k - 1)), zeta(k)))))"),
               Assumption("second run", "forall(k, i + 1, n, equal(Y(k), push(projection(K), convolve(push(phi(k), Y(k - 1)), "
               "zeta(k)))))"), Assumption("first mixture", "equal(A(1), X(1))"), Assumption("other first mixture", "equal(B(1), Y(1))"),
               Assumption("mixture", "forall(k, 2, n, equal(A(k), mix(1/k, X(k), A(k - 1))))"), Assumption("other mixture",
               "forall(k, 2, n, equal(B(k), mix(1/k, Y(k), B(k - 1))))"),),
    uses=("asoodeh2020/eq-34", "asoodeh2020/theorem-4", "asoodeh2020/algorithm-1",),
    proof=proof,
    printed=Printed("corrected", difference="(18) for every index is proved; the minimum over i of (17) is no bound, as definition 2 "
               "needs the largest"),
    spots=(Spot({"n": 10, "i": 3, "epsilon": 1, "psi": "1/5", "D": 1, "sigma": "2/5"}),),
    steps=("asoodeh2020/eq-18",),
)
