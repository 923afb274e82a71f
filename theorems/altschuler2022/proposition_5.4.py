"""A bound for strong contractions that is not vacuous for many steps.

Statement
    Let X_k = phi_k(X_{k-1}) + Z_k and X'_k = phi'_k(X'_{k-1}) + Z_k with random maps that are c-Lipschitz almost surely
    and differ by at most s_k, Z_k ~ N(0, sigma_k^2 I), and W_infinity(X_tau, X'_tau) <= D. For reals a_k such that z_k
    = c^(k - tau) D + sum over i of c^(k - i)(s_i - a_i) is not negative and z_T = 0, D_alpha(X_T || X'_T) <= (alpha/2)
    sum over k > tau of a_k^2/sigma_k^2.
Reads as
    The recursion z_k = c z_{k-1} + s_k - a_k from z_tau = D. A negative amount only enlarges the shift, which costs
    nothing. With equal noise, no gaps and the best amounts it is D^2 (1 - c^2)/(sigma^2 (c^(-2k) - 1)) for k steps,
    what a linear pair has.
"""

from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._order_one import by_steps
from ._sampling import gaps_step
from ._shrinking_shifts import forgotten, shifts

CLAIM = "renyi(alpha, z(k), X(k), Y(k), b(k))"


@script
def proof(p: Script) -> Step:
    """Induction from the restart on."""

    @script
    def base(p: Script) -> Step:
        near = p.figure("winf-widen", "restart", y="z(h)")
        p.have("z_h", p.at("shift", "h"))
        return p.figure("monotone", p.figure("start", near), y="z(h)", d="b(h)")

    with p.induct("k", "h", "T", CLAIM, base) as every:
        every.show(gaps_step(every))
    last = p.at(every.step, "T")
    return p.figure("monotone", last, y="0", d="b(T)")


STATEMENT = item("Proposition 5.4", "section 5.1",
    letters=("T: integer, T >= 1: number of steps; role steps",
        r"h: integer, h >= 0 and h < T [early, ]: the step tau of the restart; latex \tau",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "c: real, c >= 0 and c < 1 [contraction, ]: contraction", "D: real, D >= 0: distance of the runs at the restart; unit iterate",
        "X: law sequence: law of the first run after k steps", "Y: law sequence: law of the second run after k steps; latex X'",
        r"K: mechanism sequence: random map of step k in the first run; latex \phi",
        r"J: mechanism sequence: random map of step k in the second run; latex \phi'", "zeta: noise sequence: noise of step k; latex Z",
        "s: real sequence: gap of the maps of step k", "a: real sequence: shift paid at step k",
        "z: real sequence: shift left after step k", r"v: real sequence: variance of the noise of step k; latex \sigma^2",
        "b: real sequence: price up to step k, the sum of alpha a_i^2/(2 v_i) so far"),
    assumptions=("alpha, h", "restart before the end: h <= T - 1", "c", "restart: winf(X(h), Y(h), D)",
        "first run: forall(k, h + 1, T, equal(X(k), convolve(through(K(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, h + 1, T, equal(Y(k), convolve(through(J(k), Y(k - 1)), zeta(k))))",
        "Lipschitz: forall(k, h + 1, T, steady(K(k), c)): phi_k is c-Lipschitz almost surely",
        "gaps: forall(k, h + 1, T, near(K(k), J(k), s(k)))", "gap sizes: forall(k, h + 1, T, s(k) >= 0)",
        "Gaussian: forall(k, h + 1, T, gaussian(zeta(k), v(k)))", "variance: forall(k, h + 1, T, v(k) > 0)", "start: z(h) == D",
        "shift: forall(k, h, T, z(k) >= 0)", "balance: forall(k, h + 1, T, z(k) == c*z(k - 1) + s(k) - a(k))", "free start: b(h) == 0",
        "price: forall(k, h + 1, T, b(k) == b(k - 1) + alpha*a(k)**2/(2*v(k)))", "nothing left: z(T) == 0"),
    conclusion="renyi(alpha, 0, X(T), Y(T), b(T))", proof=proof, tightness="upper", clauses=(
        "proved by conclusion: the bound for strong contractions, for orders above 1 and maps that do not depend on what was before",
        "proved by altschuler2022/eq-5.2; section 5.1: for the same maps in both runs it is at most a multiple of c^(2 j), j steps on",
        "proved by z_t is the sum: the recursion gives the shifts z_t of the page, for c > 0",
        "proved by at the order 1: at the order 1 too, by continuity",
        "proved by with the factor 0: for c = 0 the recursion leaves s_t - a_t, as the sum of the page does"),
    printed="holds", checks=(Check("z_t is the sum that is printed, for c > 0", shifts),
        Check("with the factor 0", forgotten),
        Check("at the order 1: above it by less than any e > 0, at an order near it", lambda: by_steps(STATEMENT, "b", "h", "free start"))),
    uses=("altschuler2022/lemma-5.5", "feldman2018/lemma-20"), spots="T=3, h=1, alpha=2, c=1/2, D=1")
