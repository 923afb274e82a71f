"""Privacy and the hockey-stick divergence.

Statement
    The algorithm is (epsilon, delta)-DP when sup over i and over neighbouring collections of E_{e^epsilon}(mu_{n+1} ||
    mu'_{n+1}) is at most delta.
Reads as
    By (6) and (7): the chances of the best event, on which the density ratio exceeds e^epsilon, decide for all of them.
    The supremum runs over i.
"""

from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Builder, Step

from . import _finite_kernels as finite_kernels


def proof(b: Builder) -> Step:
    """By (7) no event tells more than the best one."""
    told = b.theorem("asoodeh2020/eq-7", {})
    return b.figure("dp-widen", told, u="epsilon", v="delta")


STATEMENT = item("Theorem 2", "section II-C",
    letters=("epsilon: real, epsilon >= 0 [level]: logarithm of gamma; role level", "delta: real: additive slack; role slack",
        "P: law: output for the data", "Q: law: output for neighbouring data"),
    assumptions=("divergence: chance(P, best(P, Q, epsilon)) - exp(epsilon)*chance(Q, best(P, Q, epsilon)) <= delta: E_{e^epsilon}, (7)",),
    conclusion="dp(P, Q, epsilon, delta)", proof=proof, printed="holds",
    uses=("asoodeh2020/definition-2", "asoodeh2020/eq-6", "asoodeh2020/eq-7"), spots="epsilon=1, delta=1/10",
    checks=(Check("the supremum over events is E_gamma", finite_kernels.forms_of_the_divergence_agree),))
