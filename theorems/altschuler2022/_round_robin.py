"""Records taken in turn in a bounded domain, b of n at every step: the proofs about any number of last steps.

Written with the letters of ``pabisym/round-robin`` and of Theorem 5.6 of Altschuler and Talwar.  Every step pays the same for
the distance at the restart and for the gap before it, and the last step whatever is left.  Untrusted like every builder.
"""

from __future__ import annotations

from collections.abc import Callable

from pabisym.proof.build import Builder, Filler, Step
from pabisym.proof.linear import certified, fact

from ..pabisym._iterations import at
from ..pabisym._restarts import weakened

_RUN = "forall(k, 1, T, equal({X}(k), push(projection(K), convolve(push({psi}(k), {X}(k - 1)), zeta(k)))))"
DOMAIN = (
    "domain: convexset(K)", f"first run: {_RUN.format(X='X', psi='psi')}", f"second run: {_RUN.format(X='Y', psi='phi')}",
)
"""What is assumed of them, beside where they differ and what noise is added."""

TURN, LAST_TURN = "floor((k*b - i)/n)", "floor(((k - 1)*b - i)/n)"
JUMP = f"g*({TURN} - {LAST_TURN})"
GAP = f"cases(n*{TURN} + b - 1 - (k*b - i), g, 0)"
BEFORE, RATE, LARGEST = "(T - m)", "(D/m + g*b/n)", "(D/m + g*(1 + (b - 1)/n))"
UNPAID = f"g*({TURN} + 1 - (k*b - i + 1)/n)"
LEFT = f"cases(T - 1 - k, D*(1 - (k - {BEFORE})/m) + {UNPAID}, 0)"
AMOUNT = f"cases(T - 1 - k, {RATE}, {RATE} + {UNPAID})"
PRICE = f"cases(T - 1 - k, alpha/(2*w)*(k - {BEFORE})*{RATE}**2, alpha/(2*w)*((m - 1)*{RATE}**2 + {LARGEST}**2))"
BOUND = f"alpha/(2*w)*((m - 1)*{RATE}**2 + {LARGEST}**2)"
_RUNS: dict[str, Filler] = {name: ("k", f"{name}(k)") for name in ("X", "Y", "psi", "phi", "zeta")}


def last_steps(b: Builder) -> Step:
    """Shift allocation over the last m steps, with a start that is no smaller than the distance there."""

    def begun(b: Builder) -> Step:
        laws = {"P": f"X({BEFORE})", "Q": f"Y({BEFORE})"}
        return b.figure("monotone", b.figure("start", b.known("restart"), alpha="alpha", z="D", **laws), alpha="alpha", z="D",
                        y=at(LEFT, BEFORE), b="0", d=at(PRICE, BEFORE), **laws)

    unpaid = b.at(b.generalise("k", BEFORE, "T", lambda b: _rest(b, lambda b: b.known("unpaid"))), BEFORE)
    premises = {name: b.generalise("k", f"{BEFORE} + 1", "T", lambda b, name=name: b.at(name, "k"))  # type: ignore[misc]
                for name in ("first run", "second run", "Lipschitz")}
    premises |= {"gaps": b.generalise("k", f"{BEFORE} + 1", "T", _gap), "start": b.have("at the restart", unpaid, begun), **_shifts(b),
                 "price": b.generalise("k", f"{BEFORE} + 1", "T", lambda b: _rest(b, _price))}
    terms = {**_RUNS, "c": ("k", "1"), "s": ("k", JUMP), "a": ("k", AMOUNT), "z": ("k", LEFT), "b": ("k", PRICE)}
    return b.theorem("pabisym/projected-continuation", premises, **terms, alpha="alpha", p=BEFORE, q="T", K="K",
                     conclude=f"renyi(alpha, 0, X(T), Y(T), {BOUND})")


def _shifts(b: Builder) -> dict[str, Step]:
    """What is paid and what is left are not negative, and the one is what the other loses."""

    def every(low: str, goal: str, early: tuple[str, ...], late: Step) -> Step:
        first = certified(goal, *(fact(name) for name in early))
        return b.generalise("k", low, "T", lambda b: _rest(b, lambda b: b.by_cases("T - 1 - k", goal, lambda b: first if _early(
            b) else b.have("end", b.prove("T - k == 0"), lambda b: late))))

    balance = f"{LEFT} == 1*({at(LEFT, 'k - 1')}) + {JUMP} - {AMOUNT}"
    paid = certified(f"{AMOUNT} >= 0", fact("rate"), fact("unpaid"))
    return {"amounts": every(f"{BEFORE} + 1", f"{AMOUNT} >= 0", ("rate",), paid),
            "shift": every(BEFORE, f"{LEFT} >= 0", ("late", "unpaid"), certified(f"{LEFT} >= 0")),
            "balance": every(f"{BEFORE} + 1", balance, (), certified(balance, fact("end", factor="-D/m")))}


