"""Randomly stopped PNSGD.

Statement
    With c the Lipschitz constant of a gradient step, (14), T uniform on [n], Gaussian noise: (epsilon,
    delta)-DP with delta = theta_{e^epsilon}(2 L/sigma)/(n (1 - theta_{e^epsilon}(c D/(eta sigma)))).
Reads as
    Equation (16), for every index. Joint convexity, nothing for T < i, and theorem 4 for T >= i. The formula is
    restored: the source lost its formulas.
Letters
    n : integer, n >= 1 : number of records and of steps : 1
    i : integer, 1 <= i <= n : index of the record that is replaced : 1
    epsilon : real, epsilon >= 0 : logarithm of gamma : 1
    L : real, L > 0 : Lipschitz constant of the losses : loss/iterate
    D : real, D > 0 : diameter of W : iterate
    c : real, 0 < c <= 1 : Lipschitz constant of a gradient step, M of the page : 1
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
    size : D > 0
    contraction : c > 0
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
    asoodeh2020isit, Theorem 5, section IV-E
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ..asoodeh2020._hockey import stopped

BOUND = "theta(exp(epsilon), 2*L/sigma)/(n*(1 - theta(exp(epsilon), c*D/(eta*sigma))))"


@script
def proof(p: Script) -> Step:
    """Theorem 4 for every stopping time, mixed."""
    p.have("size of the image", "c*D > 0")
    return stopped(p, BOUND, gap="2*eta*L", size="c*D", std="eta*sigma")


STATEMENT = Statement(
    id="asoodeh2020isit/theorem-5", title="Randomly stopped PNSGD", kind="theorem", text=__doc__,
    reference=Reference("asoodeh2020isit", "Theorem 5", "section IV-E"),
    conclusion="dp(A(n), B(n), epsilon, theta(exp(epsilon), 2*L/sigma)/(n*(1 - theta(exp(epsilon), c*D/(eta*sigma)))))",
    bound="theta(exp(epsilon), 2*L/sigma)/(n*(1 - theta(exp(epsilon), c*D/(eta*sigma))))",
    symbols=(Symbol("n", "integer, n >= 1", "number of records and of steps"), Symbol("i", "integer, 1 <= i <= n",
               "index of the record that is replaced"), Symbol("epsilon", "real, epsilon >= 0", "logarithm of gamma"), Symbol("L",
               "real, L > 0", "Lipschitz constant of the losses", "loss/iterate"), Symbol("D", "real, D > 0", "diameter of W",
               "iterate"), Symbol("c", "real, 0 < c <= 1", "Lipschitz constant of a gradient step, M of the page"), Symbol("eta",
               "real, eta > 0", "step size", "iterate^2/loss"), Symbol("sigma", "real, sigma > 0",
               "standard deviation of the gradient noise, before the step size", "loss/iterate"),),
    structures=(Structure("M", "law", "law of W_i, the same in both runs"), Structure("X", "law sequence",
               "law of the first run after k steps"), Structure("Y", "law sequence", "law of the second run after k steps"),
               Structure("A", "law sequence", "uniform mixture of the laws after 1..k steps"), Structure("B", "law sequence",
               "the same in the second run"), Structure("f", "map", "update of step i in the first run"), Structure("g", "map",
               "update of step i in the second run"), Structure("phi", "map sequence", "update of step k, the same in both runs"),
               Structure("zeta", "noise sequence", "noise of step k, on the iterate"), Structure("K", "set", "the domain W"),),
    assumptions=(Assumption("count", "n >= 1"), Assumption("first", "1 <= i"), Assumption("last", "i <= n"), Assumption("level",
               "epsilon >= 0"), Assumption("Lipschitz constant", "L > 0"), Assumption("size", "D > 0"), Assumption("contraction",
               "c > 0"), Assumption("step size", "eta > 0"), Assumption("noise", "sigma > 0"), Assumption("before",
               "forall(k, 1, i - 1, equal(X(k), Y(k)))"), Assumption("gap", "gap(f, g, 2*eta*L)"), Assumption("diameter",
               "forall(k, i + 1, n, bounded(phi(k), c*D))"), Assumption("Gaussian",
               "forall(k, i, n, gaussian(zeta(k), (eta*sigma)**2))"), Assumption("first start",
               "equal(X(i), push(projection(K), convolve(push(f, M), zeta(i))))"), Assumption("second start",
               "equal(Y(i), push(projection(K), convolve(push(g, M), zeta(i))))"), Assumption("first run",
               "forall(k, i + 1, n, equal(X(k), push(projection(K), convolve(push(phi(k), X(k - 1)), zeta(k)))))"),
               Assumption("second run", "forall(k, i + 1, n, equal(Y(k), push(projection(K), convolve(push(phi(k), Y(k - 1)), "
               "zeta(k)))))"), Assumption("first mixture", "equal(A(1), X(1))"), Assumption("other first mixture", "equal(B(1), Y(1))"),
               Assumption("mixture", "forall(k, 2, n, equal(A(k), mix(1/k, X(k), A(k - 1))))"), Assumption("other mixture",
               "forall(k, 2, n, equal(B(k), mix(1/k, Y(k), B(k - 1))))"),),
    uses=("asoodeh2020isit/theorem-4", "asoodeh2020isit/theorem-1", "asoodeh2020/eq-34", "asoodeh2020/eq-20",),
    proof=proof,
    spots=(Spot({"n": 4, "i": 2, "epsilon": 1, "L": 1, "D": 1, "c": 1, "eta": "1/10", "sigma": 4}),),
)
