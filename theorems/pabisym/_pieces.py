"""The proofs for one piece of a process: some steps with one law, with a further gap, the jump g, at the first of them.

Written with the letters of ``pabisym/steady-piece``, ``pabisym/contractive-piece`` and ``pabisym/expanding-piece``.  Untrusted like
every builder.
"""

from __future__ import annotations

from collections.abc import Callable

from pabisym.proof.build import Builder, Step, step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._iterations import at, at_first, divide

GAPS, ONE_GAP = "s + cases(p + 1 - k, g, 0)", "cases(p + 1 - k, g, 0)"

Left = tuple[str, str, str, str, str]
"""What is left after step k, what it pays, the price so far, and shift and price at the end."""


def steps(p: Script, piece: Left, nonnegative: Step, balance: Step, c: str, gaps: str = GAPS) -> Step:
    """Shift allocation over the piece, from formulas in k."""
    left, paid, price, end, total = piece
    with p.generalise("k", "p + 1", "p + m") as cost:
        cost.have("payment", f"{paid} >= 0")
        cost.have("magnitude", cost.figure("gaussian-magnitude", cost.at("Gaussian", "k"), a=paid))
        cost.show(f"R(alpha, zeta(k), {paid}) <= {price} - ({at(price, 'k - 1')})")
    start = p.figure("monotone", "start", y=at(left, "p"), d=at(price, "p"))
    premises = {"amounts": p.generalise("k", "p + 1", "p + m", f"{paid} >= 0"), "shift": nonnegative, "balance": balance,
                "price": cost.step, "start": start}
    carried = p.theorem("pabisym/continuation", premises, q="p + m", c=("k", c), s=("k", gaps), a=("k", paid), z=("k", left),
                        b=("k", price))
    return p.figure("monotone", carried, y=end, d=total)


# Contraction 1: what is left changes by s - a at every step.

STEADY: Left = ("cases(p - k, z, z + g + (k - p)*(s - a))", "a", "b + alpha*(k - p)*a**2/(2*w)", "z + g + m*(s - a)",
                "b + alpha*m*a**2/(2*w)")


@script
def steady(p: Script) -> Step:
    """What is left is a mean of what it is at both ends."""
    left = STEADY[0]
    plain = "z + g + (k - p)*(s - a)"
    with p.generalise("k", "p", "p + m") as shift:
        shift.except_for("p - k", f"{left} >= 0")
        shift.have_all({"late": "(k - p)*(z + g + m*(s - a)) >= 0", "early": "(p + m - k)*(z + g) >= 0", "some": "m >= 1"})
        shift.have("scaled", f"({plain})*m >= 0")
        shift.show(divide(f"{left} >= 0", "m", "scaled"))
    with p.generalise("k", "p + 1", "p + m") as balance:
        claim = f"{left} == 1*({at(left, 'k - 1')}) + ({GAPS}) - a"
        with balance.case("p - (k - 1)", claim) as first:
            first.have("here", "k == p + 1")
        balance.show(claim)
    return steps(p, STEADY, shift.step, balance.step, "1")


# A contraction: step k pays u (1 - c^2) c^(p+m-k).

RATE = "c**(k - p)*z + c**(k - p - 1)*g + s*(1 - c**(k - p))/(1 - c) - u*c**(p + m - k)*(1 - c**(2*(k - p)))"
CONTRACTIVE: Left = (f"cases(p - k, z, {RATE})", "u*(1 - c**2)*c**(p + m - k)",
                     "b + alpha*u**2*(1 - c**2)*c**(2*(p + m - k))*(1 - c**(2*(k - p)))/(2*w)",
                     "c**m*z + c**(m - 1)*g + s*(1 - c**m)/(1 - c) - u*(1 - c**(2*m))",
                     "b + alpha*u**2*(1 - c**2)*(1 - c**(2*m))/(2*w)")


