"""Numbers as a page prints them, compared with what they are said to be.

A :class:`~pabisym.statement.PrintedNumber` is data: a formula (or, where the grammar has no word for it, a function that
encloses the value to so many digits), a point, the relation that the page claims, and the digits as printed.  It is
decided from enclosures alone:

============  =========================================================================================================
rounds to it  the page says that the value is the number, and the value rounds to the digits printed; half a unit of the
              last place rounds either way
holds         the page says that the number bounds the value, and it does
off           neither, but value and number differ by at most one unit of the last place printed: cut off instead of
              rounded, a bound that was rounded the wrong way, a slip in the last digit
false         everything else, in particular what is infinite
undecided     no precision tells, or the formula has no value at the point
============  =========================================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from flint import fmpq, fmpz

from pabisym.errors import InputError, Undecided
from pabisym.evaluate.ball import Enclosure, exact_decimals
from pabisym.number import rational
from pabisym.statement import Accuracy, PageRelation

_DIGITS = re.compile(r"[+-]?(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,5}))?", re.ASCII)
START_DIGITS, MOST_DIGITS = 12, 400
"""Digits of the first enclosure of the value, and of the last one."""


@dataclass(frozen=True)
class Judged:
    """How well a printed number is the value, and what was seen, in one sentence."""

    accuracy: Accuracy
    detail: str


def judge_number(printed: str, relation: PageRelation, value: Callable[[int], Enclosure]) -> Judged:
    """Compare a number as printed with a value that ``value(digits)`` encloses.

    Raises :class:`~pabisym.errors.InputError` for digits or a relation that are none.
    """
    number, unit = read_digits(printed)
    if relation not in ("==", "<=", "<", ">=", ">"):
        raise InputError("relation", f"{relation!r} relates no number", "give == or, for a bound, <= < >= >")
    digits = START_DIGITS
    while digits <= MOST_DIGITS:
        try:
            found = value(digits)
        except (InputError, Undecided) as problem:
            return Judged("undecided", str(problem))
        if found.upper == "inf" or found.lower == "-inf":
            return Judged("false", f"{printed} is printed, the value is infinite")
        low, high = (rational(end, "value") if found.exact is None else found.exact for end in (found.lower, found.upper))
        accuracy = _accuracy(low - number, high - number, unit, relation)
        if accuracy is not None:
            return Judged(accuracy, _said(printed, relation, accuracy, (low, high), number))
        digits *= 2
    return Judged("undecided", f"{printed} is printed, and {MOST_DIGITS} digits of the value do not tell how it rounds")


def read_digits(printed: str) -> tuple[fmpq, fmpq]:
    """The number that is printed and the unit of its last place: 0.49 and 1/100; 3 and 1; 6.3e-4 and 1e-5."""
    match = _DIGITS.fullmatch(printed)
    if match is None:
        raise InputError("printed", f"{printed[:40]!r} is no number as a page prints it", "write its digits, as 0.49 or 6.3e-4")
    places = int(match[3] or "0") - len(match[2] or "")
    scale = fmpz(10) ** abs(places)
    return rational(printed.rstrip(".") if match[3] is None else printed, "printed"), fmpq(scale) if places >= 0 else fmpq(1, scale)


def _accuracy(low: fmpq, high: fmpq, unit: fmpq, relation: PageRelation) -> Accuracy | None:
    """What is certain of a difference value - number between two rationals; None where more digits may tell."""
    if relation == "==":
        if -unit <= 2 * low and 2 * high <= unit:
            return "rounds to it"
        missed = 2 * high < -unit or 2 * low > unit
    else:
        low, high, unit = (low, high, unit) if relation in ("<=", "<") else (-high, -low, unit)
        if high < 0 or (high == 0 and relation in ("<=", ">=")):
            return "holds"
        missed = low > 0 or (low == high == 0)
    if not missed:
        return None
    if -unit <= low and high <= unit:
        return "off"
    return "false" if high < -unit or low > unit else None


def _said(printed: str, relation: PageRelation, accuracy: Accuracy, value: tuple[fmpq, fmpq], number: fmpq) -> str:
    low, high = value
    claim = f"{printed} is printed" if relation == "==" else f"{relation} {printed} is printed"
    kept = max(6, len(printed.partition("e")[0].strip("+-0.").replace(".", "")) + 2)
    below, above = exact_decimals(low, kept)[0], exact_decimals(high, kept)[1]
    shown = f"the value is {below if below == above else f'between {below} and {above}'}"
    if accuracy in ("rounds to it", "holds"):
        return f"{claim}, {shown}: {accuracy}"
    off = f"off by {exact_decimals(abs((low + high) / 2 - number), 1)[0]}"
    return f"{claim}, {shown}: " + (off if accuracy == "off" else f"false, {off}")
