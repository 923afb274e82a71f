"""A piece whose gaps, which change from step to step, are paid at once.

Statement
    Let D_alpha(X_p || X'_p) <= b, and let step k of the m steps after step p have a c_k-Lipschitz map, noise of variance v_k > 0 and a
    gap of at most s_k, with s_k^2 <= v_k (e_k - e_{k-1}). Then D_alpha(X_{p+m} || X'_{p+m}) <= b + (alpha/2) (e_{p+m} - e_p).
Reads as
    Every step hides its own gap: the price is the sum of the squared gaps over the variances.
"""

from pabisym.library.item import integer, real
from pabisym.library.statement import Structure

from ._pieces import RUNS, STEPS, changing_paid
from ._vocabulary import item

STATEMENT = item("Theorem 22 with factors and variances", "section 3.3", key="feldman2018", kind="lemma",
    letters=("alpha", integer("p", "the step before the piece"), STEPS, real("b", "bound before the piece"), "X, Y, psi, phi, zeta",
        "c: step k", Structure("s", "real sequence", "gap of step k"), "v: step",
        Structure("e", "real sequence", "sum of the squared gaps over the variances")),
    given=("start: renyi(alpha, 0, X(p), Y(p), b)", *RUNS, "noise: forall(k, p + 1, p + m, v(k) > 0)",
        "sizes: forall(k, p + 1, p + m, s(k) >= 0)", "price: forall(k, p + 1, p + m, s(k)**2 <= v(k)*(e(k) - e(k - 1)))",
        "Lipschitz: forall(k, p + 1, p + m, lipschitz(psi(k), c(k)))", "Gaussian: forall(k, p + 1, p + m, gaussian(zeta(k), v(k)))",
        "gaps: forall(k, p + 1, p + m, gap(psi(k), phi(k), s(k)))"),
    conclusion="renyi(alpha, 0, X(p + m), Y(p + m), b + alpha*(e(p + m) - e(p))/2)", proof=changing_paid, uses=("pabisym/continuation",),
    spots="alpha=2, p=1, m=2, b=0")
