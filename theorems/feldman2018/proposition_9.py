"""The shifted divergence falls with the shift.

Statement
    For 0 <= z <= z': D_alpha^(z')(mu || nu) <= D_alpha^(z)(mu || nu), and D_alpha^(||x||)(mu || nu) <= D_alpha(mu * x
    || nu).
Reads as
    The more the first law may be moved, the smaller the divergence; and moving it by x is one of the moves. That mu * x is
    the law of U + x, U ~ mu, is what convolution means.
"""

from pabisym.kernel.check import check
from pabisym.kernel.judgement import Sequent
from pabisym.lang.grammar import parse
from pabisym.library.item import item
from pabisym.library.statement import Check, Replayed, Verdict
from pabisym.proof.build import Builder, Step
from pabisym.proof.script import Script, script


@script
def proof(p: Script) -> Step:
    """A law within z of mu is within z' of it."""
    p.open(p.known("bound"), "V", "x")
    wider = p.figure("winf-widen", "V near")
    return p.figure("witness-in", wider, "V bound")


def shifting() -> tuple[Verdict, str]:
    """The second half: mu moved by x is a law within ||x|| of mu."""
    kinds = {"alpha": "real", "b": "real", "P": "law", "Q": "law", "x": "vector"}
    assumed = (("order", parse("alpha > 1")), ("moved", parse("renyi(alpha, 0, push(translate(x), P), Q, b)", "moved", None)))
    sequent = Sequent("feldman2018/proposition-9-shifting", kinds, assumed, parse("renyi(alpha, norm(x), P, Q, b)", "conclusion", None))
    builder = Builder.of(sequent)
    tree = builder.figure("witness-in", builder.figure("winf-translate"), "moved")
    verdict = check(sequent, tree)
    return ("true", Replayed(f"proof tree of {verdict.steps} steps replayed")) if verdict.accepted else ("false", verdict.reason)


STATEMENT = item("Proposition 9", "section 2.3",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "z: real, z >= 0 [shift]: smaller shift; unit iterate", "y: real, y >= z: larger shift; unit iterate; latex z'",
        "b: real: bound at the smaller shift", r"P: law: first law; latex \mu", r"Q: law: second law; latex \nu"),
    assumptions=("larger: z <= y", "bound: renyi(alpha, z, P, Q, b)"), conclusion="renyi(alpha, y, P, Q, b)", proof=proof,
    clauses=(
        "proved by conclusion: D_alpha^(z) falls with z, in R^d",
        "proved by shifting by a vector: D_alpha^(||x||)(mu || nu) <= D_alpha(mu * x || nu), in R^d",
        "open; section 2.2: both in every Banach space"),
    printed="holds in part", uses=("feldman2018/definition-8",), checks=(Check("shifting by a vector", shifting, "holds"),),
    spots="alpha=2, z=0, y=1, b=1")
