"""A curve that jumps once and does not fall below its end lies above its chord.

Statement
    Let N_{k-1} < N_k for k = p+1..q, S_q <= S_k for k = p+1..q, A <= S_p and h >= 0 with S_q = A + h. Then h (N_k -
    N_p) <= (S_k - A) (N_q - N_p) for k = p..q.
Reads as
    Shift that has arrived at once can be paid at one rate until the next one arrives.
"""

from pabisym.proof.build import Builder, Step

from ._iterations import rising_from
from ._vocabulary import item

CLAIM = "h*(N(k) - N(p)) <= (S(k) - A)*(N(q) - N(p))"


def proof(b: Builder) -> Step:
    """After the jump the chord is below its own end."""

    def late(b: Builder) -> Step:
        parts = {"rest": "h*(N(q) - N(k)) >= 0", "surplus": "(S(k) - A - h)*(N(q) - N(p)) >= 0"}
        facts = {"level here": b.at("level", "k"), "later": rising_from(b, "k", "q")}
        return b.suppose_all(facts, lambda b: b.have("here", b.prove("S(k) - A - h >= 0"), lambda b: b.suppose_all(
            {name: b.prove(claim) for name, claim in parts.items()}, lambda b: b.prove(CLAIM))))

    def early(b: Builder) -> Step:
        return b.have("room", b.prove("(S(p) - A)*(N(q) - N(p)) >= 0"), lambda b: b.prove(CLAIM))

    def below(b: Builder) -> Step:
        return b.by_cases("k - p - 1", CLAIM, lambda b: late(b) if b.scope.arithmetic.evident(b.term("k >= p + 1")) else early(b))

    return b.have("whole", rising_from(b, "p", "q"), lambda b: b.generalise("k", "p", "q", below))


STATEMENT = item("used with Theorem 23", "section 4", key="feldman2018", kind="lemma",
    letters="p, q: last, A: chord, h, N: curve, S: curve",
    given=("order of steps", "noise: forall(k, p + 1, q, N(k - 1) < N(k))", "level: forall(k, p + 1, q, S(q) <= S(k))", "start: A <= S(p)",
        ..., "end"),
    conclusion=f"forall(k, p, q, {CLAIM})", proof=proof, uses=("pabisym/rising",), spots="p=1, q=3, A=0, h=1")
