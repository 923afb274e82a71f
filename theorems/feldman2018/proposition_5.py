"""Additivity and post-processing of Rényi divergence.

Statement
    D_alpha(mu x mu' || nu x nu') = D_alpha(mu || nu) + D_alpha(mu' || nu'), and
    D_alpha(f(mu) || f(nu)) <= D_alpha(mu || nu) for every deterministic f.
Reads as
    Independent parts add up; looking at a function of the outcome tells no more than the outcome. Written here as
    one judgement: a map applied to an independent pair.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    b : real : bound for the first parts : 1
    d : real : bound for the second parts : 1
    P : law : first part, first law
    Q : law : first part, second law
    V : law : second part, first law
    W : law : second part, second law
    f : map : what is looked at
Assumptions
    order : alpha > 1
    first : D_alpha(mu || nu) <= b
    second : D_alpha(mu' || nu') <= d
Reference
    feldman2018, Proposition 5, section 2.2
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step


def proof(b: Builder) -> Step:
    """The rules ``additivity`` and ``post-processing``, which are this statement."""
    pair = b.figure("additivity", "first", "second")
    return b.figure("post-processing", pair)


STATEMENT = Statement(
    id="feldman2018/proposition-5", title="Additivity and post-processing", kind="proposition", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "Proposition 5", "section 2.2"), printed=Printed("undecided"),
    conclusion="renyi(alpha, 0, push(f, product(P, V)), push(f, product(Q, W)), b + d)",
    cited_because="the data-processing inequality is Jensen's inequality for conditional expectations, outside the kernel",
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"), Symbol("b", "real", "bound for the first parts"),
             Symbol("d", "real", "bound for the second parts")),
    structures=(Structure("P", "law", "first part, first law", r"\mu"), Structure("Q", "law", "first part, second law", r"\nu"),
                Structure("V", "law", "second part, first law", r"\mu'"), Structure("W", "law", "second part, second law", r"\nu'"),
                Structure("f", "map", "what is looked at")),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("first", "renyi(alpha, 0, P, Q, b)"), Assumption("second",
                 "renyi(alpha, 0, V, W, d)")),
    uses=("feldman2018/definition-4",), spots=(Spot({"alpha": 2, "b": 1, "d": "1/2"}),),
)
