"""The bound by composition, linear in the number of steps.

Statement
    Let the losses be L-Lipschitz on K, b < n/5, sigma >= 8 L/b and 1 < alpha <= alpha*(b/n, b sigma/(2L)). Then T steps of
    Noisy-SGD from one start have D_alpha(W_T || W'_T) <= 16 alpha L^2 T/(n^2 sigma^2).
Reads as
    The constant that the page leaves out is 16, for both directions of a replaced record together. For full batches it is
    2, by amplification by iteration alone, and opposite linear losses attain that.
"""

from pabisym.library.checks import replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Printed, Verdict
from pabisym.proof.build import Builder, Step

from ._noisy_sgd import linear

BOUND = "16*alpha*L**2*T/(n**2*sigma**2)"


def proof(b: Builder) -> Step:
    """T times the bound on one step."""
    return linear(b, BOUND)


def full_batch() -> tuple[Verdict, str]:
    """What T full batches of opposite linear losses tell."""
    positive = ("T", "n", "alpha", "L", "eta", "sigma")
    return replayed("alpha*T*(2*eta*L/n)**2/(2*(eta**2*sigma**2)) == 2*alpha*L**2*T/(n**2*sigma**2)", dict.fromkeys(positive, "real"),
                    {x: f"{x} > 0" for x in positive})


STATEMENT = item("(1.1)", "section 1.1",
    letters=("T: integer, T >= 1 [steps]: number of steps; role steps", "n: integer, n >= 1 [records]: number of records; role records",
        "b: integer, b >= 1 [batch]: size of a batch; role batch",
        "i: integer, 1 <= i <= n [first, last]: index of the record that is replaced; role record",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant of the losses; unit loss/iterate; role Lipschitz constant",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "sigma: real, sigma > 0 [noise]: standard deviation of the gradient noise, before the step size; unit loss/iterate; role "
            "gradient noise", "X: law sequence: law of the iterate of the first run after k steps; latex W",
        "Y: law sequence: law of the iterate of the second run after k steps; latex W'", "f: loss sequence: loss of record l",
        "g: loss: loss in place of that of record i, on the other data",
        "zeta: noise sequence: noise of step k, on the iterate, the same in both runs", r"K: set: the domain; latex \mathcal{K}"),
    assumptions=("small batches: 5*b < n", "enough noise: sigma >= 8*L/b", "admissible: alpha <= admissible(b/n, b*sigma/(2*L))",
        "domain: convexset(K)", "Lipschitz: forall(l, 1, n, lipschitzloss(f(l), L, K))", "other Lipschitz: lipschitzloss(g, L, K)",
        "first iterates: forall(k, 1, T, equal(X(k), push(projection(K), convolve(through(sampledstep(l, n, b, "
            "compose(gradient(f(l), eta), projection(K))), X(k - 1)), zeta(k))))): W_k = Pi_K(W_{k-1} - (eta/b) sum_l grad "
            "f_l(W_{k-1}) + zeta_k), l over b random records",
        "second iterates: forall(k, 1, T, equal(Y(k), push(projection(K), convolve(through(sampledstep(l, n, b, "
            "compose(gradient(cases(l - (i + 1), f(l), cases(i - 1 - l, f(l), g)), eta), projection(K))), Y(k - 1)), zeta(k))))): the "
            "same with g in place of f_i", "step noise: forall(k, 1, T, gaussian(zeta(k), eta**2*sigma**2))",
        "same start: winf(X(0), Y(0), 0)"),
    conclusion="renyi(alpha, 0, X(T), Y(T), 16*alpha*L**2*T/(n**2*sigma**2))", bound=BOUND, proof=proof, tightness="upper",
    clauses=(
        "cited by conclusion: T steps cost at most 16 alpha L^2 T/(n^2 sigma^2), for small batches, enough noise and admissible orders",
        "open: it grows without limit in all earlier analyses"),
    printed=Printed("holds in part", note="printed up to a constant, which is 16"),
    uses=("altschuler2022/lemma-2.12", "pabisym/sampled-gaussian-bound", "pabisym/sampled-gradient-step"),
    checks=(Check("full batches", full_batch),), spots="T=5, n=10, b=1, i=3, alpha=2, L=1, eta=1, sigma=8 -> 1/40")