@script
def contractive(p: Script) -> Step:
    """What is left, without contractions, is concave in c^(-(k - p)), and not negative at both ends."""
    left = CONTRACTIVE[0]
    p.have("square", p.figure("power-below-one", k="2"))
    with p.generalise("k", "p", "p + m") as shift:
        shift.except_for("p - k", f"{left} >= 0")
        shift.show(_concave(shift))
    with p.generalise("k", "p + 1", "p + m") as balance:
        claim = f"{left} == c*({at(left, 'k - 1')}) + ({GAPS}) - {CONTRACTIVE[1]}"
        with balance.case("p - (k - 1)", claim) as first:
            at_first(first)
        balance.show(claim)
    return steps(p, CONTRACTIVE, shift.step, balance.step, "c")


@script
def _concave(p: Script) -> Step:
    """(1 - x y) left = x (1 - y) (z + g/c) + (1 - x) end + u (1 - x) (1 - y) (1 - x y), with x = c^(k-p) and y = c^(p+m-k)."""
    x, y = "c**(k - p)", "c**(p + m - k)"
    p.have_all({"x": p.figure("power-below-one", k="k - p"), "y": p.figure("power-at-most-one", k="p + m - k"),
                "all": p.figure("power-below-one", k="m"), "x positive": f"{x} > 0", "inside": "1 - c > 0"})
    p.have_all({"early": f"{x}*(1 - {y})*(z + g/c) >= 0", "late": f"(1 - {x})*({CONTRACTIVE[3]}) >= 0",
                "bent": f"u*(1 - {x})*(1 - {y})*(1 - c**m) >= 0", "positive": "1 - c**m > 0"})
    terms = [{"coefficient": "1", "facts": [label]} for label in ("early", "late", "bent")]
    return step("arithmetic", f"{CONTRACTIVE[0]} >= 0", (), goal=f"{CONTRACTIVE[0]} >= 0", multiplier="1 - c**m", terms=terms)


# An expansion, without gaps but the jump: step k pays u (c^2 - 1) c^(p+m-k).

GROWN = "c**(k - p)*z + c**(k - p - 1)*g - u*c**(p + m - k)*(c**(2*(k - p)) - 1)"
EXPANDING: Left = (f"cases(p - k, z, {GROWN})", "u*(c**2 - 1)*c**(p + m - k)",
                   "b + alpha*u**2*(c**2 - 1)*c**(2*(p + m - k))*(c**(2*(k - p)) - 1)/(2*w)",
                   "c**m*z + c**(m - 1)*g - u*(c**(2*m) - 1)",
                   "b + alpha*u**2*(c**2 - 1)*(c**(2*m) - 1)/(2*w)")


@script
def expanding(p: Script) -> Step:
    """What is left, without expansions, falls."""
    left = EXPANDING[0]
    p.have("square", p.figure("power-above-one", k="2"))
    with p.generalise("k", "p", "p + m") as shift:
        shift.except_for("p - k", f"{left} >= 0")
        y = "(c**(p + m - k))"
        shift.have_all({"y": shift.figure("power-at-least-one", k="p + m - k"), "y twice": shift.figure(
            "power-at-least-one", k="2*(p + m - k)"), "y positive": f"{y} > 0"})
        shift.have("fall", f"u*({y}**2 - 1) >= 0")
        shift.have("scaled", f"({GROWN})*{y} >= 0")
        shift.show(divide(f"{left} >= 0", y, "scaled"))
    with p.generalise("k", "p + 1", "p + m") as balance:
        claim = f"{left} == c*({at(left, 'k - 1')}) + ({ONE_GAP}) - {EXPANDING[1]}"
        with balance.case("p - (k - 1)", claim) as first:
            first.have("at least", first.figure("power-at-least-one", k="k - p - 1"))
            first.have("inverse", first.figure("power-at-least-one", k="p + 1 - k"))
            first.have("at most", "c**(k - p - 1) <= 1")
            first.have("one", "c**(k - p - 1) == 1")
        balance.show(claim)
    return steps(p, EXPANDING, shift.step, balance.step, "c", ONE_GAP)


