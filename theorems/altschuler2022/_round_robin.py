"""Records taken in turn in a bounded domain, b of n at every step: the proofs about any number of last steps.

Written with the letters of ``pabisym/round-robin`` and of Theorem 5.6 of Altschuler and Talwar.  Every step pays the same for
the distance at the restart and for the gap before it, and the last step whatever is left.  Untrusted like every builder.
"""

from __future__ import annotations

from collections.abc import Mapping

from pabisym.proof.build import Builder, Filler, Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ..pabisym._iterations import at
from ..pabisym._restarts import weaken

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


@script
def last_steps(p: Script) -> Step:
    """Shift allocation over the last m steps, with a start that is no smaller than the distance there."""
    with p.generalise("k", BEFORE, "T") as unpaid:
        _rest(unpaid)
        unpaid.show(unpaid.known("unpaid"))
    at_restart = p.at(unpaid.step, BEFORE)
    premises = {name: p.part(name, "k", f"{BEFORE} + 1", "T") for name in ("first run", "second run", "Lipschitz")}
    gaps = p.generalise("k", f"{BEFORE} + 1", "T", _gap)
    with p.proof() as start:
        start.have("at the restart", at_restart)
        start.show(start.figure("monotone", start.figure("start", "restart"), y=at(LEFT, BEFORE), d=at(PRICE, BEFORE)))
    premises |= {"gaps": gaps, "start": start.step, **_shifts(p)}
    with p.generalise("k", f"{BEFORE} + 1", "T") as price:
        _rest(price)
        price.show(_price(price))
    premises["price"] = price.step
    terms = {**_RUNS, "c": ("k", "1"), "s": ("k", JUMP), "a": ("k", AMOUNT), "z": ("k", LEFT), "b": ("k", PRICE)}
    return p.theorem("pabisym/projected-continuation", premises, **terms, p=BEFORE, q="T", conclude=f"renyi(alpha, 0, X(T), Y(T), {BOUND})")


def _shifts(p: Script) -> dict[str, Step]:
    """What is paid and what is left are not negative, and the one is what the other loses."""

    def every(low: str, goal: str, early: tuple[str, ...], late: Step) -> Step:
        with p.generalise("k", low, "T") as each:
            _rest(each)
            with each.case("T - 1 - k", goal) as before:
                before.show(certified(goal, *(fact(name) for name in early)))
            each.have("end", "T - k == 0")
            each.show(late)
        return each.step

    balance = f"{LEFT} == 1*({at(LEFT, 'k - 1')}) + {JUMP} - {AMOUNT}"
    paid = certified(f"{AMOUNT} >= 0", fact("rate"), fact("unpaid"))
    return {"amounts": every(f"{BEFORE} + 1", f"{AMOUNT} >= 0", ("rate",), paid),
            "shift": every(BEFORE, f"{LEFT} >= 0", ("late", "unpaid"), certified(f"{LEFT} >= 0")),
            "balance": every(f"{BEFORE} + 1", balance, (), certified(balance, fact("end", factor="-D/m")))}


def _early(b: Builder) -> bool:
    return b.scope.arithmetic.evident(b.term("T - 1 - k >= 0"))


def _rest(p: Script) -> None:
    """Go on knowing that what is unpaid of the last gap is between 0 and (1 - 1/n) g, and what is left of the distance."""
    p.have_all({"many": "n > 0", "some": "b > 0", "long": "m > 0", "sign": "alpha > 0"})
    _know_counts(p)
    p.have_all({"unpaid": certified(f"{UNPAID} >= 0", fact("size", "counted"), multiplier="n"),
                "less": certified(f"{UNPAID} <= g*(1 - 1/n)", fact("size", "low")),
                "late": certified(f"D*(1 - (k - {BEFORE})/m) >= 0", fact("width", "k to"), multiplier="m"),
                "rate": certified(f"{RATE} >= 0", fact("width", "many"), fact("size", "some", "long"), multiplier="m*n")})


