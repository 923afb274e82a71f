"""The same after a kernel.

Statement
    E_gamma(mu K || nu K) = ||phi K||/2 + (1 - gamma)/2: where no event has more than p of phi K, none has more than p - (1 -
    gamma) of -phi K, and conversely.
Reads as
    (26) for the output laws, as (mu - gamma nu) K = mu K - gamma nu K.
"""

from pabisym.library.checks import replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Builder, Step
from pabisym.proof.script import Script, script

from . import _finite_kernels as finite_kernels
from ._hockey import positive_part
from .eq_7 import least


def proof(b: Builder) -> Step:
    """(26) for the output laws."""
    return b.theorem("asoodeh2020/eq-26", {}, P="through(K, P)", Q="through(K, Q)")


def other_way() -> tuple[Verdict, str]:
    """Where no event has more than p - (1 - gamma) of -phi K, none has more than p of phi K."""
    first, second = "through(K, P)", "through(K, Q)"

    @script
    def build(p: Script) -> Step:
        return positive_part(p, first, second)

    return replayed(f"dp({first}, {second}, epsilon, p)", STATEMENT.sequent.kinds, {"negative part": STATEMENT.conclusion}, build)


STATEMENT = item("Equation (27)", "appendix A",
    letters=("epsilon: real: logarithm of gamma; role level", "p: real: mass of the positive part of phi K", "P: law: first law",
        "Q: law: second law", r"K: mechanism: the Markov kernel; latex \mathsf{K}"),
    assumptions="positive part: dp(through(K, P), through(K, Q), epsilon, p): no event has more than p of phi K",
    conclusion="dp(through(K, Q), through(K, P), -epsilon, (p - (1 - exp(epsilon)))*exp(-epsilon))", proof=proof,
    clauses=(
        "proved by conclusion: ||phi K||/2 + (1 - gamma)/2 is at most the positive part of phi K",
        "proved by the other way round: it is no less",
        "proved by asoodeh2020/eq-7: E_gamma(mu K || nu K) is the positive part of phi K: no event has more than the best one",
        "proved by the best event is an event: and that event has as much"),
    printed="holds", uses=("asoodeh2020/eq-26", "asoodeh2020/eq-7"),
    checks=(Check("the forms agree", finite_kernels.forms_of_the_divergence_agree),
        Check("the other way round", other_way), Check("the best event is an event", least)), spots="epsilon=0, p=1/2")
