"""Parameters of divergences read as exact rationals, each with its range."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from flint import fmpq

from pabisym.errors import InputError
from pabisym.lang.rational import rational, short


def number_in(value: object, field: str, inside: Callable[[fmpq], bool], problem: str, cure: str) -> fmpq:
    """A rational for which something holds; else an error that says what it is, and what to give."""
    number = rational(value, field)
    if not inside(number):
        raise InputError(field, f"{short(number)} {problem}", cure)
    return number


def read_order(order: object) -> fmpq | None:
    """A positive rational, or None for infinity."""
    if order == "inf" or order == math.inf:
        return None
    return number_in(order, "order", lambda number: number > 0, "is not positive", 'give a Rényi order above 0, or "inf"')


def positive(value: object, field: str) -> fmpq:
    """A rational above 0."""
    return number_in(value, field, lambda number: number > 0, "is not positive", "give a positive number")


def not_negative(value: object, field: str) -> fmpq:
    """A rational that is 0 or more."""
    return number_in(value, field, lambda number: number >= 0, "is negative", "give a number that is 0 or more")


def probability(value: object, field: str) -> fmpq:
    """A rational from 0 to 1."""
    return number_in(value, field, lambda number: 0 <= number <= 1, "is no probability", "give a probability from 0 to 1")


def inner_probability(value: object, field: str) -> fmpq:
    """A rational strictly between 0 and 1."""
    return number_in(value, field, lambda number: 0 < number < 1, "is not between 0 and 1", "give a probability above 0 and below 1")


def read_law(values: object, field: str) -> tuple[fmpq, ...]:
    """A finite law as rationals: probabilities that sum to 1."""
    weights = vector(values, field)
    if any(p < 0 for p in weights) or sum(weights, fmpq(0)) != 1:
        raise InputError(field, "is no law", "give probabilities that are 0 or more and sum to 1 exactly")
    return weights


def two_laws(first: object, second: object) -> tuple[tuple[fmpq, ...], tuple[fmpq, ...]]:
    """Two laws on the same points."""
    p, q = read_law(first, "first"), read_law(second, "second")
    same_length(p, q, "second")
    return p, q


def vector(value: object, field: str) -> tuple[fmpq, ...]:
    """One or more rationals, from a sequence or from a single number."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        if not value:
            raise InputError(field, "is empty", "give at least one number")
        return tuple(rational(x, f"{field}[{i}]") for i, x in enumerate(value))
    return (rational(value, field),)


def same_length(first: Sequence[fmpq], second: Sequence[fmpq], field: str) -> None:
    """Refuse two sequences of different lengths, naming the second."""
    if len(first) != len(second):
        raise InputError(field, f"has {len(second)} entries, the other {len(first)}", "give as many for both")
