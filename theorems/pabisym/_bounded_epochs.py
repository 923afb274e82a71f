"""The proofs for a gap in every epoch of a bounded process: how many epochs to look back.

Written with the letters of ``pabisym/epochs-after-restart``, ``pabisym/epochs-look-back``, ``pabisym/either-look-back`` and
``pabisym/bounded-epochs``.  Untrusted like every builder.
"""

from __future__ import annotations

from pabisym.proof.build import Builder, Filler, Step
from pabisym.proof.case_split import case_by_case

from ._epochs import GAP, JUMP, SHIFT, WHOLE, counted, jump
from ._iterations import at, divided
from ._restarts import START, chosen, domain, least, product, stated, uniform, weakened, window

RUNS: dict[str, Filler] = {name: ("k", f"{name}(k)") for name in ("X", "Y", "psi", "phi", "zeta")}

# After a restart right after a gap: one rate up to the step before the last gap, and one from there on.

LENGTH, BEFORE = "(q*n + n - t)", "(t + (E - 1 - q)*n)"
LEFT = f"(D - g*(E - q) + {at(SHIFT, f'{BEFORE} + k')})"
RISE = at(JUMP, f"{BEFORE} + k")
COUNT = at(WHOLE, f"{BEFORE} + k")
PAID = f"cases(k - q*n, D + q*g - x*({LENGTH} - k), u*k)"
PRICE = "cases(k - q*n, u**2*(q*n - 1)/w + x**2*(k - q*n + 1)/w, u**2*k/w)"
TWO_RATES = "alpha*(u**2*(q*n - 1) + x**2*(n - t + 1))/(2*w)"


def after_restart(b: Builder) -> Step:
    """The string rises at two rates, below the shift that arises."""
    sizes = {"epochs skipped": "(E - 1 - q)*n >= 0", "epochs back": "q*n >= n", "steps back": f"{LENGTH} >= n",
             "some steps": f"{LENGTH} >= 1", "all steps": "E*n >= n", "epochs": "E >= 2"}

    def counts(b: Builder) -> Step:
        return b.generalise("k", "0", "E*n", lambda b: counted(b, lambda b: b.prove(f"k - t + 1 <= n*({WHOLE} + 1)")))

    def rises(b: Builder) -> Step:
        return b.generalise("k", "1", "E*n", lambda b: b.have("jump", jump(b), lambda b: b.figure(
            "gap-widen", b.at("gaps", "k"), s=GAP, u=JUMP, f="psi(k)", g="phi(k)")))

    def ends(b: Builder) -> Step:
        facts = {"first count": b.at("counts", BEFORE), "last count": b.at("counts", "E*n"),
                 "last low": b.figure("floor-low", x="(E*n - t)/n")}
        return b.suppose_all(facts, lambda b: b.suppose_all(
            {"first reached": _at_least(b, at(WHOLE, BEFORE), "E - 1 - q"), "last reached": _at_least(b, at(WHOLE, "E*n"), "E - 1"),
             "last below": b.prove(f"{at(WHOLE, 'E*n')} < E")}, lambda b: b.have(
                "last at most", b.next_integer(f"{at(WHOLE, 'E*n')} < E", f"{at(WHOLE, 'E*n')} + 1 <= E"), _string)))

    return b.suppose_all({label: b.prove(claim) for label, claim in sizes.items()}, lambda b: b.suppose_all(
        {"counts": counts(b), "rises": rises(b)}, ends))


def _at_least(b: Builder, count: str, least: str) -> Step:
    """That a whole number of epochs is at least another, from n times one more of it being larger than n times the other."""
    return b.have(b.fresh("scaled"), b.prove(f"0 < n*({count} + 1 - ({least}))"), lambda b: b.have(
        b.fresh("positive"), b.prove(f"0 < {count} + 1 - ({least})"), lambda b: b.next_integer(
            f"0 < {count} + 1 - ({least})", f"{least} <= {count}")))


