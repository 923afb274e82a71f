"""PNSGD with Gaussian noise.

Statement
    With c the Lipschitz constant of a gradient step, (14): W of diameter D, gradient noise of standard
    deviation sigma, eta <= 2/(beta + rho): (epsilon, delta)-DP for the i-th input with delta =
    theta_{e^epsilon}(2 L/sigma) theta_{e^epsilon}(c D/(eta sigma))^(n - i).
Reads as
    The images of W under a gradient step have diameter at most c D; phi_k is a gradient step after a
    projection. The formula is restored: the source lost its formulas.
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
    gap : two updates of one point are at most that far apart
    diameter : the images of the updates have at most that diameter
    Gaussian : the noise on the iterate
    first start : X_i = Pi(f(W_i) + zeta_i)
    second start : Y_i = Pi(g(W_i) + zeta_i)
    first run : X_k = Pi(phi_k(X_{k-1}) + zeta_k)
    second run : Y_k = Pi(phi_k(Y_{k-1}) + zeta_k)
Reference
    asoodeh2020isit, Theorem 4, section IV-D
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ..asoodeh2020._hockey import per_index

BOUND = "theta(exp(epsilon), 2*L/sigma)*theta(exp(epsilon), c*D/(eta*sigma))**({k} - i)"


@script
def proof(p: Script) -> Step:
    """A Gaussian mechanism of gap 2*eta*L at step i, then one contraction per step."""
    p.have_all({"size of the image": "c*D > 0", "ratio": "c*D/(eta*sigma) > 0"})
    p.have("coefficient", p.figure("theta-positive", g="exp(epsilon)", x="c*D/(eta*sigma)"))
    return p.at(per_index(p, size="c*D", std="eta*sigma", bound=BOUND, gap="2*eta*L"), "n")


STATEMENT = Statement(
    id="asoodeh2020isit/theorem-4", title="PNSGD with Gaussian noise", kind="theorem", text=__doc__,
    reference=Reference("asoodeh2020isit", "Theorem 4", "section IV-D"),
    conclusion="dp(X(n), Y(n), epsilon, theta(exp(epsilon), 2*L/sigma)*theta(exp(epsilon), c*D/(eta*sigma))**(n - i))",
    bound="theta(exp(epsilon), 2*L/sigma)*theta(exp(epsilon), c*D/(eta*sigma))**(n - i)",
    symbols=(Symbol("n", "integer, n >= 1", "number of records and of steps"), Symbol("i", "integer, 1 <= i <= n",
               "index of the record that is replaced"), Symbol("epsilon", "real, epsilon >= 0", "logarithm of gamma"), Symbol("L",
               "real, L > 0", "Lipschitz constant of the losses", "loss/iterate"), Symbol("D", "real, D > 0", "diameter of W",
               "iterate"), Symbol("c", "real, 0 < c <= 1", "Lipschitz constant of a gradient step, M of the page"), Symbol("eta",
               "real, eta > 0", "step size", "iterate^2/loss"), Symbol("sigma", "real, sigma > 0",
               "standard deviation of the gradient noise, before the step size", "loss/iterate"),),
    structures=(Structure("M", "law", "law of W_i, the same in both runs"), Structure("X", "law sequence",
               "law of the first run after k steps"), Structure("Y", "law sequence", "law of the second run after k steps"),
               Structure("f", "map", "update of step i in the first run"), Structure("g", "map", "update of step i in the second run"),
               Structure("phi", "map sequence", "update of step k, the same in both runs"), Structure("zeta", "noise sequence",
               "noise of step k, on the iterate"), Structure("K", "set", "the domain W"),),
    assumptions=(Assumption("count", "n >= 1"), Assumption("first", "1 <= i"), Assumption("last", "i <= n"), Assumption("level",
               "epsilon >= 0"), Assumption("Lipschitz constant", "L > 0"), Assumption("size", "D > 0"), Assumption("contraction",
               "c > 0"), Assumption("step size", "eta > 0"), Assumption("noise", "sigma > 0"), Assumption("gap", "gap(f, g, 2*eta*L)"),
               Assumption("diameter", "forall(k, i + 1, n, bounded(phi(k), c*D))"), Assumption("Gaussian",
               "forall(k, i, n, gaussian(zeta(k), (eta*sigma)**2))"), Assumption("first start",
               "equal(X(i), push(projection(K), convolve(push(f, M), zeta(i))))"), Assumption("second start",
               "equal(Y(i), push(projection(K), convolve(push(g, M), zeta(i))))"), Assumption("first run",
               "forall(k, i + 1, n, equal(X(k), push(projection(K), convolve(push(phi(k), X(k - 1)), zeta(k)))))"),
               Assumption("second run", "forall(k, i + 1, n, equal(Y(k), push(projection(K), convolve(push(phi(k), Y(k - 1)), "
               "zeta(k)))))"),),
    uses=("asoodeh2020isit/eq-22", "asoodeh2020isit/eq-23", "asoodeh2020isit/eq-24", "asoodeh2020isit/lemma-4",
               "asoodeh2020/theorem-4",),
    proof=proof,
    spots=(Spot({"n": 4, "i": 2, "epsilon": 1, "L": 1, "D": 1, "c": 1, "eta": "1/10", "sigma": 4}),),
)
