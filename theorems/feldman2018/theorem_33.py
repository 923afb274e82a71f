"""Gaussian smoothing of a Lipschitz convex function.

Statement
    For an L-Lipschitz convex f on a convex K in R^d and every lambda > 0 there is a convex fhat on R^d that is convex,
    L-Lipschitz and L/lambda-smooth over K, with |fhat(w) - f(w)| <= L lambda sqrt(d) on K.
Reads as
    Blurring by lambda costs at most L lambda sqrt(d) and buys smoothness L/lambda. The two estimates are proved as
    equations of appendix C; that the blurred function is convex and differentiable is what is believed here.
"""

from flint import arb

from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict


def absolute_value() -> tuple[Verdict, str]:
    """For f(w) = L |w| the second derivative of fhat is (2 L/lambda) phi(w/lambda), and fhat(0) = L lambda sqrt(2/pi)."""
    steepest, error = 2 / (2 * arb.pi()).sqrt(), (arb(2) / arb.pi()).sqrt()
    return ("true" if steepest < 1 and error < 1 else "undecided"), "f = L |w|: smoothness 0.798 L/lambda, error 0.798 L lambda"


STATEMENT = item("Theorem 33", "section 5.5",
    letters=(r"lam: real, lam > 0 [scale]: standard deviation of the kernel; unit iterate; latex \lambda",
        "d: integer, d >= 1 [dimension]: dimension", "L: real, L >= 0 [Lipschitz constant]: Lipschitz constant; unit loss/iterate"),
    bound="L*lam*sqrt(d)",
    clauses="cited by conclusion: a convex, L-Lipschitz and L/lambda-smooth function, within L lambda sqrt(d) of f on K",
    printed="holds",
    cited_because="a convolution over R^d and its gradient are outside the kernel; its estimates are proved in eq-C-smoothness, eq-C-error",
    uses=("feldman2018/eq-C-extension", "feldman2018/eq-C-smoothness", "feldman2018/eq-C-error"),
    checks=(Check("the absolute value, exactly", absolute_value),), spots="lam=1/2, d=4, L=3 -> 3")
