"""Data sets and walks of the lower bound.

Statement
    All losses are 0 except that of x'_n, L(D - w). So w_{t+1} = proj(w_t + Z_t) and w'_{t+1} = proj(w'_t + Y_t + Z_t)
    on [-D/2, D/2], from 0, with Z_t ~ N(0, eta^2 sigma^2) and Y_t = eta L/b with probability b/n, else 0.
Reads as
    One walk is symmetric, the other is pushed up when its batch holds the record. Both can be followed with balls: the
    laws of clipped walks are enclosed by pabisym.exact_law.chains, from both sides (tests/theorems/altschuler2022).
"""

from fractions import Fraction

from pabisym.exact_law.gaussian_mixture import sampled_chain
from pabisym.library.checks import replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict


def one_step() -> tuple[Verdict, str]:
    """One step with eta = L = b = 1, sigma = 2, n = 3: the biased walk is N(0, 4) with chance 2/3 and N(1, 4) with 1/3."""
    walk = sampled_chain(steps=1, probability="1/3", gap=1, noise_variance=4)
    expected = ((Fraction(2, 3), 0, 4), (Fraction(1, 3), 1, 4))
    same = sorted(tuple(Fraction(int(x.p), int(x.q)) for x in part) for part in walk.components) == sorted(expected)
    return ("true" if same else "false"), f"{len(walk.components)} parts"


def losses() -> tuple[Verdict, str]:
    """Of L (D - w): affine in w, and values at two points are L times as far apart as these."""
    kinds = dict.fromkeys(("L", "D", "s", "v", "w"), "real")
    affine = replayed("L*(D - (s*v + (1 - s)*w)) == s*(L*(D - v)) + (1 - s)*(L*(D - w))", kinds, {})
    return affine if affine[0] != "true" else replayed("(L*(D - w) - L*(D - v))**2 == (L*(w - v))**2", kinds, {})


STATEMENT = item("construction in section 4", "section 4",
    plain="definition",
    clauses=(
        "proved by the record pushes up by eta L/b: Y_t = eta L/b where the batch holds the record",
        "instance by on the line, after one step: the law of the biased walk after one step",
        "proved by 'the loss that is not 0: affine and L-Lipschitz': the losses are affine and L-Lipschitz",
        "proved by altschuler2022/eq-3.1: the batch holds the record with probability b/n",
        "open: the walk without the record is symmetric"),
    uses=("altschuler2022/algorithm-noisy-sgd",), printed="holds in part",
    checks=(Check("the record pushes up by eta L/b: -(eta/b) times the slope -L", lambda: replayed(
                "w - eta/b*(0*(b - 1) + (-L)) == w + eta*L/b", dict.fromkeys(("w", "eta", "b", "L"), "real"), {"batch": "b > 0"})),
        Check("on the line, after one step, exactly", one_step), Check("the loss that is not 0: affine and L-Lipschitz", losses)))
