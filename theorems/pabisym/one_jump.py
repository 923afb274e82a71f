"""A curve that jumps once and does not fall below its end lies above its chord.

Statement
    Let N_{k-1} < N_k for k = p+1..q, S_q <= S_k for k = p+1..q, A <= S_p and h >= 0 with S_q = A + h. Then
    h (N_k - N_p) <= (S_k - A) (N_q - N_p) for k = p..q.
Reads as
    Shift that has arrived at once can be paid at one rate until the next one arrives.
Letters
    p : integer : first step : 1
    q : integer, q >= p : last step : 1
    A : real : height of the chord at step p : iterate
    h : real, h >= 0 : rise of the chord : iterate
    N : real sequence : abscissa of the curve, rising
    S : real sequence : the curve
Assumptions
    order of steps : p <= q
    noise : N_{k-1} < N_k
    level : S_q <= S_k for k >= p + 1
    start : A <= S_p
    rise : h >= 0
    end : S_q = A + h
Reference
    feldman2018, used with Theorem 23, section 4
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Structure, Symbol
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


STATEMENT = Statement(
    id="pabisym/one-jump", title="A curve that jumps once and does not fall below its end lies above its chord", kind="lemma",
    text=__doc__, proof=proof, reference=Reference("feldman2018", "used with Theorem 23", "section 4"),
    conclusion=f"forall(k, p, q, {CLAIM})",
    symbols=(Symbol("p", "integer", "first step"), Symbol("q", "integer, q >= p", "last step"),
             Symbol("A", "real", "height of the chord at step p", "iterate"),
             Symbol("h", "real, h >= 0", "rise of the chord", "iterate")),
    structures=(Structure("N", "real sequence", "abscissa of the curve, rising"), Structure("S", "real sequence", "the curve")),
    assumptions=(Assumption("order of steps", "p <= q"), Assumption("noise", "forall(k, p + 1, q, N(k - 1) < N(k))"),
                 Assumption("level", "forall(k, p + 1, q, S(q) <= S(k))"), Assumption("start", "A <= S(p)"),
                 Assumption("rise", "h >= 0"), Assumption("end", "S(q) == A + h")),
    uses=("pabisym/rising",), spots=(Spot({"p": 1, "q": 3, "A": 0, "h": 1}),),
)
