"""A random step that differs a little in law.

Statement
    D_alpha^(z)(A(mu) || A'(mu')) <= D_alpha^(z)(mu || mu') + q for random maps A, A' with D_alpha(A(x) || A'(x)) <= q
    at every point x, where A brings points no farther apart.
Reads as
    What one step with a random batch does to two runs on neighbouring data: the shift goes on as it is, and sampling
    is paid for at every point.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    z : real, z >= 0 : shift : iterate
    b : real : bound before the step : 1
    q : real : divergence of the two steps from one point : 1
    P : law : law of the first run before the step
    Q : law : law of the second run before the step
    A : mechanism : random step of the first run
    B : mechanism : random step of the second run
Assumptions
    order : alpha > 1
    before : D_alpha^(z)(mu || mu') <= b
    contraction : A(x) and A(y) can be coupled within ||x - y||
    sampling : D_alpha(A(x) || A'(x)) <= q for every x
Reference
    altschuler2022, (3.4), for one step, section 3.2
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script


@script
def proof(p: Script) -> Step:
    """Take V near mu; its image under A is near that of mu; V and mu' with their answers add up, and then only the answer is seen."""
    p.open(p.known("before"), "V", "x")
    near = p.figure("winf-through", "V near", "contraction", p.figure("near-same", K="A"))
    both = p.figure("adaptive", "V bound", "sampling")
    answer = p.figure("forget", both)
    return p.figure("witness-in", near, answer, conclude="renyi(alpha, z, through(A, P), through(B, Q), x + q)")


STATEMENT = Statement(
    id="pabisym/random-step", title="A random step that differs a little in law",
    kind="lemma", text=__doc__, reference=Reference("altschuler2022", "(3.4), for one step", "section 3.2"),
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("z", "real, z >= 0", "shift", "iterate"),
             Symbol("b", "real", "bound before the step"),
             Symbol("q", "real", "divergence of the two steps from one point"),),
    structures=(Structure("P", "law", "law of the first run before the step", r"\mu"),
                Structure("Q", "law", "law of the second run before the step", r"\mu'"),
                Structure("A", "mechanism", "random step of the first run"),
                Structure("B", "mechanism", "random step of the second run", "A'"),),
    assumptions=(Assumption("order", "alpha > 1"),
                 Assumption("before", "renyi(alpha, z, P, Q, b)", "D_alpha^(z)(mu || mu') <= b"),
                 Assumption("contraction", "steady(A, 1)", "A(x) and A(y) can be coupled within ||x - y||"),
                 Assumption("sampling", "close(alpha, A, B, q)", "D_alpha(A(x) || A'(x)) <= q for every x"),),
    conclusion="renyi(alpha, z, through(A, P), through(B, Q), b + q)", proof=proof, bound="b + q",
    uses=("altschuler2022/lemma-2.7", "altschuler2022/lemma-2.9", "altschuler2022/lemma-2.16"),
    spots=(Spot({"alpha": 2, "z": 1, "b": 1, "q": "1/2"}, "3/2"),),
)
