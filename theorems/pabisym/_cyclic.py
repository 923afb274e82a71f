"""The proofs for a gap in every epoch under a contraction: one epoch, epochs at one rate, and the last epoch apart.

Written with the letters of ``pabisym/contractive-epoch``, ``pabisym/contractive-epochs`` and
``pabisym/contractive-periodic-gap``.  Untrusted like every builder.
"""

from __future__ import annotations

from collections.abc import Callable

from pabisym.proof.build import Builder, Filler, Step

from ._iterations import at, divided

RUNS: dict[str, Filler] = {name: ("k", f"{name}(k)") for name in ("X", "Y", "psi", "phi", "zeta")}

# One epoch: the gap at its first step, and the shift that is left when step k pays u (1 - c^2) c^(p+m-k).

ONE_GAP = "cases(p + 1 - k, g, 0)"
LEFT = "cases(p - k, z, c**(k - p)*z + c**(k - p - 1)*g - u*c**(p + m - k)*(1 - c**(2*(k - p))))"
PAID = "u*(1 - c**2)*c**(p + m - k)"
PRICE = "b + alpha*u**2*(1 - c**2)*c**(2*(p + m - k))*(1 - c**(2*(k - p)))/(2*w)"
END = "c**m*z + c**(m - 1)*g - u*(1 - c**(2*m))"
EPOCH = "b + alpha*u**2*(1 - c**2)*(1 - c**(2*m))/(2*w)"


def one_epoch(b: Builder) -> Step:
    """Every step pays; what is left is not negative because it is not at the end."""
    square = b.figure("power-below-one", c="c", k="2")
    return b.have("square", square, _carried)


def _carried(b: Builder) -> Step:
    def price(b: Builder) -> Step:
        return b.have("paid", b.prove(f"{PAID} >= 0"), lambda b: b.have("magnitude", b.figure(
            "gaussian-magnitude", b.at("Gaussian", "k"), alpha="alpha", a=PAID, v="w", Z="zeta(k)"),
            lambda b: b.prove(f"R(alpha, zeta(k), {PAID}) <= {PRICE} - ({at(PRICE, 'k - 1')})")))

    def balance(b: Builder) -> Step:
        claim = f"{LEFT} == c*({at(LEFT, 'k - 1')}) + {ONE_GAP} - {PAID}"
        return b.by_cases("p - (k - 1)", claim, lambda b: _at_gap(b, lambda b: b.prove(claim)) if b.scope.arithmetic.evident(
            b.term("p - (k - 1) >= 0")) else b.prove(claim))

    def left(b: Builder) -> Step:
        return b.by_cases("p - k", f"{LEFT} >= 0", lambda b: b.prove(f"{LEFT} >= 0") if b.scope.arithmetic.evident(
            b.term("p - k >= 0")) else _left(b))

    end = at(LEFT, "p + m")
    premises = {name: b.known(name) for name in ("first run", "second run", "Lipschitz", "gaps")} | {
        "amounts": b.generalise("k", "p + 1", "p + m", lambda b: b.prove(f"{PAID} >= 0")),
        "shift": b.generalise("k", "p", "p + m", left), "balance": b.generalise("k", "p + 1", "p + m", balance),
        "price": b.generalise("k", "p + 1", "p + m", price), "start": b.figure(
            "monotone", b.known("start"), alpha="alpha", z="z", y=at(LEFT, "p"), b="b", d=at(PRICE, "p"), P="X(p)", Q="Y(p)")}
    carried = b.theorem("pabisym/continuation", premises, **RUNS, alpha="alpha", p="p", q="p + m", c=("k", "c"), s=("k", ONE_GAP),
                        a=("k", PAID), z=("k", LEFT), b=("k", PRICE))
    return b.figure("monotone", carried, alpha="alpha", z=end, y=END, b=at(PRICE, "p + m"), d=EPOCH, P="X(p + m)", Q="Y(p + m)")


