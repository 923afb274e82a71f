"""Two chords of which the first is the steeper make one.

Statement
    Let p <= r <= q and let N not fall. If A + m (N_k - N_p) <= S_k for k = p..r, S_r = A + m (N_r - N_p),
    S_r + n (N_k - N_r) <= S_k for k = r..q, S_q = S_r + n (N_q - N_r), n <= m, and
    S_q = A + h (N_q - N_p) with N_p < N_q, then A + h (N_k - N_p) <= S_k for k = p..q.
Reads as
    The straight line from the beginning of the first piece to the end of the second lies below both: blocks are pooled.
Letters
    p : integer : first step : 1
    r : integer, p <= r : where the pieces meet : 1
    q : integer, r <= q : last step : 1
    A : real : height of the string at step p : iterate
    m : real : slope of the first piece : iterate^-1
    n : real, n <= m : slope of the second piece : iterate^-1
    h : real : slope of the whole : iterate^-1
    N : real sequence : accumulated noise
    S : real sequence : accumulated shift
Assumptions
    first order : p <= r
    second order : r <= q
    noise : N_{k-1} < N_k
    some noise : N_p < N_q
    slopes : n <= m
    first end : A + m (N_r - N_p) = S_r
    second end : S_r + n (N_q - N_r) = S_q
    end : A + h (N_q - N_p) = S_q
    first : A + m (N_k - N_p) <= S_k
    second : S_r + n (N_k - N_r) <= S_k
Reference
    feldman2018, used with Theorem 22, section 3.3
"""

from pabisym.proof.build import Builder, Step
from pabisym.proof.iterations import divided, rising_from
from pabisym.statement import Assumption, Reference, Spot, Statement, Structure, Symbol

CLAIM = "A + h*(N(k) - N(p)) <= S(k)"


def proof(b: Builder) -> Step:
    """The slope of the whole lies between those of the pieces."""

    def early(b: Builder) -> Step:
        facts = {"here": b.at("first", "k"), "before": rising_from(b, "p", "k")}
        return b.suppose_all(facts, lambda b: b.have("worth", b.prove("(m - h)*(N(k) - N(p)) >= 0"), lambda b: b.prove(CLAIM)))

    def late(b: Builder) -> Step:
        facts = {"here": b.at("second", "k"), "after": rising_from(b, "k", "q")}
        return b.suppose_all(facts, lambda b: b.have("worth", b.prove("(h - n)*(N(q) - N(k)) >= 0"), lambda b: b.prove(CLAIM)))

    def below(b: Builder) -> Step:
        return b.by_cases("k - r", CLAIM, lambda b: late(b) if b.scope.arithmetic.evident(b.term("k >= r")) else early(b))

    def slopes(b: Builder) -> Step:
        span = "N(q) - N(p)"
        weighed = {"weighed down": "(m - h)*(N(q) - N(p)) == (m - n)*(N(q) - N(r))",
                   "weighed up": "(h - n)*(N(q) - N(p)) == (m - n)*(N(r) - N(p))"}
        signs = {"surplus": "(m - n)*(N(q) - N(r)) >= 0", "deficit": "(m - n)*(N(r) - N(p)) >= 0"}
        return b.suppose_all({name: b.prove(claim) for name, claim in (weighed | signs).items()}, lambda b: b.have(
            "first weighed", b.prove(f"(m - h)*({span}) >= 0"), lambda b: b.have(
                "second weighed", b.prove(f"(h - n)*({span}) >= 0"), lambda b: b.have(
                    "at most", divided("m - h >= 0", span, "first weighed"), lambda b: b.have(
                        "at least", divided("h - n >= 0", span, "second weighed"), lambda b: b.generalise("k", "p", "q", below))))))

    return b.have("up to r", rising_from(b, "p", "r"), lambda b: b.have("from r", rising_from(b, "r", "q"), slopes))


STATEMENT = Statement(
    id="pabisym/merged-chords", title="Two chords of which the first is the steeper make one", kind="lemma", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "used with Theorem 22", "section 3.3"), conclusion=f"forall(k, p, q, {CLAIM})",
    symbols=(Symbol("p", "integer", "first step"), Symbol("r", "integer, p <= r", "where the pieces meet"),
             Symbol("q", "integer, r <= q", "last step"), Symbol("A", "real", "height of the string at step p", "iterate"),
             Symbol("m", "real", "slope of the first piece", "iterate^-1"),
             Symbol("n", "real, n <= m", "slope of the second piece", "iterate^-1"),
             Symbol("h", "real", "slope of the whole", "iterate^-1")),
    structures=(Structure("N", "real sequence", "accumulated noise"), Structure("S", "real sequence", "accumulated shift")),
    assumptions=(Assumption("first order", "p <= r"), Assumption("second order", "r <= q"),
                 Assumption("noise", "forall(k, p + 1, q, N(k - 1) < N(k))"), Assumption("some noise", "N(p) < N(q)"),
                 Assumption("slopes", "n <= m"), Assumption("first end", "A + m*(N(r) - N(p)) == S(r)"),
                 Assumption("second end", "S(r) + n*(N(q) - N(r)) == S(q)"), Assumption("end", "A + h*(N(q) - N(p)) == S(q)"),
                 Assumption("first", "forall(k, p, r, A + m*(N(k) - N(p)) <= S(k))"),
                 Assumption("second", "forall(k, r, q, S(r) + n*(N(k) - N(r)) <= S(k))")),
    uses=("pabisym/rising",), spots=(Spot({"p": 1, "r": 2, "q": 3, "A": 0, "m": 2, "n": 1, "h": "3/2"}),),
)
