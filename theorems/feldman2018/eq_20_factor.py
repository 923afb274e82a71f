"""Absorbing a move into the noise.

Statement
    Let U + W ~ mu' with ||W|| <= a, V ~ nu, and Y ~ zeta independent of them. Then D_alpha((U + W, Y - W) || (V, Y)) <=
    D_alpha(mu' || nu) + R_alpha(zeta, a): the joint law factors, and given U + W the inner integral is at most its
    supremum, exp((alpha - 1) R_alpha(zeta, a)).
Reads as
    Instead of moving the point by at most a, move the noise. M answers to a value of U + W with a -W, which is within a
    of the origin o; what a law of W given U + W may be is left open. The sums of both pairs are U + Y and V + Y, so
    that D_alpha(mu * zeta || nu * zeta) is no larger, for U ~ mu: the rule absorb, with the coupling of Lemma 7.
"""

from pabisym.library.checks import replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Builder, Step
from pabisym.proof.laws import turned, within
from pabisym.proof.script import Script, script

from ._geometry import moved_points

NOISE = "convolve(point(o), Z)"


@script
def proof(p: Script) -> Step:
    """Given U + W, Y - W is Y moved by at most a; then both costs add up."""
    with p.spell(f"close(alpha, withnoise(M, Z), always({NOISE}), R(alpha, Z, a))") as one:
        origin = one.figure("always-answers", V="point(o)", x="x")
        near = one.unfold("near", x="x")
        same = one.figure("renyi-same", P="answers(always(point(o)), x)")
        moved = one.figure("absorb", near, same, "finite", a="a")
        first = one.figure("noisy-answers", K="M", x="x", Z="Z")
        noise = turned(one, within(one, origin, "convolve(LAW, Z)"))
        one.have("answered", one.figure("always-answers", V=NOISE, x="x"))
        named = one.figure("same-law", moved, one.figure("reflexive", P="convolve(answers(M, x), Z)"), noise)
        one.show(one.figure("same-law", named, first, "answered", b="R(alpha, Z, a)"))
    both = p.figure("adaptive", "moved", one.step)
    pair = p.figure("always-joint", P="Q", V=NOISE)
    return p.figure("same-law", both, p.figure("reflexive", P="joint(V, withnoise(M, Z))"), turned(p, pair))


def sums() -> tuple[Verdict, str]:
    """The rule ``absorb``: the same for the sums of both pairs."""

    def build(b: Builder) -> Step:
        return b.figure("absorb", "near", "moved")

    kinds = {"alpha": "real", "a": "real", "b": "real", "P": "law", "V": "law", "Q": "law", "Z": "noise"}
    assumed = {"order": "alpha > 1", "size": "a >= 0", "finite": "finite(alpha, Z, a)", "near": "winf(P, V, a)",
               "moved": "renyi(alpha, 0, V, Q, b)"}
    return replayed("renyi(alpha, 0, convolve(P, Z), convolve(Q, Z), b + R(alpha, Z, a))", kinds, assumed, build)


STATEMENT = item("proof of Lemma 20", "section 3.1",
    kind="inequality",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "a: real, a >= 0 [size]: how far the laws are apart; unit iterate", "b: real: bound on the divergence of the moved law",
        r"V: law: law of U + W; latex \mu'", r"Q: law: second law; latex \nu", r"Z: noise: the noise; latex \zeta",
        "M: mechanism: law of -W given U + W", "o: vector: the origin; latex 0"),
    assumptions=("finite: finite(alpha, Z, a)", "near: near(M, always(point(o)), a): ||W|| is at most a",
        "moved: renyi(alpha, 0, V, Q, b)"),
    conclusion="renyi(alpha, 0, joint(V, withnoise(M, Z)), product(Q, convolve(point(o), Z)), b + R(alpha, Z, a))", proof=proof,
    clauses=(
        "proved by conclusion: the divergence of the pairs, where ||W|| is at most a given U + W, by rules that Coq proves",
        "proved by the sums of both pairs: that of the sums is at most the same",
        "open: h_z(x) has at most the length z, and is within a of x where ||x|| is at most z + a"),
    printed="holds in part",
    uses=("feldman2018/definition-10", "feldman2018/lemma-7", "feldman2018/proposition-5"), spots="alpha=2, a=1, b=0",
    checks=(Check("the sums of both pairs", sums), Check("two points and Gaussian noise, the move of either sign", moved_points)))
