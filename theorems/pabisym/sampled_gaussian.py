"""What one step of the sampled Gaussian mechanism costs.

Statement
    With N = N(0, sigma^2) and M = (1 - q) N + q N(1, sigma^2), D_alpha(M || N) = sampled_first(alpha, q, sigma), by
    definition; D_alpha(N || M) = sampled(alpha, q, sigma) is the S_alpha(q, sigma) of Altschuler and Talwar.
Reads as
    A record of unit sensitivity takes part with probability q. The function is what accountants compute at every step;
    its value is found by sums or by a trapezoid rule with certified error, never by this formula of the two laws.
"""

from fractions import Fraction

from pabisym.divergence.evaluate import enclose
from pabisym.divergence.renyi import gaussian_mixture
from pabisym.lang.grammar import parse
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict

POINTS = (("2", "1/10", "4"), ("5/2", "1/2", "1"), ("10", "1/100", "1"))


def by_quadrature() -> tuple[Verdict, str]:
    """Both functions at a few points lie where a rigorous quadrature of the two laws puts them."""
    for alpha, q, sigma in POINTS:
        noise, shifted = (1, 0, Fraction(sigma) ** 2), (q, 1, Fraction(sigma) ** 2)
        mixture = ((1 - Fraction(q), 0, noise[2]), shifted)
        for head, laws in (("sampled_first", (mixture, (noise,))), ("sampled", ((noise,), mixture))):
            own = enclose(parse(f"{head}({alpha}, {q}, {sigma})"), {}, 20)
            other = gaussian_mixture(alpha, *laws, 20)
            if Fraction(own.upper) < Fraction(other.lower) or Fraction(other.upper) < Fraction(own.lower):
                return "false", f"{head}({alpha}, {q}, {sigma})"
    return "true", f"both directions to 20 digits at {len(POINTS)} points"


STATEMENT = item("Theorem 4", "section 3",
    key="mironov2019", kind="lemma",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "q: real, q >= 0 and q <= 1 [chance, range]: sampling probability",
        "sigma: real, sigma > 0 [deviation]: standard deviation of the noise over the sensitivity"),
    conclusion="renyi(alpha, 0, mix(1 - q, normallaw(0, sigma**2), normallaw(1, sigma**2)), normallaw(0, sigma**2), "
                   "sampled_first(alpha, q, sigma))", bound="sampled_first(alpha, q, sigma)",
    cited_because="this is the definition of the function, an integral outside the kernel", uses=("feldman2018/definition-4",),
    checks=(Check("by quadrature of the two laws", by_quadrature),),
    spots=("alpha=2, q=1/10, sigma=4", "alpha=3, q=1, sigma=2 -> 3/8", "alpha=2, q=0, sigma=1 -> 0"))
