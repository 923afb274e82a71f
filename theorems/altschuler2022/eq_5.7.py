"""A bound for sampled batches with non-uniform step sizes.

Statement
    Let j >= 1 be the number of steps since a restart, with step sizes e_1, ..., e_j, and let Q bound D_alpha between
    the random steps of the two runs from any one point. Then D_alpha <= j Q + alpha D^2/(2 sigma_1^2 V_j), V_j = e_1^2
    + ... + e_j^2. The paper has (j - 1)/(e_1 + ... + e_(j-1))^2 for 1/V_j, from a_k proportional to e_k, and Q =
    S_alpha(b/n, b sigma_2/(2L)) with the mixture second.
Reads as
    The proper choice of the amounts is proportional to e_k^2, as the noise is, not to e_k: by Cauchy's inequality j V_j
    >= (e_1 + ... + e_j)^2, so that the paper's last term is larger. With its S_alpha the printed bound is false for
    small noise, with equal step sizes already, where it is (3.7): see there for the instance.
"""

from pabisym.library.checks import sharper
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._sampling import HIDDEN, cauchy, from_restart

RUN = {"c": "1", "P": "1", "N": "sigma_1**2*V(k)"}


@script
def proof(p: Script) -> Step:
    """The straight string over the accumulated noise."""
    with p.generalise("k", "1", "j") as noise:
        noise.have_all({"size": noise.at("step size", "k"), "sum": noise.at("squares", "k")})
        noise.have("square", "e(k)**2 > 0")
        noise.show("sigma_1**2*V(k - 1) < sigma_1**2*V(k)")
    return from_restart(p, "j", RUN, {"noise": noise.step})


def sums() -> tuple[Verdict, str]:
    """The last term with the sum of the step sizes is no smaller."""
    return sharper(STATEMENT, "j*V(j) >= E(j)**2", cauchy)


STATEMENT = item("(5.7)", "section 5.3",
    kind="inequality", quantities=(HIDDEN,),
    letters=("j: integer, j >= 1 [look-back]: the look-back, in steps; role choice",
        "n: integer, n >= 1 [records]: number of records; role records", "b: integer, b >= 1 [batch]: size of a batch; role batch",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant of the losses; unit loss/iterate; role Lipschitz constant",
        "D: real, D > 0 [diameter]: diameter of the domain; unit iterate; role diameter",
        "sigma: real, sigma > 0 [noise]: standard deviation of the gradient noise, before the step size; unit loss/iterate; role "
            "gradient noise",
        "sigma_1: real, sigma_1 > 0 [shift noise]: the part of the noise that pays for the shift; unit loss/iterate",
        "sigma_2: real, sigma_2 > 0 [sampling noise]: the part of the noise that hides the record; unit loss/iterate",
        "Q: real, Q >= 0 [divergence]: divergence of one sampled step", "X: law sequence: law of the first run after k steps",
        "Y: law sequence: law of the second run after k steps; latex X'", "K: mechanism sequence: random step k of the first run",
        "J: mechanism sequence: random step k of the second run; latex K'",
        "zeta: noise sequence: further noise of step k, on the iterate, the same in both runs",
        r"e: real sequence: step size of step k; latex \eta", "E: real sequence: sum of the step sizes up to step k",
        "V: real sequence: sum of their squares up to step k"),
    assumptions=("j, n, b", "smaller batch: b <= n", "alpha, L, D, sigma, sigma_1, sigma_2, Q",
        "split: sigma_1**2 + sigma_2**2 == sigma**2", "step size: forall(k, 1, j, e(k) > 0)", "no step: E(0) == 0",
        "no square: V(0) == 0", "sums: forall(k, 1, j, E(k) == E(k - 1) + e(k))", "squares: forall(k, 1, j, V(k) == V(k - 1) + e(k)**2)",
        "domain: winf(X(0), Y(0), D): the iterates at the restart, after projection, are in the domain",
        "first run: forall(k, 1, j, equal(X(k), convolve(through(K(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, j, equal(Y(k), convolve(through(J(k), Y(k - 1)), zeta(k))))",
        "steady: forall(k, 1, j, steady(K(k), 1)): the random steps are contractions with this factor",
        "sampling: forall(k, 1, j, close(alpha, K(k), J(k), Q))",
        "Gaussian: forall(k, 1, j, gaussian(zeta(k), sigma_1**2*V(k) - sigma_1**2*V(k - 1))): the noise that is left to pay for the shift"),
    conclusion="renyi(alpha, 0, X(j), Y(j), j*Q + alpha*D**2/(2*(sigma_1**2*V(j))))", proof=proof, tightness="upper",
    clauses=(
        "refuted by conclusion: (5.7)",
        "open by the sum of squares: the proper amounts are proportional to the step sizes; those to their squares are no worse"),
    printed={"verdict": "refuted", "bound": "j*sampled(alpha, b/n, b*sigma_2/(2*L)) + (j - 1)*alpha*D**2/(2*sigma_1**2*E(j - 1)**2)",
             "difference": "S_alpha with the mixture second is too small for small noise; and amounts proportional to the squares "
                                  "of the step sizes are the best ones, not proportional to the step sizes. The instance, of equal step "
                                  "sizes, has less noise than Theorem 3.1 asks for, which restricts no bound before "
                                  "Lemma 2.12 (Remark B.1)",
             "counterexample": "j=22, n=2, b=1, alpha=2, L=10, D=10, sigma=1, sigma_1=3/5, sigma_2=4/5, Q=155, e=1, E=k, V=k",
             "process": {"slopes": (-10, 0), "other": 0, "index": 1, "step": 1, "noise": "1", "low": 0, "high": 10, "steps": 22,
                              "curvature": 1}, "error": "statement"}, uses=("pabisym/sampled-start",),
    checks=(Check("the sum of squares is at least the square of the sum over j", sums),),
    spots="j=2, n=2, b=1, alpha=2, L=1, D=1, sigma=5, sigma_1=3, sigma_2=4, Q=1, e=k, E=k*(k + 1)/2, V=k*(k + 1)*(2*k + 1)/6 -> 91/45")
