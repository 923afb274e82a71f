"""Privacy with polynomially decaying step sizes.

Statement
    Let all step sizes of the last j steps be at least h, with j L h >= D n, half of the variance of the noise hide the
    record, and Q bound D_alpha between the random steps of the two runs from any one point. Then D_alpha <= j (Q + alpha
    L^2/(n^2 sigma^2)).
Reads as
    With Q <= 32 alpha L^2/(n^2 sigma^2), as (1.1) has it for one step with half of the noise, this is 33 alpha L^2
    j/(n^2 sigma^2). For step sizes eta k^(-c) the least one is h = eta T^(-c), and j = ceil(D n T^c/(L eta)) gives the rate
    of the page, alpha D L T^c/(n sigma^2) for eta = 1, with one step added, provided that j <= T.
"""

from pabisym.library.item import item
from pabisym.library.statement import Printed
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._sampling import from_restart

RUN = {"c": "1", "P": "1", "N": "sigma**2/2*V(k)"}


@script
def proof(p: Script) -> Step:
    """(5.7) with half of the noise; V_j >= j h^2, and D^2 n^2 <= (j L h)^2."""
    with p.generalise("k", "1", "j") as noise:
        noise.have_all({"size": noise.at("step size", "k"), "sum": noise.at("squares", "k")})
        noise.have("square", certified("e(k)**2 >= h**2", fact("size", "size"), fact("size", "least", times="2")))
        noise.have("positive square", "h**2 > 0")
        noise.show("sigma**2/2*V(k - 1) < sigma**2/2*V(k)")
    paid = from_restart(p, "j", RUN, {"noise": noise.step})
    with p.induct("k", "0", "j", "V(k) >= k*h**2") as more:
        more.have_all({"size": more.at("step size", "k"), "sum": more.at("squares", "k")})
        more.have("square", certified("e(k)**2 >= h**2", fact("size", "size"), fact("size", "least", times="2")))
        more.show("V(k) >= k*h**2")
    p.have("all squares", p.at(more.step, "j"))
    p.have("spread", "j*h**2 > 0")
    p.have("some", "V(j) > 0")
    p.have("width", "D*n > 0")
    p.have("far", certified("(D*n)**2 <= (j*L*h)**2", fact("long", "long"), fact("long", "width", times="2")))
    p.have("cheap", certified("alpha*D**2/(sigma**2*V(j)) <= alpha*D**2/(sigma**2*(j*h**2))", fact("order", "all squares", square="D"),
                              fact("all squares", square="D"), multiplier="sigma**2*V(j)*(j*h**2)"))
    p.have("last", certified("alpha*D**2/(sigma**2*(j*h**2)) <= alpha*L**2*j/(n**2*sigma**2)", fact("order", "far"), fact("far"),
                             multiplier="n**2*sigma**2*j*h**2"))
    return p.figure("monotone", paid, y="0", d="j*(Q + alpha*L**2/(n**2*sigma**2))")


STATEMENT = item("Example 5.8", "section 5.3",
    letters=("j: integer, j >= 1 [look-back]: the look-back, in steps; role choice",
        "n: integer, n >= 1 [records]: number of records; role records",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant of the losses; unit loss/iterate; role Lipschitz constant",
        "D: real, D > 0 [diameter]: diameter of the domain; unit iterate; role diameter",
        "sigma: real, sigma > 0 [noise]: standard deviation of the gradient noise, before the step size; unit loss/iterate; role "
            "gradient noise", "Q: real, Q >= 0: divergence of one sampled step",
        "h: real, h > 0 [least]: the least step size since the restart; unit iterate^2/loss",
        "X: law sequence: law of the first run after k steps", "Y: law sequence: law of the second run after k steps; latex X'",
        "K: mechanism sequence: random step k of the first run", "J: mechanism sequence: random step k of the second run; latex K'",
        "zeta: noise sequence: further noise of step k, on the iterate, the same in both runs",
        r"e: real sequence: step size of step k; latex \eta", "V: real sequence: sum of the squares of the step sizes up to step k"),
    assumptions=("step size: forall(k, 1, j, e(k) >= h)", "no square: V(0) == 0", "squares: forall(k, 1, j, V(k) == V(k - 1) + e(k)**2)",
        "long: j*L*h >= D*n: the look-back is long enough",
        "domain: winf(X(0), Y(0), D): the iterates at the restart, after projection, are in the domain",
        "first run: forall(k, 1, j, equal(X(k), convolve(through(K(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, j, equal(Y(k), convolve(through(J(k), Y(k - 1)), zeta(k))))",
        "steady: forall(k, 1, j, steady(K(k), 1)): the random steps are contractions with this factor",
        "sampling: forall(k, 1, j, close(alpha, K(k), J(k), Q))",
        "Gaussian: forall(k, 1, j, gaussian(zeta(k), sigma**2/2*V(k) - sigma**2/2*V(k - 1))): half of the noise of a step"),
    conclusion="renyi(alpha, 0, X(j), Y(j), j*(Q + alpha*L**2/(n**2*sigma**2)))", bound="j*(Q + alpha*L**2/(n**2*sigma**2))",
    proof=proof, tightness="upper",
    clauses=(
        "proved by conclusion: the second entry of the minimum, with the cost Q of a step, for a look-back of at most T steps",
        "cited by altschuler2022/eq-1.1: the first entry of the minimum, and that Q is at most 32 alpha L^2/(n^2 sigma^2)",
        "open: D n T^c below L eta, where one step costs more"),
    printed=Printed("holds in part",
        note="with a constant that is named, from (5.7) with a bound on the divergence of both runs' steps"),
    uses=("pabisym/sampled-start", "altschuler2022/eq-5.7", "altschuler2022/eq-1.1"),
    spots="j=10, n=10, alpha=2, L=1, D=1, sigma=1, Q=1/10, h=1, e=1, V=k -> 6/5")
