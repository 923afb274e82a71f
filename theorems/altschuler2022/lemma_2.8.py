"""Strong composition, first version.

Statement
    If A_1 is (alpha, eps_1)-RDP and A_2(., y) is (alpha, eps_2)-RDP for every y, then (A_1(X), A_2(X, A_1(X))) is
    (alpha, eps_1 + eps_2)-RDP.
Reads as
    Costs add up, also where the second question depends on the first answer. On the page A_2 is just called (alpha,
    eps_2)-RDP; it has to be so for every first answer.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    b : real : bound for the first answer : 1
    d : real : bound for the second answer : 1
    P : law : first answer for the data
    Q : law : first answer for neighbouring data
    K : mechanism : second answer for the data
    J : mechanism : second answer for neighbouring data
Assumptions
    order : alpha > 1
    first : D_alpha(A_1(X) || A_1(X')) <= eps_1
    second : D_alpha(A_2(X, y) || A_2(X', y)) <= eps_2 for every y
Reference
    altschuler2022, Lemma 2.8, section 2.2
"""

from pabisym.library.statement import Assumption, LinearPair, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step


def proof(b: Builder) -> Step:
    """Adaptive composition."""
    return b.figure("adaptive", "first", "second")


STATEMENT = Statement(
    id="altschuler2022/lemma-2.8", title="Strong composition, first version",
    kind="lemma", text=__doc__, reference=Reference("altschuler2022", "Lemma 2.8", "section 2.2"),
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("b", "real", "bound for the first answer", latex=r"\varepsilon_1"),
             Symbol("d", "real", "bound for the second answer", latex=r"\varepsilon_2"),),
    structures=(Structure("P", "law", "first answer for the data"),
                Structure("Q", "law", "first answer for neighbouring data"),
                Structure("K", "mechanism", "second answer for the data"),
                Structure("J", "mechanism", "second answer for neighbouring data", "K'"),),
    assumptions=(Assumption("order", "alpha > 1"),
                 Assumption("first", "renyi(alpha, 0, P, Q, b)", "D_alpha(A_1(X) || A_1(X')) <= eps_1"),
                 Assumption("second", "close(alpha, K, J, d)", "D_alpha(A_2(X, y) || A_2(X', y)) <= eps_2 for every y"),),
    conclusion="renyi(alpha, 0, joint(P, K), joint(Q, J), b + d)", proof=proof, printed=Printed("holds"), bound="b + d", tightness="exact",
    worst_case=LinearPair("1", "1", "1", "alpha/(2*(b + d))", inside="two Gaussian answers: squared distances over variances add",
                          bound="b + d"),
    uses=("altschuler2022/definition-2.4", "feldman2018/lemma-15"), spots=(Spot({"alpha": 2, "b": 1, "d": "1/2"}, "3/2"),),
)
