"""A piece of a process with one contraction, paid at one rate.

Statement
    Let D_alpha^(z)(X_p || X'_p) <= b, and let the m steps after step p have c-Lipschitz maps, 0 < c < 1, noise of
    variance w, gaps of at most s, and of at most s + g at the step p + 1. If u >= 0 and y = c^m z + c^{m-1} g + s (1 -
    c^m)/(1 - c) - u (1 - c^{2m}) >= 0, then D_alpha^(y)(X_{p+m} || X'_{p+m}) <= b + (alpha/(2 w)) u^2 (1 - c^2) (1 - c^{2m}).
Reads as
    The steps pay at the rate that is best for what arrives at the end of the piece.
"""

from pabisym.library.item import integer, real

from ._pieces import CONTRACTIVE, GAP, JUMP, RUNS, SHIFT, SIZES, START, STEPS, contractive
from ._vocabulary import item

STATEMENT = item("Theorem 22 with factors", "section 3.3", key="feldman2018", kind="lemma",
    letters=("alpha", integer("p", "the step before the piece"), STEPS, "c: number constant, w", GAP, JUMP, SHIFT,
        real("u >= 0", "rate of payment", "rate", "iterate"), real("b", "bound before the piece"), "X, Y, psi, phi, zeta"),
    given=(f"left: {CONTRACTIVE[3]} >= 0", START, *RUNS, "Lipschitz: forall(k, p + 1, p + m, lipschitz(psi(k), c))",
        "Gaussian: forall(k, p + 1, p + m, gaussian(zeta(k), w))", SIZES),
    conclusion=f"renyi(alpha, {CONTRACTIVE[3]}, X(p + m), Y(p + m), {CONTRACTIVE[4]})", proof=contractive,
    uses=("pabisym/continuation",), spots="alpha=2, p=1, m=2, c=1/2, w=1, s=1, g=1, z=1, u=1/2, b=0")
