"""A bound for sampled batches and strongly convex losses.

Statement
    Let j >= 1 be the number of steps since a restart, c = (kappa - 1)/(kappa + 1), and let Q bound D_alpha between the
    random steps of the two runs from any one point, in which the part sigma_2 of the noise takes part. Then D_alpha <=
    j Q + c^(2(j - 1)) alpha D^2/(2 eta^2 sigma_1^2), for every split sigma_1^2 + sigma_2^2 = sigma^2. The paper takes Q
    = S_alpha(b/n, b sigma_2/(2L)), with the mixture as second argument.
Reads as
    One induction without conditioning (pabisym/sampled-start). S_alpha with the mixture second stays below log(1/(1 -
    b/n)), while a step that may move the record by eta L/b is told from one that cannot, at any level, as the noise
    vanishes: at a small noise, or a large order, the printed bound is false. Losses of curvature 1/eta forget
    everything but the last step: n = 2, one record with its minimum at the end D of [0, D] in the first data, else at 0.
    That end is reached with probability at least 1/4, or without that record with probability normal(-D/(eta sigma)).
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._sampling import HIDDEN, cheaper, from_restart, geometric, small_powers

VARIANCE = "(eta**2*sigma_1**2)"
BEST = f"j*Q + alpha*D**2/(2*({VARIANCE}*(1 - c**(2*j))/(c**(2*j)*(1 - c**2))))"
LAST = "c**(2*(j - 1))*alpha*D**2/(2*eta**2*sigma_1**2)"
BOUND = f"j*Q + {LAST}"
WORTH = certified(f"{BEST} <= {BOUND}", fact("order", "later", square="D*c**(j - 1)"), fact("later", square="D*c**(j - 1)"), fact("order",
    square="D*c**(j - 1)*(1 - c**2)"),
                      fact(square="D*c**(j - 1)*(1 - c**2)"),
                  multiplier="2*eta**2*sigma_1**2*(1 - c**(2*j))")


@script
def proof(p: Script) -> Step:
    """The best amounts, and c^2 (1 - c^2)/(1 - c^(2j)) <= 1."""
    small_powers(p, "j")
    return cheaper(p, from_restart(p, "j", geometric(VARIANCE)), WORTH)


STATEMENT = item("(5.3)", "section 5.1",
    kind="inequality", quantities=(HIDDEN,),
    letters=("j: integer, j >= 1 [look-back]: the look-back, in steps; role choice",
        "n: integer, n >= 1 [records]: number of records; role records", "b: integer, b >= 1 [batch]: size of a batch; role batch",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "c: real, c > 0 and c < 1 [positive factor, factor]: contraction of every step; role contraction",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant of the losses; unit loss/iterate; role Lipschitz constant",
        "D: real, D > 0 [diameter]: diameter of the domain; unit iterate; role diameter",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "sigma: real, sigma > 0 [noise]: standard deviation of the gradient noise, before the step size; unit loss/iterate; role "
            "gradient noise",
        "sigma_1: real, sigma_1 > 0 [shift noise]: the part of the noise that pays for the shift; unit loss/iterate",
        "sigma_2: real, sigma_2 > 0 [sampling noise]: the part of the noise that hides the record; unit loss/iterate",
        "Q: real, Q >= 0 [divergence]: divergence of one sampled step", "X: law sequence: law of the first run after k steps",
        "Y: law sequence: law of the second run after k steps; latex X'", "K: mechanism sequence: random step k of the first run",
        "J: mechanism sequence: random step k of the second run; latex K'",
        "zeta: noise sequence: further noise of step k, on the iterate, the same in both runs"),
    assumptions=("j, n, b", "smaller batch: b <= n", "alpha, c, L, D, eta, sigma, sigma_1, sigma_2, Q",
        "split: sigma_1**2 + sigma_2**2 == sigma**2",
        "domain: winf(X(0), Y(0), D): the iterates at the restart, after projection, are in the domain",
        "first run: forall(k, 1, j, equal(X(k), convolve(through(K(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, j, equal(Y(k), convolve(through(J(k), Y(k - 1)), zeta(k))))",
        "steady: forall(k, 1, j, steady(K(k), c)): the random steps are contractions with this factor",
        "sampling: forall(k, 1, j, close(alpha, K(k), J(k), Q))",
        "Gaussian: forall(k, 1, j, gaussian(zeta(k), eta**2*sigma_1**2)): the noise that is left to pay for the shift"),
    conclusion="renyi(alpha, 0, X(j), Y(j), j*Q + c**(2*(j - 1))*alpha*D**2/(2*eta**2*sigma_1**2))",
    bound="j*Q + c**(2*(j - 1))*alpha*D**2/(2*eta**2*sigma_1**2)", proof=proof, tightness="upper",
    clauses="refuted by conclusion: the level is at most that, for every split of the noise and every tau",
    printed={"verdict": "refuted", "bound": "j*sampled(alpha, b/n, b*sigma_2/(2*L)) + c**(2*(j - 1))*alpha*D**2/(2*eta**2*sigma_1**2)",
             "difference": "S_alpha with the mixture second is too small: for small noise the output tells more; with a bound Q "
                                  "on both runs' random steps, in their order, it holds. The instance has less noise than "
                                  "Theorem 5.1 asks for, which restricts no bound before Lemma 2.12 (Remark B.1)",
             "counterexample": "j=10, n=2, b=1, alpha=2, c=1/1000, L=1, D=1, eta=1, sigma=1/20, sigma_1=3/100, sigma_2=4/100, Q=624",
             "process": {"slopes": (-1, 0), "other": 0, "index": 1, "step": 1, "noise": "1/20", "low": 0, "high": 1, "steps": 10,
                              "curvature": 1}, "error": "statement"}, uses=("pabisym/sampled-start", "altschuler2022/eq-5.2"),
    spots="j=2, n=2, b=1, alpha=2, c=1/2, L=1, D=1, eta=1, sigma=5, sigma_1=3, sigma_2=4, Q=1 -> 73/36")
