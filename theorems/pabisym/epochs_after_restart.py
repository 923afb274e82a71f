"""A gap in every epoch of a bounded process: two rates after a restart.

Statement
    Let every step of a noisy iteration of E epochs of n steps have a 1-Lipschitz map that first projects onto K, in
    which the two runs are at most D apart, noise of variance w, and a gap of at most g at the t-th step of every epoch
    only. Let u, x >= 0 and 1 <= q <= E - 1 with u (q n - 1) <= D + (q - 1) g, u (q n - 1) + x (n - t + 1) = D + q g,
    and u n >= g or q = 1. Then D_alpha(X_{En} || X'_{En}) <= alpha (u^2 (q n - 1) + x^2 (n - t + 1))/(2 w).
Reads as
    Forget everything up to the gap before the last q gaps, with its step. From then on every step pays u, and from the
    last gap on x.
"""

from pabisym.library.item import real

from ._bounded_epochs import TWO_RATES, after_restart
from ._epochs import GAP
from ._restarts import domain, uniform
from ._vocabulary import item

STATEMENT = item("Theorem 5.6 from any gap", "section 5.2", key="altschuler2022",
    letters=("n: epoch, E [], t: place, q: gaps, alpha, g, D >= 0 [width], w",
        real("u >= 0", "shift that every step pays before the last gap", "rate", "iterate"),
        real("x >= 0", "shift that every step pays from the last gap on", "last rate", "iterate"), "X, Y, psi, phi, zeta, K: onto"),
    given=("slow enough: u*(q*n - 1) <= D + (q - 1)*g", "fast enough: (q - 1)*(u*n - g) >= 0",
        "all: u*(q*n - 1) + x*(n - t + 1) == D + q*g", *domain(steps="E*n"), *uniform("1", "w", GAP, "once in every epoch", "E*n")),
    conclusion=f"renyi(alpha, 0, X(E*n), Y(E*n), {TWO_RATES})", bound=TWO_RATES, proof=after_restart, uses=("pabisym/taut-string",),
    spots="n=3, E=3, t=2, q=1, alpha=2, g=1, D=1, w=1, u=1/2, x=1/2 -> 1")