def _string(b: Builder) -> Step:
    """The theorem about strings, for the last steps."""
    premises, terms = window(b, "E*n", LENGTH)
    start = premises["start"]
    claims = {"Lipschitz": f"lipschitz(psi({BEFORE} + k), 1)", "Gaussian": f"gaussian(zeta({BEFORE} + k), w)",
              "rises": f"gap(psi({BEFORE} + k), phi({BEFORE} + k), {RISE})"}
    each = {name: b.generalise("k", "1", LENGTH, lambda b, name=name: stated(b.at(name, f"{BEFORE} + k"), claims[name]))  # type: ignore[misc]
            for name in claims}
    change, price = f"{PAID} - ({at(PAID, 'k - 1')})", f"{PRICE} - ({at(PRICE, 'k - 1')})"
    premises |= {"Lipschitz": each["Lipschitz"], "Gaussian": each["Gaussian"], "gaps": each["rises"],
                 "start": b.figure("winf-widen", start, y=at(LEFT, "0"), z="D", P=f"push(projection(K), X(E*n - {LENGTH}))",
                                   Q=f"push(projection(K), Y(E*n - {LENGTH}))"),
                 "string": b.generalise("k", "1", LENGTH, lambda b: b.prove(f"{at(PAID, 'k - 1')} <= {PAID}")),
                 "price": b.generalise("k", "1", LENGTH, lambda b: b.prove(f"({change})**2*1**2 <= w*({price})")),
                 "below": b.generalise("k", "0", LENGTH, _below)}
    return b.theorem("pabisym/taut-string", premises, **terms, alpha="alpha", c=("k", "1"), s=("k", RISE), v=("k", "w"), P=("k", "1"),
                     S=("k", LEFT), A=("k", PAID), b=("k", PRICE), conclude=f"renyi(alpha, 0, X(E*n), Y(E*n), {TWO_RATES})")


def _below(b: Builder) -> Step:
    """The string lies below the shift."""
    claim = f"{PAID} <= {LEFT}"

    def late(b: Builder) -> Step:
        return b.have("reached", _at_least(b, COUNT, "E - 1"), lambda b: b.suppose_all(
            {"worth": b.prove(f"g*({COUNT} - (E - 1)) >= 0"), "rest": b.prove(f"x*({LENGTH} - k) >= 0")}, lambda b: b.prove(claim)))

    def early(b: Builder) -> Step:
        return b.have("rest", b.prove("u*(q*n - 1 - k) >= 0"), lambda b: b.by_cases(f"{COUNT} - (E - 1)", claim, inner))

    def inner(b: Builder) -> Step:
        if b.scope.arithmetic.evident(b.term(f"{COUNT} >= E - 1")):
            return b.have("worth", b.prove(f"g*({COUNT} - (E - 1)) >= 0"), lambda b: b.prove(claim))
        return b.by_cases("q - 2", claim, lambda b: several(b) if b.scope.arithmetic.evident(b.term("q >= 2")) else one(b))

    def one(b: Builder) -> Step:
        return b.have("reached", _at_least(b, COUNT, "E - 1 - q"), lambda b: b.have(
            "worth", b.prove(f"g*({COUNT} - (E - 1 - q)) >= 0"), lambda b: b.prove(claim)))

    def several(b: Builder) -> Step:
        facts = {"steep": divided("u*n - g >= 0", "q - 1", "fast enough")}
        more = {"missing": f"(E - 2 - {COUNT})*(u*n - g) >= 0", "steps": f"u*(n*({COUNT} + 1) - (E - 1 - q)*n - k - 1) >= 0"}
        return b.suppose_all(facts, lambda b: b.suppose_all(
            {label: b.prove(fact) for label, fact in more.items()}, lambda b: b.prove(claim)))

    return b.have("count", b.at("counts", f"{BEFORE} + k"), lambda b: b.by_cases("k - q*n", claim, lambda b: late(b)
                  if b.scope.arithmetic.evident(b.term("k >= q*n")) else early(b)))


# Looking back q gaps, with the diameter r g and the loss F of a gap that is paid by one step.

BASE = "(E - 1)/n + 1/(n - t + 1)"
POOLED, SLACK = "(r + q)**2/(q*n + n - t)", "(n - t + 1)*(r + q - 1) - (q*n - 1)"
APART = "(r + q - 1)**2/(q*n - 1) + 1/(n - t + 1)"
BACK = f"cases({SLACK}, {POOLED}, {APART})"
LATE = "r**2/(n - t)"
RUN = ("E*n", "alpha")
RUNS_IN_DOMAIN = (*domain("r*g", "E*n"), START, *uniform("1", "w", GAP, "once in every epoch", "E*n"))
"""What the theorems about a look-back assume."""


def look_back(b: Builder) -> Step:
    """One rate or two; looking back at all epochs would not be better than paying all gaps."""
    claim = f"renyi(alpha, 0, X(E*n), Y(E*n), F*min({BASE}, {BACK}))"

    def one(b: Builder) -> Step:
        pooled = b.scope.arithmetic.evident(b.term(f"{SLACK} >= 0"))
        value = POOLED if pooled else APART
        base = _all_paid(b)
        divisor = "q*n + n - t > 0" if pooled else "q*n - 1 > 0"

        def near(b: Builder) -> Step:
            if b.scope.arithmetic.evident(b.term("q <= E - 1")):
                return least(b, (base, _restarted(b, pooled=pooled)), (BASE, value), "F", RUN)
            return b.have("far", _far(b, pooled=pooled), lambda b: chosen(b, base, (BASE, value), "F", RUN, first=True))

        return b.have("divisor", b.prove(divisor), lambda b: b.by_cases("E - 1 - q", claim, lambda b: stated(near(b), claim)))

    return b.suppose_all({"gaps back": b.prove("n*q >= n"), "left": b.prove("n - t + 1 > 0")}, lambda b: b.by_cases(SLACK, claim, one))


