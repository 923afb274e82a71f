"""From Rényi to approximate privacy.

Statement
    An (alpha, zeta)-RDP algorithm is (epsilon, exp(-(alpha - 1)(epsilon - zeta)))-DP.
Reads as
    Feldman et al., lemma 14, solved for delta: there epsilon = zeta + log(1/delta)/(alpha - 1).
"""

from pabisym.library.item import real
from pabisym.proof.build import Builder, Step

from ..pabisym._between_notions import from_an_order
from ._vocabulary import item


def proof(b: Builder) -> Step:
    """The rule ``renyi-to-dp`` at this delta, of which log(1/delta) is the exponent."""
    return from_an_order(b)


STATEMENT = item("Lemma 3", "section V",
    letters=("alpha", real("zeta", "Rényi bound"), real("epsilon", "level of privacy", role="level"), "P: first, Q: second"),
    given="bound: renyi(alpha, 0, P, Q, zeta)",
    conclusion="dp(P, Q, epsilon, exp(-(alpha - 1)*(epsilon - zeta)))", bound="exp(-(alpha - 1)*(epsilon - zeta))", proof=proof,
    printed="holds", uses=("feldman2018/lemma-14",), spots="alpha=2, zeta=1/2, epsilon=1")
