"""Gaussian smoothing of a Lipschitz convex function.

Statement
    For an L-Lipschitz convex f on a convex K in R^d and every lambda > 0 there is a convex fhat on R^d that is convex,
    L-Lipschitz and L/lambda-smooth over K, with |fhat(w) - f(w)| <= L lambda sqrt(d) on K.
Reads as
    Blurring by lambda costs at most L lambda sqrt(d) and buys smoothness L/lambda. The two estimates are proved as
    equations of appendix C; that the blurred function is convex and differentiable is what is believed here.
Letters
    lam : real, lam > 0 : standard deviation of the kernel : iterate
    d : integer, d >= 1 : dimension : 1
    L : real, L >= 0 : Lipschitz constant : loss/iterate
Assumptions
    scale : lambda > 0
    dimension : d >= 1
    Lipschitz constant : L >= 0
Reference
    feldman2018, Theorem 33, section 5.5
"""

from flint import arb

from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Symbol, Verdict


def absolute_value() -> tuple[Verdict, str]:
    """For f(w) = L |w| the second derivative of fhat is (2 L/lambda) phi(w/lambda), and fhat(0) = L lambda sqrt(2/pi)."""
    steepest, error = 2 / (2 * arb.pi()).sqrt(), (arb(2) / arb.pi()).sqrt()
    return ("true" if steepest < 1 and error < 1 else "undecided"), "f = L |w|: smoothness 0.798 L/lambda, error 0.798 L lambda"


STATEMENT = Statement(
    id="feldman2018/theorem-33", title="Gaussian smoothing of a Lipschitz convex function", kind="theorem", text=__doc__,
    reference=Reference("feldman2018", "Theorem 33", "section 5.5"), bound="L*lam*sqrt(d)", printed=Printed("undecided"),
    cited_because="a convolution over R^d and its gradient are outside the kernel; its estimates are proved in eq-C-smoothness, eq-C-error",
    symbols=(Symbol("lam", "real, lam > 0", "standard deviation of the kernel", "iterate", r"\lambda"),
             Symbol("d", "integer, d >= 1", "dimension"), Symbol("L", "real, L >= 0", "Lipschitz constant", "loss/iterate")),
    assumptions=(Assumption("scale", "lam > 0"), Assumption("dimension", "d >= 1"), Assumption("Lipschitz constant", "L >= 0")),
    uses=("feldman2018/eq-C-extension", "feldman2018/eq-C-smoothness", "feldman2018/eq-C-error"),
    checks=(Check("the absolute value, exactly", absolute_value),), spots=(Spot({"lam": "1/2", "d": 4, "L": 3}, "3"),),
)
