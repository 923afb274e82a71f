"""The shifted divergence falls with the shift.

Statement
    For 0 <= z <= z': D_alpha^(z')(mu || nu) <= D_alpha^(z)(mu || nu), and D_alpha^(||x||)(mu || nu) <= D_alpha(mu * x || nu).
Reads as
    The more the first law may be moved, the smaller the divergence; and moving it by x is one of the moves.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    z : real, z >= 0 : smaller shift : iterate
    y : real, y >= z : larger shift : iterate
    b : real : bound at the smaller shift : 1
    P : law : first law
    Q : law : second law
Assumptions
    order : alpha > 1
    shift : z >= 0
    larger : z <= y
    bound : D_alpha^(z)(mu || nu) <= b
Reference
    feldman2018, Proposition 9, section 2.3
"""

from pabisym.kernel.check import check
from pabisym.kernel.judgement import Sequent
from pabisym.lang.grammar import parse
from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Structure, Symbol, Verdict
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
    return ("true" if verdict.accepted else "false"), verdict.reason or f"proof tree of {verdict.steps} steps replayed"


STATEMENT = Statement(
    id="feldman2018/proposition-9", title="The shifted divergence falls with the shift", kind="proposition", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "Proposition 9", "section 2.3"), printed=Printed("holds"), conclusion="renyi(alpha, y, P, Q, b)",
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"), Symbol("z", "real, z >= 0", "smaller shift", "iterate"),
             Symbol("y", "real, y >= z", "larger shift", "iterate", "z'"), Symbol("b", "real", "bound at the smaller shift")),
    structures=(Structure("P", "law", "first law", r"\mu"), Structure("Q", "law", "second law", r"\nu")),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("shift", "z >= 0"), Assumption("larger", "z <= y"),
                 Assumption("bound", "renyi(alpha, z, P, Q, b)")),
    uses=("feldman2018/definition-8",), checks=(Check("shifting by a vector", shifting),), spots=(Spot({"alpha": 2, "z": 0, "y": 1,
          "b": 1}),),
)
