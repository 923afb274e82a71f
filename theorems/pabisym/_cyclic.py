"""The proofs for a gap in every epoch under a contraction: one epoch, epochs at one rate, and the last epoch apart.

Written with the letters of ``pabisym/contractive-epoch``, ``pabisym/contractive-epochs`` and
``pabisym/contractive-periodic-gap``.  Untrusted like every builder.
"""

from __future__ import annotations

from pabisym.proof.build import Builder, Step, stated
from pabisym.proof.script import Script, script

from ._iterations import at, at_first, divide

# One epoch: the gap at its first step, and the shift that is left when step k pays u (1 - c^2) c^(p+m-k).

ONE_GAP = "cases(p + 1 - k, g, 0)"
LEFT = "cases(p - k, z, c**(k - p)*z + c**(k - p - 1)*g - u*c**(p + m - k)*(1 - c**(2*(k - p))))"
PAID = "u*(1 - c**2)*c**(p + m - k)"
PRICE = "b + alpha*u**2*(1 - c**2)*c**(2*(p + m - k))*(1 - c**(2*(k - p)))/(2*w)"
END = "c**m*z + c**(m - 1)*g - u*(1 - c**(2*m))"
EPOCH = "b + alpha*u**2*(1 - c**2)*(1 - c**(2*m))/(2*w)"


@script
def one_epoch(p: Script) -> Step:
    """Every step pays; what is left is not negative because it is not at the end."""
    p.have("square", p.figure("power-below-one", k="2"))
    amounts = p.generalise("k", "p + 1", "p + m", f"{PAID} >= 0")
    with p.generalise("k", "p", "p + m") as shift:
        shift.except_for("p - k", f"{LEFT} >= 0")
        shift.show(_know_left(shift))
    with p.generalise("k", "p + 1", "p + m") as balance:
        claim = f"{LEFT} == c*({at(LEFT, 'k - 1')}) + {ONE_GAP} - {PAID}"
        with balance.case("p - (k - 1)", claim) as at_gap:
            at_first(at_gap)
        balance.show(claim)
    with p.generalise("k", "p + 1", "p + m") as price:
        price.have("paid", f"{PAID} >= 0")
        price.have("magnitude", price.figure("gaussian-magnitude", price.at("Gaussian", "k"), a=PAID))
        price.show(f"R(alpha, zeta(k), {PAID}) <= {PRICE} - ({at(PRICE, 'k - 1')})")
    start = p.figure("monotone", "start", y=at(LEFT, "p"), d=at(PRICE, "p"))
    premises = {"amounts": amounts, "shift": shift.step, "balance": balance.step, "price": price.step, "start": start}
    carried = p.theorem("pabisym/continuation", premises, q="p + m", c=("k", "c"), s=("k", ONE_GAP), a=("k", PAID), z=("k", LEFT),
                        b=("k", PRICE))
    return p.figure("monotone", carried, y=END, d=EPOCH)


@script
def _know_left(p: Script) -> Step:
    """c^(p+m-k) times what is left is more than what is left at the end, by u (1 - c^(2 (p+m-k)))."""
    scale = "c**(p + m - k)"
    plain = "c**(k - p)*z + c**(k - p - 1)*g - u*c**(p + m - k)*(1 - c**(2*(k - p)))"
    p.have("late power", p.figure("power-at-most-one", k="2*(p + m - k)"))
    p.have("more", "u*(1 - c**(2*(p + m - k))) >= 0")
    p.have("scaled", f"({plain})*{scale} >= 0")
    p.have("positive", f"{scale} > 0")
    return divide(f"{LEFT} >= 0", scale, "scaled")


# Epochs at one rate: epoch e pays at the rate U c^(n (F-e)); h = c^(n-1) g/(1 - c^n) is what is left after endless epochs unpaid.

COUNT = "floor((k - t)/n)"
EVERY = f"cases(n*{COUNT} - (k - t), g, 0)"
LEFT_AFTER = "(1 - c**(n*e))*(h - U*c**(n*(F - e))*(1 + c**(n*e)))"
PRICE_AFTER = "alpha*U**2*(1 - c**2)*c**(2*n*(F - e))*(1 - c**(2*n*e))/(2*w)"
AFTER_ALL = "(1 - c**(n*F))*(h - U*(1 + c**(n*F)))"
PRICE_ALL = "alpha*U**2*(1 - c**2)*(1 - c**(2*n*F))/(2*w)"


@script
def epochs(p: Script) -> Step:
    """Induction on the epochs: the shift left after e of them is a product of two factors that are not negative."""
    p.have("square", p.figure("power-below-one", k="2"))
    claim = f"renyi(alpha, {LEFT_AFTER}, X(t - 1 + e*n), Y(t - 1 + e*n), {PRICE_AFTER})"
    with p.induct("e", "0", "F", claim, _none) as every:
        every.show(_next(every))
    return p.figure("monotone", p.at(every.step, "F"), y=AFTER_ALL, d=PRICE_ALL)


