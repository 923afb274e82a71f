"""A piece of a process whose equal gaps are paid at once.

Statement
    Let D_alpha(X_p || X'_p) <= b, and let the m steps after step p have c_k-Lipschitz maps, noise of variance w and
    gaps of at most s. Then D_alpha(X_{p+m} || X'_{p+m}) <= b + (alpha/(2 w)) m s^2.
Reads as
    Every step hides its own gap, which is best where shift grows.
"""

from pabisym.library.item import integer, real

from ._pieces import GAP, RUNS, STEPS, each_paid
from ._vocabulary import item

STATEMENT = item("Theorem 22 with factors", "section 3.3", key="feldman2018", kind="lemma",
    letters=("alpha", integer("p", "the step before the piece"), STEPS, "w", GAP, real("b", "bound before the piece"),
        "X, Y, psi, phi, zeta", "c: step k"),
    given=("start: renyi(alpha, 0, X(p), Y(p), b)", *RUNS, "Lipschitz: forall(k, p + 1, p + m, lipschitz(psi(k), c(k)))",
        "Gaussian: forall(k, p + 1, p + m, gaussian(zeta(k), w))",
        "gaps: forall(k, p + 1, p + m, gap(psi(k), phi(k), s))"),
    conclusion="renyi(alpha, 0, X(p + m), Y(p + m), b + alpha*m*s**2/(2*w))", proof=each_paid, uses=("pabisym/continuation",),
    spots="alpha=2, p=1, m=2, w=1, s=1, b=0")
