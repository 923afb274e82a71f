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
from pabisym.library.item import integer
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Builder, Step

from ._contracting_sgd import MODEL, upper_bound
from ._vocabulary import item

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
    letters=("T [horizon], n, b >= 1 and b <= n [batch, part], i",
        integer("N >= 1", "log(D n/(L eta))/(1 - c), rounded up, and at least 1", latex=r"\bar T"),
        "alpha, c: step, L, D: domain [width], eta, sigma, X: iterate, Y: iterate, f: record, g: record, zeta: iterate runs, K: domain"),
    given=("c, alpha", ..., "enough noise, admissible", "threshold: N >= max(1, log(D*n/(L*eta))/(1 - c))", *MODEL),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})", bound=BOUND, proof=proof, tightness="upper", printed="holds",
    uses=("pabisym/contractive-sampled-restart", "pabisym/logarithmic-look-back", "pabisym/noise-in-two", "pabisym/noise-steady",
        "pabisym/noise-hides-move", "pabisym/sampled-batch-steady", "pabisym/sampled-batch-near", "pabisym/sampled-gradient-step",
        "pabisym/sampled-gaussian-bound", "altschuler2022/eq-5.3", "altschuler2022/eq-step4-strong", "altschuler2022/observation-5.2",
        "altschuler2022/lemma-2.12", "altschuler2022/lemma-5.3"),
    checks=(Check("with 33 for b < n/5", small_batches), Check("the paper's step size: 1/(1 - c) = (kappa + 1)/2",
            lambda: at_points("1/(1 - (k - 1)/(k + 1)) == (k + 1)/2", ({"k": 1}, {"k": "7/2"}, {"k": 100})))),
    spots="T=99, n=10, b=1, i=3, N=6, alpha=2, c=1/2, L=1, D=2, eta=1, sigma=12 -> 101/1200")
