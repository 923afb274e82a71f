"""Weak convexity of Rényi divergence.

Statement
    Let D_alpha(mu_i || nu_i) <= c/(alpha - 1) for all i in [n], with c in (0, 1], and let rho be a probability on [n].
    Then D_alpha(mu_rho || nu_rho) <= (1 + c) E_{i ~ rho} D_alpha(mu_i || nu_i), where mu_rho draws i ~ rho and then
    from mu_i.
Reads as
    A mixture of pairs that are hard to tell apart is nearly as hard to tell apart as the pairs are in the mean. The
    mixture of n laws is built up one at a time: the first k together are the k-th with probability rho_k/(rho_1 + ... +
    rho_k), else the first k - 1. Indices of probability 0 may stand anywhere but first.
"""

from pabisym.library.item import real
from pabisym.library.statement import Structure
from pabisym.proof.build import Builder, Step

from ._mixtures import MIXED, weak_convexity
from ._vocabulary import item


def proof(b: Builder) -> Step:
    """The joint laws of index and point have the mean moment; e^a <= 1 + (1 + c) a; ln(1 + u) <= u."""
    return weak_convexity(b)


STATEMENT = item("Lemma 25", "section 4",
    letters=("n: laws, alpha", real("c > 0 and c <= 1", "constant of the bound", "constant, range"),
        Structure("rho", "real sequence", "probability of index k", r"\rho"),
        Structure("b", "real sequence", "bound on the divergence of the k-th pair"),
        Structure("P", "law sequence", "first law of index k", r"\mu"), Structure("Q", "law sequence", "second law of index k", r"\nu"),
        Structure("M", "law sequence", "mixture of the first k first laws", r"\mu_\rho", role="stopped"),
        Structure("N", "law sequence", "mixture of the first k second laws", r"\nu_\rho", role="stopped")),
    given=("alpha", ..., "first weight: rho(1) > 0", "weights: forall(k, 1, n, rho(k) >= 0)", "total: sum(rho(i), i, 1, n) == 1",
        "bounds: forall(k, 1, n, renyi(alpha, 0, P(k), Q(k), b(k)))", "sign: forall(k, 1, n, b(k) >= 0)",
        "small: forall(k, 1, n, b(k) <= c/(alpha - 1))", "first mixture: equal(M(1), P(1)): of one law it is this law",
        "other first mixture: equal(N(1), Q(1))",
        f"mixture: forall(k, 2, n, {MIXED.format(M='M', P='P', k='k')}): the first k laws: the k-th, or the first k - 1",
        f"other mixture: forall(k, 2, n, {MIXED.format(M='N', P='Q', k='k')})"),
    conclusion="renyi(alpha, 0, M(n), N(n), (1 + c)*sum(rho(i)*b(i), i, 1, n))", proof=proof, printed="holds",
    uses=("feldman2018/proposition-5", "feldman2018/eq-exp-quadratic"), spots=("n=3, alpha=2, c=1", "n=1, alpha=3/2, c=1/3"))
