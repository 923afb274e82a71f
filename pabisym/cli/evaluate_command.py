"""``pabisym evaluate``: a statement's bound, a number that it defines, or any formula, as an enclosure."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from pabisym.cli.frame import HOLDS, option_names, print_json, print_report, read_marked_delta
from pabisym.errors import InputError, visible

if TYPE_CHECKING:
    from pabisym.library.library import Library
    from pabisym.library.point import Evaluation
    from pabisym.library.statement import Statement


@dataclass(frozen=True)
class EvaluationOptions:
    """What is asked for: the values of letters, which number, how precisely, and how it is shown."""

    values: Mapping[str, str]
    of: str | None = None
    digits: int = 15
    force: bool = False
    plot: str | None = None
    as_json: bool = False
    delta: str | None = None


def run(name: str, library: Callable[[], Library], asked: EvaluationOptions) -> int:
    """Evaluate what is named: an id, known or one that begins with a paper and a slash, else a formula of the grammar."""
    read_marked_delta(asked.delta, asked.plot, "--plot")
    known = library()
    papers = {one.partition("/")[0] for one in known.known}
    shaped = re.fullmatch(r"[A-Za-z][A-Za-z0-9_.-]*/[A-Za-z][A-Za-z0-9_.-]*", name)
    if name in known.known or (shaped is not None and name.partition("/")[0] in papers):
        return _evaluate_statement(known.statement(name), asked)
    for option, given in (("--of", asked.of), ("--plot", asked.plot)):
        if given is not None:
            raise InputError(option, "goes with the id of a statement", "pabisym list shows the ids")
    return _formula(name, known, asked)


def _evaluate_statement(statement: Statement, asked: EvaluationOptions) -> int:
    found = _find_values(statement, asked)
    enclosures = [one.enclosure(asked.digits) for one in found]
    if asked.plot is not None:
        _plot(statement, asked)
    if asked.as_json:
        from pabisym.lang.grammar import to_text

        data = []
        for one, value in zip(found, enclosures, strict=True):
            at, interval = {letter: to_text(term) for letter, (_, term) in one.point.items()}, {"lower": value.lower, "upper": value.upper}
            data.append({"id": one.id, "at": at, "value": interval, "digits": asked.digits, "assumptions_hold": one.holds, "of": one.of,
                         "unchecked": list(one.unchecked)})
        print_json(data[0] if len(data) == 1 else {"id": statement.id, "values": data})
    else:
        from pabisym.show.text import evaluation_blocks

        for one, enclosure in zip(found, enclosures, strict=True):
            print_report(evaluation_blocks(one, enclosure))
    return HOLDS


def _find_values(statement: Statement, asked: EvaluationOptions) -> list[Evaluation]:
    """The number that is asked for; else the bound; else all numbers that the statement defines and the given letters determine."""
    from pabisym.library.point import evaluation, named_numbers, numeric_bound, quantity

    if asked.of is not None:
        return [quantity(statement, asked.of, asked.values, force=asked.force, field="--set")]
    if numeric_bound(statement) is not None or not named_numbers(statement):
        return [evaluation(statement, asked.values, force=asked.force, field="--set")]
    found, refused = [], list[InputError]()
    for name in named_numbers(statement):
        try:
            found.append(quantity(statement, name, asked.values, force=asked.force, field="--set"))
        except InputError as error:
            refused.append(error)
    if not found:
        cure = f"{refused[0].cure}; {statement.id} defines {', '.join(named_numbers(statement))}, and --of chooses one"
        raise InputError(refused[0].field, refused[0].problem, cure)
    return found


def _plot(statement: Statement, asked: EvaluationOptions) -> None:
    from pabisym.library.point import NoValueError
    from pabisym.show.testing import draw_errors, statement_curves

    try:
        curves = statement_curves(statement, asked.values, "--set")
    except NoValueError as problem:
        if left := problem.missing:
            cure = f"give {'it' if len(left) == 1 else 'them'} too, as in {' '.join(f'--set {name}=1' for name in left)}"
            raise InputError("--plot", f"the errors are those of a worst case, which depends on {', '.join(left)} as well", cure) from None
        raise InputError("--plot", f"the worst case cannot be drawn here: {problem}", "choose another point") from None
    with option_names(path="--plot"):
        draw_errors(curves, str(asked.plot), delta=read_marked_delta(asked.delta, asked.plot, "--plot"))


def _formula(text: str, library: Library, asked: EvaluationOptions) -> int:
    """The value of a formula of the grammar, its letters given as rationals."""
    from pabisym.divergence.evaluate import enclose
    from pabisym.lang.grammar import parse
    from pabisym.lang.rational import rational
    from pabisym.lang.term import is_relation
    from pabisym.library.library import nearest
    from pabisym.library.point import letters

    field = "ID|EXPRESSION"
    term = parse(text, field)
    if is_relation(term):
        raise InputError(field, f"{visible(text)} is a relation and has no value", "give one of its sides, or ask pabisym refute")
    values = {name: rational(value, f"--set {name}") for name, value in asked.values.items()}
    if missing := sorted(letters(term) - values.keys()):
        near = nearest(text, library.known)
        cure = (f"did you mean {' or '.join(near)}? Else " if near else "") + f"give --set {missing[0]}=VALUE"
        cure += "; Euler's number is exp(1)" if "e" in missing else ""
        raise InputError(field, f"no value for {', '.join(missing)}", cure)
    if unused := sorted(values.keys() - letters(term)):
        raise InputError(f"--set {unused[0]}", "is no symbol of the formula", f"it has {', '.join(sorted(letters(term))) or 'none'}")
    found = enclose(term, values, asked.digits)
    if asked.as_json:
        interval = {"lower": found.lower, "upper": found.upper}
        print_json({"expression": text, "at": dict(asked.values), "value": interval, "digits": asked.digits})
    else:
        from pabisym.show.text import enclosure_lines

        click.echo("\n".join(enclosure_lines(found)))
    return HOLDS
