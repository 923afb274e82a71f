"""A curve whose slopes fall lies above its chord.

Statement
    Let N_{k-1} < N_k, S_k = S_{k-1} + d_k (N_k - N_{k-1}) for k = p+1..q and d_{p+1} >= d_{p+2} >= ... >= d_q. If A <=
    S_p and S_q = A + h, then h (N_k - N_p) <= (S_k - A) (N_q - N_p) for k = p..q.
Reads as
    Where the shift arrives ever more slowly per noise, one straight piece of string fits below it.
"""

from pabisym.library.item import real
from pabisym.library.statement import Structure
from pabisym.proof.build import Builder, Step

from ._iterations import here, rising_from
from ._vocabulary import item

CLAIM = "h*(N(k) - N(p)) <= (S(k) - A)*(N(q) - N(p))"


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
        parts = {"far": "(d(k)*(N(k) - N(p)))*(N(q) - N(k)) <= (S(k) - S(p))*(N(q) - N(k))",
                 "near": "(S(q) - S(k))*(N(k) - N(p)) <= (d(k)*(N(q) - N(k)))*(N(k) - N(p))", "lower": "(S(p) - A)*(N(q) - N(k)) >= 0"}
        return b.suppose_all(facts, lambda b: b.suppose_all({name: b.prove(claim) for name, claim in parts.items()}, weighed))

    def weighed(b: Builder) -> Step:
        return b.have("weighed", b.prove("(S(k) - A)*(N(q) - N(k)) >= (S(q) - S(k))*(N(k) - N(p))"), lambda b: b.have(
            "rise", b.prove("h == S(q) - A"), lambda b: b.prove(CLAIM)))

    def early(b: Builder) -> Step:
        return b.have("whole", rising_from(b, "p", "q"), lambda b: b.have(
            "room", b.prove("(S(p) - A)*(N(q) - N(p)) >= 0"), lambda b: b.prove(CLAIM)))

    def below(b: Builder) -> Step:
        return b.by_cases("k - p - 1", CLAIM, lambda b: late(b) if b.scope.arithmetic.evident(b.term("k >= p + 1")) else early(b))

    mean = "d(i)*(N(i) - N(p)) <= S(i) - S(p)"
    claim = f"forall(k, p, q, {CLAIM})"

    def some(b: Builder) -> Step:
        return b.have("mean of i", b.induction("i", "p + 1", "q", mean, base=first, rest=average),
                      lambda b: b.generalise("k", "p", "q", below))

    return b.by_cases("q - p - 1", claim, lambda b: some(b) if b.scope.arithmetic.evident(b.term("q >= p + 1")) else b.generalise(
        "k", "p", "q", lambda b: b.have("at p", b.prove("k <= p"), lambda b: b.have("at q", b.prove("q <= k"), lambda b: b.prove(CLAIM)))))


STATEMENT = item("used with Theorem 22", "section 3.3", key="feldman2018", kind="lemma",
    letters=("p, q: last, A: chord", real("h", "rise of the chord", unit="iterate"), "N: curve, S: curve",
        Structure("d", "real sequence", "slope of the curve from k - 1 to k")),
    given=("order of steps", "noise: forall(k, p + 1, q, N(k - 1) < N(k))",
        "shift: forall(k, p + 1, q, S(k) == S(k - 1) + d(k)*(N(k) - N(k - 1)))", "falling: forall(k, p + 2, q, d(k) <= d(k - 1))",
        "start: A <= S(p)", "end"),
    conclusion=f"forall(k, p, q, {CLAIM})", proof=proof, uses=("pabisym/rising",), spots="p=1, q=3, A=0, h=1")