# Three neighbours with shifts a, b, d, noises u, v, w and products of contractions x, y of the second and the third.

JOINED_FIRST, JOINED_SECOND = "(x*a + b)*w >= y*d*(x**2*u + v)", "a*(y**2*v + w) >= x*y*(y*b + d)*u"


@script
def earlier_cut(p: Script) -> Step:
    """(x^2 u + v) times the goal is y^2 (x^2 u + v) + w times the first, and x u times the second, comparison."""
    with p.case("0 - (x**2*u + v)", JOINED_SECOND) as still:
        still.have("first at most", "x**2*u <= 0")
        still.have("first none", divide("u <= 0", "x**2", "first at most"))
        still.have("none", "u == 0")
        still.have("zero", "a*(y**2*v + w) >= 0")
        still.show(JOINED_SECOND)
    p.have_all({"early": "(a*v - x*b*u)*(y**2*(x**2*u + v) + w) >= 0", "late": "((x*a + b)*w - y*d*(x**2*u + v))*(x*u) >= 0"})
    terms = [{"coefficient": "1", "facts": [label]} for label in ("early", "late")]
    return step("arithmetic", JOINED_SECOND, (), goal=JOINED_SECOND, multiplier="x**2*u + v", terms=terms)


@script
def later_cut(p: Script) -> Step:
    """(y^2 v + w) times the goal is x w times one comparison and x^2 y^2 u + y^2 v + w times the other."""
    with p.case("0 - (y**2*v + w)", JOINED_FIRST) as still:
        still.have("second at most", "y**2*v <= 0")
        still.have_all({"second none": divide("v <= 0", "y**2", "second at most"), "third none": "w <= 0"})
        still.have_all({"none": "v == 0", "none either": "w == 0"})
        still.have("least", "x*y*(y*b + d)*u <= 0")
        still.have("other", "x*y*y*b*u >= 0")
        still.have("third", "x*y*d*u <= 0")
        still.have("scaled", certified("x*(x*y*d*u) <= 0", fact("third", "second factor")))
        still.show(JOINED_FIRST)
    p.have_all({"early": "(a*(y**2*v + w) - x*y*(y*b + d)*u)*(x*w) >= 0", "late": "(b*w - y*d*v)*(x**2*y**2*u + y**2*v + w) >= 0"})
    terms = [{"coefficient": "1", "facts": [label]} for label in ("early", "late")]
    return step("arithmetic", JOINED_FIRST, (), goal=JOINED_FIRST, multiplier="y**2*v + w", terms=terms)


# A piece within a block that is paid at one rate: r at the end of the piece, q at its beginning.


PRICE = "b + alpha*r**2*V/2 - alpha*q**2*U/2"
"""What the block has cost after the piece: its noise, paid at the rate r, in place of the noise before, paid at the rate q."""


def _in_block(name: str, **rates: str) -> Callable[[Builder], Step]:
    """The theorem about the piece alone, at the rate of the block."""

    @script
    def proof(p: Script) -> Step:
        for letter, rate in rates.items():
            p.have(f"paid {letter}", f"{rate} >= 0")
        made = p.theorem(name, {"start": "start"}, z="A - q*U", **rates)
        return p.figure("monotone", made, y="B - r*V", d=PRICE)

    return proof


steady_in_block = _in_block("pabisym/steady-piece", a="w*r")


@script
def contractive_in_block(p: Script) -> Step:
    """The rate of the piece alone is w r/(1 - c^2)."""
    p.have("square", p.figure("power-below-one", k="2"))
    p.have("rest", "1 - c**2 > 0")
    return _in_block("pabisym/contractive-piece", u="w*r/(1 - c**2)")(p)