def _all_paid(b: Builder) -> Step:
    """Without a restart."""
    made = b.theorem("pabisym/periodic-gap", {}, **RUNS, n="n", E="E", t="t", alpha="alpha", g="g", w="w")
    return weakened(b, made, f"F*({BASE})", RUN)


def _restarted(b: Builder, *, pooled: bool) -> Step:
    """The rates after the restart."""
    u = "((r + q)/(q*n + n - t)*g)" if pooled else "((r + q - 1)/(q*n - 1)*g)"
    x = u if pooled else "(g/(n - t + 1))"
    terms: dict[str, Filler] = {name: name for name in ("n", "E", "t", "q", "alpha", "g", "w", "K")}
    value = POOLED if pooled else APART
    total = f"{u}*(q*n - 1) + {x}*(n - t + 1) == r*g + q*g"
    facts = {"value": f"{value} >= 0", "rate": f"{u} >= 0", "last rate": f"{x} >= 0", "all": total}

    def known(b: Builder) -> Step:
        made = b.theorem("pabisym/epochs-after-restart", {name: b.known(name) for name in facts}, **RUNS, **terms, D="(r*g)", u=u, x=x)
        paid = at(at(TWO_RATES, u, "u"), x, "x")
        worth = product(f"{paid} <= F*({value})", "1", ("1", "one step, value", ""))
        return b.have("worth", worth, lambda b: weakened(b, made, f"F*({value})", RUN))

    return b.suppose_all({name: b.prove(fact) for name, fact in facts.items()}, known)


def _far(b: Builder, *, pooled: bool) -> Step:
    """With q >= E gaps the rate is at least g/n, and before the last of them there are at least E - 1."""
    rate = "((r + q)/(q*n + n - t))" if pooled else "((r + q - 1)/(q*n - 1))"
    value = POOLED if pooled else APART
    claim = f"{value} - ({BASE}) >= 0"
    last = {"last rate": f"{rate}*(n - t + 1) >= 1"} if pooled else {}
    more = {"width paid": f"{rate}*r >= 0", "gaps paid": f"(q - 1)*({rate}*n - 1) >= 0", "gaps more": "q - 1 >= E - 1"}
    facts = {"rate": f"{rate} >= 0", **last, **more}
    return b.suppose_all({name: b.prove(fact) for name, fact in facts.items()}, lambda b: b.prove(claim))


# The best look-back.

WIDE = "floor(r - (max(n, 2*(n - t + 1)) - 2)/n)"
NEAR, NEXT = at(BACK, WIDE, "q"), at(BACK, f"({WIDE} + 1)", "q")
ONE = "cases((n - t + 1)*r - (n - 1), (r + 1)**2/(2*n - t), r**2/(n - 1) + 1/(n - t + 1))"
PERIODIC = f"F*min({BASE}, cases({WIDE} - 1, min({NEAR}, {NEXT}), cases(n - t - 1, min({ONE}, {LATE}), {ONE})))"


def either(b: Builder) -> Step:
    """Of two bounds that are the smaller ones of one value and another each, the smaller one."""
    whole, claim = "F*min(v, min(x, y))", "renyi(alpha, 0, P, Q, F*min(v, min(x, y)))"
    facts = {"smaller": b.figure("minimum", x="x", y="y"), "smallest": b.figure("minimum", x="v", y="min(x, y)"),
             "with x": b.figure("minimum", x="v", y="x"), "with y": b.figure("minimum", x="v", y="y")}

    def one(b: Builder) -> Step:
        name, value = ("first", "x") if b.scope.arithmetic.evident(b.term("y - x >= 0")) else ("second", "y")
        return b.by_cases(f"{value} - v", claim, lambda b: given(b, name, value))

    def given(b: Builder, name: str, value: str) -> Step:
        above = b.scope.arithmetic.evident(b.term(f"{value} - v >= 0"))
        parts = [("1", "smallest", "F"), ("-1", f"with {value}", "F"), *([] if above else [("1", "smaller", "F")])]
        order = b.prove(f"min(x, y) - v {'>=' if above else '<'} 0")
        own = f"F*min(v, {value})"
        return b.have("order of both", order, lambda b: b.have("same", product(f"{own} <= {whole}", "1", *parts), lambda b: b.figure(
            "monotone", b.known(name), alpha="alpha", z="0", y="0", b=own, d=whole, P="P", Q="Q")))

    return b.suppose_all(facts, lambda b: b.by_cases("y - x", claim, one))


