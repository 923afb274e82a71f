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

from pabisym.library.item import real
from pabisym.library.statement import Structure
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._sampling import gaps_step
from ._vocabulary import item

BOUND = "b(T)"
RUN = "forall(k, h + 1, T, equal({X}(k), convolve(through({K}(k), {X}(k - 1)), zeta(k))))"
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
    letters=("T [], h, alpha", real("c >= 0 and c < 1", "contraction", "contraction, "),
        real("D >= 0", "distance of the runs at the restart", unit="iterate"), "X, Y",
        Structure("K", "mechanism sequence", "random map of step k in the first run", r"\phi"),
        Structure("J", "mechanism sequence", "random map of step k in the second run", r"\phi'"), "zeta, s: step, a, z, v",
        Structure("b", "real sequence", "price up to step k, the sum of alpha a_i^2/(2 v_i) so far")),
    given=("h, restart before the end, c, restart", f"first run: {RUN.format(X='X', K='K')}", f"second run: {RUN.format(X='Y', K='J')}",
        "Lipschitz: forall(k, h + 1, T, steady(K(k), c)): phi_k is c-Lipschitz almost surely", "gaps, gap sizes",
        "Gaussian: forall(k, h + 1, T, gaussian(zeta(k), v(k)))", "variance", "start: z(h) == D", "shift",
        "balance: forall(k, h + 1, T, z(k) == c*z(k - 1) + s(k) - a(k))", "free start",
        "price: forall(k, h + 1, T, b(k) == b(k - 1) + alpha*a(k)**2/(2*v(k)))", "nothing left"),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})", proof=proof, tightness="upper", printed="holds",
    uses=("altschuler2022/lemma-5.5", "feldman2018/lemma-20"), spots="T=3, h=1, alpha=2, c=1/2, D=1")
