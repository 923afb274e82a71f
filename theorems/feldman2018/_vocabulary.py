"""Letters and assumptions that several files share: Feldman, Mironov, Talwar and Thakurta (2018)."""

from __future__ import annotations

from pabisym.library.item import Vocabulary, integer, real
from pabisym.library.statement import Structure

from ..pabisym import _vocabulary as shared

LETTERS = (
    Structure("e", "real sequence", "mean excess loss of w_k"),
    Structure("f", "loss sequence", "loss of record k"),
    Structure("f", "loss sequence", "loss of the record that step k uses"),
    Structure("f", "loss", "loss of the record"),
    Structure("f", "loss", "the function"),
    Structure("h", "loss", "loss of the record that replaces the t-th", "f'"),
    real("L >= 0", "Lipschitz constant of the losses", "Lipschitz constant", "loss/iterate", role="Lipschitz constant"),
    real("lam > 0", "standard deviation of the kernel", "scale", "iterate", r"\lambda"),
    Structure("M", "law sequence", "uniform mixture of the outputs of the runs that skip 0..j", "W", role="skipped"),
    integer("m >= 0", "the largest number of skipped records", "none"),
    Structure("N", "law sequence", "the same with record t replaced", "W'"),
    integer("n >= 1", "number of records", role="records"),
    Structure("psi", "map sequence", "map of step k"),
    Structure("r", "real sequence", "mean squared distance of w_k to a minimiser"),
    real("R0 > 0", "radius of a ball around K", "radius", "iterate", "R"),
    integer("1 <= t <= n", "index of the record that is replaced", "first, last", role="record"),
    Structure("V", "law sequence", "law of v_k in the run that skips j, at j*(n + 1) + k", "v"),
    Structure("V", "law sequence", "law of v_k, the unprojected iterate, for the data S", "v"),
    Structure("W", "law sequence", "the same with record t replaced", "v'"),
    Structure("W", "law sequence", "law of v_k for the data with record t replaced", "v'"),
    Structure("Z", "noise", "the noise", r"\zeta"),
)
ASSUMPTIONS = {
    "contractive": "forall(k, 1, T, lipschitz(psi(k), 1))",
    "convex": "forall(k, 1, n, convex(f(k), K))",
    "diameter": "r(0) <= 4*R0**2",
    "enough noise": "sigma >= 2*L*sqrt(2*log(5/(4*delta))/1)/epsilon",
    "first mixture": "equal(M(0), push(projection(K), V(0*(n + 1) + n))): of the runs that skip nothing there is one",
    "first run":
        "forall(j, 0, m, forall(k, j + 1, n, equal(V(j*(n + 1) + k), convolve(push(compose(gradient(f(k), eta), projection(K)), V(j*(n + "
        "1) + k - 1)), zeta(k))))): the law after record k > j, from the one before it",
    "Gaussian": "forall(k, 1, n, gaussian(zeta(k), eta**2*sigma**2))",
    "Lipschitz": "forall(k, 1, n, lipschitzloss(f(k), L, K))",
    "mixture":
        "forall(j, 1, m, equal(M(j), mix(1/(j + 1), push(projection(K), V(j*(n + 1) + n)), M(j - 1)))): the run that skips j with "
        "probability 1/(j + 1), else one that skips less",
    "other convex": "convex(h, K)",
    "other first mixture": "equal(N(0), push(projection(K), W(0*(n + 1) + n)))",
    "other Lipschitz": "lipschitzloss(h, L, K)",
    "other mixture": "forall(j, 1, m, equal(N(j), mix(1/(j + 1), push(projection(K), W(j*(n + 1) + n)), N(j - 1))))",
    "other smooth": "smooth(h, beta, K)",
    "second run":
        "forall(j, 0, m, forall(k, j + 1, n, equal(W(j*(n + 1) + k), convolve(push(compose(gradient(cases(k - t, cases(t - k, h, f(k)), "
        "f(k)), eta), projection(K)), W(j*(n + 1) + k - 1)), zeta(k)))))",
    "skips": "m == floor(n/2)",
    "small": "epsilon <= 2*log(5/4)*sqrt(n + 1 - t)",
    "small steps": "eta <= 2/beta",
    "smooth": "forall(k, 1, n, smooth(f(k), beta, K))",
    "start": "forall(j, 0, m, equal(V(j*(n + 1) + j), W(j*(n + 1) + j))): the run that skips j starts at the same point for both data",
}
VOCABULARY = Vocabulary(LETTERS, ASSUMPTIONS, shared.VOCABULARY)
item = VOCABULARY.item
"""The statement of the theorem file that calls it."""
