"""Two chords of which the first is the steeper make one.

Statement
    Let p <= r <= q and let N rise. If a (N_k - N_p) <= (S_k - A) (N_r - N_p) for k = p..r with S_r = A + a and A <=
    S_p, b (N_k - N_r) <= (S_k - S_r) (N_q - N_r) for k = r..q with S_q = S_r + b, and b (N_r - N_p) <= a (N_q - N_r),
    then (a + b) (N_k - N_p) <= (S_k - A) (N_q - N_p) for k = p..q.
Reads as
    The straight line from the beginning of the first piece to the end of the second lies below both: blocks are pooled.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._iterations import divide, rising_from

CLAIM = "(a + b)*(N(k) - N(p)) <= (S(k) - A)*(N(q) - N(p))"
EXCESS = "(S(k) - A)*(N(q) - N(p)) - (a + b)*(N(k) - N(p))"


@script
def proof(p: Script) -> Step:
    """The slope of the whole lies between those of the pieces."""

    def side(p: Script, low: str, high: str) -> None:
        with p.proof() as strict:
            strict.have(strict.fresh("last"), strict.at("noise", high))
            strict.have(strict.fresh("before"), rising_from(strict, low, f"{high} - 1"))
            strict.show(f"N({low}) < N({high})")
        p.have(p.fresh("room"), strict.step)

    p.have("up to r", rising_from(p, "p", "r"))
    p.have("from r", rising_from(p, "r", "q"))
    p.have("whole", "N(p) <= N(q)")
    with p.generalise("k", "p", "q") as each:
        with each.case("k - r", CLAIM) as late:
            with late.case("q - r - 1", CLAIM) as after:
                side(after, "r", "q")
                after.have_all({"here": after.at("second", "k"), "after": rising_from(after, "k", "q")})
                after.have_all({"part": "(a*(N(q) - N(r)) - b*(N(r) - N(p)))*(N(q) - N(k)) >= 0",
                                "scaled": "((S(k) - S(r))*(N(q) - N(r)) - b*(N(k) - N(r)))*(N(q) - N(p)) >= 0"})
                after.have("weighed", f"({EXCESS})*(N(q) - N(r)) >= 0")
                after.show(divide(CLAIM, "N(q) - N(r)", "weighed"))
            late.have("at r", "k <= r")
            late.have("at q", "q <= k")
        with each.case("r - p - 1", CLAIM) as before:
            side(before, "p", "r")
            before.have_all({"here": before.at("first", "k"), "before": rising_from(before, "p", "k")})
            before.have_all({"part": "(a*(N(q) - N(r)) - b*(N(r) - N(p)))*(N(k) - N(p)) >= 0",
                             "scaled": "((S(k) - A)*(N(r) - N(p)) - a*(N(k) - N(p)))*(N(q) - N(p)) >= 0"})
            before.have("weighed", f"({EXCESS})*(N(r) - N(p)) >= 0")
            before.show(divide(CLAIM, "N(r) - N(p)", "weighed"))
        each.have("beginning here", "(S(p) - A)*(N(q) - N(p)) >= 0")
        each.show(CLAIM)
    return each.step


STATEMENT = item("used with Theorem 22", "section 3.3",
    key="feldman2018", kind="lemma",
    letters=("p: integer: first step", "r: integer, p <= r [first order]: where the pieces meet",
        "q: integer, r <= q [second order]: last step", "A: real: height of the string at step p; unit iterate",
        "a: real: rise of the first piece; unit iterate", "b: real: rise of the second piece; unit iterate",
        "N: real sequence: accumulated noise", "S: real sequence: accumulated shift"),
    assumptions=("noise: forall(k, p + 1, q, N(k - 1) < N(k))", "slopes: b*(N(r) - N(p)) <= a*(N(q) - N(r))", "beginning: A <= S(p)",
        "first end: S(r) == A + a", "second end: S(q) == S(r) + b", "first: forall(k, p, r, a*(N(k) - N(p)) <= (S(k) - A)*(N(r) - N(p)))",
        "second: forall(k, r, q, b*(N(k) - N(r)) <= (S(k) - S(r))*(N(q) - N(r)))"),
    conclusion="forall(k, p, q, (a + b)*(N(k) - N(p)) <= (S(k) - A)*(N(q) - N(p)))", proof=proof, uses=("pabisym/rising",),
    spots="p=1, r=2, q=3, A=0, a=2, b=1")
