"""Data sets and walks of the lower bound.

Statement
    All losses are 0 except that of x'_n, L(D - w). So w_{t+1} = proj(w_t + Z_t) and w'_{t+1} = proj(w'_t + Y_t + Z_t)
    on [-D/2, D/2], from 0, with Z_t ~ N(0, eta^2 sigma^2) and Y_t = eta L/b with probability b/n, else 0.
Reads as
    One walk is symmetric, the other is pushed up when its batch holds the record. Both can be followed with balls: the
    laws of clipped walks are enclosed by pabisym.exact_law.chains, from both sides (tests/theorems/altschuler2022).
"""

from ._vocabulary import item

STATEMENT = item("construction in section 4", "section 4", plain="definition", uses=("altschuler2022/algorithm-noisy-sgd",))
