"""The proofs for a gap in every epoch of a bounded process: how many epochs to look back.

Written with the letters of ``pabisym/epochs-after-restart``, ``pabisym/epochs-look-back``, ``pabisym/either-look-back`` and
``pabisym/bounded-epochs``.  Untrusted like every builder.
"""

from __future__ import annotations

from pabisym.proof.build import Builder, Filler, Step, stated
from pabisym.proof.case_split import case_by_case
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._epochs import JUMP, SHIFT, WHOLE, jump, know_count
from ._iterations import at, divide
from ._restarts import choose, least, weaken, window

RUNS: dict[str, Filler] = {name: ("k", f"{name}(k)") for name in ("X", "Y", "psi", "phi", "zeta")}
# After a restart right after a gap: one rate up to the step before the last gap, and one from there on.

LENGTH, BEFORE = "(q*n + n - t)", "(t + (E - 1 - q)*n)"
LEFT = f"(D - g*(E - q) + {at(SHIFT, f'{BEFORE} + k')})"
RISE = at(JUMP, f"{BEFORE} + k")
COUNT = at(WHOLE, f"{BEFORE} + k")
PAID = f"cases(k - q*n, D + q*g - x*({LENGTH} - k), u*k)"
PRICE = "cases(k - q*n, u**2*(q*n - 1)/w + x**2*(k - q*n + 1)/w, u**2*k/w)"
TWO_RATES = "alpha*(u**2*(q*n - 1) + x**2*(n - t + 1))/(2*w)"


@script
def after_restart(p: Script) -> Step:
    """The string rises at two rates, below the shift that arises."""

    @script
    def counts(p: Script) -> Step:
        with p.generalise("k", "0", "E*n") as each:
            know_count(each)
            each.show(f"k - t + 1 <= n*({WHOLE} + 1)")
        return each.step

    @script
    def rises(p: Script) -> Step:
        with p.generalise("k", "1", "E*n") as each:
            each.have("jump", jump(each))
            each.show(each.figure("gap-widen", each.at("gaps", "k"), u=JUMP))
        return each.step

    p.have_all({"epochs skipped": "(E - 1 - q)*n >= 0", "epochs back": "q*n >= n", "steps back": f"{LENGTH} >= n",
                "some steps": f"{LENGTH} >= 1", "all steps": "E*n >= n", "epochs": "E >= 2"})
    p.have_all({"counts": counts(p), "rises": rises(p)})
    p.have_all({"first count": p.at("counts", BEFORE), "last count": p.at("counts", "E*n"),
                "last low": p.figure("floor-low", x="(E*n - t)/n")})
    p.have_all({"first reached": _at_least(p, at(WHOLE, BEFORE), "E - 1 - q"), "last reached": _at_least(p, at(WHOLE, "E*n"), "E - 1"),
                "last below": f"{at(WHOLE, 'E*n')} < E"})
    p.have("last at most", p.next_integer(f"{at(WHOLE, 'E*n')} < E", f"{at(WHOLE, 'E*n')} + 1 <= E"))
    return _string(p)


@script
def _at_least(p: Script, count: str, least: str) -> Step:
    """That a whole number of epochs is at least another, from n times one more of it being larger than n times the other."""
    p.have(p.fresh("scaled"), f"0 < n*({count} + 1 - ({least}))")
    p.have(p.fresh("positive"), f"0 < {count} + 1 - ({least})")
    return p.next_integer(f"0 < {count} + 1 - ({least})", f"{least} <= {count}")


