"""Weak convexity of Rényi divergence.

Statement
    Let D_alpha(mu_i || nu_i) <= c/(alpha - 1) for all i in [n], with c in (0, 1], and let rho be a probability on
    [n]. Then D_alpha(mu_rho || nu_rho) <= (1 + c) E_{i ~ rho} D_alpha(mu_i || nu_i), where mu_rho draws i ~ rho and
    then from mu_i.
Reads as
    A mixture of pairs that are hard to tell apart is nearly as hard to tell apart as the pairs are in the mean.
    The mixture of n laws is built up one at a time: the first k together are the k-th with probability
    rho_k/(rho_1 + ... + rho_k), else the first k - 1. Indices of probability 0 may stand anywhere but first.
Letters
    n : integer, n >= 1 : number of laws that are mixed : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    c : real, 0 < c <= 1 : constant of the bound : 1
    rho : real sequence : probability of index k
    b : real sequence : bound on the divergence of the k-th pair
    P : law sequence : first law of index k
    Q : law sequence : second law of index k
    M : law sequence : mixture of the first k first laws
    N : law sequence : mixture of the first k second laws
Assumptions
    order : alpha > 1
    count : n >= 1
    constant : c > 0
    range : c <= 1
    first weight : rho_1 > 0
    weights : rho_k >= 0
    total : rho_1 + ... + rho_n = 1
    bounds : D_alpha(mu_k || nu_k) <= b_k
    sign : b_k >= 0
    small : b_k <= c/(alpha - 1)
    first mixture : of one law it is this law
    other first mixture : the same for nu
    mixture : the first k laws: the k-th, or the first k - 1
    other mixture : the same for nu
Reference
    feldman2018, Lemma 25, section 4
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step

from ._mixtures import MIXED, weak_convexity


def proof(b: Builder) -> Step:
    """The joint laws of index and point have the mean moment; e^a <= 1 + (1 + c) a; ln(1 + u) <= u."""
    return weak_convexity(b)


STATEMENT = Statement(
    id="feldman2018/lemma-25", title="Weak convexity of Rényi divergence", kind="lemma", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "Lemma 25", "section 4"), printed=Printed("holds"),
    conclusion="renyi(alpha, 0, M(n), N(n), (1 + c)*sum(rho(i)*b(i), i, 1, n))",
    symbols=(Symbol("n", "integer, n >= 1", "number of laws that are mixed"),
             Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"), Symbol("c", "real, 0 < c <= 1", "constant of the bound")),
    structures=(Structure("rho", "real sequence", "probability of index k", r"\rho"),
                Structure("b", "real sequence", "bound on the divergence of the k-th pair"),
                Structure("P", "law sequence", "first law of index k", r"\mu"), Structure("Q", "law sequence", "second law of index k",
                r"\nu"),
                Structure("M", "law sequence", "mixture of the first k first laws", r"\mu_\rho"),
                Structure("N", "law sequence", "mixture of the first k second laws", r"\nu_\rho")),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("count", "n >= 1"), Assumption("constant", "c > 0"),
                 Assumption("range", "c <= 1"), Assumption("first weight", "rho(1) > 0"),
                 Assumption("weights", "forall(k, 1, n, rho(k) >= 0)"), Assumption("total", "sum(rho(i), i, 1, n) == 1"),
                 Assumption("bounds", "forall(k, 1, n, renyi(alpha, 0, P(k), Q(k), b(k)))"),
                 Assumption("sign", "forall(k, 1, n, b(k) >= 0)"), Assumption("small", "forall(k, 1, n, b(k) <= c/(alpha - 1))"),
                 Assumption("first mixture", "equal(M(1), P(1))"), Assumption("other first mixture", "equal(N(1), Q(1))"),
                 Assumption("mixture", f"forall(k, 2, n, {MIXED.format(M='M', P='P', k='k')})"),
                 Assumption("other mixture", f"forall(k, 2, n, {MIXED.format(M='N', P='Q', k='k')})")),
    uses=("feldman2018/proposition-5", "feldman2018/eq-exp-quadratic"),
    spots=(Spot({"n": 3, "alpha": 2, "c": 1}), Spot({"n": 1, "alpha": "3/2", "c": "1/3"})),
)
