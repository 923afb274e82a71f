"""A curve whose slopes fall lies above its chord.

Statement
    Let N_{k-1} < N_k, S_k = S_{k-1} + d_k (N_k - N_{k-1}) for k = p+1..q and d_{p+1} >= d_{p+2} >= ... >= d_q. If A <= S_p
    and A + m (N_q - N_p) = S_q, then A + m (N_k - N_p) <= S_k for k = p..q.
Reads as
    Where the shift arrives ever more slowly per noise, one straight piece of string fits below it.
Letters
    p : integer : first step : 1
    q : integer, q > p : last step : 1
    A : real : height of the chord at step p : iterate
    m : real : slope of the chord : iterate^-1
    N : real sequence : abscissa of the curve, rising
    S : real sequence : the curve
    d : real sequence : slope of the curve from k - 1 to k
Assumptions
    order of steps : p <= q - 1
    noise : N_{k-1} < N_k
    shift : S_k = S_{k-1} + d_k (N_k - N_{k-1})
    falling : d_k <= d_{k-1} for k >= p + 2
    start : A <= S_p
    end : A + m (N_q - N_p) = S_q
Reference
    feldman2018, used with Theorem 22, section 3.3
"""

from pabisym.proof.build import Builder, Step
from pabisym.proof.iterations import divided, here, rising_from
from pabisym.statement import Assumption, Reference, Spot, Statement, Structure, Symbol

CLAIM = "A + m*(N(k) - N(p)) <= S(k)"


def proof(b: Builder) -> Step:
    """S_k - S_p >= d_k (N_k - N_p) and S_q - S_k <= d_k (N_q - N_k): the slope so far is at least the one still to come."""

    def first(b: Builder) -> Step:
        return b.suppose_all(here(b, ("shift",), "p + 1"), lambda b: b.prove("d(p + 1)*(N(p + 1) - N(p)) <= S(p + 1) - S(p)"))

    def average(b: Builder, _: str) -> Step:
        facts = here(b, ("falling", "shift", "noise"), "i") | {"before": rising_from(b, "p", "i - 1", "l")}
        return b.suppose_all(facts, lambda b: b.have("gain", b.prove("0 <= (d(i - 1) - d(i))*(N(i - 1) - N(p))"),
                             lambda b: b.prove("d(i)*(N(i) - N(p)) <= S(i) - S(p)")))

    def rest(b: Builder, _: str) -> Step:
        slope = b.theorem("pabisym/rising", {"steps": b.generalise("l", "k + 1", "i", lambda b: b.have(
            "fall", b.at("falling", "l"), lambda b: b.prove("-d(l - 1) <= -d(l)")))}, p="k", q="i", f=("l", "-d(l)"))
        return b.suppose_all(here(b, ("shift", "noise"), "i") | {"slope": slope}, lambda b: b.have(
            "loss", b.prove("0 <= (d(k) - d(i))*(N(i) - N(i - 1))"), lambda b: b.prove("S(i) - S(k) <= d(k)*(N(i) - N(k))")))

    def late(b: Builder) -> Step:
        tail = b.at(b.induction("i", "k", "q", "S(i) - S(k) <= d(k)*(N(i) - N(k))", rest=rest), "q")
        facts = {"mean": b.at("mean of i", "k"), "tail": tail, "later": rising_from(b, "k", "q"), "earlier": rising_from(b, "p", "k")}
        weighed = "(S(k) - S(p))*(N(q) - N(k)) >= (S(q) - S(k))*(N(k) - N(p))"
        parts = {"far": "(d(k)*(N(k) - N(p)))*(N(q) - N(k)) <= (S(k) - S(p))*(N(q) - N(k))",
                 "near": "(S(q) - S(k))*(N(k) - N(p)) <= (d(k)*(N(q) - N(k)))*(N(k) - N(p))",
                 "lower": "(S(p) - A)*(N(q) - N(k)) >= 0"}

        def weigh(b: Builder) -> Step:
            return b.suppose_all({name: b.prove(claim) for name, claim in parts.items()}, lambda b: b.have(
                "weighed", b.prove(weighed), lambda b: b.have("whole", b.prove(
                    "(N(q) - N(p))*(S(k) - A - m*(N(k) - N(p))) >= 0"), lambda _: divided(CLAIM, "N(q) - N(p)", "whole"))))

        return b.suppose_all(facts, weigh)

    def below(b: Builder) -> Step:
        return b.by_cases("k - p - 1", CLAIM, lambda b: late(b) if b.scope.arithmetic.evident(b.term("k >= p + 1")) else b.prove(CLAIM))

    mean = b.induction("i", "p + 1", "q", "d(i)*(N(i) - N(p)) <= S(i) - S(p)", base=first, rest=average)
    return b.have("mean of i", mean, lambda b: b.have("first noise", b.at("noise", "p + 1"), lambda b: b.have(
        "more noise", rising_from(b, "p + 1", "q"), lambda b: b.have("some noise", b.prove("N(p) < N(q)"),
                                                                    lambda b: b.generalise("k", "p", "q", below)))))


STATEMENT = Statement(
    id="pabisym/falling-slopes", title="A curve whose slopes fall lies above its chord", kind="lemma", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "used with Theorem 22", "section 3.3"), conclusion=f"forall(k, p, q, {CLAIM})",
    symbols=(Symbol("p", "integer", "first step"), Symbol("q", "integer, q > p", "last step"),
             Symbol("A", "real", "height of the chord at step p", "iterate"), Symbol("m", "real", "slope of the chord", "iterate^-1")),
    structures=(Structure("N", "real sequence", "abscissa of the curve, rising"), Structure("S", "real sequence", "the curve"),
                Structure("d", "real sequence", "slope of the curve from k - 1 to k")),
    assumptions=(Assumption("order of steps", "p <= q - 1"), Assumption("noise", "forall(k, p + 1, q, N(k - 1) < N(k))"),
                 Assumption("shift", "forall(k, p + 1, q, S(k) == S(k - 1) + d(k)*(N(k) - N(k - 1)))"),
                 Assumption("falling", "forall(k, p + 2, q, d(k) <= d(k - 1))"), Assumption("start", "A <= S(p)"),
                 Assumption("end", "A + m*(N(q) - N(p)) == S(q)")),
    uses=("pabisym/rising",), spots=(Spot({"p": 1, "q": 3, "A": 0, "m": 1}),),
)
