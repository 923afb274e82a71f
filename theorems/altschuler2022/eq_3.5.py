"""The sampling term.

Statement
    D_alpha(Z || Z') <= (T - tau) S_alpha(b/n, b sigma_2/(2 L)), for the noises of the last m = T - tau steps: given
    those before, Z_t is N(0, eta^2 sigma_2^2 I), and Z'_t a mixture of it, with weight 1 - b/n, and of its moves by
    m_t, ||m_t|| <= 2 eta L/b.
Reads as
    True for Z and Z' as they are constructed, in this order: composition of m answers, each bounded by Lemma 2.11. It
    is (3.4) that does not follow from it. The page prints m_t = (eta/b)(grad f(W'_t; x_i*) - eta grad f(W'_t;
    x'_i*)), with a second eta that is not meant: with it ||m_t|| may reach (eta + eta^2) L/b.
Letters
    m : integer, m >= 1 : T - tau, the number of steps : 1
    n : integer, n >= 2 : number of records : 1
    b : integer, 1 <= b < n : size of a batch : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    L : real, L > 0 : Lipschitz constant of the losses : loss/iterate
    sigma_2 : real, sigma_2 > 0 : the part of the gradient noise that hides the record : loss/iterate
    X : law sequence : law of the first k noises Z
    Y : law sequence : law of the first k noises Z'
    A : mechanism sequence : law of the next noise given those before
    B : mechanism sequence : the same in the second run
Assumptions
    steps : m >= 1
    records : n >= 2
    batch : b >= 1
    part : b <= n - 1
    order : alpha > 1
    Lipschitz constant : L > 0
    sampling noise : sigma_2 > 0
    nothing yet : no noise, no difference
    noises : the noises one after the other
    other noises : the same in the second run
    Lemma 2.11 : given any noises before, the divergence is at most S_alpha(b/n, b sigma_2/(2 L))
Reference
    altschuler2022, (3.5), section 3.2
"""

from pabisym.library.checks import at_points
from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step

S = "sampled(alpha, b/n, b*sigma_2/(2*L))"
BOUND = f"m*{S}"


def proof(b: Builder) -> Step:
    """Strong composition of m noises."""
    terms = {name: ("i", f"{name}(i)") for name in ("X", "Y", "A", "B")} | {"epsilon": ("i", S)}
    return b.theorem("altschuler2022/lemma-2.9", {}, conclude=f"renyi(alpha, 0, X(m), Y(m), {BOUND})", **terms, k="m")


STATEMENT = Statement(
    id="altschuler2022/eq-3.5", title="The sampling term",
    kind="inequality", text=__doc__, reference=Reference("altschuler2022", "(3.5)", "section 3.2"),
    symbols=(Symbol("m", "integer, m >= 1", "T - tau, the number of steps"),
             Symbol("n", "integer, n >= 2", "number of records"),
             Symbol("b", "integer, 1 <= b < n", "size of a batch"),
             Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("L", "real, L > 0", "Lipschitz constant of the losses", "loss/iterate"),
             Symbol("sigma_2", "real, sigma_2 > 0", "the part of the gradient noise that hides the record", "loss/iterate", r"\sigma_2"),),
    structures=(Structure("X", "law sequence", "law of the first k noises Z", "Z"),
                Structure("Y", "law sequence", "law of the first k noises Z'", "Z'"),
                Structure("A", "mechanism sequence", "law of the next noise given those before"),
                Structure("B", "mechanism sequence", "the same in the second run", "A'"),),
    assumptions=(Assumption("steps", "m >= 1"),
                 Assumption("records", "n >= 2"),
                 Assumption("batch", "b >= 1"),
                 Assumption("part", "b <= n - 1"),
                 Assumption("order", "alpha > 1"),
                 Assumption("Lipschitz constant", "L > 0"),
                 Assumption("sampling noise", "sigma_2 > 0"),
                 Assumption("nothing yet", "equal(X(0), Y(0))", "no noise, no difference"),
                 Assumption("noises", "forall(i, 1, m, equal(X(i), joint(X(i - 1), A(i))))", "the noises one after the other"),
                 Assumption("other noises", "forall(i, 1, m, equal(Y(i), joint(Y(i - 1), B(i))))", "the same in the second run"),
                 Assumption("Lemma 2.11", "forall(i, 1, m, close(alpha, A(i), B(i), sampled(alpha, b/n, b*sigma_2/(2*L))))",
                            "given any noises before, the divergence is at most S_alpha(b/n, b sigma_2/(2 L))"),),
    conclusion=f"renyi(alpha, 0, X(m), Y(m), {BOUND})", proof=proof, bound=BOUND,
    uses=("altschuler2022/lemma-2.9", "altschuler2022/lemma-2.11", "altschuler2022/eq-3.1", "altschuler2022/step-1-coupling"),
    printed=Printed("corrected", difference="m_t is printed with a second factor eta on the second gradient, with which its norm is not "
                    "bounded by 2 eta L/b for eta > 1"),
    checks=(Check("(eta + eta^2) L/b exceeds 2 eta L/b at eta = 3", lambda: at_points(
        "(eta + eta**2)*L/b <= 2*eta*L/b", ({"eta": 3, "L": 1, "b": 1},), "false")),),
    spots=(Spot({"m": 4, "n": 10, "b": 1, "alpha": 2, "L": 1, "sigma_2": 8}),),
)
