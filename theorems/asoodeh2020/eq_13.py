"""(12) for the binary channel.

Statement
    chi^2(mu K || nu K) <= (1 - a - b) chi^2(mu || nu) = 2 (1 - a - b) int_1^inf E_gamma(mu || nu) + gamma^-3 E_gamma(nu
    || mu) dgamma.
Reads as
    (12) and (10) with f(t) = (t - 1)^2, f'' = 2. The inequality is proved without (12): with probability a the channel
    says 1 and with probability b it says 0, whatever was asked, and else it repeats the input; chi^2 is jointly convex.
    Here 1 + chi^2 is the moment of order 2, x and y are the two symbols. The integral is checked on finite laws.
"""

from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Step
from pabisym.proof.laws import chained, put, within
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from . import _finite_kernels as finite_kernels

ROWS = "mix(1 - a, point(x), point(y))", "mix(b, point(x), point(y))"
ERASED = "mix(a, point(y), mix(b/(1 - a), point(x), {law}))"


@script
def erasure(p: Script, law: str, one: str, known: str) -> Step:
    """The output as a mixture of both symbols and the input, whose chance of the symbol y is ``one``."""
    binary = f"mix(1 - {one}, point(x), point(y))"
    x, y = (chained(p, p.figure("answers-through", K="K", x=at), p.known(row)) for at, row in (("x", "first row"), ("y", "second row")))
    out = f"mix(1 - {one}, {ROWS[0]}, {ROWS[1]})"
    both = chained(p, within(p, p.known(known), "through(K, LAW)"),
                   p.figure("mix-through", w=f"1 - {one}", P="point(x)", Q="point(y)", K="K"),
                   within(p, x, f"mix(1 - {one}, LAW, through(K, point(y)))"), within(p, y, f"mix(1 - {one}, {ROWS[0]}, LAW)"))
    kept = ERASED.format(law=binary)
    with p.spell(f"equal({out}, {kept})") as event:
        parts = ((f"1 - {one}", *ROWS, "1"), ("1 - a", "point(x)", "point(y)", f"1 - {one}"), ("b", "point(x)", "point(y)", one),
                 ("a", "point(y)", f"mix(b/(1 - a), point(x), {binary})", "-1"), ("b/(1 - a)", "point(x)", binary, "-(1 - a)"),
                 (f"1 - {one}", "point(x)", "point(y)", "-(1 - a - b)"))
        labels = [event.fresh("chance") for _ in parts]
        for label, (weight, first, second, _) in zip(labels, parts, strict=True):
            event.have(label, event.figure("chance-mix", w=weight, P=first, Q=second, O="O"))
        event.show(certified(f"chance({out}, O) == chance({kept}, O)",
                             *(fact(label, factor=factor) for label, (*_, factor) in zip(labels, parts, strict=True))))
    return chained(p, both, put(p.known(known), f"equal({out}, {ERASED.format(law='LAW')})", event.step))


@script
def proof(p: Script) -> Step:
    """Joint convexity, twice."""
    p.have("kept", "1 - a > 0")
    p.have("share", certified("b/(1 - a) >= 0", fact("second sign"), multiplier="1 - a"))
    p.have("share whole", certified("b/(1 - a) <= 1", fact("first"), fact("second"), multiplier="1 - a"))
    p.have("double", p.figure("exp-sum", x="0", y="0", conclude="exp(0) == exp(0)*exp(0)"))
    p.have("unit", certified("exp(0) <= 1", fact("double"), multiplier="exp(0)"))
    symbols = {name: p.figure("moment-widen", p.figure("moment", p.figure("renyi-same", alpha="2", P=f"point({name})")), u="1")
               for name in "xy"}
    inner = p.figure("moment-mixture", symbols["x"], "before", w="b/(1 - a)")
    outer = p.figure("moment-mixture", symbols["y"], inner, w="a")
    told = p.figure("moment-same-law", outer, erasure(p, "P", "s", "first law"), erasure(p, "Q", "t", "second law"))
    return p.figure("moment-widen", told, u="1 + (1 - a - b)*c")


STATEMENT = item("Equation (13)", "section III",
    kind="inequality",
    letters=("a: real, 0 <= a <= 1/2 [first sign, first]: chance that 0 becomes 1",
        "b: real, 0 <= b <= 1/2 [second sign, second]: chance that 1 becomes 0",
        "s: real, 0 <= s <= 1 [one sign, one]: chance of 1 under the first law",
        "t: real, 0 <= t <= 1 [other sign, other]: chance of 1 under the second law", "c: real: chi^2 of the input laws",
        "x: vector: the symbol 0", "y: vector: the symbol 1", "P: law: first law", "Q: law: second law",
        r"K: mechanism: the Markov kernel; latex \mathsf{K}"),
    assumptions=("first row: equal(answers(K, x), mix(1 - a, point(x), point(y)))",
        "second row: equal(answers(K, y), mix(b, point(x), point(y)))", "first law: equal(P, mix(1 - s, point(x), point(y)))",
        "second law: equal(Q, mix(1 - t, point(x), point(y)))", "before: moment(2, P, Q, 1 + c)"),
    conclusion="moment(2, through(K, P), through(K, Q), 1 + (1 - a - b)*c)", proof=proof,
    clauses=(
        "proved by conclusion: chi^2(mu K || nu K) <= (1 - a - b) chi^2(mu || nu)",
        "cited by asoodeh2020/eq-10: chi^2(mu || nu) is twice the integral"),
    printed="holds",
    uses=("asoodeh2020/eq-10", "asoodeh2020/eq-12"),
    checks=(Check("chi-squared of finite kernels", finite_kernels.total_variation_dominates),
        Check("the integral", finite_kernels.integral_is_the_divergence)), spots="a=1/10, b=2/5, s=1/10, t=2/5, c=3/8")
