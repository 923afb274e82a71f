"""Instances that a statement speaks of: every hypothesis is decided of them, exactly or by balls.

An accusation is worth what its instance is worth.  So the relations of a statement are decided at the instance, and its judgements of the
runs that are recorded, or in a world on the line (:mod:`pabisym.library.witness`) in which a letter that is not given is something plain.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from flint import fmpq

from pabisym.divergence.evaluate import exact_value
from pabisym.errors import InputError
from pabisym.kernel.judgement import Sequent
from pabisym.lang.grammar import to_text
from pabisym.lang.rational import rational
from pabisym.lang.term import BINDERS, Binding, Call, Number, Term, substitute
from pabisym.library.linear_pair import linear_columns
from pabisym.library.point import INDEX, NoValueError, condition_verdicts, letters, read_point
from pabisym.library.statement import LinearPair, LineRuns, SampledRuns, Statement


def without(statement: Statement, names: Collection[str]) -> Statement:
    """A statement without the hypotheses of some names; the name of a letter stands for its domain.

    Raises :class:`~pabisym.errors.InputError` for a name that it does not have.
    """
    if unknown := set(names) - statement.domains.keys() - {one.name for one in statement.assumptions}:
        raise InputError("dropped", f"{statement.id} has no hypothesis {min(unknown)!r}", "name an assumption, or the letter of a domain")
    symbols = tuple(replace(one, domain=statement.domains[one.name]) if one.name in names else one for one in statement.symbols)
    return replace(statement, symbols=symbols, assumptions=tuple(one for one in statement.assumptions if one.name not in names),
                   conclusion=statement.conclusion or "0 == 0")


def numbers_at(statement: Statement, at: Mapping[str, object], field: str) -> Binding:
    """The letters of an instance that stand in formulas: the statement's numbers and their sequences, and numbers of its own.

    Raises :class:`~pabisym.errors.InputError` for a letter without a number.
    """
    kinds = statement.sequent.kinds
    own = {name: value for name, value in at.items() if kinds.get(name, "").startswith(("real", "integer"))}
    more: Binding = {name: ((), Number(rational(value, f"{field} {name}"))) for name, value in at.items() if name not in kinds}
    return {**read_point(statement, own, field), **more}


def unmet(statement: Statement, at: Mapping[str, object], process: LinearPair | LineRuns | SampledRuns | None = None) -> str:
    """A hypothesis that is not certainly true of an instance, and why; empty where all are.

    ``at`` are values of letters: numbers, sequences as formulas in k, and where no ``process`` is given also maps, laws and so on as a
    witness gives them; letters that the statement does not have are left alone.  A sequence without a value is what an equation of the
    hypotheses says that it is.  Raises as :func:`~pabisym.library.point.condition_verdicts`.
    """
    point = numbers_at(statement, at, "instance")
    for name, term, verdict in condition_verdicts(statement, point):
        if verdict != "true" and not (verdict is None and _defines(substitute(term, point), point)):
            return f"{name} is {verdict or 'not decided'}"
    if isinstance(process, LineRuns | SampledRuns):
        from pabisym.library import line_runs, sampled_runs  # few statements have such runs

        if isinstance(process, SampledRuns):
            return sampled_runs.hypothesis_against_sampled_runs(process, statement, point)
        return line_runs.hypothesis_against_line_runs(process, statement, point)
    from pabisym.library.witness import failing  # it searches for witnesses too, which few readers of a statement need

    sequent = statement.sequent
    known = {name: str(value) for name, value in at.items() if name in sequent.kinds}
    wrong = failing(sequent, {**known, **(_pair_witness(process, sequent, point) if process is not None else {})})
    return f"not met: {wrong}" if wrong else ""


def _defines(condition: Term, point: Binding) -> bool:
    """Is it an equation that says what the members of a sequence are to which the point gives no value."""
    while isinstance(condition, Call) and condition.head == "forall":
        condition = condition.args[BINDERS["forall"][1][0]]
    if not isinstance(condition, Call) or condition.head != "==" or not isinstance(condition.args[0], Call):
        return False
    return condition.args[0].head not in point and letters(condition) - {INDEX} <= {condition.args[0].head}


def _pair_witness(pair: LinearPair, sequent: Sequent, point: Binding) -> dict[str, str]:
    """The maps, noises and laws of a linear pair, under the names that the first two runs of the hypotheses have for them."""
    columns, count, start = linear_columns(pair, point)
    steps = [[_exact(substitute(term, {INDEX: ((), Number(k))})) for term in columns] for k in range(1, count + 1)]
    found = dict[str, str]()
    for (law, step, noise), first, moved in zip(_runs(sequent), (_exact(start), fmpq(0)), (1, 0), strict=False):
        laws = [(first, fmpq(0))]
        for c, s, v in steps:
            laws.append((c * laws[-1][0] + moved * s, c * c * laws[-1][1] + v))
        found.setdefault(step, _by_index([f"affine({c}, {moved * s})" for c, s, _ in steps], 1))
        found |= {noise: _by_index([f"white({v})" for _, _, v in steps], 1), law: _by_index([f"normallaw({m}, {v})" for m, v in laws], 0)}
    return found


def _exact(term: Term) -> fmpq:
    value = exact_value(term, {})
    if value is None:
        raise NoValueError(f"{to_text(term)} of a linear pair is no rational number")
    return value


def _by_index(texts: Sequence[str], first: int) -> str:
    """The k-th of some texts, which are counted from ``first`` on."""
    *others, found = texts
    for k, text in reversed(list(enumerate(others, first))):
        found = f"cases({k} - {INDEX}, {text}, {found})"
    return found


def _runs(sequent: Sequent) -> Iterator[tuple[str, str, str]]:
    """The names of the laws, maps and noises of runs: X(k) is X(k - 1) moved by a map, with noise."""
    for _, term in sequent.assumptions:
        match term:
            case Call("forall", (_, _, _, Call("equal", (Call(law), Call("convolve", (Call("push", (Call(step), _)), Call(noise))))))):
                yield law, step, noise