def _know_counts(p: Script) -> None:
    """Go on knowing that n floor((k b - i)/n) <= k b - i <= n (floor((k b - i)/n) + 1) - 1."""
    cleared = certified(f"k*b - i < n*({TURN} + 1)", fact("high"), multiplier="1/n")
    p.have_all({"low": p.figure("floor-low", x="(k*b - i)/n"), "high": p.figure("floor-high", x="(k*b - i)/n"), "cleared": cleared})
    p.have("counted", p.next_integer(f"k*b - i < n*({TURN} + 1)", f"k*b - i + 1 <= n*({TURN} + 1)"))


@script
def _gap(p: Script) -> Step:
    """The gap of step k is at most the jump of the accumulated gaps: fewer turns were before it, by one if the turn has come."""
    claim = f"{GAP} <= {JUMP}"

    @script
    def one(p: Script) -> Step:
        case, met = p.scope.known[-1][0], p.evident(f"n*{TURN} + b - 1 - (k*b - i) >= 0")
        than, last = (TURN, fact(case)) if met else (f"{TURN} + 1", fact("counted"))
        p.have("less", certified(f"{LAST_TURN} < {than}", last, fact("last low", "many"), *(() if met else (fact("some"),)), fact(),
                                 multiplier="n"))
        p.have("fewer", p.next_integer(f"{LAST_TURN} < {than}", f"{LAST_TURN} + 1 <= {than}"))
        return certified(claim, fact("size", "fewer"))

    p.have_all({"many": "n > 0", "some": "b > 0"})
    _know_counts(p)
    p.have("last low", p.figure("floor-low", x="((k - 1)*b - i)/n"))
    p.have("jump", p.by_cases(f"n*{TURN} + b - 1 - (k*b - i)", claim, one))
    return p.figure("gap-widen", p.at("gaps", "k"), u=JUMP)


@script
def _price(p: Script) -> Step:
    """What a step pays: its share, and at the last one no more than the largest amount."""
    goal, last = f"R(alpha, zeta(k), {AMOUNT}) <= {PRICE} - ({at(PRICE, 'k - 1')})", f"({RATE} + {UNPAID})"

    @script
    def spent(p: Script, amount: str, worth: Step) -> Step:
        p.have("magnitude", p.figure("gaussian-magnitude", p.at("Gaussian", "k"), a=amount))
        return worth

    @script
    def one(p: Script) -> Step:
        if _early(p):
            return spent(p, RATE, certified(goal, fact("magnitude", factor="-1")))
        worth = certified(goal, fact("at most", "sign"), fact("end", factor=f"alpha*{RATE}**2"), fact("magnitude", factor="-2*w"),
                          multiplier="2*w")
        p.have_all({"end": "T - k == 0", "amount": certified(f"{last} >= 0", fact("rate"), fact("unpaid")),
                    "sum": certified(f"{LARGEST} + {last} >= 0", fact("amount"), fact("amount"), fact("less")),
                    "at most": certified(f"{last}**2 <= {LARGEST}**2", fact("less", "sum"))})
        return spent(p, last, worth)

    return p.by_cases("T - 1 - k", goal, one)


# Theorem 5.6: the look-back is D n/(L eta), rounded up.

GAPS = at(GAP, "2*eta*L/b", "g")
VALUE = "alpha*L**2/sigma**2*(2/b**2 + 6/(n*b) + {}/n**2)".format
RATE_OF_LOSS = VALUE("min(2*T, 9/2*N)")
_COST = "alpha/(2*(eta**2*sigma**2))*(({m} - 1)*({D}/{m} + {g}*b/n)**2 + ({D}/{m} + {g}*(1 + (b - 1)/n))**2)".format
_G, _SHARE = "(2*eta*L/b)", "(L*eta/n)"


