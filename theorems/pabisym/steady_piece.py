"""A piece of a process without contraction, paid at one rate.

Statement
    Let D_alpha^(z)(X_p || X'_p) <= b, and let the m steps after step p have 1-Lipschitz maps, noise of variance w, gaps
    of at most s, and of at most s + g at the step p + 1. If a >= 0 and y = z + g + m (s - a) >= 0, then
    D_alpha^(y)(X_{p+m} || X'_{p+m}) <= b + (alpha/(2 w)) m a^2.
Reads as
    Every step pays a; what is left at the end is what was left before, and all gaps, less what was paid.
"""

from pabisym.library.item import integer, real

from ._pieces import GAP, JUMP, RUNS, SHIFT, SIZES, START, STEADY, STEPS, steady
from ._vocabulary import item

STATEMENT = item("Theorem 22", "section 3.3", key="feldman2018", kind="lemma",
    letters=("alpha", integer("p", "the step before the piece"), STEPS, "w", GAP, JUMP, SHIFT,
        real("a >= 0", "shift paid at every step", "paid", "iterate"), real("b", "bound before the piece"), "X, Y, psi, phi, zeta"),
    given=(f"left: {STEADY[3]} >= 0", START, *RUNS, "Lipschitz: forall(k, p + 1, p + m, lipschitz(psi(k), 1))",
        "Gaussian: forall(k, p + 1, p + m, gaussian(zeta(k), w))", SIZES),
    conclusion=f"renyi(alpha, {STEADY[3]}, X(p + m), Y(p + m), {STEADY[4]})", proof=steady, uses=("pabisym/continuation",),
    spots="alpha=2, p=1, m=2, w=1, s=1, g=1, z=1, a=1, b=0")
