"""What is known of roots, logarithms, exponentials, extrema and powers in a relation, each fact with its proof.

A relation about such functions is rarely a combination of what is known of their arguments.  Here every part of it brings what follows
from the sign of its argument, or from the side of one on which that lies: sqrt(x) > 0 for x > 0, sqrt(x) < 1 for x < 1, log(x) > 0 for
x > 1, exp(x) >= 1 for x >= 0, c**m < 1 for 0 < c < 1 and m >= 1, floor(x) >= 0 for x >= 0; of two roots or logarithms it is told which is
larger; an extremum is the distinction of cases that it means.  :meth:`~pabisym.proof.build.Builder.prove` comes to this last, where this
module is loaded: every module that makes builders loads it.  Untrusted like every builder.
"""

from __future__ import annotations

from collections.abc import Callable

from pabisym.lang.grammar import to_text
from pabisym.lang.term import ONE, ZERO, Call, Number, Term, calls
from pabisym.proof.build import LAST_RESORTS, Builder, Step, step
from pabisym.proof.exponentials import log_low, log_tangent
from pabisym.proof.linear import certified, else_absurd, fact
from pabisym.proof.roots import positive_root
from pabisym.proof.script import Script

MAX_ALIKE = 4
"""Most roots, or logarithms, in one relation whose order is looked for."""


def knowing(b: Builder, relation: Term, rest: Callable[[Builder], Step]) -> Step | None:
    """Go on knowing what follows of the elementary functions in a relation; None where nothing new does."""
    p, parts = Script(b), tuple(dict.fromkeys(one for one in calls(relation, bound=False, inner=True) if one.head in _DESCRIBED))
    new = [_DESCRIBED[part.head](p, part) for part in parts]
    for head, order in (("sqrt", _order_of_roots), ("log", _order_of_logarithms)):
        own = [part for part in parts if part.head == head][:MAX_ALIKE]
        new += [order(p, one, other) for one in own for other in own if one != other]
    return p.close(rest(p)) if any(new) else None


def _shown(p: Script, left: Term, sign: str, right: Term) -> str:
    """The label under which a relation is known that is evident or has a short certificate; empty for others."""
    label = p.fresh("sign")
    if (made := p.seen(Call(sign, (left, right)))) is None:
        return ""
    p.have(label, made)
    return label


def _root(p: Script, part: Call) -> bool:
    (x,) = part.args
    if p.evident(Call("==", (Call("**", (part, Number(2))), x))):
        return False
    if _shown(p, x, ">", ZERO):
        square = positive_root(p, to_text(x))
        for sign, turned in (("<", "-1"), (">", "1")):  # (1 - r)*(1 + r) == 1 - x
            if apart := _shown(p, x, sign, ONE):
                p.have(p.fresh("side"), certified(Call(sign, (part, ONE)), fact(apart), fact(square, times=turned),
                                                  multiplier=Call("+", (ONE, part))))
        return True
    if not _shown(p, x, ">=", ZERO):
        return False
    p.have_all({p.fresh("root"): p.figure("square-root-sign", x=x), p.fresh("square"): p.figure("square-root", x=x)})
    return True


def _order_of_roots(p: Script, larger: Call, smaller: Call) -> bool:
    """That one root is at least another one: else their squares would be in the other order."""
    claim, (x, y) = Call(">=", (larger, smaller)), (larger.args[0], smaller.args[0])
    if p.evident(claim) or not (apart := _shown(p, x, ">=", y)):
        return False
    sign, *squares = (p.fresh(stem) for stem in ("root", "square", "square"))
    p.have_all({sign: p.figure("square-root-sign", x=x)} | {
        label: p.figure("square-root", x=one) for label, one in zip(squares, (x, y), strict=True)})
    p.have(p.fresh("order"), else_absurd(p, Call("+", (larger, Call("neg", (smaller,)))), claim, lambda case: (
        fact(case, case), fact(case, sign, times="2"), fact(apart), fact(squares[0]), fact(squares[1], times="-1"))))
    return True