@script
def expanding_in_block(p: Script) -> Step:
    """The rate of the piece alone is w r/(c^2 - 1)."""
    p.have("square", p.figure("power-above-one", k="2"))
    p.have("rest", "c**2 - 1 > 0")
    return _in_block("pabisym/expanding-piece", u="w*r/(c**2 - 1)")(p)


# Equal gaps, each of which is paid at once.


@script
def each_paid(p: Script) -> Step:
    """Nothing is ever left."""
    price = "b + alpha*(k - p)*s**2/(2*w)"
    with p.generalise("k", "p + 1", "p + m") as cost:
        cost.have("magnitude", cost.figure("gaussian-magnitude", cost.at("Gaussian", "k"), a="s"))
        cost.show(f"R(alpha, zeta(k), s) <= {price} - ({at(price, 'k - 1')})")
    start = p.figure("monotone", "start", y="0", d=at(price, "p"))
    premises = {"price": cost.step, "start": start, "shift": p.generalise("k", "p", "p + m", "0 >= 0"),
                "balance": p.generalise("k", "p + 1", "p + m", "0 == c(k)*0 + s - s")}
    carried = p.theorem("pabisym/continuation", premises, q="p + m", s=("k", "s"), a=("k", "s"), z=("k", "0"), b=("k", price))
    return p.figure("monotone", carried, y="0", d="b + alpha*m*s**2/(2*w)")


# A piece without noise: nothing is paid.


def _unpaid(left: str, c: str) -> Callable[[Builder], Step]:
    @script
    def proof(p: Script) -> Step:
        with p.generalise("k", "p + 1", "p + m") as price:
            price.have("free", price.figure("magnitude-zero", Z="zeta(k)"))
            price.show("R(alpha, zeta(k), 0) <= b - b")
        with p.generalise("k", "p", "p + m") as shift:
            shift.except_for("p - k", f"{left} >= 0")
            shift.show(f"{left} >= 0" if c == "1" else _know_kept(shift, left))
        with p.generalise("k", "p + 1", "p + m") as balance:
            claim = f"{left} == {c}*({at(left, 'k - 1')}) + ({GAPS}) - 0"
            with balance.case("p - (k - 1)", claim) as first:
                if c == "1":
                    first.have("here", "k == p + 1")
                else:
                    at_first(first)
            balance.show(claim)
        start = p.figure("monotone", "start", y=at(left, "p"), d="b")
        premises = {"amounts": p.generalise("k", "p + 1", "p + m", "0 >= 0"), "shift": shift.step, "balance": balance.step,
                    "price": price.step, "start": start}
        carried = p.theorem("pabisym/continuation", premises, q="p + m", c=("k", c), s=("k", GAPS), a=("k", "0"), z=("k", left),
                            b=("k", "b"))
        if c != "1":
            p.have("rest", "c**m*(A - q*U) + s*(1 - c**m)/(1 - c) + c**(m - 1)*g == B - r*V")
            p.have("gap at least", "c**(m - 1)*g >= 0")
            with p.proof() as last:
                with last.case("p - (p + m)", f"{at(left, 'p + m')} <= B - r*V") as none:
                    none.have("no step", "m == 0")
                    none.have("power", none.figure("power-at-most-one", k="m"))
                    none.have("other power", none.figure("power-at-most-one", k="0 - m"))
                    none.have("one", "c**m == 1")
                    none.have("still", "c**m*(A - q*U) == A - q*U")
                last.show(f"{at(left, 'p + m')} <= B - r*V")
            p.have("end", last.step)
        return p.figure("monotone", carried, y="B - r*V", d=PRICE)

    return proof


@script
def _know_kept(p: Script, left: str) -> Step:
    p.have_all({"power": p.figure("power-at-most-one", k="k - p"), "positive": "c**(k - p) > 0", "inside": "1 - c > 0"})
    p.have_all({"kept": "c**(k - p)*(A - q*U) >= 0", "gaps so far": "s*(1 - c**(k - p)) >= 0", "jump so far": "c**(k - p)*g >= 0"})
    p.have("over", divide("s*(1 - c**(k - p))/(1 - c) >= 0", "1 - c", "gaps so far"))
    p.have("jump now", divide("c**(k - p - 1)*g >= 0", "c", "jump so far"))
    return certified(f"{left} >= 0", fact("kept"), fact("over"), fact("jump now"))


