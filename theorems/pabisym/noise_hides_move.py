"""What noise charges for hiding how far two answers are apart.

Statement
    If K(x) and J(x) can be coupled within s at every point x, and the magnitude R_alpha(Z, s) is finite, then
    D_alpha(K(x) + Z || J(x) + Z) <= R_alpha(Z, s) at every point x.
Reads as
    Lemma 20 of Feldman et al. for the two laws K(x) and J(x), with no shift left: the step without sampling, whose
    batch is known.
"""

from fractions import Fraction

from pabisym.divergence.renyi import gaussian_mixture
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Step, stated
from pabisym.proof.script import Script, script


def random_answers() -> tuple[Verdict, str]:
    """Answers 0 or 3, and 1/2 or 2, with equal chances, by quadrature: at most alpha s^2/(2 v) with s = 1."""
    half = Fraction(1, 2)
    for alpha, v in ((Fraction(3, 2), Fraction(1)), (Fraction(4), Fraction(1, 4)), (Fraction(2), Fraction(9))):
        first, second = ([(half, at, v) for at in answers] for answers in ((0, 3), (half, 2)))
        if Fraction(gaussian_mixture(alpha, first, second, 9).upper) > alpha / (2 * v):
            return "undecided", f"alpha = {alpha}, v = {v}"
    return "true", "three orders and variances"


@script
def proof(p: Script) -> Step:
    """At every point, for the laws of the two answers: the whole way is paid to the noise."""
    with p.spell("close(alpha, withnoise(K, Z), withnoise(J, Z), R(alpha, Z, s))") as one:
        near = one.unfold("near", x="x")
        start = one.figure("start", near, z="s")
        shifted = stated(start, "renyi(alpha, 0 + s, answers(K, x), answers(J, x), 0)")
        paid = one.figure("shift-reduction", shifted, "finite", z="0", a="s", b="0")
        one.show(one.figure("same-law", paid, one.figure("noisy-answers", K="K", x="x"), one.figure("noisy-answers", K="J", x="x")))
    return one.step


STATEMENT = item("Lemma 20, for answers", "section 3",
    key="feldman2018", kind="lemma",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "s: real, s >= 0 [size]: distance of the answers; unit iterate", "K: mechanism: random step",
        "J: mechanism: random step of the other run", "Z: noise: independent noise"),
    assumptions=("near: near(K, J, s)", "finite: finite(alpha, Z, s)"), proof=proof,
    conclusion="close(alpha, withnoise(K, Z), withnoise(J, Z), R(alpha, Z, s))",
    checks=(Check("two random answers that are coupled within 1", random_answers),), uses=("feldman2018/lemma-20",), spots="alpha=2, s=1")
