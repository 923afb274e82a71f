"""A piece of a process with one factor above 1 and a single gap, paid at one rate.

Statement
    Let D_alpha^(z)(X_p || X'_p) <= b, and let the m steps after step p have c-Lipschitz maps, c > 1, noise of variance
    w, and no gap but one of at most g at the step p + 1. If u >= 0 and y = c^m z + c^{m-1} g - u (c^{2m} - 1) >= 0,
    then D_alpha^(y)(X_{p+m} || X'_{p+m}) <= b + (alpha/(2 w)) u^2 (c^2 - 1) (c^{2m} - 1).
Reads as
    Shift that grows is paid early, at the rate that is best for what arrives at the end of the piece.
"""

from pabisym.library.item import integer, real

from ._pieces import EXPANDING, JUMP, RUNS, SHIFT, START, STEPS, expanding
from ._vocabulary import item

STATEMENT = item("Theorem 22 with factors", "section 3.3", key="feldman2018", kind="lemma",
    letters=("alpha", integer("p", "the step before the piece"), STEPS,
        real("c > 1", "Lipschitz constant of every step", "expansion", role="contraction"), "w", JUMP, SHIFT,
        real("u >= 0", "rate of payment", "rate", "iterate"), real("b", "bound before the piece"), "X, Y, psi, phi, zeta"),
    given=(f"left: {EXPANDING[3]} >= 0", START, *RUNS, "Lipschitz: forall(k, p + 1, p + m, lipschitz(psi(k), c))",
        "Gaussian: forall(k, p + 1, p + m, gaussian(zeta(k), w))",
        "gaps: forall(k, p + 1, p + m, gap(psi(k), phi(k), cases(p + 1 - k, g, 0))): sup_x ||psi_k(x) - psi'_k(x)|| <= g at step p + 1, "
            "and 0 after it"),
    conclusion=f"renyi(alpha, {EXPANDING[3]}, X(p + m), Y(p + m), {EXPANDING[4]})", proof=expanding,
    uses=("pabisym/continuation",), spots="alpha=2, p=1, m=2, c=2, w=1, g=1, z=1, u=1/10, b=0")