def best(b: Builder) -> Step:
    """The two look-backs between which the cost has its minimum, or one gap or none."""
    claim = f"renyi(alpha, 0, X(E*n), Y(E*n), {PERIODIC})"

    def leaf(b: Builder) -> Step:
        wide = b.scope.arithmetic.evident(b.term(f"{WIDE} - 1 >= 0"))
        if wide:
            found = (_back(b, WIDE), NEAR), (_back(b, f"({WIDE} + 1)"), NEXT)
        elif b.scope.arithmetic.evident(b.term("n - t - 1 >= 0")):
            found = (_back(b, "1"), ONE), (_late(b), LATE)
        else:
            return stated(_back(b, "1"), claim)
        (first, x), (second, y) = found
        terms = {"alpha": "alpha", "F": "F", "v": BASE, "x": x, "y": y, "P": "X(E*n)", "Q": "Y(E*n)"}
        return stated(b.theorem("pabisym/either-look-back", {"first": first, "second": second}, **terms), claim)

    def counted(b: Builder) -> Step:
        return b.have("largest", b.figure("maximum", x="n", y="2*(n - t + 1)"), lambda b: b.have(
            "larger", b.prove("max(n, 2*(n - t + 1)) >= n"), lambda b: b.have(
                "low", b.figure("floor-low", x=WIDE[6:-1]), lambda b: b.by_cases(f"{WIDE} - 1", claim, enough))))

    def enough(b: Builder) -> Step:
        if not b.scope.arithmetic.evident(b.term(f"{WIDE} - 1 >= 0")):
            return case_by_case(b, claim, (b.term(PERIODIC),), leaf)
        facts = {"counted": f"n*{WIDE} <= n*r - n + 2", "gaps back": f"n*({WIDE} - 1) >= 0"}
        return b.suppose_all({name: b.prove(fact) for name, fact in facts.items()}, lambda b: b.have(
            "wide enough", b.prove("n*r - n + 1 >= 0"), lambda b: case_by_case(b, claim, (b.term(PERIODIC),), leaf)))

    return counted(b)


def _back(b: Builder, q: str) -> Step:
    terms: dict[str, Filler] = {name: name for name in ("n", "E", "t", "alpha", "r", "g", "w", "F", "K")}
    return b.have(b.fresh("wide"), b.prove(f"({q} - 1)*(n*r - n + 1) >= 0"), lambda b: b.theorem(
        "pabisym/epochs-look-back", {}, **RUNS, **terms, q=q))


def _late(b: Builder) -> Step:
    """A restart right after the last gap, from which on the runs are alike; or all gaps are paid."""
    start = "((E - 1)*n + t)"
    claims = {"Lipschitz": f"lipschitz(psi({start} + k), 1)", "Gaussian": f"gaussian(zeta({start} + k), (w*k - w*(k - 1))*1**2)"}
    premises = {name: b.generalise("k", "1", "n - t", lambda b, name=name: stated(b.at(name, f"{start} + k"), claims[name]))  # type: ignore[misc]
                for name in claims}
    premises["gaps"] = b.generalise("k", "1", "n - t", lambda b: _alike(b, start))
    own = {"c": "1", "P": "1", "N": "w*k", "S": "r*g", "d": "0"}
    terms: dict[str, Filler] = RUNS | {name: ("k", text) for name, text in own.items()}
    late = b.theorem("pabisym/restart-block", premises, **terms, T="E*n", alpha="alpha", m="n - t", D="r*g", K="K")
    return least(b, (_all_paid(b), weakened(b, late, f"F*({LATE})", RUN)), (BASE, LATE), "F", RUN)


def _alike(b: Builder, start: str) -> Step:
    """After the last gap the steps of the two runs are alike."""
    count = at(WHOLE, f"{start} + k")
    return b.have("gaps so far", b.figure("floor-low", x=f"({start} + k - t)/n"), lambda b: b.have(
        "not all", b.prove(f"0 < n*(E - {count})"), lambda b: b.have("fewer", b.prove(f"{count} < E"), lambda b: b.have(
            "all but one", b.next_integer(f"{count} < E", f"{count} + 1 <= E"), lambda b: b.have(
                "worth", b.prove(f"n*{count} <= n*(E - 1)"), lambda b: _none(b, start))))))


def _none(b: Builder, start: str) -> Step:
    """The gap of a step, which is none, once that is known of the steps of its epoch."""
    rest = f"n*{at(WHOLE, f'{start} + k')} - ({start} + k - t)"
    facts = {"epochs before": b.prove("n*(E - 1) >= 0"), "later": b.prove(f"{start} + k - t >= 0"), "no gap": b.prove(f"{rest} < 0")}
    return b.suppose_all(facts, lambda b: stated(b.at("gaps", f"{start} + k"), f"gap(psi({start} + k), phi({start} + k), 0)"))
