"""Rényi divergence of shifted Gaussians.

Statement
    D_alpha(N(0, sigma^2 I) || N(x, sigma^2 I)) = alpha ||x||^2/(2 sigma^2), so that R_alpha(N(0, sigma^2 I), a) = alpha
    a^2/(2 sigma^2).
Reads as
    What Gaussian noise of per-step standard deviation sigma charges for hiding a move by a, in any dimension. The
    conclusion is the second equation; a check replays that the divergence of two points is at most that.
"""

from pabisym.library.checks import replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, LinearPair, Verdict
from pabisym.proof.build import Builder, Step
from pabisym.proof.script import Script, script

from ._geometry import gaussians_in_the_plane


def proof(b: Builder) -> Step:
    """The rule ``gaussian-magnitude``, which is this statement."""
    return b.figure("gaussian-magnitude", "Gaussian")


def two_points() -> tuple[Verdict, str]:
    """Moves by x cost no more than the largest one of this length."""
    kinds = {"alpha": "real", "sigma": "real", "x": "vector", "y": "vector", "Z": "noise"}
    bound = "alpha*norm(minus(x, y))**2/(2*sigma**2)"

    @script
    def build(p: Script) -> Step:
        p.have("length", p.figure("norm-sign", x="minus(x, y)"))
        p.have("price", p.figure("gaussian-magnitude", "Gaussian", a="norm(minus(x, y))"))
        near, same = p.figure("point-near", x="x", y="y"), p.figure("renyi-same", P="point(y)")
        return p.figure("monotone", p.figure("absorb", near, same, p.figure("gaussian-finite", "Gaussian", a="norm(minus(x, y))")), y="0",
                        d=bound)

    return replayed(f"renyi(alpha, 0, convolve(point(x), Z), convolve(point(y), Z), {bound})", kinds,
                    {"order": "alpha > 1", "deviation": "sigma > 0", "Gaussian": "gaussian(Z, sigma**2)"}, build)


STATEMENT = item("equation in section 2.2", "section 2.2",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "a: real, a >= 0 [size]: size of the move; unit iterate",
        "sigma: real, sigma > 0 [deviation]: standard deviation of the noise, on the iterate; unit iterate; role noise",
        r"Z: noise: the Gaussian noise; latex \zeta"), assumptions=("Gaussian: gaussian(Z, sigma**2)",),
    conclusion="R(alpha, Z, a) == alpha*a**2/(2*sigma**2)", bound="alpha*a**2/(2*sigma**2)", proof=proof, tightness="exact",
    clauses=(
        "proved by conclusion: the magnitude R_alpha(N(0, sigma^2 I), a) = alpha a^2/(2 sigma^2), a rule that Coq proves",
        "proved by at most that for two points: two points at distance ||x|| are at most alpha ||x||^2/(2 sigma^2) apart",
        "open by in the plane, exactly: every such pair is exactly that far apart, in every dimension"),
    printed="holds in part",
    worst_case=LinearPair("1", "1", "0", "sigma**2",
        "a", "one step, identity map"),
    uses=("feldman2018/definition-4", "feldman2018/definition-10"), spots="alpha=2, a=3, sigma=1/2 -> 36",
    checks=(Check("at most that for two points", two_points, "holds"), Check("in the plane, exactly", gaussians_in_the_plane),))
