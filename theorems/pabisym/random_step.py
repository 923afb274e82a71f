"""A random step that differs a little in law.

Statement
    D_alpha^(z)(A(mu) || A'(mu')) <= D_alpha^(z)(mu || mu') + q for random maps A, A' with D_alpha(A(x) || A'(x)) <= q
    at every point x, where A brings points no farther apart.
Reads as
    What one step with a random batch does to two runs on neighbouring data: the shift goes on as it is, and sampling is
    paid for at every point.
"""

from pabisym.proof.build import Builder, Step

from ._vocabulary import item


def proof(b: Builder) -> Step:
    """Take V near mu; its image under A is near that of mu; V and mu' with their answers add up, and then only the answer is seen."""

    def inside(b: Builder) -> Step:
        near = b.figure("winf-through", b.known("V near"), b.known("contraction"), b.figure("near-same", K="A"), z="z", c="1", s="0", P="P",
                        Q="V", K="A", J="A")
        both = b.figure("adaptive", b.known("V bound"), b.known("sampling"), alpha="alpha", b="x", d="q", P="V", Q="Q", K="A", J="B")
        answer = b.figure("forget", both, alpha="alpha", b="x + q", P="V", Q="Q", K="A", J="B")
        return b.figure("witness-in", near, answer, conclude="renyi(alpha, z, through(A, P), through(B, Q), x + q)", alpha="alpha",
                        z="1*z + 0", b="x + q", P="through(A, P)", Q="through(B, Q)", V="through(A, V)")

    return b.witness(b.known("before"), "V", "x", inside)


STATEMENT = item("(3.4), for one step", "section 3.2", key="altschuler2022", kind="lemma",
    letters="alpha, z: shift, b: number step, q: steps, P: step, Q: law step, A: step, B: step",
    given=("before: renyi(alpha, z, P, Q, b)", "contraction: steady(A, 1)", "sampling"),
    conclusion="renyi(alpha, z, through(A, P), through(B, Q), b + q)", bound="b + q", proof=proof,
    uses=("altschuler2022/lemma-2.7", "altschuler2022/lemma-2.9", "altschuler2022/lemma-2.16"), spots="alpha=2, z=1, b=1, q=1/2 -> 3/2")
