"""A curve whose slopes fall lies above its chord.

Statement
    Let N_{k-1} < N_k, S_k = S_{k-1} + d_k (N_k - N_{k-1}) for k = p+1..q and d_{p+1} >= d_{p+2} >= ... >= d_q. If A <=
    S_p and S_q = A + h, then h (N_k - N_p) <= (S_k - A) (N_q - N_p) for k = p..q.
Reads as
    Where the shift arrives ever more slowly per noise, one straight piece of string fits below it.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._iterations import falling, here, rising_from

CLAIM = "h*(N(k) - N(p)) <= (S(k) - A)*(N(q) - N(p))"


@script
def proof(p: Script) -> Step:
    """S_k - S_p >= d_k (N_k - N_p) and S_q - S_k <= d_k (N_q - N_k): the slope so far is at least the one still to come."""

    @script
    def first(p: Script) -> Step:
        p.have_all(here(p, ("shift",), "p + 1"))
        return p.prove("d(p + 1)*(N(p + 1) - N(p)) <= S(p + 1) - S(p)")

    mean = "d(i)*(N(i) - N(p)) <= S(i) - S(p)"
    claim = f"forall(k, p, q, {CLAIM})"
    with p.case("q - p - 1", claim) as some:
        with some.induct("i", "p + 1", "q", mean, first) as average:
            average.have_all(here(average, ("falling", "shift", "noise"), "i") | {"before": rising_from(average, "p", "i - 1", "l")})
            average.have("gain", "0 <= (d(i - 1) - d(i))*(N(i - 1) - N(p))")
        some.have("mean of i", average.step)
        with some.generalise("k", "p", "q") as each:
            with each.case("k - p - 1", CLAIM) as late:
                with late.induct("i", "k", "q", "S(i) - S(k) <= d(k)*(N(i) - N(k))") as rest:
                    slope = falling(rest)
                    rest.have_all(here(rest, ("shift", "noise"), "i") | {"slope": slope})
                    rest.have("loss", "0 <= (d(k) - d(i))*(N(i) - N(i - 1))")
                late.have_all({"mean": late.at("mean of i", "k"), "tail": late.at(rest.step, "q"), "later": rising_from(late, "k", "q"),
                               "earlier": rising_from(late, "p", "k")})
                late.have_all({"far": "(d(k)*(N(k) - N(p)))*(N(q) - N(k)) <= (S(k) - S(p))*(N(q) - N(k))",
                               "near": "(S(q) - S(k))*(N(k) - N(p)) <= (d(k)*(N(q) - N(k)))*(N(k) - N(p))",
                               "lower": "(S(p) - A)*(N(q) - N(k)) >= 0"})
                late.have("weighed", "(S(k) - A)*(N(q) - N(k)) >= (S(q) - S(k))*(N(k) - N(p))")
                late.have("rise", "h == S(q) - A")
            each.have("whole", rising_from(each, "p", "q"))
            each.have("room", "(S(p) - A)*(N(q) - N(p)) >= 0")
            each.show(CLAIM)
        some.show(each.step)
    with p.generalise("k", "p", "q") as every:
        every.have("at p", "k <= p")
        every.have("at q", "q <= k")
        every.show(CLAIM)
    return every.step


STATEMENT = item("used with Theorem 22", "section 3.3",
    key="feldman2018", kind="lemma",
    letters=("p: integer: first step", "q: integer, q >= p: last step", "A: real: height of the chord at step p; unit iterate",
        "h: real: rise of the chord; unit iterate", "N: real sequence: abscissa of the curve, rising", "S: real sequence: the curve",
        "d: real sequence: slope of the curve from k - 1 to k"),
    assumptions=("order of steps: p <= q", "noise: forall(k, p + 1, q, N(k - 1) < N(k))",
        "shift: forall(k, p + 1, q, S(k) == S(k - 1) + d(k)*(N(k) - N(k - 1)))", "falling: forall(k, p + 2, q, d(k) <= d(k - 1))",
        "start: A <= S(p)", "end: S(q) == A + h"), conclusion="forall(k, p, q, h*(N(k) - N(p)) <= (S(k) - A)*(N(q) - N(p)))", proof=proof,
    uses=("pabisym/rising",), spots="p=1, q=3, A=0, h=1")
