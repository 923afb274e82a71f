"""The exact divergence of the linear pairs that theorem files record, by the recursion of the two runs."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from pabisym.divergence.evaluate import exact_value
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import ONE, RELATIONS, TWO, ZERO, Binding, Call, Number, Term, substitute
from pabisym.library.point import INDEX, MAX_STEPS, NoValueError, decide_closed, letters, whole, without_symbols
from pabisym.library.statement import LinearPair, Statement

MAX_IRRATIONAL_STEPS = 200
"""Longest linear pair whose data are not all rational."""


# Linear pairs.


def pair_divergence(pair: LinearPair, point: Binding) -> Term | None:
    """The exact Rényi divergence (alpha/2) * mean^2 / variance of a linear pair at a point, as a closed formula.

    Both runs are followed step by step.  None stands for infinity: different means and no noise.
    """
    if "alpha" not in point:
        raise NoValueError("the divergence of a linear pair needs the letter alpha")
    columns, count, start = linear_columns(pair, point)
    mean, variance = _rational_run(columns, start, count) or _symbolic_run(columns, start, count)
    if decide_closed(Call("==", (variance, ZERO))) == "true":
        return ZERO if decide_closed(Call("==", (mean, ZERO))) == "true" else None
    square = Call("**", (mean, TWO))
    return Call("/", (Call("*", (point["alpha"][1], square)), Call("*", (TWO, variance))))


def linear_columns(pair: LinearPair, point: Binding) -> tuple[list[Term], int, Term]:
    """The contraction, the gap and the variance of the noise of step k of a linear pair at a point, its number of steps, and its start."""
    count = whole(substitute(_formula(pair.steps), point))
    if not 0 <= count <= MAX_STEPS:
        raise NoValueError(f"a linear pair of {count} steps")
    others = {name: value for name, value in point.items() if name != INDEX}
    columns = [substitute(_formula(text), others) for text in (pair.contraction, pair.gap, pair.noise_variance)]
    return columns, count, substitute(_formula(pair.start), point)


def _formula(text: str) -> Term:
    return parse(text, "linear pair")


def _rational_run(columns: list[Term], start: Term, count: int) -> tuple[Term, Term] | None:
    """Mean difference and variance after all steps; None where the data are not all rational."""
    values = list[list[Any]]()
    for term in columns:
        if missing := letters(term) - {INDEX}:
            raise NoValueError(f"{to_text(term)} needs a value of {', '.join(sorted(missing))}", missing)
        changes = INDEX in letters(term)  # else it is evaluated once
        values.append([exact_value(term, {INDEX: k}) for k in range(1, count + 1)] if changes else [exact_value(term, {})] * count)
    mean, variance = exact_value(without_symbols(start), {}), fmpq(0)
    if mean is None or any(value is None for column in values for value in column):
        return None
    for c, s, v in zip(*values, strict=True):
        mean, variance = c * mean + s, c * c * variance + v
    return Number(mean), Number(variance)


def _symbolic_run(columns: list[Term], start: Term, count: int) -> tuple[Term, Term]:
    """The same with irrational data: what enters at a step is multiplied by all the contractions after it."""
    if count > MAX_IRRATIONAL_STEPS:
        raise NoValueError(f"an irrational linear pair of more than {MAX_IRRATIONAL_STEPS} steps")
    steps = [{INDEX: ((), Number(k))} for k in range(1, count + 1)]
    contraction, gap, variance = ([substitute(term, step) for step in steps] for term in columns)
    tails = [contraction[after:] for after in range(count + 1)]
    shifts = [Call("*", (ONE, s, *tail)) for s, tail in zip((start, *gap), tails, strict=True)]
    spread = [Call("*", (ONE, v, *tail, *tail)) for v, tail in zip(variance, tails[1:], strict=True)]
    return Call("+", (ZERO, *shifts)), Call("+", (ZERO, *spread))


def bound_term(statement: Statement) -> Term | None:
    """The bound of a statement as a formula: the recorded one, else that of its conclusion; None where there is none.

    A conclusion bounds a divergence, a distance, or the smaller side of a relation.
    """
    if statement.bound:
        return parse(statement.bound, f"{statement.id}: bound")
    said = parse(statement.conclusion, f"{statement.id}: conclusion", None) if statement.conclusion else None
    if isinstance(said, Call) and said.head in ("renyi", "winf"):
        return said.args[-1]
    if isinstance(said, Call) and said.head in RELATIONS:
        return said.args[0 if said.head in (">", ">=") else 1]
    return None


def bound_at(statement: Statement, point: Binding, pair: LinearPair) -> Term:
    """What a statement says of a linear pair at a point, as a closed formula.

    In the bound, the magnitude R(alpha, zeta(i), a) of the pair's Gaussian noise is alpha*a^2/(2*v_i).  Where the
    bound mentions sequences to which the point gives no value, it is what the pair records for them.
    """
    term = bound_term(statement)
    here = None if term is None else substitute(_with_magnitudes(term, pair), point)
    if pair.bound and (here is None or letters(here)):
        here = substitute(parse(pair.bound, f"{statement.id}: bound of the pair"), point)
    if here is None:
        raise NoValueError("there is no bound to compare with the pair")
    return without_symbols(here)


def _with_magnitudes(term: Term, pair: LinearPair) -> Term:
    if not isinstance(term, Call):
        return term
    args = tuple(_with_magnitudes(a, pair) for a in term.args)
    if term.head != "R" or not isinstance(args[1], Call):
        return Call(term.head, args)
    variance = substitute(parse(pair.noise_variance, "linear pair", None), {INDEX: ((), args[1].args[0])})
    square = Call("*", (args[0], Call("**", (args[2], TWO))))
    return Call("/", (square, Call("*", (TWO, variance))))
