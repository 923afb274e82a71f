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
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Builder, Step

from ._noisy_sgd import MODEL, upper_bound
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


STATEMENT = item("Theorem 3.1", "section 3",
    letters=("T [horizon], n, b >= 1 and b <= n [batch, part], i, N, alpha, L, M, D: domain [width], eta, sigma, X: iterate, Y: iterate",
        "f: record, g: record, zeta: iterate runs, K: domain"),
    given=("alpha", ..., "small steps, enough noise, admissible, N, threshold", *MODEL),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})", bound=BOUND, proof=proof, tightness="upper", printed="holds",
    uses=("pabisym/sampled-restart", "pabisym/noise-in-two", "pabisym/noise-steady", "pabisym/noise-hides-move",
        "pabisym/sampled-batch-steady", "pabisym/sampled-batch-near", "pabisym/sampled-gradient-step",
        "pabisym/sampled-gaussian-bound", "altschuler2022/lemma-2.12", "altschuler2022/eq-3.7", "altschuler2022/lemma-2.1"),
    checks=(Check("with 33 for b < n/5", small_batches),), spots="T=9, n=10, b=1, i=3, N=20, alpha=2, L=1, M=1, D=2, eta=1, sigma=12")
