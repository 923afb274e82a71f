"""Harmonic mean of the divergences of Stop-PNSGD.

Statement
    If the outputs after T steps satisfy D_alpha(X_T || X'_T) <= D/(T - t + 1) for T >= t and 0 for T < t, with
    D <= 1/(alpha - 1), then their uniform mixtures over T in [n] satisfy
    D_alpha(Y || Y') <= (2/n) sum_T D_alpha(X_T || X'_T) <= (2 D/n) (1 + 1/2 + ... + 1/(n - t + 1)).
    The paper has D = 2 alpha L^2/sigma^2 and bounds the harmonic sum by ln(n - t + 1), from below it.
Reads as
    Stopping at random gives most outputs either no trace of a record or many noises on top of it.
Letters
    n : integer, n >= 1 : number of steps at most : 1
    t : integer, 1 <= t <= n : index of the record : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    D : real, D >= 0 : divergence right after the record is used : 1
    r : real sequence : 1/(k + 1 - t) for k >= t, else 0
    P : law sequence : output after k steps
    Q : law sequence : output of the second run
    M : law sequence : uniform mixture of the first k outputs
    N : law sequence : the same of the second run
Assumptions
    order : alpha > 1
    first : 1 <= t
    last : t <= n
    sign : D >= 0
    small : D (alpha - 1) <= 1
    reciprocal : r_k = 1/(k + 1 - t) from t on
    none : r_k = 0 before
    bounds : D_alpha(X_k || X'_k) <= D r_k
    first mixture : after one step there is one output
    other first mixture : the same for X'
    mixture : the k-th output with probability 1/k, else one of the first k - 1
    other mixture : the same for X'
Reference
    feldman2018, proof of Theorem 26, section 4
"""

from pabisym.library.statement import Assumption, LinearPair, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step

from ._stopping import MIXTURES, harmonic_mean

BOUND = "2*D*sum(1/i, i, 1, n + 1 - t)/n"


def proof(b: Builder) -> Step:
    """Lemma 25 with c = 1 and equal weights; then the sum, by induction."""
    return harmonic_mean(b, BOUND)


STATEMENT = Statement(
    id="feldman2018/eq-26-harmonic", title="Harmonic mean of the divergences of Stop-PNSGD", kind="inequality", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "proof of Theorem 26", "section 4"), bound=BOUND, uses=("feldman2018/lemma-25",),
    conclusion=f"renyi(alpha, 0, M(n), N(n), {BOUND})",
    symbols=(Symbol("n", "integer, n >= 1", "number of steps at most"), Symbol("t", "integer, 1 <= t <= n", "index of the record"),
             Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("D", "real, D >= 0", "divergence right after the record is used")),
    structures=(Structure("r", "real sequence", "1/(k + 1 - t) for k >= t, else 0"),
                Structure("P", "law sequence", "output after k steps", "X"), Structure("Q", "law sequence", "output of the second run",
                "X'"),
                Structure("M", "law sequence", "uniform mixture of the first k outputs", "Y"),
                Structure("N", "law sequence", "the same of the second run", "Y'")),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("first", "1 <= t"), Assumption("last", "t <= n"), Assumption("sign",
        "D >= 0"),
                 Assumption("small", "D*(alpha - 1) <= 1"), Assumption("reciprocal", "forall(k, t, n, r(k)*(k + 1 - t) == 1)"),
                 Assumption("none", "forall(k, 1, t - 1, r(k) == 0)"),
                 Assumption("bounds", "forall(k, 1, n, renyi(alpha, 0, P(k), Q(k), D*r(k)))"), *MIXTURES),
    printed=Printed("refuted", bound="2*D*log(n + 1 - t)/n", difference="1 + 1/2 + ... + 1/m is at least ln m, not at most: it lies "
                    "between ln(m + 1) and 1 + ln m", counterexample={"n": 1, "t": 1, "alpha": 2, "D": 1},
                    process=LinearPair("1", "1", "1", "1", inside="one step, one output, divergence alpha/2 = D")),
    spots=(Spot({"n": 3, "t": 2, "alpha": 2, "D": 1}, "1"), Spot({"n": 1, "t": 1, "alpha": "3/2", "D": 2}, "4")),
)
