"""Splitting a step into sampling and iteration.

Statement
    D_alpha^(z)(A(mu) || A'(mu')) <= D_alpha^(z)(mu || mu') + sup_x D_alpha(A(x) || A'(x)) for random maps A, A',
    where A brings points no farther apart.
    As printed: D_alpha(W_T || W'_T) <= D_alpha(Z || Z') + sup_z D_alpha(V_{T-1} | Z = z || V'_{T-1} | Z' = z), where
    Z, Z' are the noises Z_t of the last T - tau steps. The last step says that given Z = Z' = z both W_T and W'_T are
    the same random function of V_{T-1} and V'_{T-1}; but Z'_t depends on whether the batch holds the record, so that
    given Z' = z the batch has another law. For T = 1, tau = 0 and linear losses (slope L without the record, -L with
    it in the first data set, L in the second) the left side is S_alpha with the mixture first, at the whole noise
    sigma; the right side is S_alpha with the mixture second, at sigma_2.
Reads as
    What replaces it: sampling is paid for step by step, at every point, and the shift goes on as it is. In the
    function h of the page the gradient is taken at v + sum z_s - Y up to s = T - 1, where T - 2 is meant.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    z : real, z >= 0 : shift : iterate
    b : real : bound before the step : 1
    q : real : divergence of the two steps from one point : 1
    c : real, 0 < c < 1 : chance b/n that a batch holds the record : 1
    y : real, y > 0 : b sigma/(2 L) : 1
    w : real, 0 < w <= y : b sigma_2/(2 L) : 1
    P : law : law of the first run before the step
    Q : law : law of the second run before the step
    A : mechanism : random step of the first run
    B : mechanism : random step of the second run
Assumptions
    order : alpha > 1
    before : D_alpha^(z)(mu || mu') <= b
    contraction : A(x) and A(y) can be coupled within ||x - y||
    sampling : D_alpha(A(x) || A'(x)) <= q for every x
    chance : c > 0
    range : c < 1
    part : w > 0
    whole : w <= y
Reference
    altschuler2022, (3.4), section 3.2
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step


def proof(b: Builder) -> Step:
    """One random step."""
    return b.theorem("pabisym/random-step", {})


STATEMENT = Statement(
    id="altschuler2022/eq-3.4", title="Splitting a step into sampling and iteration",
    kind="inequality", text=__doc__, reference=Reference("altschuler2022", "(3.4)", "section 3.2"),
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("z", "real, z >= 0", "shift", "iterate"),
             Symbol("b", "real", "bound before the step"),
             Symbol("q", "real", "divergence of the two steps from one point"),
             Symbol("c", "real, 0 < c < 1", "chance b/n that a batch holds the record"),
             Symbol("y", "real, y > 0", "b sigma/(2 L)"),
             Symbol("w", "real, 0 < w <= y", "b sigma_2/(2 L)"),),
    structures=(Structure("P", "law", "law of the first run before the step", r"\mu"),
                Structure("Q", "law", "law of the second run before the step", r"\mu'"),
                Structure("A", "mechanism", "random step of the first run"),
                Structure("B", "mechanism", "random step of the second run", "A'"),),
    assumptions=(Assumption("order", "alpha > 1"),
                 Assumption("before", "renyi(alpha, z, P, Q, b)", "D_alpha^(z)(mu || mu') <= b"),
                 Assumption("contraction", "steady(A, 1)", "A(x) and A(y) can be coupled within ||x - y||"),
                 Assumption("sampling", "close(alpha, A, B, q)", "D_alpha(A(x) || A'(x)) <= q for every x"),
                 Assumption("chance", "c > 0"),
                 Assumption("range", "c < 1"),
                 Assumption("part", "w > 0"),
                 Assumption("whole", "w <= y"),),
    conclusion="renyi(alpha, z, through(A, P), through(B, Q), b + q)", proof=proof, bound="b + q",
    uses=("pabisym/random-step", "altschuler2022/lemma-2.9"),
    printed=Printed("refuted", bound="sampled_first(alpha, c, y) <= sampled(alpha, c, w)", difference="given the noises Z "
                    "the batches of the two runs have different laws: one linear step tells more than the printed sum", counterexample={
                        "alpha": 10, "c": "1/100", "y": 1, "w": "99/100", "z": 0, "b": 0, "q": 0}),
    spots=(Spot({"alpha": 2, "z": 1, "b": 1, "q": "1/2", "c": "1/2", "y": 1, "w": 1}, "3/2"),),
)
