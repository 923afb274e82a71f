"""A curve that jumps once and does not fall below its end lies above its chord.

Statement
    Let N_{k-1} < N_k for k = p+1..q, S_q <= S_k for k = p+1..q, A <= S_p and m >= 0 with A + m (N_q - N_p) = S_q. Then
    A + m (N_k - N_p) <= S_k for k = p..q.
Reads as
    Shift that has arrived at once can be paid at one rate until the next one arrives.
Letters
    p : integer : first step : 1
    q : integer, q >= p : last step : 1
    A : real : height of the chord at step p : iterate
    m : real, m >= 0 : slope of the chord : iterate^-1
    N : real sequence : abscissa of the curve, rising
    S : real sequence : the curve
Assumptions
    order of steps : p <= q
    noise : N_{k-1} < N_k
    level : S_q <= S_k for k >= p + 1
    start : A <= S_p
    slope : m >= 0
    end : A + m (N_q - N_p) = S_q
Reference
    feldman2018, used with Theorem 23, section 4
"""

from pabisym.proof.build import Builder, Step
from pabisym.proof.iterations import rising_from
from pabisym.statement import Assumption, Reference, Spot, Statement, Structure, Symbol

CLAIM = "A + m*(N(k) - N(p)) <= S(k)"


def proof(b: Builder) -> Step:
    """After the jump the chord is below its own end."""

    def late(b: Builder) -> Step:
        facts = {"level here": b.at("level", "k"), "later": rising_from(b, "k", "q")}
        return b.suppose_all(facts, lambda b: b.have("worth", b.prove("m*(N(q) - N(k)) >= 0"), lambda b: b.prove(CLAIM)))

    def below(b: Builder) -> Step:
        return b.by_cases("k - p - 1", CLAIM, lambda b: late(b) if b.scope.arithmetic.evident(b.term("k >= p + 1")) else b.prove(CLAIM))

    return b.generalise("k", "p", "q", below)


STATEMENT = Statement(
    id="pabisym/one-jump", title="A curve that jumps once and does not fall below its end lies above its chord", kind="lemma",
    text=__doc__, proof=proof, reference=Reference("feldman2018", "used with Theorem 23", "section 4"),
    conclusion=f"forall(k, p, q, {CLAIM})",
    symbols=(Symbol("p", "integer", "first step"), Symbol("q", "integer, q >= p", "last step"),
             Symbol("A", "real", "height of the chord at step p", "iterate"),
             Symbol("m", "real, m >= 0", "slope of the chord", "iterate^-1")),
    structures=(Structure("N", "real sequence", "abscissa of the curve, rising"), Structure("S", "real sequence", "the curve")),
    assumptions=(Assumption("order of steps", "p <= q"), Assumption("noise", "forall(k, p + 1, q, N(k - 1) < N(k))"),
                 Assumption("level", "forall(k, p + 1, q, S(q) <= S(k))"), Assumption("start", "A <= S(p)"),
                 Assumption("slope", "m >= 0"), Assumption("end", "A + m*(N(q) - N(p)) == S(q)")),
    uses=("pabisym/rising",), spots=(Spot({"p": 1, "q": 3, "A": 0, "m": 1}),),
)
