"""Lipschitz loss.

Statement
    f : K -> R is L-Lipschitz when |f(w) - f(w')| <= L ||w - w'||_2 for all w, w' in K.
Reads as
    The loss moves at most L times as far as the point. For a differentiable f on a convex K with interior it says
    that the gradient has norm at most L on K: lipschitzloss(f, L, K).
Reference
    feldman2018, Definition 2, section 2.1
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="feldman2018/definition-2", title="Lipschitz loss", kind="definition", text=__doc__, plain="definition",
    reference=Reference("feldman2018", "Definition 2", "section 2.1"),
)