@script
def _string(p: Script) -> Step:
    """The theorem about strings, for the last steps."""
    premises, terms = window(p, "E*n", LENGTH)
    start = premises["start"]
    claims = {"Lipschitz": f"lipschitz(psi({BEFORE} + k), 1)", "Gaussian": f"gaussian(zeta({BEFORE} + k), w)",
              "rises": f"gap(psi({BEFORE} + k), phi({BEFORE} + k), {RISE})"}
    each = {name: p.part(name, "k", "1", LENGTH, claims[name], at=f"{BEFORE} + k") for name in claims}
    change, price = f"{PAID} - ({at(PAID, 'k - 1')})", f"{PRICE} - ({at(PRICE, 'k - 1')})"
    premises |= {"Lipschitz": each["Lipschitz"], "Gaussian": each["Gaussian"], "gaps": each["rises"],
                 "start": p.figure("winf-widen", start, y=at(LEFT, "0")),
                 "string": p.generalise("k", "1", LENGTH, f"{at(PAID, 'k - 1')} <= {PAID}"),
                 "price": p.generalise("k", "1", LENGTH, f"({change})**2*1**2 <= w*({price})"),
                 "below": p.generalise("k", "0", LENGTH, _below)}
    return p.theorem("pabisym/taut-string", premises, **terms, c=("k", "1"), s=("k", RISE), v=("k", "w"), P=("k", "1"), S=("k", LEFT),
                     A=("k", PAID), b=("k", PRICE), conclude=f"renyi(alpha, 0, X(E*n), Y(E*n), {TWO_RATES})")


@script
def _below(p: Script) -> Step:
    """The string lies below the shift."""
    claim = f"{PAID} <= {LEFT}"
    p.have("count", p.at("counts", f"{BEFORE} + k"))
    with p.case("k - q*n", claim) as late:
        late.have("reached", _at_least(late, COUNT, "E - 1"))
        late.have_all({"worth": f"g*({COUNT} - (E - 1)) >= 0", "rest": f"x*({LENGTH} - k) >= 0"})
    p.have("rest", "u*(q*n - 1 - k) >= 0")
    with p.case(f"{COUNT} - (E - 1)", claim) as case:
        case.have("worth", f"g*({COUNT} - (E - 1)) >= 0")
    with p.case("q - 2", claim) as several:
        several.have_all({"steep": divide("u*n - g >= 0", "q - 1", "fast enough")})
        several.have_all({"missing": f"(E - 2 - {COUNT})*(u*n - g) >= 0", "steps": f"u*(n*({COUNT} + 1) - (E - 1 - q)*n - k - 1) >= 0"})
    p.have("reached", _at_least(p, COUNT, "E - 1 - q"))
    p.have("worth", f"g*({COUNT} - (E - 1 - q)) >= 0")
    return p.prove(claim)


# Looking back q gaps, with the diameter r g and the loss F of a gap that is paid by one step.

BASE = "(E - 1)/n + 1/(n - t + 1)"
POOLED, SLACK = "(r + q)**2/(q*n + n - t)", "(n - t + 1)*(r + q - 1) - (q*n - 1)"
APART = "(r + q - 1)**2/(q*n - 1) + 1/(n - t + 1)"
BACK = f"cases({SLACK}, {POOLED}, {APART})"
LATE = "r**2/(n - t)"


@script
def look_back(p: Script) -> Step:
    """One rate or two; looking back at all epochs would not be better than paying all gaps."""
    claim = f"renyi(alpha, 0, X(E*n), Y(E*n), F*min({BASE}, {BACK}))"

    @script
    def one(p: Script) -> Step:
        pooled = p.evident(f"{SLACK} >= 0")
        value = POOLED if pooled else APART
        base = _all_paid(p)
        divisor = "q*n + n - t > 0" if pooled else "q*n - 1 > 0"

        @script
        def near(p: Script) -> Step:
            if p.evident("q <= E - 1"):
                return least(p, (base, _restart_rates(p, pooled=pooled)), (BASE, value), "F")
            p.have("far", _far(p, pooled=pooled))
            return choose(p, base, (BASE, value), "F", first=True)

        p.have("divisor", divisor)

        @script
        def either(p: Script) -> Step:
            return stated(near(p), claim)

        return p.by_cases("E - 1 - q", claim, either)

    p.have_all({"gaps back": "n*q >= n", "left": "n - t + 1 > 0"})
    return p.by_cases(SLACK, claim, one)


