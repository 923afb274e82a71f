"""Privacy of noisy SGD with strongly convex losses.

Statement
    Let K be convex with diameter D > 0, the losses L-Lipschitz, m-strongly convex and M-smooth on K, so that a step of
    size eta = 2/(M + m) is a contraction with c = (kappa - 1)/(kappa + 1), kappa = M/m; sigma > 8 sqrt(2) L/b and 1 <
    alpha <= alpha*(b/n, b sigma/(2 sqrt(2) L)). Then Noisy-SGD is (alpha, eps)-RDP with eps <= 101 (alpha L^2/(n^2
    sigma^2)) min(T, N), where N is log(D n/(L eta))/(1 - c), rounded up, or 1. The page has a constant and logarithms
    that are not named; here the constant is 101, and 33 for b < n/5.
Reads as
    Theorem 3.1 with a look-back that is logarithmic in D n/(L eta): 1/(1 - c) = (kappa + 1)/2 <= kappa, so that N is at
    most kappa log(D n/(L eta)) + 1, the paper's T bar. It holds for any step size at which steps are contractions with
    some c < 1; a smaller factor may be replaced by a larger one. The printed proof bounds a step by S_alpha with the
    mixture second, which is too small (see (5.3)); the theorem does not depend on it.
"""

from functools import partial

from pabisym.library.checks import at_points, replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Builder, Step

from ._contracting_sgd import upper_bound

BOUND = "101*alpha*L**2/(n**2*sigma**2)*min(T, N)"


def small_batches() -> tuple[Verdict, str]:
    """The same proof with 33 for b < n/5."""
    kinds, assumed = STATEMENT.sequent.kinds, {a.name: a.holds for a in STATEMENT.assumptions} | {"small batches": "5*b <= n - 1"}
    claim = f"renyi(alpha, 0, X(T), Y(T), {BOUND.replace('101', '33')})"
    return replayed(claim, kinds, assumed, partial(upper_bound, constant=33), tuple(STATEMENT.uses))


def proof(b: Builder) -> Step:
    """Small and large batches; composition over all steps, or a restart N steps before the end."""
    return upper_bound(b, 101)


STATEMENT = item("Theorem 5.1", "section 5.1",
    letters=("T: integer, T >= 1 [horizon]: number of steps; role steps",
        "n: integer, n >= 1 [records]: number of records; role records",
        "b: integer, b >= 1 and b <= n [batch, part]: size of a batch; role batch",
        "i: integer, 1 <= i <= n [first, last]: index of the record that is replaced; role record",
        r"N: integer, N >= 1: log(D n/(L eta))/(1 - c), rounded up, and at least 1; latex \bar T",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "c: real, c > 0 and c < 1 [positive factor, factor]: contraction of every step; role contraction",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant of the losses; unit loss/iterate; role Lipschitz constant",
        "D: real, D > 0 [width]: diameter of the domain; unit iterate; role diameter",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "sigma: real, sigma > 0 [noise]: standard deviation of the gradient noise, before the step size; unit loss/iterate; role "
            "gradient noise", "X: law sequence: law of the iterate of the first run after k steps; latex W",
        "Y: law sequence: law of the iterate of the second run after k steps; latex W'", "f: loss sequence: loss of record l",
        "g: loss: loss in place of that of record i, on the other data",
        "zeta: noise sequence: noise of step k, on the iterate, the same in both runs", r"K: set: the domain; latex \mathcal{K}"),
    assumptions=("c, alpha, T, n, b, i, L, D, eta, sigma", "enough noise: sigma > 8*sqrt(2)*L/b",
        "admissible: alpha <= admissible(b/n, sqrt(2)*b*sigma/(4*L))", "threshold: N >= max(1, log(D*n/(L*eta))/(1 - c))",
        "domain: convexset(K)", "Lipschitz: forall(l, 1, n, lipschitzloss(f(l), L, K))", "other Lipschitz: lipschitzloss(g, L, K)",
        "gradient steps: forall(l, 1, n, lipschitzon(gradient(f(l), eta), K, c)): lemma 5.3, for strongly convex and smooth losses",
        "first iterates: forall(k, 1, T, equal(X(k), push(projection(K), convolve(through(sampledstep(l, n, b, "
            "compose(gradient(f(l), eta), projection(K))), X(k - 1)), zeta(k))))): W_k = Pi_K(W_{k-1} - (eta/b) (the sum of grad "
            "f_l(W_{k-1}) over b random records l) + zeta_k)",
        "second iterates: forall(k, 1, T, equal(Y(k), push(projection(K), convolve(through(sampledstep(l, n, b, "
            "compose(gradient(cases(l - (i + 1), f(l), cases(i - 1 - l, f(l), g)), eta), projection(K))), Y(k - 1)), zeta(k))))): the "
            "same with g in place of f_i", "step noise: forall(k, 1, T, gaussian(zeta(k), eta**2*sigma**2))",
        "same start: winf(X(0), Y(0), 0)", "diameter: forall(k, 0, T, winf(X(k), Y(k), D)): W_k and W'_k lie in K"),
    conclusion="renyi(alpha, 0, X(T), Y(T), 101*alpha*L**2/(n**2*sigma**2)*min(T, N))", bound=BOUND, proof=proof, tightness="upper",
    printed="holds",
    uses=("pabisym/contractive-sampled-restart", "pabisym/logarithmic-look-back", "pabisym/noise-in-two", "pabisym/noise-steady",
        "pabisym/noise-hides-move", "pabisym/sampled-batch-steady", "pabisym/sampled-batch-near", "pabisym/sampled-gradient-step",
        "pabisym/sampled-gaussian-bound", "altschuler2022/eq-5.3", "altschuler2022/eq-step4-strong", "altschuler2022/observation-5.2",
        "altschuler2022/lemma-2.12", "altschuler2022/lemma-5.3"),
    checks=(Check("with 33 for b < n/5", small_batches), Check("the paper's step size: 1/(1 - c) = (kappa + 1)/2",
            lambda: at_points("1/(1 - (k - 1)/(k + 1)) == (k + 1)/2", ({"k": 1}, {"k": "7/2"}, {"k": 100})))),
    spots="T=99, n=10, b=1, i=3, N=6, alpha=2, c=1/2, L=1, D=2, eta=1, sigma=12 -> 101/1200")