def _at_gap(b: Builder, rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing that c^(k-p-1) = 1 at the step k = p + 1."""
    return b.have("at most", b.figure("power-at-most-one", c="c", k="k - p - 1"), lambda b: b.have(
        "inverse", b.figure("power-at-most-one", c="c", k="p + 1 - k"), lambda b: b.have(
            "at least", b.prove("c**(k - p - 1) >= 1"), lambda b: b.have("one", b.prove("c**(k - p - 1) == 1"), rest))))


def _left(b: Builder) -> Step:
    """c^(p+m-k) times what is left is more than what is left at the end, by u (1 - c^(2 (p+m-k)))."""
    scale = "c**(p + m - k)"
    plain = "c**(k - p)*z + c**(k - p - 1)*g - u*c**(p + m - k)*(1 - c**(2*(k - p)))"
    return b.have("late power", b.figure("power-at-most-one", c="c", k="2*(p + m - k)"), lambda b: b.have(
        "more", b.prove("u*(1 - c**(2*(p + m - k))) >= 0"), lambda b: b.have(
            "scaled", b.prove(f"({plain})*{scale} >= 0"), lambda b: b.have(
                "positive", b.prove(f"{scale} > 0"), lambda b: divided(f"{LEFT} >= 0", scale, "scaled")))))


# Epochs at one rate: epoch e pays at the rate U c^(n (F-e)); h = c^(n-1) g/(1 - c^n) is what is left after endless epochs unpaid.

COUNT = "floor((k - t)/n)"
EVERY = f"cases(n*{COUNT} - (k - t), g, 0)"
LEFT_AFTER = "(1 - c**(n*e))*(h - U*c**(n*(F - e))*(1 + c**(n*e)))"
PRICE_AFTER = "alpha*U**2*(1 - c**2)*c**(2*n*(F - e))*(1 - c**(2*n*e))/(2*w)"
AFTER_ALL = "(1 - c**(n*F))*(h - U*(1 + c**(n*F)))"
PRICE_ALL = "alpha*U**2*(1 - c**2)*(1 - c**(2*n*F))/(2*w)"


def epochs(b: Builder) -> Step:
    """Induction on the epochs: the shift left after e of them is a product of two factors that are not negative."""

    def each(b: Builder) -> Step:
        claim = f"renyi(alpha, {LEFT_AFTER}, X(t - 1 + e*n), Y(t - 1 + e*n), {PRICE_AFTER})"
        all_of_them = b.induction("e", "0", "F", claim, _none, _next)
        laws = {"P": "X(t - 1 + F*n)", "Q": "Y(t - 1 + F*n)"}
        return b.figure("monotone", b.at(all_of_them, "F"), alpha="alpha", z=at(LEFT_AFTER, "F", "e"), y=AFTER_ALL,
                        b=at(PRICE_AFTER, "F", "e"), d=PRICE_ALL, **laws)

    return b.have("square", b.figure("power-below-one", c="c", k="2"), each)


def _none(b: Builder) -> Step:
    laws = {"P": "X(t - 1 + 0*n)", "Q": "Y(t - 1 + 0*n)"}
    begun = {**b.known("start"), "conclusion": "renyi(alpha, 0, X(t - 1 + 0*n), Y(t - 1 + 0*n), 0)"}
    return b.figure("monotone", begun, alpha="alpha", z="0", y=at(LEFT_AFTER, "0", "e"), b="0", d=at(PRICE_AFTER, "0", "e"), **laws)


def _next(b: Builder, before: str) -> Step:
    """One more epoch; what is left after it and before it is not negative."""
    last, first = "t - 1 + e*n", "t - 1 + (e - 1)*n"
    z, u, bound = at(LEFT_AFTER, "e - 1", "e"), "U*c**(n*(F - e))", at(PRICE_AFTER, "e - 1", "e")
    end = f"c**n*({z}) + c**(n - 1)*g - {u}*(1 - c**(2*n))"

    def run(b: Builder, name: str) -> Step:
        return b.generalise("k", f"{first} + 1", f"{first} + n", lambda b: b.at(name, "k"))

    def apply(b: Builder) -> Step:
        premises = {name: run(b, name) for name in ("first run", "second run", "Lipschitz", "Gaussian")}
        premises |= {"start": b.known(before), "gaps": b.generalise("k", f"{first} + 1", f"{first} + n", lambda b: _only_first(b, "e"))}
        made = b.theorem("pabisym/contractive-epoch", premises, **RUNS, alpha="alpha", p=first, m="n", c="c", w="w", g="g", z=z, u=u,
                         b=bound)
        paid = f"{bound} + alpha*({u})**2*(1 - c**2)*(1 - c**(2*n))/(2*w)"
        return b.figure("monotone", made, alpha="alpha", z=end, y=LEFT_AFTER, b=paid,
                        d=PRICE_AFTER, P=f"X({last})", Q=f"Y({last})")

    def known(b: Builder) -> Step:
        facts = {"left before": _not_negative(b, "e - 1"), "left after": _not_negative(b, "e")}
        return b.suppose_all(facts, lambda b: b.have("rate here", b.prove(f"{u} >= 0"), lambda b: b.have(
            "the same", b.prove(f"{end} == {LEFT_AFTER}"), lambda b: b.have("end", b.prove(f"{end} >= 0"), apply))))

    counts = {"epochs before": "n*(e - 1) >= 0", "epochs so far": "n*e >= 0", "epochs left": "n*(F - e) >= 0",
              "epochs from here": "n*(F - (e - 1)) >= 0"}
    return b.suppose_all({label: b.prove(claim) for label, claim in counts.items()}, known)


def _not_negative(b: Builder, e: str) -> Step:
    """(1 - c^(n e)) (h - U c^(n (F-e)) (1 + c^(n e))) >= 0."""
    power = b.figure("power-at-most-one", c="c", k=f"n*({e})")
    later = b.figure("power-at-most-one", c="c", k=f"n*(F - ({e}))")
    rest = f"h - U*c**(n*(F - ({e})))*(1 + c**(n*({e})))"
    return b.have(b.fresh("power"), power, lambda b: b.have(b.fresh("later"), later, lambda b: b.have(
        b.fresh("factor"), b.prove(f"U*(1 - c**(n*(F - ({e})))) >= 0"), lambda b: b.have(
            b.fresh("factor"), b.prove(f"{rest} >= 0"), lambda b: b.prove(f"(1 - c**(n*({e})))*({rest}) >= 0")))))


def _only_first(b: Builder, number: str) -> Step:
    """In the epoch with this number there is a gap at its first step only."""
    begin = f"t - 1 + ({number} - 1)*n"
    one = at(ONE_GAP, begin, "p")
    claim = f"{EVERY} <= {one}"

    def met(b: Builder) -> Step:
        if not b.scope.arithmetic.evident(b.term(f"n*{COUNT} - (k - t) >= 0")):
            return b.by_cases(f"{begin} + 1 - k", claim, lambda b: b.prove(claim))
        return b.have("worth", b.prove(f"n*{COUNT} <= n*({number} - 1)"), lambda b: b.have(
            "there", b.prove(f"{begin} + 1 - k >= 0"), lambda b: b.prove(claim)))

    def counted(b: Builder) -> Step:
        return b.have("scaled", b.prove(f"0 < n*({number} - {COUNT})"), lambda b: b.have(
            "positive", b.prove(f"{COUNT} < {number}"), lambda b: b.have(
                "at most", b.next_integer(f"{COUNT} < {number}", f"{COUNT} + 1 <= {number}"),
                lambda b: b.by_cases(f"n*{COUNT} - (k - t)", claim, met))))

    return b.have("smaller", b.have("low", b.figure("floor-low", x="(k - t)/n"), counted), lambda b: b.figure(
        "gap-widen", {**b.at("gaps", "k"), "conclusion": f"gap(psi(k), phi(k), {EVERY})"}, s=EVERY, u=one, f="psi(k)", g="phi(k)"))


# All epochs: E - 1 of them at one rate, and then the last gap, with the m steps that are left.

GAPS = f"cases(k - t, {EVERY}, 0)"
BEFORE, BEGIN = "c**(n*(E - 1))", "t - 1 + (E - 1)*n"
ENDLESS = "(c**(n - 1)*g/(1 - c**n))"
POOLED = "c**n - c**(2*m)*(1 + c**(n*(E - 1)) - c**(n*E))"
ONE_RATE = "c**(2*m)*(1 - c**(n*E))**2/((1 - c**n)**2*(1 - c**(2*m + 2*n*(E - 1))))"
TWO_RATES = "c**(2*n)*(1 - c**(n*(E - 1)))/((1 - c**n)**2*(1 + c**(n*(E - 1)))) + c**(2*m)/(1 - c**(2*m))"
PERIODIC = f"alpha*g**2*(1 - c**2)/(2*w*c**2)*cases({POOLED}, {ONE_RATE}, {TWO_RATES})"
RATE_ONE = "(c**(m - 1)*g*(1 - c**(n*E))/((1 - c**n)*(1 - c**(2*m + 2*n*(E - 1)))))"
RATE_LAST = "(c**(m - 1)*g/(1 - c**(2*m)))"


def all_epochs(b: Builder) -> Step:
    """Where the last gap would be paid more slowly than those before, all are paid at one rate."""
    counts = {"one epoch": "n*(E - 1) >= 0", "all epochs": "n*E >= 1", "last steps": "2*m >= 1", "last epochs": "2*m + 2*n*(E - 1) >= 1",
              "half of them": "m + n*(E - 1) >= 1"}
    powers = {"two": "2", "per epoch": "n", "of the rest": "m", "of twice the rest": "2*m", "of all": "n*E",
              "of noise": "2*m + 2*n*(E - 1)", "of its root": "m + n*(E - 1)"}

    def known(b: Builder) -> Step:
        facts = {label: b.figure("power-below-one", c="c", k=k) for label, k in powers.items()}
        facts["before the last"] = b.figure("power-at-most-one", c="c", k="n*(E - 1)")
        return b.suppose_all(facts, lambda b: b.by_cases(POOLED, f"renyi(alpha, 0, X(T), Y(T), {PERIODIC})", _paid))

    def gaps(b: Builder) -> Step:
        every = f"gap(psi(k), phi(k), {EVERY})"
        facts = {"nothing yet": _idle(b), "gaps before the last": b.generalise("k", "t", BEGIN, lambda b: {
            **b.at("gaps", "k"), "conclusion": every}), "last gaps": b.generalise("k", f"{BEGIN} + 1", f"{BEGIN} + m", lambda b: b.have(
                "not before", b.prove("k - t >= 0"), lambda b: _only_first(b, "E")))}
        return b.suppose_all(facts, known)

    return b.suppose_all({label: b.prove(claim) for label, claim in counts.items()}, gaps)


def _idle(b: Builder) -> Step:
    """Before the first gap there is no shift."""

    def no_gap(b: Builder) -> Step:
        return b.have("early", b.prove("k - t <= -1"), lambda b: {**b.at("gaps", "k"), "conclusion": "gap(psi(k), phi(k), 0)"})

    def free(b: Builder) -> Step:
        return b.have("free", b.figure("magnitude-zero", alpha="alpha", Z="zeta(k)"), lambda b: b.prove("R(alpha, zeta(k), 0) <= 0 - 0"))

    def run(name: str) -> Step:
        return b.generalise("k", "0 + 1", "t - 1", lambda b: b.at(name, "k"))

    premises = {name: run(name) for name in ("first run", "second run", "Lipschitz")} | {
        "gaps": b.generalise("k", "0 + 1", "t - 1", no_gap), "price": b.generalise("k", "0 + 1", "t - 1", free),
        "start": b.figure("start", b.known("start"), alpha="alpha", z="0", P="X(0)", Q="Y(0)")}
    return b.theorem("pabisym/continuation", premises, **RUNS, alpha="alpha", p="0", q="t - 1", c=("k", "c"), s=("k", "0"), a=("k", "0"),
                     z=("k", "0"), b=("k", "0"))


def _paid(b: Builder) -> Step:
    """The rate of the last epoch before the last gap, in both cases, and the rate after the last gap."""
    pooled = b.scope.arithmetic.evident(b.term(f"{POOLED} >= 0"))
    last = RATE_ONE if pooled else RATE_LAST
    before = f"({RATE_ONE}*c**m)" if pooled else f"({ENDLESS}/(1 + {BEFORE}))"
    left = at(at(AFTER_ALL, ENDLESS, "h"), before, "U").replace("F", "(E - 1)")
    price = at(PRICE_ALL, before, "U").replace("F", "(E - 1)")

    def finish(b: Builder) -> Step:
        premises = _runs(b, "t", BEGIN) | {"start": b.known("nothing yet"), "gaps": b.known("gaps before the last")}
        made = b.theorem("pabisym/contractive-epochs", premises, **RUNS, alpha="alpha", n="n", t="t", F="E - 1", c="c", w="w", g="g",
                         h=ENDLESS, U=before)
        return b.have("before the last gap", made, lambda b: _last(b, (left, price, last)))

    facts = {"rate before": f"{before} >= 0", "slow enough": f"{before}*(1 + {BEFORE}) <= {ENDLESS}"}
    return b.suppose_all({label: b.prove(claim) for label, claim in facts.items()}, finish)


def _runs(b: Builder, low: str, high: str) -> dict[str, Step]:
    names = ("first run", "second run", "Lipschitz", "Gaussian")
    return {name: b.generalise("k", low, high, lambda b, name=name: b.at(name, "k")) for name in names}  # type: ignore[misc]


def _last(b: Builder, paid: tuple[str, str, str]) -> Step:
    """The last gap: nothing is left after it."""
    left, price, last = paid
    end = f"c**m*({left}) + c**(m - 1)*g - {last}*(1 - c**(2*m))"

    def apply(b: Builder) -> Step:
        premises = _runs(b, f"{BEGIN} + 1", f"{BEGIN} + m") | {"start": b.known("before the last gap"), "gaps": b.known("last gaps")}
        made = b.theorem("pabisym/contractive-epoch", premises, **RUNS, alpha="alpha", p=BEGIN, m="m", c="c", w="w", g="g", z=left, u=last,
                         b=price)
        total = f"{price} + alpha*({last})**2*(1 - c**2)*(1 - c**(2*m))/(2*w)"
        made = {**made, "conclusion": f"renyi(alpha, {end}, X(T), Y(T), {total})"}
        return b.figure("monotone", made, alpha="alpha", z=end, y="0", b=total, d=PERIODIC, P="X(T)", Q="Y(T)")

    facts = {"left over": f"{left} >= 0", "last rate": f"{last} >= 0", "nothing left": f"{end} == 0"}
    return b.suppose_all({label: b.prove(claim) for label, claim in facts.items()}, apply)
