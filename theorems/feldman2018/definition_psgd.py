"""Projected SGD with a stochastic oracle.

Statement
    PSGD(G, w_0, eta, T): w_{t+1} = Pi_K(w_t - eta G(w_t)) for t = 0..T-1, where E G(w) is a subgradient of F at w. The
    page has w_t + eta G(w_t), which goes uphill.
Reads as
    With the sign of the page Theorem 28 fails: F(w) = w on [-1, 1], w_0 = 1, G = 1 stays at 1 for ever, where F exceeds
    its minimum by 2.
"""

from pabisym_theorems.pabisym._algorithms import RECORDS, ascends, descends

from pabisym.library.item import item
from pabisym.library.statement import Check, Printed

STATEMENT = item("definition in section 5.1", "section 5.1",
    plain="definition", uses=("feldman2018/proposition-17",),
    printed=Printed("corrected", error="misprint", difference="the update that is printed adds the gradient, w_t + eta G(w_t)"),
    checks=(Check("with the printed sign it stays at the maximum", lambda: ascends(40), "corrected"),
        Check("with the other sign it goes downhill", lambda: descends(lambda t: (t % RECORDS + 1,), RECORDS, 1))))