def _none(b: Builder) -> Step:
    begun = stated(b.known("start"), "renyi(alpha, 0, X(t - 1 + 0*n), Y(t - 1 + 0*n), 0)")
    return b.figure("monotone", begun, y=at(LEFT_AFTER, "0", "e"), d=at(PRICE_AFTER, "0", "e"))


@script
def _next(p: Script) -> Step:
    """One more epoch; what is left after it and before it is not negative."""
    last, first = "t - 1 + e*n", "t - 1 + (e - 1)*n"
    z, u, bound = at(LEFT_AFTER, "e - 1", "e"), "U*c**(n*(F - e))", at(PRICE_AFTER, "e - 1", "e")
    end = f"c**n*({z}) + c**(n - 1)*g - {u}*(1 - c**(2*n))"
    p.have_all({"epochs before": "n*(e - 1) >= 0", "epochs so far": "n*e >= 0", "epochs left": "n*(F - e) >= 0",
                "epochs from here": "n*(F - (e - 1)) >= 0"})
    p.have_all({"left before": _not_negative(p, "e - 1"), "left after": _not_negative(p, "e")})
    p.have("rate here", f"{u} >= 0")
    p.have("the same", f"{end} == {LEFT_AFTER}")
    p.have("end", f"{end} >= 0")
    premises = _runs(p, f"{first} + 1", f"{first} + n")
    with p.generalise("k", f"{first} + 1", f"{first} + n") as gaps:
        gaps.show(_only_first(gaps, "e"))
    made = p.theorem("pabisym/contractive-epoch", premises | {"gaps": gaps.step}, p=first, m="n", z=z, u=u, b=bound)
    return p.figure("monotone", made, z=end, y=LEFT_AFTER, d=PRICE_AFTER, P=f"X({last})", Q=f"Y({last})")


@script
def _not_negative(p: Script, e: str) -> Step:
    """(1 - c^(n e)) (h - U c^(n (F-e)) (1 + c^(n e))) >= 0."""
    power = p.figure("power-at-most-one", k=f"n*({e})")
    later = p.figure("power-at-most-one", k=f"n*(F - ({e}))")
    rest = f"h - U*c**(n*(F - ({e})))*(1 + c**(n*({e})))"
    p.have(p.fresh("power"), power)
    p.have(p.fresh("later"), later)
    p.have(p.fresh("factor"), f"U*(1 - c**(n*(F - ({e})))) >= 0")
    p.have(p.fresh("factor"), f"{rest} >= 0")
    return p.prove(f"(1 - c**(n*({e})))*({rest}) >= 0")


@script
def _only_first(p: Script, number: str) -> Step:
    """In the epoch with this number there is a gap at its first step only."""
    begin = f"t - 1 + ({number} - 1)*n"
    one = at(ONE_GAP, begin, "p")
    claim = f"{EVERY} <= {one}"
    with p.proof() as smaller:
        smaller.have("low", smaller.figure("floor-low", x="(k - t)/n"))
        smaller.have("scaled", f"0 < n*({number} - {COUNT})")
        smaller.have("positive", f"{COUNT} < {number}")
        smaller.have("at most", smaller.next_integer(f"{COUNT} < {number}", f"{COUNT} + 1 <= {number}"))
        with smaller.case(f"n*{COUNT} - (k - t)", claim) as far:
            far.have("worth", f"n*{COUNT} <= n*({number} - 1)")
            far.have("there", f"{begin} + 1 - k >= 0")
        smaller.show(smaller.by_cases(f"{begin} + 1 - k", claim))
    p.have("smaller", smaller.step)
    return p.figure("gap-widen", stated(p.at("gaps", "k"), f"gap(psi(k), phi(k), {EVERY})"), u=one)


# All epochs: E - 1 of them at one rate, and then the last gap, with the m steps that are left.

BEFORE, BEGIN = "c**(n*(E - 1))", "t - 1 + (E - 1)*n"
ENDLESS = "(c**(n - 1)*g/(1 - c**n))"
POOLED = "c**n - c**(2*m)*(1 + c**(n*(E - 1)) - c**(n*E))"
ONE_RATE = "c**(2*m)*(1 - c**(n*E))**2/((1 - c**n)**2*(1 - c**(2*m + 2*n*(E - 1))))"
TWO_RATES = "c**(2*n)*(1 - c**(n*(E - 1)))/((1 - c**n)**2*(1 + c**(n*(E - 1)))) + c**(2*m)/(1 - c**(2*m))"
PERIODIC = f"alpha*g**2*(1 - c**2)/(2*w*c**2)*cases({POOLED}, {ONE_RATE}, {TWO_RATES})"
RATE_ONE = "(c**(m - 1)*g*(1 - c**(n*E))/((1 - c**n)*(1 - c**(2*m + 2*n*(E - 1)))))"
RATE_LAST = "(c**(m - 1)*g/(1 - c**(2*m)))"


