"""Joint convexity of f-divergences.

Statement
    The perspective q f(p/q) of a convex f is convex, hence D_f is jointly convex.
Reads as
    Used for E_gamma: the rule dp-mixture of the kernel. An event of a mixture has the mean of its chances.
Letters
    epsilon : real : logarithm of gamma : 1
    d : real : E_gamma of the first pair : 1
    u : real : E_gamma of the second pair : 1
    w : real, 0 <= w <= 1 : weight of the first pair : 1
    P : law : first law of the first pair
    Q : law : second law of the first pair
    V : law : first law of the second pair
    W : law : second law of the second pair
Assumptions
    weight : w >= 0
    rest : w <= 1
    first : E_gamma of the first pair is at most d
    second : E_gamma of the second pair is at most u
Reference
    asoodeh2020, footnote 7, appendix F
"""

from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step

from . import _finite_kernels as finite_kernels


def proof(b: Builder) -> Step:
    """The rule ``dp-mixture``, which is this statement."""
    return b.figure("dp-mixture", "first", "second")


STATEMENT = Statement(
    id="asoodeh2020/footnote-7", title="Joint convexity of f-divergences", kind="footnote", text=__doc__,
    reference=Reference("asoodeh2020", "footnote 7", "appendix F"),
    conclusion="dp(mix(w, P, V), mix(w, Q, W), epsilon, w*d + (1 - w)*u)",
    symbols=(Symbol("epsilon", "real", "logarithm of gamma"), Symbol("d", "real", "E_gamma of the first pair"), Symbol("u", "real",
               "E_gamma of the second pair"), Symbol("w", "real, 0 <= w <= 1", "weight of the first pair"),),
    structures=(Structure("P", "law", "first law of the first pair"), Structure("Q", "law", "second law of the first pair"),
               Structure("V", "law", "first law of the second pair"), Structure("W", "law", "second law of the second pair"),),
    assumptions=(Assumption("weight", "w >= 0"), Assumption("rest", "w <= 1"), Assumption("first", "dp(P, Q, epsilon, d)"),
               Assumption("second", "dp(V, W, epsilon, u)"),),
    uses=("asoodeh2020/definition-f-divergence",),
    proof=proof,
    cited_because="chances of events of a mixture are means, a fact about measures outside the kernel",
    printed=Printed("undecided"),
    checks=(Check("binary laws", finite_kernels.mixtures_are_no_easier_to_tell),),
    spots=(Spot({"epsilon": 1, "d": 0, "u": 1, "w": "1/2"}),),
)
