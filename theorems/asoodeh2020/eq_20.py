"""The smooth case of Corollary 1.

Statement
    With beta-smooth losses and eta <= 2/beta besides: delta = theta_{e^epsilon}(2 L/sigma)/(n (1 -
    theta_{e^epsilon}(1/(eta sigma)))).
Reads as
    A gradient step with eta <= 2/beta moves no two points apart, (41), so that the images have diameter at most
    1, (42).
Letters
    n : integer, n >= 1 : number of steps : 1
    i : integer, 1 <= i <= n : index of the cost that is replaced : 1
    epsilon : real, epsilon >= 0 : logarithm of gamma : 1
    L : real, L > 0 : Lipschitz constant of the losses : loss/iterate
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : standard deviation of the gradient noise, before the step size : loss/iterate
    M : law : law of W_i, the same in both runs
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    A : law sequence : uniform mixture of the laws after 1..k steps
    B : law sequence : the same in the second run
    f : map : update of step i in the first run
    g : map : update of step i in the second run
    phi : map sequence : update of step k, the same in both runs
    zeta : noise sequence : noise of step k, on the iterate
    K : set : the domain W
Assumptions
    count : n >= 1
    first : 1 <= i
    last : i <= n
    level : epsilon >= 0
    Lipschitz constant : L > 0
    step size : eta > 0
    noise : sigma > 0
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
    asoodeh2020, Equation (20), section V
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step

from ._hockey import stopped

BOUND = "theta(exp(epsilon), 2*L/sigma)/(n*(1 - theta(exp(epsilon), 1/(eta*sigma))))"


def proof(b: Builder) -> Step:
    """Theorem 5 with images of diameter 1."""
    return stopped(b, BOUND, gap="2*eta*L", size="1", std="eta*sigma")


STATEMENT = Statement(
    id="asoodeh2020/eq-20", title="The smooth case of Corollary 1", kind="equation", text=__doc__,
    reference=Reference("asoodeh2020", "Equation (20)", "section V"),
    conclusion="dp(A(n), B(n), epsilon, theta(exp(epsilon), 2*L/sigma)/(n*(1 - theta(exp(epsilon), 1/(eta*sigma)))))",
    bound="theta(exp(epsilon), 2*L/sigma)/(n*(1 - theta(exp(epsilon), 1/(eta*sigma))))",
    symbols=(Symbol("n", "integer, n >= 1", "number of steps"), Symbol("i", "integer, 1 <= i <= n",
               "index of the cost that is replaced"), Symbol("epsilon", "real, epsilon >= 0", "logarithm of gamma"), Symbol("L",
               "real, L > 0", "Lipschitz constant of the losses", "loss/iterate"), Symbol("eta", "real, eta > 0", "step size",
               "iterate^2/loss"), Symbol("sigma", "real, sigma > 0", "standard deviation of the gradient noise, before the step size",
               "loss/iterate"),),
    structures=(Structure("M", "law", "law of W_i, the same in both runs"), Structure("X", "law sequence",
               "law of the first run after k steps"), Structure("Y", "law sequence", "law of the second run after k steps"),
               Structure("A", "law sequence", "uniform mixture of the laws after 1..k steps"), Structure("B", "law sequence",
               "the same in the second run"), Structure("f", "map", "update of step i in the first run"), Structure("g", "map",
               "update of step i in the second run"), Structure("phi", "map sequence", "update of step k, the same in both runs"),
               Structure("zeta", "noise sequence", "noise of step k, on the iterate"), Structure("K", "set", "the domain W"),),
    assumptions=(Assumption("count", "n >= 1"), Assumption("first", "1 <= i"), Assumption("last", "i <= n"), Assumption("level",
               "epsilon >= 0"), Assumption("Lipschitz constant", "L > 0"), Assumption("step size", "eta > 0"), Assumption("noise",
               "sigma > 0"), Assumption("before", "forall(k, 1, i - 1, equal(X(k), Y(k)))"), Assumption("gap", "gap(f, g, 2*eta*L)"),
               Assumption("diameter", "forall(k, i + 1, n, bounded(phi(k), 1))"), Assumption("Gaussian",
               "forall(k, i, n, gaussian(zeta(k), (eta*sigma)**2))"), Assumption("first start",
               "equal(X(i), push(projection(K), convolve(push(f, M), zeta(i))))"), Assumption("second start",
               "equal(Y(i), push(projection(K), convolve(push(g, M), zeta(i))))"), Assumption("first run",
               "forall(k, i + 1, n, equal(X(k), push(projection(K), convolve(push(phi(k), X(k - 1)), zeta(k)))))"),
               Assumption("second run", "forall(k, i + 1, n, equal(Y(k), push(projection(K), convolve(push(phi(k), Y(k - 1)), "
               "zeta(k)))))"), Assumption("first mixture", "equal(A(1), X(1))"), Assumption("other first mixture", "equal(B(1), Y(1))"),
               Assumption("mixture", "forall(k, 2, n, equal(A(k), mix(1/k, X(k), A(k - 1))))"), Assumption("other mixture",
               "forall(k, 2, n, equal(B(k), mix(1/k, Y(k), B(k - 1))))"),),
    uses=("asoodeh2020/eq-34", "asoodeh2020/corollary-1", "asoodeh2020/eq-42",),
    proof=proof,
    printed=Printed("holds"),
    spots=(Spot({"n": 100, "i": 1, "epsilon": 2, "L": 1, "eta": "1/10", "sigma": 3}),),
)