def _all_paid(b: Builder) -> Step:
    """Without a restart."""
    made = b.theorem("pabisym/periodic-gap", {})
    return weaken(b, made, f"F*({BASE})")


@script
def _restart_rates(p: Script, *, pooled: bool) -> Step:
    """The rates after the restart."""
    u = "((r + q)/(q*n + n - t)*g)" if pooled else "((r + q - 1)/(q*n - 1)*g)"
    x = u if pooled else "(g/(n - t + 1))"
    value = POOLED if pooled else APART
    total = f"{u}*(q*n - 1) + {x}*(n - t + 1) == r*g + q*g"
    facts = {"value": f"{value} >= 0", "rate": f"{u} >= 0", "last rate": f"{x} >= 0", "all": total}
    p.have_all(facts)
    made = p.theorem("pabisym/epochs-after-restart", {name: p.known(name) for name in facts}, D="(r*g)", u=u, x=x)
    paid = at(at(TWO_RATES, u, "u"), x, "x")
    p.have("worth", certified(f"{paid} <= F*({value})", fact("one step", "value")))
    return weaken(p, made, f"F*({value})")


@script
def _far(p: Script, *, pooled: bool) -> Step:
    """With q >= E gaps the rate is at least g/n, and before the last of them there are at least E - 1."""
    rate = "((r + q)/(q*n + n - t))" if pooled else "((r + q - 1)/(q*n - 1))"
    value = POOLED if pooled else APART
    claim = f"{value} - ({BASE}) >= 0"
    last = {"last rate": f"{rate}*(n - t + 1) >= 1"} if pooled else {}
    more = {"width paid": f"{rate}*r >= 0", "gaps paid": f"(q - 1)*({rate}*n - 1) >= 0", "gaps more": "q - 1 >= E - 1"}
    p.have_all({"rate": f"{rate} >= 0", **last, **more})
    return p.prove(claim)


# The best look-back.

WIDE = "floor(r - (max(n, 2*(n - t + 1)) - 2)/n)"
NEAR, NEXT = at(BACK, WIDE, "q"), at(BACK, f"({WIDE} + 1)", "q")
ONE = "cases((n - t + 1)*r - (n - 1), (r + 1)**2/(2*n - t), r**2/(n - 1) + 1/(n - t + 1))"
PERIODIC = f"F*min({BASE}, cases({WIDE} - 1, min({NEAR}, {NEXT}), cases(n - t - 1, min({ONE}, {LATE}), {ONE})))"


@script
def either(p: Script) -> Step:
    """Of two bounds that are the smaller ones of one value and another each, the smaller one."""
    whole, claim = "F*min(v, min(x, y))", "renyi(alpha, 0, P, Q, F*min(v, min(x, y)))"
    facts = {"smaller": p.figure("minimum"), "smallest": p.figure("minimum", x="v", y="min(x, y)"),
             "with x": p.figure("minimum", x="v", y="x"), "with y": p.figure("minimum", x="v")}

    @script
    def one(p: Script) -> Step:
        name, value = ("first", "x") if p.evident("y - x >= 0") else ("second", "y")

        @script
        def either(p: Script) -> Step:
            return given(p, name, value)

        return p.by_cases(f"{value} - v", claim, either)

    @script
    def given(p: Script, name: str, value: str) -> Step:
        above = p.evident(f"{value} - v >= 0")
        parts = [fact("smallest", factor="F"), fact(f"with {value}", times="-1", factor="F")]
        parts += [] if above else [fact("smaller", factor="F")]
        own = f"F*min(v, {value})"
        p.have("order of both", f"min(x, y) - v {('>=' if above else '<')} 0")
        p.have("same", certified(f"{own} <= {whole}", *parts))
        return p.figure("monotone", name, y="0", d=whole)

    p.have_all(facts)
    return p.by_cases("y - x", claim, one)


