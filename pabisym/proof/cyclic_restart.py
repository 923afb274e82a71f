"""The proof for a gap in every epoch in a bounded domain, for any number of last steps.

Written with the letters of ``pabisym/bounded-periodic-gap``.  Every step pays the same for the distance at the restart and
for the gap before it, and the last step whatever is left.  Untrusted like every builder.
"""

from __future__ import annotations

from collections.abc import Callable

from pabisym.proof.build import Builder, Filler, Step
from pabisym.proof.epochs import GAP, JUMP, WHOLE, counted, jump
from pabisym.proof.iterations import at
from pabisym.proof.levels import certified, fact
from pabisym.statement import Assumption, Structure

STRUCTURES = (
    Structure("X", "law sequence", "law of the iterate of the first run after k steps", "W"),
    Structure("Y", "law sequence", "law of the iterate of the second run after k steps", "W'"),
    Structure("psi", "map sequence", "map of step k in the first run"),
    Structure("phi", "map sequence", "map of step k in the second run", r"\psi'"),
    Structure("zeta", "noise sequence", "noise of step k, on the iterate, the same in both runs"),
    Structure("K", "set", "the domain", r"\mathcal{K}"),
)
"""Two runs of projected steps."""
_RUN = "forall(k, 1, T, equal({X}(k), push(projection(K), convolve(push({psi}(k), {X}(k - 1)), zeta(k)))))"
DOMAIN = (
    Assumption("domain", "convexset(K)", "K is closed and convex, with non-empty interior"),
    Assumption("first run", _RUN.format(X="X", psi="psi"), "X_k = Pi_K(psi_k(X_{k-1}) + zeta_k)"),
    Assumption("second run", _RUN.format(X="Y", psi="phi"), "X'_k = Pi_K(psi'_k(X'_{k-1}) + zeta_k)"),
    Assumption("Lipschitz", "forall(k, 1, T, lipschitz(psi(k), 1))", "psi_k is 1-Lipschitz"),
)
"""What is assumed of them, beside where they differ and what noise is added."""

BEFORE, RATE, LARGEST = "(T - m)", "(D/m + g/n)", "(D/m + g)"
UNPAID = f"g*({WHOLE} + 1 - (k - t + 1)/n)"
LEFT = f"cases(T - 1 - k, D*(1 - (k - {BEFORE})/m) + {UNPAID}, 0)"
AMOUNT = f"cases(T - 1 - k, {RATE}, {RATE} + {UNPAID})"
UNIT = "alpha/(2*w)"
PRICE = f"cases(T - 1 - k, {UNIT}*(k - {BEFORE})*{RATE}**2, {UNIT}*((m - 1)*{RATE}**2 + {LARGEST}**2))"
BOUND = f"{UNIT}*((m - 1)*{RATE}**2 + {LARGEST}**2)"


def last_steps(b: Builder) -> Step:
    """Shift allocation over the last m steps, with a start that is no smaller than the distance there."""

    def every(low: str, goal: str, *early: str, late: Step) -> Step:
        first = certified(goal, *(fact(name) for name in early))
        return b.generalise("k", low, "T", lambda b: _rest(b, lambda b: _either(b, goal, first, late)))

    def begun(b: Builder) -> Step:
        laws = {"P": f"X({BEFORE})", "Q": f"Y({BEFORE})"}
        return b.figure("monotone", b.figure("start", b.known("restart"), alpha="alpha", z="D", **laws), alpha="alpha", z="D",
                        y=at(LEFT, BEFORE), b="0", d=at(PRICE, BEFORE), **laws)

    balance = f"{LEFT} == 1*({at(LEFT, 'k - 1')}) + {JUMP} - {AMOUNT}"
    unpaid = b.at(b.generalise("k", BEFORE, "T", lambda b: _rest(b, lambda b: b.known("unpaid"))), BEFORE)
    premises = {name: b.generalise("k", f"{BEFORE} + 1", "T", lambda b, name=name: b.at(name, "k"))  # type: ignore[misc]
                for name in ("first run", "second run", "Lipschitz")}
    premises |= {"gaps": b.generalise("k", f"{BEFORE} + 1", "T", _gap), "start": b.have("at the restart", unpaid, begun),
                 "amounts": every(f"{BEFORE} + 1", f"{AMOUNT} >= 0", "rate", late=certified(f"{AMOUNT} >= 0", fact("rate"), fact(
                     "unpaid"))),
                 "shift": every(BEFORE, f"{LEFT} >= 0", "late", "unpaid", late=certified(f"{LEFT} >= 0")),
                 "balance": every(f"{BEFORE} + 1", balance, late=certified(balance, fact("end", factor="-D/m"))),
                 "price": b.generalise("k", f"{BEFORE} + 1", "T", lambda b: _rest(b, _price))}
    terms: dict[str, Filler] = {name: ("k", f"{name}(k)") for name in ("X", "Y", "psi", "phi", "zeta")}
    terms |= {"c": ("k", "1"), "s": ("k", JUMP), "a": ("k", AMOUNT), "z": ("k", LEFT), "b": ("k", PRICE)}
    return b.theorem("pabisym/projected-continuation", premises, **terms, alpha="alpha", p=BEFORE, q="T", K="K",
                     conclude=f"renyi(alpha, 0, X(T), Y(T), {BOUND})")


