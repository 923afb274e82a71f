"""Privacy of Noisy-SGD does not grow without end.

Statement
    Let K be convex with diameter D > 0, the losses convex, L-Lipschitz and M-smooth on K, eta <= 2/M, sigma > 8 sqrt(2)
    L/b and 1 < alpha <= alpha*(b/n, b sigma/(2 sqrt(2) L)). Then Noisy-SGD is (alpha, eps)-RDP with eps <= 101 (alpha
    L^2/(n^2 sigma^2)) min(T, N), N = ceil(D n/(L eta)). The page has a constant that is not named; here it is 101, and
    33 for b < n/5.
Reads as
    The data are losses f_1..f_n, with g in place of f_i on the other data; a step draws b of the n records, every batch
    with the same chance. Half of the noise hides the record and half pays for the distance, over the last N steps. One
    sampled step costs 32 alpha L^2/(n^2 sigma^2) for b < n/5, in both directions together, by
    pabisym/sampled-gradient-step, Lemma 2.12 and its source; and 4 alpha L^2/(b^2 sigma^2) always. The printed proof has
    gaps (see (3.4), (3.6), (3.7)); the theorem does not depend on them.
"""

from functools import partial

from pabisym.library.checks import replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Builder, Step

from ._noisy_sgd import upper_bound

BOUND = "101*alpha*L**2/(n**2*sigma**2)*min(T, N)"


def small_batches() -> tuple[Verdict, str]:
    """The same proof with 33 for b < n/5."""
    kinds, assumed = STATEMENT.sequent.kinds, {a.name: a.holds for a in STATEMENT.assumptions} | {"small batches": "5*b <= n - 1"}
    claim = f"renyi(alpha, 0, X(T), Y(T), {BOUND.replace('101', '33')})"
    return replayed(claim, kinds, assumed, partial(upper_bound, constant=33), tuple(STATEMENT.uses))


def proof(b: Builder) -> Step:
    """Small and large batches; composition over all steps, or a restart N steps before the end."""
    return upper_bound(b, 101)


STATEMENT = item("Theorem 3.1", "section 3",
    letters=("T: integer, T >= 1 [horizon]: number of steps; role steps",
        "n: integer, n >= 1 [records]: number of records; role records",
        "b: integer, b >= 1 and b <= n [batch, part]: size of a batch; role batch",
        "i: integer, 1 <= i <= n [first, last]: index of the record that is replaced; role record",
        r"N: integer, N >= 1 [at least one]: D n/(L eta), rounded up; latex \bar T",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant of the losses; unit loss/iterate; role Lipschitz constant",
        "M: real, M > 0 [smoothness]: smoothness; unit loss/iterate^2; role smoothness",
        "D: real, D > 0 [width]: diameter of the domain; unit iterate; role diameter",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "sigma: real, sigma > 0 [noise]: standard deviation of the gradient noise, before the step size; unit loss/iterate; role "
            "gradient noise", "X: law sequence: law of the iterate of the first run after k steps; latex W",
        "Y: law sequence: law of the iterate of the second run after k steps; latex W'", "f: loss sequence: loss of record l",
        "g: loss: loss in place of that of record i, on the other data",
        "zeta: noise sequence: noise of step k, on the iterate, the same in both runs", r"K: set: the domain; latex \mathcal{K}"),
    assumptions=("alpha, T, n, b, i, L, M, D, eta, sigma", "small steps: eta <= 2/M", "enough noise: sigma > 8*sqrt(2)*L/b",
        "admissible: alpha <= admissible(b/n, sqrt(2)*b*sigma/(4*L))", "N", "threshold: N >= D*n/(L*eta)", "domain: convexset(K)",
        "convex: forall(l, 1, n, convex(f(l), K))", "smooth: forall(l, 1, n, smooth(f(l), M, K))",
        "Lipschitz: forall(l, 1, n, lipschitzloss(f(l), L, K))", "other convex: convex(g, K)", "other smooth: smooth(g, M, K)",
        "other Lipschitz: lipschitzloss(g, L, K)",
        "first iterates: forall(k, 1, T, equal(X(k), push(projection(K), convolve(through(sampledstep(l, n, b, "
            "compose(gradient(f(l), eta), projection(K))), X(k - 1)), zeta(k))))): W_k = Pi_K(W_{k-1} - (eta/b) (the sum of grad "
            "f_l(W_{k-1}) over b random records l) + zeta_k)",
        "second iterates: forall(k, 1, T, equal(Y(k), push(projection(K), convolve(through(sampledstep(l, n, b, "
            "compose(gradient(cases(l - (i + 1), f(l), cases(i - 1 - l, f(l), g)), eta), projection(K))), Y(k - 1)), zeta(k))))): the "
            "same with g in place of f_i", "step noise: forall(k, 1, T, gaussian(zeta(k), eta**2*sigma**2))",
        "same start: winf(X(0), Y(0), 0)", "diameter: forall(k, 0, T, winf(X(k), Y(k), D)): W_k and W'_k lie in K"),
    conclusion="renyi(alpha, 0, X(T), Y(T), 101*alpha*L**2/(n**2*sigma**2)*min(T, N))", bound=BOUND, proof=proof, tightness="upper",
    printed="holds",
    uses=("pabisym/sampled-restart", "pabisym/noise-in-two", "pabisym/noise-steady", "pabisym/noise-hides-move",
        "pabisym/sampled-batch-steady", "pabisym/sampled-batch-near", "pabisym/sampled-gradient-step",
        "pabisym/sampled-gaussian-bound", "altschuler2022/lemma-2.12", "altschuler2022/eq-3.7", "altschuler2022/lemma-2.1"),
    checks=(Check("with 33 for b < n/5", small_batches),), spots="T=9, n=10, b=1, i=3, N=20, alpha=2, L=1, M=1, D=2, eta=1, sigma=12")
