"""What noise charges for hiding how far two answers are apart.

Statement
    If K(x) and J(x) can be coupled within s at every point x, and the magnitude R_alpha(Z, s) is finite, then D_alpha(K(x) + Z ||
    J(x) + Z) <= R_alpha(Z, s) at every point x.
Reads as
    Lemma 20 of Feldman et al. for the two laws K(x) and J(x), with no shift left: the step without sampling, whose batch is known.
"""

from fractions import Fraction

from pabisym.divergence.renyi import gaussian_mixture
from pabisym.library.item import real
from pabisym.library.statement import Check, Structure, Verdict

from ._vocabulary import item


def random_answers() -> tuple[Verdict, str]:
    """Answers 0 or 3, and 1/2 or 2, with equal chances, by quadrature: at most alpha s^2/(2 v) with s = 1."""
    half = Fraction(1, 2)
    for alpha, v in ((Fraction(3, 2), Fraction(1)), (Fraction(4), Fraction(1, 4)), (Fraction(2), Fraction(9))):
        first, second = ([(half, at, v) for at in answers] for answers in ((0, 3), (half, 2)))
        if Fraction(gaussian_mixture(alpha, first, second, 9).upper) > alpha / (2 * v):
            return "undecided", f"alpha = {alpha}, v = {v}"
    return "true", "three orders and variances"

STATEMENT = item("Lemma 20, for answers", "section 3", key="feldman2018", kind="lemma",
    letters=("alpha", real("s >= 0", "distance of the answers", "size", "iterate"), Structure("K", "mechanism", "random step"),
        Structure("J", "mechanism", "random step of the other run"), Structure("Z", "noise", "independent noise")),
    given=("near: near(K, J, s)", "finite: finite(alpha, Z, s)"),
    conclusion="close(alpha, withnoise(K, Z), withnoise(J, Z), R(alpha, Z, s))",
    cited_because="lemma 20 of Feldman et al., which is proved here for laws, at every point x for the laws K(x) and J(x); the kernel has "
        "no rule that speaks about every point",
    checks=(Check("two random answers that are coupled within 1", random_answers),),
    uses=("feldman2018/lemma-20",), spots="alpha=2, s=1")
