"""Answers to the exercises, computed: nothing here, and nothing beside it, holds one.

A number is what the judge compares with; payments and worst pairs come from the solver, formulas from the derivation, sums of squares from
completing squares; where many answers are right, candidates are tried until the judge takes one.  The instance decides: with the key of a
class every name has answers of its own.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any

import sympy as sp
from flint import fmpq

from pabisym.derivation.derive import Derivation, derive
from pabisym.exercises.bank import claims, convergence, own_variant, protection, shifted_divergence
from pabisym.exercises.task import Exercise, InstanceValues
from pabisym.lang.grammar import to_text
from pabisym.lang.term import Number, substitute
from pabisym.shift.allocate import allocate
from pabisym.shift.instance import Instance

HALVES = (Fraction(0), Fraction(1, 2), Fraction(1))
Candidates = Callable[[InstanceValues], Iterable[Any]]


def solution(one: Exercise, given: InstanceValues) -> Any:
    """An answer that the judge takes for right; raises LookupError where none of the candidates is."""
    for answer in candidates(one, given):
        if one.judge(given, answer):
            return answer
    raise LookupError(f"no candidate for exercise {one.id} is right")


def candidates(one: Exercise, given: InstanceValues) -> Iterable[Any]:
    """Answers to try."""
    if one.truth is not None:
        truth = one.truth(given)
        return [f"{float(truth(25).lower):.12f}"] if callable(truth) else [str(Fraction(str(truth)))]
    if one.about is not None:
        about = one.about(given)
        if isinstance(about, Instance):
            return [[str(paid) for paid in allocate(gap=list(map(_fraction, about.gap)), noise_variance=1,
                                                    contraction=list(map(_fraction, about.contraction))).allocation]]  # fmt: skip
        return [squares(about)]
    return SPECIAL[one.id](given)


def _fraction(value: Any) -> Fraction:
    return Fraction(str(value))


def _texts(answer: Iterable[Any]) -> list[Any]:
    return [_texts(one) if isinstance(one, list | tuple) else str(one) for one in answer]


def squares(expression: str) -> list[tuple[str, str]]:
    """A formula of degree 2 in some of its letters as a sum of squares, by completing one square after the other."""
    left, found = sp.together(sp.parse_expr(expression, {name: sp.Symbol(name) for name in "abvwDjsqm"})), []
    while left != 0:
        top = sp.expand(sp.numer(left))
        letter = next((x for x in sorted(top.free_symbols, key=str) if sp.degree(top, x) == 2), None)
        if letter is None:
            found.append((left, sp.Integer(1)))
            break
        square, line, _ = sp.Poly(top, letter).all_coeffs()
        base = letter + line / (2 * square)
        found.append((square / sp.denom(left), base))
        left = sp.factor(sp.together(left - square / sp.denom(left) * base**2))
    return [(str(sp.factor(coefficient)), str(sp.together(base))) for coefficient, base in found]


def payments(process: dict[str, Any]) -> Candidates:
    """The derived payment of step k, times the factor."""
    def found(given: InstanceValues) -> list[str]:
        blocks = derive({**process, "goal": {"divergence": "gdp"}}).blocks
        block = next(one for one in blocks if to_text(one.payment) != "0")
        paid = f"{given.w}*({to_text(block.payment)})"
        at_least = next((term for term in block.when if to_text(term) == "k >= t"), None)
        return [paid if at_least is None else f"cases(k - t, {paid}, 0)"]

    return found


def _first_step(given: InstanceValues) -> Iterator[str]:
    for block in derive(shifted_divergence.TWO_STEPS).blocks:
        yield f"{given.w}*({to_text(substitute(block.payment, {'k': ((), Number(fmpq(1)))}))})"


def derived(of: Callable[[InstanceValues], Derivation]) -> Candidates:
    """The derived bound, times the factor."""
    return lambda given: [f"{given.w}*({to_text(of(given).bound)})"]


def _lines(given: InstanceValues) -> Iterator[str]:
    sizes = [f"{given.w}*{letter}" for letter in ("s", "z")]
    yield from (f'{key} = "{size}"' for key in ("start_shift", "diameter") for size in sizes)
    yield from (f'gap = [ {{ {where}{key} = "{size}" }} ]' for where, key in (('at = "1", ', "size"), ("", "each")) for size in sizes)


def _claims(given: InstanceValues) -> list[dict[str, str]]:
    told = claims.verdicts(tuple(given.bounds))
    return [told if given.w == 1 else {**told, "W": str(given.w + list(told.values()).count("true"))}]


def _two_rows(difference: Fraction) -> list[Any]:
    return _texts([[2 * difference, 1 - 2 * difference], [difference, 1 - difference]])


def _greedy(given: InstanceValues) -> Iterator[list[Fraction]]:
    for step in range(1, 7):
        yield [sum(map(Fraction, given.gap[:k]), Fraction(0)) + given.w if k == step else Fraction(0) for k in range(1, 7)]


def _lifted(given: InstanceValues) -> Iterator[list[str]]:
    """The payments as gaps, with half of one brought forward by a step."""
    paid = list(map(Fraction, given.payments))
    for k in range(len(paid) - 1):
        gap = list(paid)
        gap[k], gap[k + 1] = paid[k] + paid[k + 1] / 2, paid[k + 1] / 2
        yield _texts(gap)


def _forgetful(given: InstanceValues) -> Iterator[list[Any]]:
    part = given.w - 1 or Fraction(1, 2)
    rows = [row for row in itertools.product(dict.fromkeys((*HALVES[::2], part, 1 - part)), repeat=3) if sum(row) == 1]
    yield from (_texts(kernel) for kernel in itertools.product(rows, repeat=3))


def _common(given: InstanceValues) -> list[Any]:
    least = [min(map(Fraction, column)) for column in zip(*given.kernel, strict=True)]
    return [(str(share), _texts(one / sum(least) for one in least)) for share in (given.share, sum(least))]


def _one_way(given: InstanceValues) -> Iterator[list[Any]]:
    """Two laws on two points; with Q = (x, 1 - x) and P = (1, 0) the divergence is (1 - 3 x)/2."""
    masses = (*HALVES, (1 - 2 * given.exact) / 3)
    yield from (["1/2", *_texts(laws)] for laws in itertools.product([(p, 1 - p) for p in masses], repeat=2))


def _level(given: InstanceValues) -> list[str]:
    q, g, x, y, level = sp.symbols("q g x y level")
    (found,) = sp.solve((1 - q) * y + q * x - level * y - q * (x - (1 + int(given.m) * (g - 1)) * y), level)
    return [f"{given.w}*({sp.expand(found)})"]


SPECIAL: dict[str, Candidates] = {
    "1.5": lambda g: [_two_rows(g.t)],
    "2.4": lambda g: ([str(2 * g.w), str(steps)] for steps in range(1, 40)),
    "2.5": _first_step,
    "2.6": payments(shifted_divergence.PUBLIC_STEPS),
    "3.3": _greedy,
    "3.4": lambda g: [_texts(allocate(gap=g.gap, noise_variance=1).worst_case.contraction)],
    "3.5": _lifted,
    "4.5": lambda g: ([str(g.n * g.w) if k == last else "0" for k in range(int(g.n))] for last in range(int(g.n))),
    "4.6": payments(protection.ONE_PASS),
    "5.4": lambda g: [_two_rows(g.eta)],
    "5.5": _forgetful,
    "5.6": _common,
    "6.5": lambda g: (str(g.w * k / 2000) for k in range(2000, 500, -1) if 0.9 < g.w * k / 2000 < 1),
    "8.1": _claims,
    "8.3": lambda g: [[str(2 * g.w), str(int(g.least))]],
    "8.4": lambda g: (f"{g.w}*alpha*s**2*T**{power}/(2*sigma**2)" for power in ("2", "(1/2)")),
    "8.5": lambda g: [f"{g.exact / (g.most - 1)}*alpha/2*({to_text(convergence.derived_limit())})"],
    "9.1": derived(lambda g: own_variant.variant(str(g.contraction), g.tail)),
    "9.2": _lines,
    "9.4": _lines,
    "9.5": derived(lambda _: own_variant.taken_out()),
    "9.6": payments(own_variant.PRIVATE_THEN_PUBLIC),
    "10.4": lambda g: ([str(g.w * times), steps] for steps in ("8000", "40000") for times in (5, 4, 3) if g.w * times <= 8),
    "10.5": _one_way,
    "10.6": _level,
    "11.6": lambda g: [_texts(allocate(gap=[g.s] * int(g.T), noise_variance=1, contraction=g.c).worst_case.contraction)],
}