def _rest(b: Builder, rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing that what is unpaid of the last gap is between 0 and (1 - 1/n) g, and what is left of the distance."""

    def known(b: Builder) -> Step:
        label = b.scope.known[-1][0]
        facts = {"unpaid": certified(f"{UNPAID} >= 0", fact("size", label), multiplier="n"),
                 "less": certified(f"{UNPAID} <= g*(1 - 1/n)", fact("size", "low")),
                 "late": certified(f"D*(1 - (k - {BEFORE})/m) >= 0", fact("width", "k to"), multiplier="m"),
                 "rate": certified(f"{RATE} >= 0", fact("width", "many"), fact("size", "long"), multiplier="m*n")}
        return b.suppose_all(facts, rest)

    signs = {"many": b.prove("n > 0"), "long": b.prove("m > 0"), "sign": b.prove("alpha > 0")}
    return b.suppose_all(signs, lambda b: b.have("low", b.figure("floor-low", x="(k - t)/n"), lambda b: counted(b, known)))


def _either(b: Builder, goal: str, early: Step, late: Step) -> Step:
    """Before the last step, and at it."""

    def one(b: Builder) -> Step:
        return early if b.scope.arithmetic.evident(b.term("T - 1 - k >= 0")) else b.have("end", b.prove("T - k == 0"), lambda b: late)

    return b.by_cases("T - 1 - k", goal, one)


def _gap(b: Builder) -> Step:
    return b.have("jump", jump(b), lambda b: b.figure("gap-widen", b.at("gaps", "k"), s=GAP, u=JUMP, f="psi(k)", g="phi(k)"))


def _price(b: Builder) -> Step:
    """What a step pays: its share, and at the last one no more than the largest amount."""
    goal, last = f"R(alpha, zeta(k), {AMOUNT}) <= {PRICE} - ({at(PRICE, 'k - 1')})", f"({RATE} + {UNPAID})"

    def spent(b: Builder, amount: str, worth: Step) -> Step:
        return b.have("magnitude", b.figure("gaussian-magnitude", b.at("Gaussian", "k"), alpha="alpha", a=amount, v="w", Z="zeta(k)"),
                      lambda b: worth)

    def one(b: Builder) -> Step:
        if b.scope.arithmetic.evident(b.term("T - 1 - k >= 0")):
            return spent(b, RATE, certified(goal, fact("magnitude", factor="-1")))
        facts = {"end": b.prove("T - k == 0"), "amount": certified(f"{last} >= 0", fact("rate"), fact("unpaid")),
                 "sum": certified(f"{LARGEST} + {last} >= 0", fact("rate"), fact("rate"), fact("unpaid"), fact("size", "less one")),
                 "at most": certified(f"{last}**2 <= {LARGEST}**2", fact("less", "sum"))}
        worth = certified(goal, fact("at most", "sign"), fact("end", factor=f"alpha*{RATE}**2"), fact("magnitude", factor="-2*w"),
                          multiplier="2*w")
        return b.have("less one", b.prove("1 - 1/n >= 0"), lambda b: b.suppose_all(facts, lambda b: spent(b, last, worth)))

    return b.by_cases("T - 1 - k", goal, one)