noiseless_steady = _unpaid("cases(p - k, A - q*U, A - q*U + g + (k - p)*s)", "1")
noiseless_contractive = _unpaid("cases(p - k, A - q*U, c**(k - p)*(A - q*U) + s*(1 - c**(k - p))/(1 - c) + c**(k - p - 1)*g)", "c")


# A piece that changes from step to step: the shift S and the noise N of its steps, both over the product P of the contractions.

RATIO, BEFORE = "r*P(p + m)", "(A - q*U)/P(p)"
INSIDE = f"{BEFORE} + J + S(k) - S(p) - {RATIO}*(N(k) - N(p))"
CHANGED: Left = (f"P(k)*cases(p - k, {BEFORE}, {INSIDE})", f"P(k)*({RATIO})*(N(k) - N(k - 1))",
                 f"b + alpha*({RATIO})**2*(N(k) - N(p))/2", "B - r*V", PRICE)


@script
def changing(p: Script) -> Step:
    """What is left, without contractions, grows while the gaps are worth more than the rate, and falls from there."""
    left, done = CHANGED[0], at(INSIDE, "p + m")
    p.have("rate before", f"q == {RATIO}/P(p)")
    p.have("shift after", "B == P(p + m)*(A/P(p) + J + S(p + m) - S(p))")
    p.have("noise after", "V == P(p + m)**2*(U/P(p)**2 + N(p + m) - N(p))")
    p.have("rate of all", f"{RATIO} >= 0")
    p.have("begun", divide(f"{BEFORE} >= 0", "P(p)", "before"))
    p.have("same", f"P(p + m)*({done}) == B - r*V")
    p.have("last", f"P(p + m)*({done}) >= 0")
    p.have("done", divide(f"{done} >= 0", "P(p + m)", "last"))
    with p.generalise("k", "p", "p + m") as shift:
        shift.have("product here", shift.at("product", "k"))
        shift.except_for("p - k", f"{left} >= 0")
        shift.have("inside", _between(shift))
        shift.show(f"{left} >= 0")
    with p.generalise("k", "p + 1", "p + m") as amounts:
        amounts.have_all({"product here": amounts.at("product", "k"), "noise here": amounts.at("noise", "k")})
        amounts.show(f"{CHANGED[1]} >= 0")
    with p.generalise("k", "p + 1", "p + m") as balance:
        balance.have_all({"product before here": balance.at("product", "k - 1"), "products here": balance.at("products", "k")})
        claim = f"{left} == c(k)*({at(left, 'k - 1')}) + (P(k)*(S(k) - S(k - 1)) + cases(p + 1 - k, P(p + 1)*J, 0)) - {CHANGED[1]}"
        with balance.case("p - (k - 1)", claim) as first:
            first.have("here", "k == p + 1")
        balance.show(claim)
    with p.generalise("k", "p + 1", "p + m") as cost:
        cost.have_all({"product here": cost.at("product", "k"), "noise here": cost.at("noise", "k")})
        cost.have("payment", f"{CHANGED[1]} >= 0")
        cost.have("magnitude", cost.figure("gaussian-magnitude", cost.at("Gaussian", "k"), a=CHANGED[1]))
        cost.show(f"R(alpha, zeta(k), {CHANGED[1]}) <= {CHANGED[2]} - ({at(CHANGED[2], 'k - 1')})")
    premises = {"amounts": amounts.step, "shift": shift.step, "balance": balance.step, "price": cost.step,
                "start": p.figure("monotone", "start", y=at(left, "p"), d=at(CHANGED[2], "p"))}
    carried = p.theorem("pabisym/continuation", premises, q="p + m", s=("k", "P(k)*(S(k) - S(k - 1)) + cases(p + 1 - k, P(p + 1)*J, 0)"),
                        a=("k", CHANGED[1]), z=("k", left), b=("k", CHANGED[2]))
    p.have_all({"end": _at_end(p, f"{at(left, 'p + m')} <= B - r*V"),
                "paid before": _times(f"q**2*U == ({RATIO}/P(p))**2*U", ("rate before", f"U*(q + {RATIO}/P(p))")),
                "paid after": _times("r**2*V == r**2*P(p + m)**2*(U/P(p)**2 + N(p + m) - N(p))", ("noise after", "r**2"))})
    return p.figure("monotone", carried, y="B - r*V", d=PRICE)


