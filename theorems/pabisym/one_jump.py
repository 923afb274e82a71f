"""A curve that jumps once and does not fall below its end lies above its chord.

Statement
    Let N_{k-1} < N_k for k = p+1..q, S_q <= S_k for k = p+1..q, A <= S_p and h >= 0 with S_q = A + h. Then h (N_k -
    N_p) <= (S_k - A) (N_q - N_p) for k = p..q.
Reads as
    Shift that has arrived at once can be paid at one rate until the next one arrives.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._iterations import rising_from

CLAIM = "h*(N(k) - N(p)) <= (S(k) - A)*(N(q) - N(p))"


@script
def proof(p: Script) -> Step:
    """After the jump the chord is below its own end."""
    p.have("whole", rising_from(p, "p", "q"))
    with p.generalise("k", "p", "q") as each:
        with each.case("k - p - 1", CLAIM) as late:
            late.have_all({"level here": late.at("level", "k"), "later": rising_from(late, "k", "q")})
            late.have("here", "S(k) - A - h >= 0")
            late.have_all({"rest": "h*(N(q) - N(k)) >= 0", "surplus": "(S(k) - A - h)*(N(q) - N(p)) >= 0"})
        each.have("room", "(S(p) - A)*(N(q) - N(p)) >= 0")
        each.show(CLAIM)
    return each.step


STATEMENT = item("used with Theorem 23", "section 4",
    key="feldman2018", kind="lemma",
    letters=("p: integer: first step", "q: integer, q >= p: last step", "A: real: height of the chord at step p; unit iterate",
        "h: real, h >= 0 [rise]: rise of the chord; unit iterate", "N: real sequence: abscissa of the curve, rising",
        "S: real sequence: the curve"),
    assumptions=("order of steps: p <= q", "noise: forall(k, p + 1, q, N(k - 1) < N(k))", "level: forall(k, p + 1, q, S(q) <= S(k))",
        "start: A <= S(p)", "h", "end: S(q) == A + h"), conclusion="forall(k, p, q, h*(N(k) - N(p)) <= (S(k) - A)*(N(q) - N(p)))",
    proof=proof, uses=("pabisym/rising",), spots="p=1, q=3, A=0, h=1")
