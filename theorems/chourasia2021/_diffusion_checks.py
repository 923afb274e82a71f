"""Symbolic checks of the diffusion calculus of Chourasia et al., on laws that are known; with sympy, which is not trusted.

Each function decides one displayed line for Gaussian laws or for a claimed solution and says what it looked at.  They stand
beside cited statements as findings; no proof rests on them.
"""

from __future__ import annotations

from typing import Any

from pabisym.library.checks import replayed
from pabisym.library.statement import Verdict
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._langevin_bounds import ornstein_uhlenbeck


def _letters(names: str) -> Any:
    import sympy

    return sympy.symbols(names, positive=True)


def _zero(words: str, *expressions: Any) -> tuple[Verdict, str]:
    import sympy

    left = [one for one in (sympy.simplify(e) for e in expressions) if one != 0]
    return ("undecided", f"{words}: sympy leaves {left[0]}") if left else ("true", f"{words}: sympy simplifies the difference to 0")


def solution() -> tuple[Verdict, str]:
    """R = alpha S^2/(2 c sigma^4 n^2) (1 - exp(-sigma^2 c t)) solves (15) with equality for gamma = 1/2, and is 0 at t = 0."""
    import sympy

    a, t, S, n, c, s = _letters("alpha t S n c sigma")
    R = a * S**2 / (2 * c * s**4 * n**2) * (1 - sympy.exp(-(s**2) * c * t))
    right = a * S**2 / (2 * s**2 * n**2) - s**2 * c * (R / a + (a - 1) * sympy.diff(R, a))
    return _zero("the claimed solution in (15) with gamma = 1/2, and at t = 0", sympy.diff(R, t) - right, R.subs(t, 0))


def characteristics() -> tuple[Verdict, str]:
    """Along alpha - 1 = (alpha_0 - 1) exp(r t), r = 2 (1 - gamma) sigma^2 c, (13) is u' <= S^2/(4 gamma sigma^2) - r u for u = R/alpha."""
    import sympy

    a, t, S, g, s, r, a0 = _letters("alpha t S gamma sigma r alpha_0")
    u = sympy.Function("u")(a, t)
    R = a * u
    change = sympy.diff(R, t) - (a * S**2 / (4 * g * s**2) - r * (R / a + (a - 1) * sympy.diff(R, a)))
    along = sympy.diff(u, t) + r * (a - 1) * sympy.diff(u, a) - (S**2 / (4 * g * s**2) - r * u)
    order = 1 + (a0 - 1) * sympy.exp(r * t)
    return _zero("(13) in u = R/alpha, and the characteristic curves", change / a - along, sympy.diff(order, t) - r * (order - 1))


def heat_kernel() -> tuple[Verdict, str]:
    """The density of N(x - t b, 2 sigma^2 t) solves (8) with the constant drift b."""
    import sympy

    y, t, s = _letters("y t sigma")
    x, b = sympy.symbols("x b", real=True)
    p = sympy.exp(-((y - x + t * b) ** 2) / (4 * s**2 * t)) / sympy.sqrt(4 * sympy.pi * s**2 * t)
    return _zero("(8) for a drifting heat kernel", (sympy.diff(p, t) - b * sympy.diff(p, y) - s**2 * sympy.diff(p, y, 2)) / p)


def averaged_drift() -> tuple[Verdict, str]:
    """Lemma 1 for a normal start N(m, v), the map k x + l and U_2 = a x + b: the drift is the conditional mean of U_2."""
    import sympy

    y, t, s, v = _letters("y t sigma v")
    m, k, e, a, b = sympy.symbols("m k l a b", real=True)
    mean, spread = (k - t * a) * m + e - t * b, (k - t * a) ** 2 * v + 2 * s**2 * t
    drift = a * (m + v * (k - t * a) * (y - mean) / spread) + b
    log = -((y - mean) ** 2) / (2 * spread) - sympy.log(spread) / 2
    slope = sympy.diff(log, y)
    left = sympy.diff(log, t) - (sympy.diff(drift, y) + drift * slope + s**2 * (sympy.diff(slope, y) + slope**2))
    return _zero("(9) for a normal start and linear gradients", left)


def two_forms() -> tuple[Verdict, str]:
    """Both forms of (2) for a density ratio rho(x), and I/E = d^2/v^2 for normal laws of variance v a distance d apart."""
    import sympy

    a, x, v, d = _letters("alpha x v d")
    rho = sympy.Function("rho", positive=True)(x)
    forms = 4 / a**2 * sympy.diff(rho ** (a / 2), x) ** 2 - rho ** (a - 2) * sympy.diff(rho, x) ** 2
    ratio = sympy.exp((2 * x * d - d**2) / (2 * v))
    return _zero("the two forms of (2), and normal laws", forms, ratio ** (a - 2) * sympy.diff(ratio, x) ** 2 / ratio**a - d**2 / v**2)


def gaussian_equality() -> tuple[Verdict, str]:
    """N(0, v) has the constant c = 1/v: for f = exp(a x) both sides of (11) are 2 a^2 v exp(2 a^2 v)."""
    import sympy

    a, v, x = _letters("a v x")
    moments = sympy.exp(x**2 * v / 2)
    square, entropy = moments.subs(x, 2 * a), 2 * a * sympy.diff(moments, x).subs(x, 2 * a)
    return _zero("(11) for N(0, v) and exp(a x)", entropy / square - sympy.expand_log(sympy.log(square), force=True) - 2 * v * a**2)


def renyi_form() -> tuple[Verdict, str]:
    """(12) is an equality for normal laws of variance 1/c a distance d apart."""
    import sympy

    a, c, d = _letters("alpha c d")
    R = a * d**2 * c / 2
    return _zero("(12) for normal laws", R + a * (a - 1) * sympy.diff(R, a) - a**2 / (2 * c) * (d**2 * c**2))


@script
def noise_square(p: Script) -> Step:
    """The square of a root."""
    inside = "2*((eta*k + s) - eta*k)*sigma**2"
    p.have("inside", f"{inside} >= 0")
    p.have("root", p.figure("square-root", x=inside))
    return p.prove(f"sqrt({inside})**2 == 2*sigma**2*s")


def coupled_pairs() -> tuple[Verdict, str]:
    """Lemma 2 for linear drifts S apart: normal laws of variance v, D apart; what is left is a square, for every gamma."""
    kinds = dict.fromkeys(("alpha", "gamma", "S", "sigma", "D", "v"), "real")
    known = {"order": "alpha > 1", "split": "gamma > 0", "noise": "sigma > 0", "variance": "v > 0"}
    rate = "alpha*(D*S/v - sigma**2*D**2/v**2) <= alpha*S**2/(4*gamma*sigma**2) - (1 - gamma)*sigma**2*alpha*(D**2/v**2)"
    return replayed(rate, kinds, known, ornstein_uhlenbeck(rate))