def _logarithm(p: Script, part: Call) -> bool:
    (x,), text = part.args, to_text(part.args[0])
    if p.evident(Call(">=", (part, ZERO))) or p.evident(Call("<", (part, ZERO))) or not (positive := _shown(p, x, ">", ZERO)):
        return False
    sign = next((sign for sign in (">", ">=", "<") if (apart := _shown(p, x, sign, ONE))), "")
    if not sign:
        return False
    claim = Call(sign, (part, ZERO))
    (log_tangent if sign == "<" else log_low)(p, text)
    near = p.scope.known[-1][0]
    p.have(p.fresh("logarithm"), certified(claim, fact(near), fact(apart)) if sign == "<" else certified(
        claim, fact(near, positive), fact(apart), multiplier=text))
    return True


def _order_of_logarithms(p: Script, larger: Call, smaller: Call) -> bool:
    """That one logarithm is at least another one: the difference is the logarithm of the quotient, which is above 1."""
    claim, (x, y) = Call(">=", (larger, smaller)), (larger.args[0], smaller.args[0])
    if p.evident(claim) or not (low := _shown(p, y, ">", ZERO)) or not (apart := _shown(p, x, ">=", y)):
        return False
    positive, ratio = p.fresh("positive"), Call("/", (x, y))
    p.have(positive, certified(Call(">", (x, ZERO)), fact(apart), fact(low)))
    product = p.fresh("product")
    p.have(product, p.figure("log-product", x=y, y=ratio, conclude=Call("==", (larger, Call("+", (smaller, Call("log", (ratio,))))))))
    log_low(p, to_text(ratio))
    near = p.scope.known[-1][0]
    p.have(p.fresh("order"), certified(claim, fact(product, factor=x), fact(near, positive), fact(apart), multiplier=x))
    return True


def _exponential(p: Script, part: Call) -> bool:
    (x,), claim = part.args, Call(">=", (part, ONE))
    if p.evident(claim) or not (label := _shown(p, x, ">=", ZERO)):
        return False
    tangent = p.fresh("tangent")
    p.have(tangent, p.figure("exp-tangent", x=x))
    p.have(p.fresh("exponential"), certified(claim, fact(tangent), fact(label)))
    return True


def _extremum(p: Script, part: Call) -> bool:
    if len(part.args) != 2:
        return False
    made = p.figure("maximum" if part.head == "max" else "minimum", x=part.args[0], y=part.args[1])
    if p.evident(made["conclusion"]):
        return False
    p.have(p.fresh("extremum"), made)
    return True


def _floor(p: Script, part: Call) -> bool:
    (x,), claim = part.args, Call(">=", (part, ZERO))
    if p.evident(claim) or not (label := _shown(p, x, ">=", ZERO)):
        return False
    high, above = p.fresh("rounding"), p.fresh("above")
    p.have(high, p.figure("floor-high", x=x))
    p.have(above, certified(Call(">", (Call("+", (part, ONE)), ZERO)), fact(high), fact(label)))
    p.have(p.fresh("floor"), {**step("integer", Call("<=", (ONE, Call("+", (part, ONE)))), (p.known(above),)), "conclusion": claim})
    return True


def _power(p: Script, part: Call) -> bool:
    c, m = part.args
    if isinstance(m, Number) or not p.scope.arithmetic.integral(m) or not p.evident(Call(">", (c, ZERO))):
        return False
    for side, strict, weak in (("<", "power-below-one", "power-at-most-one"), (">", "power-above-one", "power-at-least-one")):
        least = next((one for one in (ONE, ZERO) if p.evident(Call(">=", (m, one)))), None)
        if least is not None and p.evident(Call(side, (c, ONE))):
            if p.evident(Call(side if least == ONE else f"{side}=", (part, ONE))):
                return False
            p.have(p.fresh("power"), p.figure(strict if least == ONE else weak, c=c, k=m))
            return True
    return False


_DESCRIBED: dict[str, Callable[[Script, Call], bool]] = {
    "sqrt": _root, "log": _logarithm, "exp": _exponential, "floor": _floor, "min": _extremum, "max": _extremum, "**": _power}
LAST_RESORTS.append(knowing)