def _early(b: Builder) -> bool:
    return b.scope.arithmetic.evident(b.term("T - 1 - k >= 0"))


def _rest(b: Builder, rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing that what is unpaid of the last gap is between 0 and (1 - 1/n) g, and what is left of the distance."""
    facts = {"unpaid": certified(f"{UNPAID} >= 0", fact("size", "counted"), multiplier="n"),
             "less": certified(f"{UNPAID} <= g*(1 - 1/n)", fact("size", "low")),
             "late": certified(f"D*(1 - (k - {BEFORE})/m) >= 0", fact("width", "k to"), multiplier="m"),
             "rate": certified(f"{RATE} >= 0", fact("width", "many"), fact("size", "some", "long"), multiplier="m*n")}
    signs = {"many": b.prove("n > 0"), "some": b.prove("b > 0"), "long": b.prove("m > 0"), "sign": b.prove("alpha > 0")}
    return b.suppose_all(signs, lambda b: _counted(b, lambda b: b.suppose_all(facts, rest)))


def _counted(b: Builder, rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing that n floor((k b - i)/n) <= k b - i <= n (floor((k b - i)/n) + 1) - 1."""
    cleared = certified(f"k*b - i < n*({TURN} + 1)", fact("high"), multiplier="1/n")
    bounds = {"low": b.figure("floor-low", x="(k*b - i)/n"), "high": b.figure("floor-high", x="(k*b - i)/n"), "cleared": cleared}
    return b.suppose_all(bounds, lambda b: b.have("counted", b.next_integer(
        f"k*b - i < n*({TURN} + 1)", f"k*b - i + 1 <= n*({TURN} + 1)"), rest))


def _gap(b: Builder) -> Step:
    """The gap of step k is at most the jump of the accumulated gaps: fewer turns were before it, by one if the turn has come."""
    claim = f"{GAP} <= {JUMP}"

    def one(b: Builder) -> Step:
        case, met = b.scope.known[-1][0], b.scope.arithmetic.evident(b.term(f"n*{TURN} + b - 1 - (k*b - i) >= 0"))
        than, last = (TURN, fact(case)) if met else (f"{TURN} + 1", fact("counted"))
        less = certified(f"{LAST_TURN} < {than}", last, fact("last low", "many"), *(() if met else (fact("some"),)), fact(), multiplier="n")
        return b.have("less", less, lambda b: b.have("fewer", b.next_integer(f"{LAST_TURN} < {than}", f"{LAST_TURN} + 1 <= {than}"),
            lambda b: certified(claim, fact("size", "fewer"))))

    def compared(b: Builder) -> Step:
        jump = b.by_cases(f"n*{TURN} + b - 1 - (k*b - i)", claim, one)
        return b.have("jump", jump, lambda b: b.figure("gap-widen", b.at("gaps", "k"), s=GAP, u=JUMP, f="psi(k)", g="phi(k)"))

    signs = {"many": b.prove("n > 0"), "some": b.prove("b > 0")}
    return b.suppose_all(signs, lambda b: _counted(b, lambda b: b.have(
        "last low", b.figure("floor-low", x="((k - 1)*b - i)/n"), compared)))


def _price(b: Builder) -> Step:
    """What a step pays: its share, and at the last one no more than the largest amount."""
    goal, last = f"R(alpha, zeta(k), {AMOUNT}) <= {PRICE} - ({at(PRICE, 'k - 1')})", f"({RATE} + {UNPAID})"

    def spent(b: Builder, amount: str, worth: Step) -> Step:
        return b.have("magnitude", b.figure("gaussian-magnitude", b.at("Gaussian", "k"), alpha="alpha", a=amount, v="w", Z="zeta(k)"),
                      lambda b: worth)

    def one(b: Builder) -> Step:
        if _early(b):
            return spent(b, RATE, certified(goal, fact("magnitude", factor="-1")))
        facts = {"end": b.prove("T - k == 0"), "amount": certified(f"{last} >= 0", fact("rate"), fact("unpaid")),
                 "sum": certified(f"{LARGEST} + {last} >= 0", fact("amount"), fact("amount"), fact("less")),
                 "at most": certified(f"{last}**2 <= {LARGEST}**2", fact("less", "sum"))}
        worth = certified(goal, fact("at most", "sign"), fact("end", factor=f"alpha*{RATE}**2"), fact("magnitude", factor="-2*w"),
                          multiplier="2*w")
        return b.suppose_all(facts, lambda b: spent(b, last, worth))

    return b.by_cases("T - 1 - k", goal, one)


# Theorem 5.6: the look-back is D n/(L eta), rounded up.

GAPS = at(GAP, "2*eta*L/b", "g")
VALUE = "alpha*L**2/sigma**2*(2/b**2 + 6/(n*b) + {}/n**2)".format
RATE_OF_LOSS = VALUE("min(2*T, 9/2*N)")
_COST = "alpha/(2*(eta**2*sigma**2))*(({m} - 1)*({D}/{m} + {g}*b/n)**2 + ({D}/{m} + {g}*(1 + (b - 1)/n))**2)".format
_G, _SHARE = "(2*eta*L/b)", "(L*eta/n)"


def upper_bound(b: Builder) -> Step:
    """All steps from the common start, or the last N from the domain on, whichever costs less."""
    facts = {"some": b.prove("b > 0"), "many": b.prove("n > 0"), "sign": b.prove("alpha > 0"), "horizon sign": b.prove("T > 0"),
             "threshold sign": b.prove("N > 0"), "reach": b.prove("L*eta > 0"), "least": b.figure("minimum", x="2*T", y="9/2*N")}
    return b.suppose_all(facts, lambda b: b.by_cases("9/2*N - 2*T", f"renyi(alpha, 0, X(T), Y(T), {RATE_OF_LOSS})", lambda b: _composed(
        b) if b.scope.arithmetic.evident(b.term("9/2*N - 2*T >= 0")) else _restarted(b)))


def _run(b: Builder, steps: tuple[str, str, str], start: Step, worth: Step) -> Step:
    """The bound on the last m steps from a distance D on, which is at most that value of the rate."""
    m, D, value = steps
    terms: dict[str, Filler] = {**_RUNS, **{name: name for name in ("T", "alpha", "n", "b", "i", "K")}, "g": _G, "w": "eta**2*sigma**2"}
    least = certified(f"{value} <= {RATE_OF_LOSS}", fact("least", factor="alpha*L**2/(sigma**2*n**2)"))

    def apply(b: Builder) -> Step:
        made = b.theorem("pabisym/round-robin", {"restart": start}, **terms, m=m, D=D)
        return weakened(b, weakened(b, made, value, ("T", "alpha")), RATE_OF_LOSS, ("T", "alpha"))

    return b.suppose_all({"worth": worth, "smaller": least}, apply)


def _composed(b: Builder) -> Step:
    """2 alpha L^2/sigma^2 (1/b^2 + 2/(n b) + T/n^2)."""
    worth = certified(f"{_COST(m='T', D='0', g=_G)} <= {VALUE('2*T')}", fact("sign", "last square"), fact(
        "sign", "pair", square="eta*L", times="4"), multiplier="2*eta**2*sigma**2")
    return _last_amount(b, "0/T", f"({_G} + 2*{_SHARE})", (), lambda b: _run(b, ("T", "0", VALUE("2*T")), b.known("same start"), worth))


def _restarted(b: Builder) -> Step:
    """D/N <= L eta/n, so that a step pays at most 3 L eta/n, and the last one 3 L eta/n + 2 L eta/b."""
    worth = certified(f"{_COST(m='N', D='D', g=_G)} <= {VALUE('9/2*N')}", fact("sign", "at least one", "shares"), fact(
        "sign", "last square"), multiplier="2*eta**2*sigma**2")

    def known(b: Builder) -> Step:
        shares = certified(f"(D/N + {_G}*b/n)**2 <= (3*{_SHARE})**2", fact("close", "sum"))
        facts = {"sum": b.prove(f"D/N + 5*{_SHARE} >= 0"), "shares": shares}
        return b.suppose_all(facts, lambda b: _last_amount(b, "D/N", f"(3*{_SHARE} + {_G})", (fact("close"),), lambda b: _run(
            b, ("N", "D", VALUE("9/2*N")), b.at("diameter", "T - N"), worth)))

    close = certified(f"D/N <= {_SHARE}", fact("threshold", "reach"), multiplier="N*n")
    return b.suppose_all({"earlier": b.prove("N <= T"), "close": close}, known)


def _last_amount(b: Builder, share: str, most: str, more: tuple[dict[str, object], ...], rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing that the square of what the last step pays is at most that of ``most``."""
    last = f"({share} + {_G}*(1 + (b - 1)/n))"
    facts = {"last amount": certified(f"{last} <= {most}", *more, fact("reach", "pair", times="2")),
             "last sign": certified(f"{last} >= 0", fact("share sign"), fact("gap sign"), fact("gap sign", "batch", "inverse")),
             "last square": certified(f"{last}**2 <= {most}**2", fact("last amount", "last amount"), fact(
                 "last amount", "last sign", times="2"))}
    signs = {"gap sign": b.prove(f"{_G} >= 0"), "inverse": b.prove("1/n > 0"), "pair": b.prove("1/(n*b) > 0"),
             "share sign": b.prove(f"{share} >= 0")}
    return b.suppose_all(signs, lambda b: b.suppose_all(facts, rest))