@script
def all_epochs(p: Script) -> Step:
    """Where the last gap would be paid more slowly than those before, all are paid at one rate."""
    p.have_all({"one epoch": "n*(E - 1) >= 0", "all epochs": "n*E >= 1", "last steps": "2*m >= 1",
                "last epochs": "2*m + 2*n*(E - 1) >= 1", "half of them": "m + n*(E - 1) >= 1"})
    powers = {"two": "2", "per epoch": "n", "of the rest": "m", "of twice the rest": "2*m", "of all": "n*E",
              "of noise": "2*m + 2*n*(E - 1)", "of its root": "m + n*(E - 1)"}
    idle, early = _idle(p), p.part("gaps", "k", "t", BEGIN, f"gap(psi(k), phi(k), {EVERY})")
    with p.generalise("k", f"{BEGIN} + 1", f"{BEGIN} + m") as last_gaps:
        last_gaps.have("not before", "k - t >= 0")
        last_gaps.show(_only_first(last_gaps, "E"))
    p.have_all({"nothing yet": idle, "gaps before the last": early, "last gaps": last_gaps.step})
    facts = {label: p.figure("power-below-one", k=k) for label, k in powers.items()}
    p.have_all({**facts, "before the last": p.figure("power-at-most-one", k="n*(E - 1)")})
    return p.by_cases(POOLED, f"renyi(alpha, 0, X(T), Y(T), {PERIODIC})", _know_rates)


@script
def _idle(p: Script) -> Step:
    """Before the first gap there is no shift."""
    premises = {name: p.part(name, "k", "0 + 1", "t - 1") for name in ("first run", "second run", "Lipschitz")}
    with p.generalise("k", "0 + 1", "t - 1") as gaps:
        gaps.have("early", "k - t <= -1")
        gaps.show(stated(gaps.at("gaps", "k"), "gap(psi(k), phi(k), 0)"))
    with p.generalise("k", "0 + 1", "t - 1") as price:
        price.have("free", price.figure("gaussian-magnitude", price.at("Gaussian", "k"), a="0"))
        price.show("R(alpha, zeta(k), 0) <= 0 - 0")
    with p.generalise("k", "0 + 1", "t - 1") as finite:
        finite.show(finite.figure("gaussian-finite", finite.at("Gaussian", "k"), a="0"))
    start = p.figure("start", "start")
    premises |= {"gaps": gaps.step, "price": price.step, "finite": finite.step, "start": start}
    return p.theorem("pabisym/continuation", premises, p="0", q="t - 1", c=("k", "c"), s=("k", "0"), a=("k", "0"), z=("k", "0"),
                     b=("k", "0"))


@script
def _know_rates(p: Script) -> Step:
    """The rate of the last epoch before the last gap, in both cases, and the rate after the last gap."""
    pooled = p.evident(f"{POOLED} >= 0")
    last = RATE_ONE if pooled else RATE_LAST
    before = f"({RATE_ONE}*c**m)" if pooled else f"({ENDLESS}/(1 + {BEFORE}))"
    left = at(at(AFTER_ALL, ENDLESS, "h"), before, "U").replace("F", "(E - 1)")
    price = at(PRICE_ALL, before, "U").replace("F", "(E - 1)")
    p.have_all({"rate before": f"{before} >= 0", "slow enough": f"{before}*(1 + {BEFORE}) <= {ENDLESS}"})
    premises = _runs(p, "t", BEGIN)
    p.have("before the last gap", p.theorem("pabisym/contractive-epochs", premises, F="E - 1", h=ENDLESS, U=before))
    return _last(p, (left, price, last))


def _runs(p: Script, low: str, high: str) -> dict[str, Step]:
    names = "first run", "second run", "Lipschitz", "Gaussian"
    return {name: p.part(name, "k", low, high) for name in names}


@script
def _last(p: Script, paid: tuple[str, str, str]) -> Step:
    """The last gap: nothing is left after it."""
    left, price, last = paid
    end = f"c**m*({left}) + c**(m - 1)*g - {last}*(1 - c**(2*m))"
    p.have_all({"left over": f"{left} >= 0", "last rate": f"{last} >= 0", "nothing left": f"{end} == 0"})
    premises = _runs(p, f"{BEGIN} + 1", f"{BEGIN} + m")
    made = p.theorem("pabisym/contractive-epoch", premises, p=BEGIN, z=left, u=last, b=price)
    total = f"{price} + alpha*({last})**2*(1 - c**2)*(1 - c**(2*m))/(2*w)"
    made = stated(made, f"renyi(alpha, {end}, X(T), Y(T), {total})")
    return p.figure("monotone", made, y="0", d=PERIODIC)