@script
def _between(p: Script) -> Step:
    """At step k, after the first of the piece."""
    with p.case(f"d(k) - {RATIO}", f"{INSIDE} >= 0") as steep:
        steep.have("grown", _turning(steep, "p", "k", ("i", "k"), f"S(l) - {RATIO}*N(l)"))
    p.have("fallen", _turning(p, "k", "p + m", ("k", "i"), f"{RATIO}*N(l) - S(l)"))
    return p.prove(f"{INSIDE} >= 0")


@script
def _turning(p: Script, low: str, high: str, between: tuple[str, str], what: str) -> Step:
    """What never falls between two steps, one of which is step k: the shift less the rate times the noise, or the other way round."""
    with p.generalise("i", f"{low} + 1", high) as each:
        first, last = between
        with each.generalise("l", f"{first} + 1", last) as slopes:
            slopes.have("slope", slopes.at("falling", "l"))
            slopes.show("-d(l - 1) <= -d(l)")
        each.have("slopes between", each.theorem("pabisym/rising", {"steps": slopes.step}, p=first, q=last, f=("l", "-d(l)")))
        each.have_all({"shift here": each.at("shift", "i"), "noise here": each.at("noise", "i")})
        each.show(f"{at(what, 'i - 1', 'l')} <= {at(what, 'i', 'l')}")
    return p.theorem("pabisym/rising", {"steps": each.step}, p=low, q=high, f=("i", at(what, "i", "l")))


def _times(goal: str, *facts: tuple[str, str]) -> Step:
    """An equation as a sum of known ones times factors."""
    return certified(goal, *(fact(label, factor=factor) for label, factor in facts))


@script
def _at_end(p: Script, claim: str) -> Step:
    """What is left after the last step, which may be the one before the piece."""
    with p.case("p - (p + m)", claim) as none:
        none.have("no step", "m == 0")
    return p.prove(claim)


@script
def changing_paid(p: Script) -> Step:
    """Nothing is ever left."""
    price = "b + alpha*(e(k) - e(p))/2"
    with p.generalise("k", "p + 1", "p + m") as cost:
        cost.have_all({"noise here": cost.at("noise", "k"), "price here": cost.at("price", "k"), "size here": cost.at("sizes", "k")})
        cost.have("magnitude", cost.figure("gaussian-magnitude", cost.at("Gaussian", "k"), a="s(k)"))
        cost.show(f"R(alpha, zeta(k), s(k)) <= {price} - ({at(price, 'k - 1')})")
    start = p.figure("monotone", "start", y="0", d=at(price, "p"))
    premises: dict[str, Step | str] = {
        "price": cost.step, "start": start, "shift": p.generalise("k", "p", "p + m", "0 >= 0"), "amounts": "sizes",
        "balance": p.generalise("k", "p + 1", "p + m", "0 == c(k)*0 + s(k) - s(k)")}
    carried = p.theorem("pabisym/continuation", premises, q="p + m", a=("k", "s(k)"), z=("k", "0"), b=("k", price))
    return p.figure("monotone", carried, y="0", d="b + alpha*(e(p + m) - e(p))/2")
