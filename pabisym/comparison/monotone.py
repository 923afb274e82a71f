"""In which direction a formula goes as one letter grows, as far as that is seen from its form.

The letter is at least 0, every other letter has been replaced by a number, and the formula has a value wherever it is asked
for.  ``None`` says that nothing is seen, which is no statement about the formula.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from pabisym.errors import PabisymError
from pabisym.lang.term import ONE, RELATIONS, ZERO, Call, Name, Term
from pabisym.library.point import decided_condition, letters

Direction: TypeAlias = Literal[-1, 0, 1]
"""-1 for a formula that nowhere rises, 1 for one that nowhere falls, 0 for one without the letter."""
_NOT_NEGATIVE = ("exp", "sqrt", "abs", "theta")


def direction(term: Term, letter: str, indices: frozenset[str] = frozenset()) -> Direction | None:
    """The direction of a formula in ``letter``; ``indices`` are the indices of sums around it, which are at least 0.

    >>> from pabisym.lang.grammar import parse
    >>> direction(parse("theta(exp(epsilon), 2)/(3*(1 - theta(exp(epsilon), 5)))"), "epsilon")
    -1
    """
    if letter not in letters(term):
        return 0
    if not isinstance(term, Call):
        return 1
    if term.head in ("*", "/", "**"):
        return _of_product(term, letter, indices)
    if term.head == "sum":
        body, index, low, high = term.args
        if letter in letters(low) | letters(high) or not isinstance(index, Name) or _sign(low, letter, indices) != 1:
            return None
        return direction(body, letter, indices | {index.name})
    signs = _SIGNS.get(term.head)
    if signs is None:
        return None
    found = [direction(arg, letter, indices) for arg in term.args]
    return _common_direction(None if one is None else _times(one, sign) for one, sign in zip(found, signs or [1] * len(found), strict=True))


_SIGNS: dict[str, list[int]] = {
    "+": [], "min": [], "max": [], "neg": [-1], "exp": [1], "log": [1], "sqrt": [1], "theta": [-1, 1],
}  # fmt: skip
"""How a function goes with its arguments; nothing stands for: upwards with all.  theta falls in gamma and rises with the distance."""


def monotone(condition: Term, letter: str) -> bool:
    """Does a condition on a letter, once it holds or once it fails, keep doing so for all larger values of the letter."""
    if not isinstance(condition, Call) or condition.head not in RELATIONS or condition.head in ("==", "!="):
        return False
    return direction(Call("+", (condition.args[0], Call("neg", condition.args[1:]))), letter) is not None


def _of_product(term: Call, letter: str, indices: frozenset[str]) -> Direction | None:
    """The direction of a product, a quotient, or a power with a fixed exponent: all that moves has to be at least 0."""
    if term.head == "**":
        base, exponent = term.args
        sign = None if letter in letters(exponent) else _sign(exponent, letter, indices)
        own = direction(base, letter, indices)
        return None if sign is None or own is None or _sign(base, letter, indices) != 1 else _times(own, sign)
    turns, found = 1, list[Direction | None]()
    for place, factor in enumerate(term.args):
        sign, own = _sign(factor, letter, indices), direction(factor, letter, indices)
        if sign is None or own is None or (sign == -1 and own != 0):
            return None
        turns *= sign
        found.append(_times(own, -1 if term.head == "/" and place else 1))
    total = _common_direction(found)
    return None if total is None else _times(total, turns)


def _common_direction(found: Iterable[Direction | None]) -> Direction | None:
    """The one direction of several parts, some of which may stand still."""
    kinds = set(found) - {0}
    return None if len(kinds) > 1 else next(iter(kinds), 0)


def _times(own: Direction, sign: int) -> Direction:
    return 0 if own * sign == 0 else 1 if own * sign > 0 else -1


def _sign(term: Term, letter: str, indices: frozenset[str]) -> Literal[-1, 1] | None:
    """1 for what is at least 0 for all values of the letter, -1 for what is at most 0."""
    names = letters(term)
    if not names:
        return _closed_sign(term)
    if not isinstance(term, Call):
        return 1 if names <= {letter} | indices else None
    match term:
        case Call("+", (one, Call("neg", (inner,)))) if one == ONE and _at_most_one(inner):  # 1 - x, for an x that is at most 1
            return 1
    if term.head in _NOT_NEGATIVE:
        return 1
    if term.head == "sum" and isinstance(term.args[1], Name):
        inside = indices | {term.args[1].name} if _sign(term.args[2], letter, indices) == 1 else indices
        return _sign(term.args[0], letter, inside)
    found = [_sign(arg, letter, indices) for arg in term.args]
    if term.head == "neg" and found[0] is not None:
        return -1 if found[0] == 1 else 1
    if term.head in ("*", "/") and None not in found:
        return 1 if found.count(-1) % 2 == 0 else -1
    if term.head == "**":
        return 1 if found[0] == 1 else None
    return found[0] if term.head in ("+", "min", "max") and len(set(found)) == 1 else None


def _closed_sign(term: Term) -> Literal[-1, 1] | None:
    try:
        if decided_condition(Call(">=", (term, ZERO))) == "true":
            return 1
        return -1 if decided_condition(Call("<=", (term, ZERO))) == "true" else None
    except PabisymError:
        return None


def _at_most_one(term: Term) -> bool:
    """Is a formula a product or a power of divergences E_gamma, which are at most 1."""
    if not isinstance(term, Call):
        return term == ONE
    if term.head == "**":
        return _at_most_one(term.args[0]) and _closed_sign(term.args[1]) == 1
    return term.head == "theta" or (term.head == "*" and all(map(_at_most_one, term.args)))
