"""The same bound as approximate differential privacy.

Statement
    If D_alpha <= c alpha for the order alpha = 1 + u, u = sqrt(l/c), l = ln(1/delta), then eps = c alpha + l/(alpha -
    1) = c + 2 sqrt(c l), which is at most 3 sqrt(c l) for c <= l. With c = 101 (L^2/(n^2 sigma^2)) min(T, N) of Theorem
    3.1 this is (1.3).
Reads as
    Lemma 2.5 with the order at which the sum is least. r is sqrt(c l), so that u = l/r. It is for delta <= e^(-c), and
    as far as the order is admissible.
"""

from pabisym.library.checks import replayed
from pabisym.library.item import real
from pabisym.library.statement import Check
from pabisym.proof.build import Builder, Step, step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._vocabulary import item

LEAST = "(v + 1)*c + l/v >= c + 2*r"
KINDS = dict.fromkeys(("c", "l", "r", "v"), "real")
KNOWN = {"loss": "c > 0", "square": "r**2 == c*l", "order": "v > 0"}


@script
def proof(p: Script) -> Step:
    """Both parts that depend on the order are r there, and c <= r."""
    p.have_all({"slack part": certified("l/u == r", fact("best order", times="-1", factor="1"), multiplier="u"),
                "price part": certified("c*u == r", fact("best order", factor="c"), fact("square", times="-1", factor="1"), multiplier="r"),
                "rest": certified("c <= r", fact("loss", "small"), fact("square", factor="1"), multiplier="r + c")})
    return p.prove("(u + 1)*c + l/u <= 3*r")


def least(b: Builder) -> Step:
    """C v times the difference is (c v - r)^2."""
    terms = [{"coefficient": "1", "facts": [], "square": "c*v - r"}, {"coefficient": "-1", "facts": ["square"]}]
    return step("arithmetic", LEAST, goal=LEAST, multiplier="c*v", terms=terms)


STATEMENT = item("Remark 1.4", "section 1.2",
    letters=(real("c > 0", "loss per order", "loss"), "l", real("r > 0", "sqrt(c l)", "root"),
        real("u > 0", "the order alpha less 1", "order")),
    given=("square: r**2 == c*l", "small: c <= l", "u", "best order: u*r == l"),
    conclusion="(u + 1)*c + l/u <= 3*r", bound="3*r", proof=proof, printed="holds",
    uses=("altschuler2022/theorem-1.3", "altschuler2022/lemma-2.5"),
    checks=(Check("no order v + 1 is better", lambda: replayed(LEAST, KINDS, KNOWN, least)),),
    spots=("c=1, l=4, r=2, u=2 -> 6", "c=1/4, l=9, r=3/2, u=6 -> 9/2"))
