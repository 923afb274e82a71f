"""A random step that differs a little in law.

Statement
    D_alpha^(z)(A(mu) || A'(mu')) <= D_alpha^(z)(mu || mu') + q for random maps A, A' with D_alpha(A(x) || A'(x)) <= q
    at every point x, where A brings points no farther apart.
Reads as
    What one step with a random batch does to two runs on neighbouring data: the shift goes on as it is, and sampling is
    paid for at every point.
"""

from pabisym.library.item import item
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


STATEMENT = item("(3.4), for one step", "section 3.2",
    key="altschuler2022", kind="lemma",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order", "z: real, z >= 0: shift; unit iterate",
        "b: real: bound before the step", "q: real: divergence of the two steps from one point",
        r"P: law: law of the first run before the step; latex \mu", r"Q: law: law of the second run before the step; latex \mu'",
        "A: mechanism: random step of the first run", "B: mechanism: random step of the second run; latex A'"),
    assumptions=("before: renyi(alpha, z, P, Q, b)", "contraction: steady(A, 1)", "sampling: close(alpha, A, B, q)"),
    conclusion="renyi(alpha, z, through(A, P), through(B, Q), b + q)", bound="b + q", proof=proof,
    uses=("altschuler2022/lemma-2.7", "altschuler2022/lemma-2.9", "altschuler2022/lemma-2.16"), spots="alpha=2, z=1, b=1, q=1/2 -> 3/2")