@script
def upper_bound(p: Script, own: Mapping[str, Filler]) -> Step:
    """All steps from the common start, or the last N from the domain on, whichever costs less; ``own`` gives the maps psi and phi."""
    p.have_all({"some": "b > 0", "many": "n > 0", "sign": "alpha > 0", "horizon sign": "T > 0", "threshold sign": "N > 0",
                "reach": "L*eta > 0", "least": p.figure("minimum", x="2*T", y="9/2*N")})
    with p.case("9/2*N - 2*T", f"renyi(alpha, 0, X(T), Y(T), {RATE_OF_LOSS})") as composed:
        composed.show(_composition(composed, own))
    return _restart(p, own)


@script
def _run(p: Script, own: Mapping[str, Filler], steps: tuple[str, str, str], start: Step, worth: Step) -> Step:
    """The bound on the last m steps from a distance D on, which is at most that value of the rate."""
    m, D, value = steps
    terms: dict[str, Filler] = {**_RUNS, **own, "g": _G, "w": "eta**2*sigma**2"}
    least = certified(f"{value} <= {RATE_OF_LOSS}", fact("least", factor="alpha*L**2/(sigma**2*n**2)"))
    p.have_all({"worth": worth, "smaller": least})
    made = p.theorem("pabisym/round-robin", {"restart": start}, **terms, m=m, D=D)
    return weaken(p, weaken(p, made, value), RATE_OF_LOSS)


@script
def _composition(p: Script, own: Mapping[str, Filler]) -> Step:
    """2 alpha L^2/sigma^2 (1/b^2 + 2/(n b) + T/n^2)."""
    worth = certified(f"{_COST(m='T', D='0', g=_G)} <= {VALUE('2*T')}", fact("sign", "last square"),
                      fact("sign", "pair", square="eta*L", times="4"), multiplier="2*eta**2*sigma**2")
    _last_amount(p, "0/T", f"({_G} + 2*{_SHARE})", ())
    return _run(p, own, ("T", "0", VALUE("2*T")), p.known("same start"), worth)


@script
def _restart(p: Script, own: Mapping[str, Filler]) -> Step:
    """D/N <= L eta/n, so that a step pays at most 3 L eta/n, and the last one 3 L eta/n + 2 L eta/b."""
    worth = certified(f"{_COST(m='N', D='D', g=_G)} <= {VALUE('9/2*N')}", fact("sign", "at least one", "shares"),
                      fact("sign", "last square"), multiplier="2*eta**2*sigma**2")
    close = certified(f"D/N <= {_SHARE}", fact("threshold", "reach"), multiplier="N*n")
    p.have_all({"earlier": "N <= T", "close": close})
    shares = certified(f"(D/N + {_G}*b/n)**2 <= (3*{_SHARE})**2", fact("close", "sum"))
    p.have_all({"sum": f"D/N + 5*{_SHARE} >= 0", "shares": shares})
    _last_amount(p, "D/N", f"(3*{_SHARE} + {_G})", (fact("close"),))
    return _run(p, own, ("N", "D", VALUE("9/2*N")), p.at("diameter", "T - N"), worth)


def _last_amount(p: Script, share: str, most: str, more: tuple[dict[str, object], ...]) -> None:
    """Go on knowing that the square of what the last step pays is at most that of ``most``."""
    last = f"({share} + {_G}*(1 + (b - 1)/n))"
    p.have_all({"gap sign": f"{_G} >= 0", "inverse": "1/n > 0", "pair": "1/(n*b) > 0", "share sign": f"{share} >= 0"})
    p.have_all({"last amount": certified(f"{last} <= {most}", *more, fact("reach", "pair", times="2")),
                "last sign": certified(f"{last} >= 0", fact("share sign"), fact("gap sign"), fact("gap sign", "batch", "inverse")),
                "last square": certified(f"{last}**2 <= {most}**2", fact("last amount", "last amount"),
                                         fact("last amount", "last sign", times="2"))})
