"""Noisy gradient descent on quadratic losses: exact divergences, beside what Chourasia et al. and others say of them.

theta_k = theta_{k-1} - eta grad L(theta_{k-1}) + N(0, 2 eta sigma^2 I): the noise of a step has the *variance 2 eta sigma^2 on the
iterate*, where Feldman et al. and Altschuler and Talwar write (eta sigma)^2.  Losses with the Hessian h in one direction, the gradients
of two data sets S/n apart: the runs differ by normal laws of equal variance, whose divergence is a rational number.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pabisym.divergence.evaluate import enclose
from pabisym.exact_law.linear import gaussian_chain
from pabisym.lang.arguments import NumberLike
from pabisym.lang.grammar import parse
from pabisym.lang.rational import rational, to_fraction
from pabisym.numerics.enclosure import Enclosure

ALPHAS, CURVATURES, STEPS = (10, 20, 30), (1, 2, 4), (1, 10, 100, 1000)
"""What Figure 1 of the paper varies, and the numbers of steps at which its curves are recomputed."""
FIGURE: Mapping[str, str | int] = {"S": 4, "n": 5000, "eta": "1/50", "sigma": "1/50", "beta": 4}
"""What it does not vary."""
DYNAMICS = "alpha*S**2/(lam*sigma**2*n**2)*(1 - exp(-lam*eta*K/2))"
COMPOSITION = "alpha*S**2/(4*sigma**2*n**2)*eta*K"
ALLOCATED = "alpha*S**2*(2 - eta*lam)/(4*lam*sigma**2*n**2)*(1 - (1 - eta*lam)**K)/(1 + (1 - eta*lam)**K)"
LOWER = "alpha*S**2/(4*sigma**2*n**2)*(1 - exp(-eta*K))"


def quadratic_divergence(point: Mapping[str, object], curvature: NumberLike, start_variance: NumberLike = 0) -> Fraction:
    """D_alpha of theta_K for losses of the given Hessian and one common start N(x, start_variance); exact.

    ``point`` has alpha, S, n, eta, sigma, K.  Raises ``ZeroDivisionError`` for a law without variance.
    """
    alpha, S, n, eta, sigma, steps = (rational(point[name], name) for name in ("alpha", "S", "n", "eta", "sigma", "K"))
    slope, noise = 1 - eta * rational(curvature, "curvature"), 2 * eta * sigma**2
    first, second = (gaussian_chain(steps=int(steps.p), noise=noise, slope=slope, offset=offset, start_noise=start_variance)
                     for offset in (eta * S / n, 0))
    square = first.gdp_squared(second)
    if square is None:
        raise ZeroDivisionError("the law of the last iterate has no variance")
    return to_fraction(alpha * square / 2)


def figure_curves() -> dict[str, str]:
    """The twelve curves of Figure 1 by name, as formulas in K."""
    bold = {f"alpha = {a}, lambda = {c}": _with_values(DYNAMICS, alpha=a, lam=c) for a in ALPHAS for c in CURVATURES}
    return bold | {f"alpha = {a}, composition": _with_values(COMPOSITION, alpha=a) for a in ALPHAS}


def _with_values(bound: str, **values: int) -> str:
    from pabisym.lang.grammar import to_text
    from pabisym.lang.term import Number, substitute

    known = {name: ((), Number(rational(x, name))) for name, x in {**FIGURE, **values}.items()}
    return to_text(substitute(parse(bound), known))


def figure_values(digits: int = 20) -> dict[tuple[str, int], Enclosure]:
    """All curves at 1, 10, 100 and 1000 steps."""
    return {(name, k): enclose(parse(curve), {"K": k}, digits) for name, curve in figure_curves().items() for k in STEPS}