@script
def best(p: Script) -> Step:
    """The two look-backs between which the cost has its minimum, or one gap or none."""
    claim = f"renyi(alpha, 0, X(E*n), Y(E*n), {PERIODIC})"

    @script
    def leaf(p: Script) -> Step:
        wide = p.evident(f"{WIDE} - 1 >= 0")
        if wide:
            found = (_back(p, WIDE), NEAR), (_back(p, f"({WIDE} + 1)"), NEXT)
        elif p.evident("n - t - 1 >= 0"):
            found = (_back(p, "1"), ONE), (_late(p), LATE)
        else:
            return stated(_back(p, "1"), claim)
        (first, x), (second, y) = found
        terms = {"v": BASE, "x": x, "y": y, "P": "X(E*n)", "Q": "Y(E*n)"}
        return stated(p.theorem("pabisym/either-look-back", {"first": first, "second": second}, **terms), claim)

    p.have("largest", p.figure("maximum", x="n", y="2*(n - t + 1)"))
    p.have("larger", "max(n, 2*(n - t + 1)) >= n")
    p.have("low", p.figure("floor-low", x=WIDE[6:-1]))
    with p.case(f"{WIDE} - 1", claim) as case:
        case.have_all({"counted": f"n*{WIDE} <= n*r - n + 2", "gaps back": f"n*({WIDE} - 1) >= 0"})
        case.have("wide enough", "n*r - n + 1 >= 0")
        case.show(case_by_case(case, claim, (case.term(PERIODIC),), leaf))
    return case_by_case(p, claim, (p.term(PERIODIC),), leaf)


@script
def _back(p: Script, q: str) -> Step:
    p.have(p.fresh("wide"), f"({q} - 1)*(n*r - n + 1) >= 0")
    return p.theorem("pabisym/epochs-look-back", {}, q=q)


@script
def _late(p: Script) -> Step:
    """A restart right after the last gap, from which on the runs are alike; or all gaps are paid."""
    start = "((E - 1)*n + t)"
    claims = {"Lipschitz": f"lipschitz(psi({start} + k), 1)", "Gaussian": f"gaussian(zeta({start} + k), (w*k - w*(k - 1))*1**2)"}
    premises = {name: p.part(name, "k", "1", "n - t", claims[name], at=f"{start} + k") for name in claims}
    with p.generalise("k", "1", "n - t") as each:
        each.show(_alike(each, start))
    premises["gaps"] = each.step
    own = {"c": "1", "P": "1", "N": "w*k", "S": "r*g", "d": "0"}
    terms: dict[str, Filler] = RUNS | {name: ("k", text) for name, text in own.items()}
    late = p.theorem("pabisym/restart-block", premises, **terms, T="E*n", m="n - t", D="r*g")
    return least(p, (_all_paid(p), weaken(p, late, f"F*({LATE})")), (BASE, LATE), "F")


@script
def _alike(p: Script, start: str) -> Step:
    """After the last gap the steps of the two runs are alike."""
    count = at(WHOLE, f"{start} + k")
    p.have("gaps so far", p.figure("floor-low", x=f"({start} + k - t)/n"))
    p.have("not all", f"0 < n*(E - {count})")
    p.have("fewer", f"{count} < E")
    p.have("all but one", p.next_integer(f"{count} < E", f"{count} + 1 <= E"))
    p.have("worth", f"n*{count} <= n*(E - 1)")
    return _none(p, start)


@script
def _none(p: Script, start: str) -> Step:
    """The gap of a step, which is none, once that is known of the steps of its epoch."""
    rest = f"n*{at(WHOLE, f'{start} + k')} - ({start} + k - t)"
    p.have_all({"epochs before": "n*(E - 1) >= 0", "later": f"{start} + k - t >= 0", "no gap": f"{rest} < 0"})
    return stated(p.at("gaps", f"{start} + k"), f"gap(psi({start} + k), phi({start} + k), 0)")
